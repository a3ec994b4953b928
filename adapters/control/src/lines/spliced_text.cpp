#include <assent/adapters/control/lines/spliced_text.hpp>

namespace assent {

void spliced_text::splice(std::string_view bytes) {
    pieces_.push_back({text_.size(), bytes});
    spliced_bytes_ += bytes.size();
}

void spliced_text::append(const spliced_text& other, std::size_t begin, std::size_t end) {
    const std::size_t moved_to = text_.size();
    text_.append(other.text_, begin, end - begin);
    for (const piece& each : other.pieces_) {
        if (each.at <= begin || each.at >= end) continue;
        pieces_.push_back({moved_to + (each.at - begin), each.bytes});
        spliced_bytes_ += each.bytes.size();
    }
}

void spliced_text::gather(std::vector<std::string_view>& into) const {
    const auto add = [&](std::string_view bytes) {
        if (!bytes.empty()) into.push_back(bytes);
    };
    into.clear();
    std::size_t gathered = 0;
    for (const piece& each : pieces_) {
        add(std::string_view(text_).substr(gathered, each.at - gathered));
        add(each.bytes);
        gathered = each.at;
    }
    add(std::string_view(text_).substr(gathered));
}

void spliced_text::clear() noexcept {
    text_.clear();
    pieces_.clear();
    spliced_bytes_ = 0;
}

}  // namespace assent
