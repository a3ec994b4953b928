#include <assent/adapters/files/audit_reader.hpp>

#include "audit_tail.hpp"
#include "regular_file.hpp"

#include <algorithm>
#include <istream>
#include <stdexcept>
#include <utility>

namespace assent {

struct audit_reader::opened {
    explicit opened(const std::filesystem::path& name)
        : file(name, detail::regular_file::purpose::read, "cannot open audit file"),
          buffer(file),
          lines(&buffer) {}

    const detail::regular_file file;
    detail::regular_file_buffer buffer;
    std::istream lines;
};

audit_reader::audit_reader(std::filesystem::path path) : path_(std::move(path)) {
    const auto aside = detail::numbers_aside(path_);
    several_ = !aside.empty();
    const auto count = [this](const std::filesystem::path& file) {
        std::error_code unknown;
        const auto size = std::filesystem::file_size(file, unknown);
        if (!unknown) bytes_ += size;
    };
    for (const auto each : aside) count(detail::name_aside(path_, each));
    count(path_);
    open(several_ ? aside.front() : 0);
}

audit_reader::~audit_reader() = default;

void audit_reader::open(std::uint64_t number) {
    auto name = number == 0 ? path_ : detail::name_aside(path_, number);
    opened_ = std::make_unique<opened>(name);
    file_ = std::move(name);
    number_ = number;
    lines_ = 0;
}

// False: there is no whole line. What there is of it stays in `text_`.
bool audit_reader::read_line() {
    if (std::exchange(ended_, false)) text_.clear();
    opened_->lines.clear();
    if (text_.empty()) {
        std::getline(opened_->lines, text_);
    } else {
        std::string more;
        std::getline(opened_->lines, more);
        text_ += more;
    }
    if (opened_->lines.bad()) throw std::runtime_error("cannot read the audit record");
    ended_ = !opened_->lines.eof();
    return ended_;
}

// Opens the file behind this one. False: this is the newest.
bool audit_reader::go_on() {
    const int open_now = opened_->file.descriptor();
    if (number_ == 0 && detail::leads_to(path_, open_now)) return false;
    const auto aside = detail::numbers_aside(path_);
    // It may have been put aside since it was opened.
    if (number_ == 0)
        for (const auto each : aside)
            if (detail::leads_to(detail::name_aside(path_, each), open_now)) number_ = each;
    const auto behind = number_ == 0 ? aside.end() : std::ranges::upper_bound(aside, number_);
    // The newest may be missing when files were put aside: a process has ended at that moment.
    if (behind == aside.end() && !std::filesystem::exists(path_)) return false;
    several_ = true;
    open(behind == aside.end() ? 0 : *behind);
    return true;
}

std::optional<audit_reader::line> audit_reader::next() {
    while (true) {
        if (read_line()) return line{text_, ++lines_, true};
        // Nothing is written any more to a file that was put aside: what came before that is read now.
        const bool is_newest = number_ == 0 && detail::leads_to(path_, opened_->file.descriptor());
        if (is_newest) return std::nullopt;
        if (read_line()) return line{text_, ++lines_, true};
        if (!text_.empty()) {
            ended_ = true;
            return line{text_, ++lines_, false};
        }
        if (!go_on()) return std::nullopt;
    }
}

audit_reader::line audit_reader::rest() const noexcept {
    return {ended_ ? std::string_view() : std::string_view(text_), lines_ + 1, false};
}

}  // namespace assent
