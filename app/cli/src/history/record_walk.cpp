#include "record_walk.hpp"

#include "../files/counted.hpp"
#include "../files/user_folders.hpp"
#include "../options/fail_closed.hpp"
#include "../options/kept_record.hpp"
#include "../options/options.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <exception>
#include <utility>

namespace assent::cli {
namespace {

constexpr std::string_view beginning_of_line = R"({"time":)";

audit_reader opened_record(const std::filesystem::path& path, std::string_view command) {
    std::error_code error;
    const auto state = state_folder();
    const bool usual = !state.empty() && path == kept_record_path(state);
    if (usual && !std::filesystem::exists(path, error))
        throw usage_error(fmt::format(
            "{}: nothing is on record yet at {}, where `assent install` has it kept; name any other record: "
            "assent {} FILE",
            command, display_text(path.string()), command == "replay" ? "replay POLICY" : command));
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

bool is_record(const std::filesystem::path& path) {
    try {
        audit_reader lines(path);
        const auto first = lines.next();
        return first && first->whole && read_json_line(first->text);
    } catch (const std::exception&) {
        return false;
    }
}

record_walk::record_walk(const std::filesystem::path& path, std::string_view command, bool prints_along)
    : lines_(opened_record(path, command)),
      command_(command),
      shows_(::isatty(STDERR_FILENO) != 0 && !(prints_along && ::isatty(STDOUT_FILENO) != 0)) {}

std::optional<record_walk::entry> record_walk::next() {
    while (const auto line = lines_.next()) {
        bytes_ += line->text.size() + 1;
        show_progress();
        if (line->whole)
            if (auto event = read_json_line(line->text)) {
                for (const auto& each : std::exchange(unsaid_, {})) fmt::print(stderr, "{}", each);
                has_read_any_ = true;
                return entry{line->text, std::move(*event)};
            }
        leave_out(*line);
    }
    return std::nullopt;
}

// A look at the clock costs more than a line, so most lines go without.
void record_walk::show_progress() {
    constexpr std::size_t lines_a_look = 64;
    constexpr std::chrono::milliseconds between{200};
    if (!shows_ || ++lines_read_ % lines_a_look != 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (now < next_look_) return;
    next_look_ = now + between;
    shown_ = true;
    constexpr std::size_t width = 30;
    const auto all = std::max<std::uintmax_t>(lines_.bytes(), 1);
    const auto part = [&](std::uintmax_t of) { return std::min(of, bytes_ * of / all); };
    fmt::print(stderr, "\rassent: reading the record [{:<{}}] {} %", std::string(part(width), '#'), width,
               part(100));
}

void record_walk::clear_progress() {
    if (std::exchange(shown_, false)) fmt::print(stderr, "\r\x1b[K");
}

void record_walk::finish() {
    clear_progress();
    if (const auto half = lines_.rest(); !half.text.empty()) {
        is_cut_ = half.text.starts_with(beginning_of_line);  // it may just be written
        leave_out(half);
    }
    if (damaged_ > 0 && !has_read_any_ && !(damaged_ == 1 && is_cut_))
        throw usage_error(fmt::format("{}: {} is no record: of {} none can be read", command_,
                                      display_text(lines_.file().string()), counted(damaged_, "line")));
    for (const auto& each : unsaid_) fmt::print(stderr, "{}", each);
    if (damaged_ > 0) fmt::print(stderr, "assent: {} left out\n", counted(damaged_, "damaged line"));
}

void record_walk::leave_out(const audit_reader::line& line) {
    if (++damaged_ > max_named_damage) return;
    auto said = fmt::format("assent: {}:{}: {}\n", display_text(lines_.file().string()), line.number,
                            line.whole ? "no line of a record" : "the line is cut off");
    if (!has_read_any_) {
        unsaid_.push_back(std::move(said));
        return;
    }
    clear_progress();
    fmt::print(stderr, "{}", said);
}

}  // namespace assent::cli
