#include <assent/adapters/files/audit_chain.hpp>

#include "chain_walk.hpp"
#include "files_aside.hpp"
#include "regular_file.hpp"
#include "sha256.hpp"

#include <istream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace assent {
namespace {

// Goes along the lines of one file or several, and notes what comes out.
class verification {
public:
    explicit verification(std::string_view expected_head) : expected_head_(expected_head) {}

    void follow(std::istream& lines, const std::string& file) {
        std::string line;
        for (std::size_t number = 1; std::getline(lines, line); ++number) {
            const auto step = lines.eof() ? walk_.cut_off() : walk_.take(line);
            if (!step.why.empty() && result_.holds()) {
                result_.first_broken_line = number;
                result_.file = file;
                result_.why = step.why;
            }
            if (step.begins) result_.new_chain = {.file = file, .line = number};
            if (result_.holds()) count();
        }
        if (lines.bad() || !lines.eof()) throw std::runtime_error("cannot read the audit record");
    }

    audit_verification finish() && {
        result_.beginning_missing = walk_.beginning_missing();
        if (auto& anew = result_.new_chain) {
            anew->records = walk_.records();
            anew->head = walk_.head();
            anew->holds = walk_.holds();
        }
        if (result_.holds() && !expected_head_.empty() && !met_expected_head_)
            result_.why = "no record has the expected head: the end is missing, or this is another record";
        return std::move(result_);
    }

private:
    void count() {
        ++result_.records;
        result_.head = walk_.head();
        if (met_expected_head_) ++result_.after_expected_head;
        if (result_.head == expected_head_) met_expected_head_ = true;
    }

    detail::chain_walk walk_;
    audit_verification result_;
    std::string_view expected_head_;
    bool met_expected_head_ = false;
};

}  // namespace

audit_verification verify_audit(std::istream& lines, std::string_view expected_head) {
    verification found(expected_head);
    found.follow(lines, {});
    return std::move(found).finish();
}

audit_verification verify_audit_files(const std::filesystem::path& path, std::string_view expected_head) {
    std::vector<std::filesystem::path> files;
    for (const auto number : detail::numbers_aside(path)) files.push_back(detail::name_aside(path, number));
    const bool several = !files.empty();
    // The newest may be missing when files were put aside: a process has ended at that moment.
    if (!several || std::filesystem::exists(path)) files.push_back(path);

    verification found(expected_head);
    for (const auto& name : files) {
        using detail::regular_file;
        const regular_file file(name, regular_file::purpose::read, "cannot open audit file");
        detail::regular_file_buffer buffer(file);
        std::istream lines(&buffer);
        found.follow(lines, several ? name.string() : std::string());
    }
    return std::move(found).finish();
}

bool is_chain_value(std::string_view text) noexcept { return detail::is_digest(text); }

}  // namespace assent
