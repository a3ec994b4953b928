#include <assent/adapters/files/audit_chain.hpp>

#include "chained_line.hpp"
#include "files_aside.hpp"
#include "sha256.hpp"

#include <cerrno>
#include <fstream>
#include <istream>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

namespace assent {
namespace {

// Goes along a chain, through one file or several.
class chain_walk {
public:
    explicit chain_walk(std::string_view expected_head) : expected_head_(expected_head) {}

    // False: a line is broken; there is no use in going on.
    bool follow(std::istream& lines, std::string_view file) {
        std::string line;
        for (std::size_t number = 1; std::getline(lines, line); ++number) {
            const char* const why = lines.eof() ? "the line is cut off" : take(line);
            if (why == nullptr) continue;
            result_.first_broken_line = number;
            result_.file = file;
            result_.why = why;
            return false;
        }
        if (lines.bad() || !lines.eof()) throw std::runtime_error("cannot read the audit record");
        return true;
    }

    audit_verification finish() && {
        if (result_.holds() && !expected_head_.empty() && !met_expected_head_)
            result_.why = "no record has the expected head: the end is missing, or this is another record";
        return std::move(result_);
    }

private:
    // Why the line does not follow the one before; null: it does.
    const char* take(std::string_view line) {
        const auto parts = detail::split_chained(line);
        if (!parts) return "the line has no chain value";
        std::string_view previous = result_.head;
        if (result_.records == 0) previous = detail::stated_previous(*parts);
        if (detail::value_after(previous, *parts) != parts->value)
            return "the record does not match its chain value";
        if (result_.records == 0) result_.beginning_missing = !previous.empty();
        ++result_.records;
        result_.head = parts->value;
        if (met_expected_head_) ++result_.after_expected_head;
        if (result_.head == expected_head_) met_expected_head_ = true;
        return nullptr;
    }

    audit_verification result_;
    std::string_view expected_head_;
    bool met_expected_head_ = false;
};

}  // namespace

audit_verification verify_audit(std::istream& lines, std::string_view expected_head) {
    chain_walk walk(expected_head);
    walk.follow(lines, {});
    return std::move(walk).finish();
}

audit_verification verify_audit_files(const std::filesystem::path& path, std::string_view expected_head) {
    std::vector<std::filesystem::path> files;
    for (const auto number : detail::numbers_aside(path)) files.push_back(detail::name_aside(path, number));
    const bool several = !files.empty();
    // The newest may be missing when files were put aside: a process has ended at that moment.
    if (!several || std::filesystem::exists(path)) files.push_back(path);

    chain_walk walk(expected_head);
    for (const auto& file : files) {
        std::ifstream lines(file, std::ios::binary);
        if (!lines)
            throw std::system_error(errno, std::generic_category(),
                                    "cannot open audit file `" + file.string() + "`");
        if (!walk.follow(lines, several ? file.string() : std::string())) break;
    }
    return std::move(walk).finish();
}

bool is_chain_value(std::string_view text) noexcept { return detail::is_digest(text); }

}  // namespace assent
