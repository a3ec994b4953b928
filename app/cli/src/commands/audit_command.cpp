#include "audit_command.hpp"

#include "../options/fail_closed.hpp"
#include "../options/options.hpp"

#include <assent/adapters/files/audit_chain.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace assent::cli {
namespace {

audit_verification verify(const audit_options& options) {
    try {
        return verify_audit_files(std::filesystem::path(options.file), options.head);
    } catch (const std::runtime_error& error) {
        throw usage_error(fmt::format("audit: {}", error.what()));
    }
}

int say(exit_code code, const std::string& text) {
    print(text);
    return static_cast<int>(code);
}

int say_broken(const audit_verification& found) {
    const std::string file = found.file.empty() ? "" : found.file + ": ";
    const std::string line =
        found.first_broken_line ? fmt::format("line {}: ", *found.first_broken_line) : "";
    std::string text = fmt::format("{}{}{}\n", file, line, found.why);
    if (const auto& anew = found.new_chain)
        text += fmt::format("note: {}line {}: a new chain begins, and {}: {}, head {}\n",
                            anew->file.empty() ? "" : anew->file + ": ", anew->line,
                            anew->holds ? "holds" : "is broken, too", counted(anew->records, "record"),
                            anew->head);
    return say(exit_code::failed, text);
}

}  // namespace

int audit_verify_command(const audit_options& options) {
    if (!options.head.empty() && !is_chain_value(options.head))
        throw usage_error("audit verify: --head: expected 64 hexadecimal digits, 0 to 9 and a to f");
    const auto found = verify(options);
    if (!found.holds()) return say_broken(found);
    std::string text = "ok: " + counted(found.records, "record");
    if (!found.head.empty()) text += ", head " + found.head;
    if (found.after_expected_head > 0)
        text += fmt::format(", {} after the expected head", found.after_expected_head);
    text += '\n';
    if (found.beginning_missing)
        text += "note: the first record goes on from an earlier one that is not here\n";
    return say(exit_code::ok, text);
}

int audit_head_command(const audit_options& options) {
    const auto found = verify(options);
    if (!found.holds()) return say_broken(found);
    if (found.records == 0) return say(exit_code::failed, "no record\n");
    return say(exit_code::ok, fmt::format("{} {}\n", found.head, counted(found.records, "record")));
}

}  // namespace assent::cli
