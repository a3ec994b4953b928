#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace assent {

/// A line with some of its parts replaced, and everything else as it is.
class line_edits {
public:
    explicit line_edits(std::string_view line) : line_(line) {}

    /// \param part  lies in the line, and in no other part that is replaced
    void replace(std::string_view part, std::string by) {
        edits_.insert_or_assign(static_cast<std::size_t>(part.data() - line_.data()),
                                std::pair(part.size(), std::move(by)));
    }
    [[nodiscard]] bool empty() const noexcept { return edits_.empty(); }
    [[nodiscard]] std::string text() const {
        std::string made;
        std::size_t copied = 0;
        for (const auto& [from, edit] : edits_) {
            made.append(line_.substr(copied, from - copied)).append(edit.second);
            copied = from + edit.first;
        }
        return made.append(line_.substr(copied));
    }

private:
    std::string_view line_;
    std::map<std::size_t, std::pair<std::size_t, std::string>> edits_;
};

}  // namespace assent
