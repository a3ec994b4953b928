#include <assent/adapters/files/policy_file.hpp>

#include "policy/policy_reader.hpp"
#include "regular_file.hpp"

#include <assent/domain/text/display_text.hpp>

#include <ostream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace assent {
namespace {

// Reads to the end, not to a size told beforehand: the file may grow.
std::string content_of(const std::filesystem::path& path) {
    constexpr std::size_t piece_bytes = std::size_t{64} * 1024;
    constexpr std::string_view cannot = "cannot read policy file";
    const detail::regular_file file(path, detail::regular_file::purpose::read, cannot);
    std::string content;
    for (;;) {
        const std::size_t before = content.size();
        content.resize(before + piece_bytes);
        const std::size_t count = file.read(content.data() + before, piece_bytes);
        content.resize(before + count);
        if (count == 0) return content;
        if (content.size() > max_policy_bytes)
            throw std::runtime_error(std::string(cannot) + " `" + display_text(path.native()) +
                                     "`: expected at most " + size_text(max_policy_bytes) + ", got more");
    }
}

}  // namespace

std::string to_string(const policy_error& error) {
    std::string text = display_text(error.file);
    if (error.line != 0) text.append(":").append(std::to_string(error.line));
    if (!error.where.empty()) text.append(": ").append(error.where);
    return text.append(": ").append(error.message);
}

std::ostream& operator<<(std::ostream& out, const policy_error& error) { return out << to_string(error); }

void throw_exception_from_error(const policy_error& error, const boost::source_location&) {
    throw std::runtime_error(to_string(error));
}

boost::system::result<policy, policy_error> read_policy(std::string_view text, std::string_view name,
                                                        std::string_view home) {
    detail::policy_reader reader(text, name, false, home);
    auto errors = reader.read();
    if (!errors.empty()) return std::move(errors.front());
    return std::move(reader.made());
}

boost::system::result<policy, policy_error> read_stricter_policy(std::string_view text, std::string_view name,
                                                                 policy_layer whose, std::string_view home) {
    detail::policy_reader reader(text, name, whose, home);
    auto errors = reader.read();
    if (!errors.empty()) return std::move(errors.front());
    return std::move(reader.made());
}

std::vector<policy_error> policy_errors(std::string_view text, std::string_view name, std::string_view home) {
    return detail::policy_reader(text, name, false, home).read();
}

policy_draft read_policy_draft(std::string_view text, std::string_view name, bool allow_overbroad,
                               std::string_view home) {
    detail::policy_reader reader(text, name, allow_overbroad, home);
    policy_draft draft;
    draft.errors = reader.read();
    draft.read = std::move(reader.made());
    draft.rules = std::move(reader.rule_places());
    draft.rule_bytes = std::move(reader.rule_bytes());
    draft.members = std::move(reader.members());
    draft.tools = std::move(reader.named_tools());
    draft.examples = std::move(reader.example_places());
    return draft;
}

std::string policy_file_text(const std::filesystem::path& path) { return content_of(path); }

policy load_policy(const std::filesystem::path& path, std::string_view home) {
    try {
        return read_policy(content_of(path), path.native(), home).value();
    } catch (const std::system_error& failed) {
        const bool may_be_name = !path.empty() && path.native().find_first_of("./") == std::string::npos;
        if (!may_be_name || failed.code() != std::errc::no_such_file_or_directory) throw;
        throw std::system_error(failed.code(), "cannot read policy file `" + display_text(path.native()) +
                                                   "`; those that are built in are functions, such as "
                                                   "`policy::standard()`");
    }
}

}  // namespace assent
