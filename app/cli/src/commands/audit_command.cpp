#include "../files/counted.hpp"
#include "../options/fail_closed.hpp"
#include "command.hpp"

#include <assent/adapters/files/audit_chain.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace assent::cli {
namespace {

struct audit_options {
    std::string file;
    std::string head;  // of `verify`; empty: none is expected
};

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

// Checks the chain of an audit file and of those put aside before it, and says what came out.
int verify_record(const audit_options& options) {
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

// Prints the chain value of the last record and the number of records, when the chain holds.
int print_head(const audit_options& options) {
    const auto found = verify(options);
    if (!found.holds()) return say_broken(found);
    if (found.records == 0) return say(exit_code::failed, "no record\n");
    return say(exit_code::ok, fmt::format("{} {}\n", found.head, counted(found.records, "record")));
}

command_run declare_audit(CLI::App& app) {
    const auto given = std::make_shared<audit_options>();
    app.require_subcommand(1);
    auto* const verify = app.add_subcommand("verify", "Check the chain, and say which line breaks it");
    add_file_operand(*verify, given->file, "The audit file");
    verify->add_option("--head", given->head, "The chain value of a record that has to be there")
        ->type_name("DIGEST")
        ->group(group::record);
    add_file_operand(*app.add_subcommand("head", "Print the chain value of the last record"), given->file,
                     "The audit file");
    return [given, verify](const command_line&) {
        return verify->parsed() ? verify_record(*given) : print_head(*given);
    };
}

}  // namespace

const command commands::audit{"audit", command_group::files, "Check an audit file; see docs/audit.md",
                              declare_audit};

}  // namespace assent::cli
