#include "audit_lines.hpp"

namespace assent::detail {

void audit_lines::add(const audit_event& event, const audit_line_options& options) {
    const std::size_t before = text_.size();
    try {
        writer_.append(text_, event, options);
        text_ += '\n';
        ends_.push_back(text_.size());
    } catch (...) {
        text_.resize(before);
        throw;
    }
}

void audit_lines::clear() noexcept {
    text_.clear();
    ends_.clear();
}

std::string_view audit_lines::operator[](std::size_t index) const noexcept {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::string_view(text_).substr(begin, ends_[index] - begin - 1);
}

}  // namespace assent::detail
