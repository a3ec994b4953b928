#include "record_walk.hpp"

#include "../files/counted.hpp"
#include "../files/user_folders.hpp"
#include "../options/fail_closed.hpp"
#include "../options/kept_record.hpp"
#include "../options/options.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <exception>

namespace assent::cli {
namespace {

audit_reader opened_record(const std::filesystem::path& path, std::string_view command) {
    std::error_code error;
    const bool usual = path == record_path({});
    if (usual && !std::filesystem::exists(path, error))
        throw usage_error(
            fmt::format("{}: there is no record at {}: `assent install` keeps one there; name any other: "
                        "assent {} FILE",
                        command, display_text(path.string()), command));
    try {
        return audit_reader(path);
    } catch (const std::exception& failed) {
        throw usage_error(fmt::format("{}: {}", command, failed.what()));
    }
}

}  // namespace

std::filesystem::path record_path(const std::string& given) {
    if (!given.empty()) return given;
    const auto state = state_folder();
    if (state.empty()) throw usage_error("expected the name of a record, as $HOME names no folder with one");
    return kept_record_path(state);
}

record_walk::record_walk(const std::filesystem::path& path, std::string_view command)
    : lines_(opened_record(path, command)) {}

std::optional<record_walk::entry> record_walk::next() {
    while (const auto line = lines_.next()) {
        if (line->whole)
            if (auto event = read_json_line(line->text)) return entry{line->text, std::move(*event)};
        leave_out(*line);
    }
    return std::nullopt;
}

void record_walk::finish() {
    if (const auto half = lines_.rest(); !half.text.empty()) leave_out(half);
    if (damaged_ > 0) fmt::print(stderr, "assent: {} left out\n", counted(damaged_, "damaged line"));
}

void record_walk::leave_out(const audit_reader::line& line) {
    if (++damaged_ > max_named_damage) return;
    fmt::print(stderr, "assent: {}:{}: {}\n", display_text(lines_.file().string()), line.number,
               line.whole ? "no line of a record" : "the line is cut off");
}

}  // namespace assent::cli
