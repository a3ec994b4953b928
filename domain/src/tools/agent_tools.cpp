#include <assent/domain/tools/agent_tools.hpp>

#include "../call/renamed_input.hpp"
#include "patch_text.hpp"

#include <assent/domain/tools/agent_facts.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace assent {

void throw_exception_from_error(const invalid_use& error, const boost::source_location&) {
    throw std::invalid_argument(error.message);
}

namespace {

bool present(const tool_input& input, std::string_view field) {
    std::string scratch;
    return input.field(field, scratch).what != field_view::kind::absent;
}

std::string joined(std::string_view folder, std::string_view path) {
    if (folder.empty() || path.starts_with('/')) return std::string(path);
    std::string made(folder);
    if (!made.ends_with('/')) made += '/';
    return made.append(path);
}

invalid_use too_many_calls(std::string_view tool, std::size_t got) {
    return {"`" + std::string(tool) + "`: expected at most " + std::to_string(max_calls_of_use) +
            " calls in one, got " + std::to_string(got)};
}

// Where agents have the text of a patch.
constexpr own_field patch_field{
    .standard = "patch", .own = {"input", "patch", "patchText", "command"}, .needed = true};

// The names that a field may have in an input; empty ones are none.
std::span<const std::string_view> names_of(const own_field& field) noexcept {
    if (field.own[0].empty()) return {&field.standard, 1};
    return field.own;
}

// What the agent calls a tool; null: it has none of that name.
const own_tool* own_tool_named(const agent_facts& agent, std::string_view name) noexcept {
    for (const auto tools : {agent.tools_of_family, agent.tools})
        if (const auto tool = std::ranges::find(tools, name, &own_tool::name); tool != tools.end())
            return &*tool;
    return nullptr;
}

std::string listed(std::span<const std::string_view> names) {
    std::string all;
    for (const auto name : names)
        if (!name.empty()) all.append(all.empty() ? "" : "|").append(name);
    return all;
}

constexpr std::string_view mcp_begins = "mcp__";
constexpr std::string_view mcp_between = "__";

}  // namespace

class standard_use::reader {
public:
    reader(const agent_facts& agent, const tool_call& said) : agent_(agent), said_(said) {}

    boost::system::result<standard_use, invalid_use> read() {
        if (const own_tool* const own = own_tool_named(agent_, said_.tool_name)) {
            auto flaw = own->patch || is_patch(*own) ? add_patch_of() : add_known(*own);
            if (flaw) return std::move(*flaw);
        } else if (!agent_.mcp_begins.empty() && said_.tool_name.starts_with(agent_.mcp_begins) &&
                   !said_.tool_name.starts_with(mcp_begins)) {
            if (auto flaw = add_mcp()) return std::move(*flaw);
        } else {
            add_unknown();
        }
        if (agent_.patches_in_commands && made_.parts_.front().call.tool_name == "Bash")
            if (auto flaw = look_for_patch()) return std::move(*flaw);
        if (made_.parts_.size() > max_calls_of_use)
            return too_many_calls(said_.tool_name, made_.parts_.size());
        // Of what is several things at once, one alone cannot be put behind a wall.
        if (made_.parts_.size() > 1)
            for (auto& part : made_.parts_) part.call.walls = false;
        return std::move(made_);
    }

private:
    using fault = std::optional<invalid_use>;

    [[nodiscard]] invalid_use wrong(std::string_view field, std::string_view expected) const {
        return {"`" + std::string(said_.tool_name) + "`: expected " + std::string(expected) + " `" +
                std::string(field) + "`"};
    }

    void add(std::string_view name, const tool_input& input) {
        tool_call call{.tool_name = name, .input = input};
        call.cwd = said_.cwd;
        call.tool_use_id = said_.tool_use_id;
        call.agent_id = said_.agent_id;
        call.subagent = said_.subagent;
        call.tells_subagent = said_.tells_subagent;
        call.session_id = said_.session_id;
        call.title = said_.title;
        call.description = said_.description;
        call.ask_reason = said_.ask_reason;
        call.needs_human = said_.needs_human;
        call.from_hook = said_.from_hook;
        call.asking_is_in_vain = said_.asking_is_in_vain;
        call.nobody_to_ask = said_.nobody_to_ask;
        call.answer_until = said_.answer_until;
        call.walls = said_.walls;
        call.fresh_shell = agent_.fresh_shell;
        call.own_name = said_.own_name;
        if (name != said_.tool_name) call.own_name = said_.tool_name;
        made_.parts_.push_back({call});
    }
    void add(std::string_view name, json_object input) {
        made_.inputs_.push_back(make_input(std::move(input)));
        add(name, *made_.inputs_.back());
    }

    // The name that one field has in the input.
    fault find_field(const own_field& field, renamed_input::names& names) const {
        const auto all = names_of(field);
        std::string_view given;
        for (const auto name : all) {
            if (name.empty() || !present(said_.input, name)) continue;
            if (!given.empty()) return wrong(listed(all), "one of");
            given = name;
        }
        if (given.empty() && field.needed) return wrong(listed(all), "a field");
        // What has the standard name here is something else.
        if (const auto name = given.empty() ? all.front() : given; name != field.standard || field.derived)
            names.push_back({name, field.standard, field.derived});
        return std::nullopt;
    }

    fault find_fields(const own_tool& own, renamed_input::names& names) const {
        for (const auto& field : own.fields)
            if (!field.standard.empty())
                if (auto flaw = find_field(field, names)) return flaw;
        return std::nullopt;
    }

    fault add_known(const own_tool& own) {
        renamed_input::names names;
        if (auto found = find_fields(own, names)) return found;
        const auto standard = own.standard == "Edit" && creates_file() ? "Write" : own.standard;
        if (names.empty()) {
            add(standard, said_.input);
        } else {
            made_.inputs_.push_back(std::make_shared<const renamed_input>(said_.input, names));
            add(standard, *made_.inputs_.back());
        }
        return agent_.guesses_paths.empty() ? std::nullopt
                                            : look_for_other_file(made_.parts_.back().call.input);
    }

    // The agent takes an `@` from the front of a path where there is no such file, and where one of its tools
    // finds none it takes another file whose path ends so.
    fault look_for_other_file(const tool_input& input) const {
        std::string scratch;
        for (const std::string_view name : {"file_path", "path"}) {
            const auto field = input.field(name, scratch);
            if (field.what != field_view::kind::string) continue;
            if (field.text.starts_with('@')) return wrong(name, "a path without `@` in front as");
            if (said_.tool_name == agent_.guesses_paths && !field.text.starts_with('/'))
                return wrong(name, "an absolute path as");
        }
        return std::nullopt;
    }

    // A tool that is not known may run what it calls a command: what speaks against that holds.
    void add_unknown() {
        add(said_.tool_name, said_.input);
        if (agent_.speaks_standard || tool_registry::standard()->find(said_.tool_name) != nullptr ||
            !present(said_.input, "command"))
            return;
        add("Bash", said_.input);
        made_.parts_.back().only_against = true;
    }

    [[nodiscard]] bool is_patch(const own_tool& own) const {
        return own.may_be_patch && !present(said_.input, "path") && present(said_.input, "input");
    }

    // Copilot asks about each change of a file as `edit`, with the difference that it makes.
    [[nodiscard]] bool creates_file() const {
        std::string scratch;
        const auto diff = said_.input.field("diff", scratch);
        return diff.what == field_view::kind::string && diff_creates_file(diff.text);
    }

    fault add_patch_of() {
        renamed_input::names names;
        if (auto found = find_field(patch_field, names)) return found;
        std::string scratch;
        const auto field = renamed_input(said_.input, names).field("patch", scratch);
        if (field.what != field_view::kind::string) return wrong("patch", "a text as");
        return add_patch(keep(field.text), said_.cwd);
    }

    // A patch is the text of a tool, or stands behind a command. \param folder  what its paths begin at
    fault add_patch(std::string_view patch, std::string_view folder) {
        const auto files = files_of_patch(patch);
        if (files.empty()) return wrong("*** Update File: ...", "lines such as");
        for (const auto& file : files) add_file(file, folder);
        return std::nullopt;
    }
    void add_file(const patched_file& file, std::string_view folder) {
        using enum patched_file::how;
        const std::string path = joined(folder, file.path);
        if (file.does == adds)
            add("Write", json_object{{"file_path", path}, {"content", file.after}});
        else if (file.does == updates)
            add("Edit",
                json_object{{"file_path", path}, {"old_string", file.before}, {"new_string", file.after}});
        else
            add("delete", json_object{{"path", path}});
        if (file.moved_to.empty()) return;
        if (file.moved_to != file.path) add("delete", json_object{{"path", path}});
        add("Write", json_object{{"file_path", joined(folder, file.moved_to)}, {"content", file.after}});
    }

    // What stands in a command as a patch is not run by the shell: the agent makes the changes itself.
    fault look_for_patch() {
        part& asked = made_.parts_.front();
        std::string scratch;
        const auto field = asked.call.input.field("command", scratch);
        if (field.what != field_view::kind::string) return std::nullopt;
        if (const auto only = read_patch_command(field.text)) {
            asked.only_against = true;
            const auto folder =
                only->folder.empty() ? std::string(said_.cwd) : joined(said_.cwd, only->folder);
            return add_patch(keep(only->patch), keep(folder));
        }
        const auto why = why_patch_is_unread(field.text);
        if (why.empty()) return std::nullopt;
        asked.call.needs_human = true;
        asked.needs_human_because = why;
        if (asked.call.ask_reason.empty()) asked.call.ask_reason = why;
        for (const auto& file : files_of_patch(keep(field.text))) add_file(file, said_.cwd);
        return std::nullopt;
    }

    // `mcp_a_b_c` is `b_c` of the server `a`, or `c` of `a_b`.
    fault add_mcp() {
        const auto name = said_.tool_name.substr(agent_.mcp_begins.size());
        for (auto at = name.find('_', 1); at != name.npos && at + 1 < name.size();
             at = name.find('_', at + 1))
            add(keep(std::string(mcp_begins)
                         .append(name.substr(0, at))
                         .append(mcp_between)
                         .append(name.substr(at + 1))),
                said_.input);
        if (made_.parts_.empty()) add(said_.tool_name, said_.input);
        return std::nullopt;
    }

    std::string_view keep(std::string_view text) { return made_.texts_.emplace_back(text); }

    const agent_facts& agent_;
    const tool_call& said_;
    standard_use made_;
};

boost::system::result<standard_use, invalid_use> standard_use::of(agent_program agent,
                                                                  const tool_call& said) {
    auto made = reader(facts_of(agent), said).read();
    if (made)
        for (auto& each : made->parts_) each.call.agent = to_string(agent);
    return made;
}

boost::system::result<standard_use, invalid_use> standard_use::all_of(std::vector<standard_use> uses) {
    standard_use made;
    for (const auto& each : uses)
        for (const auto& part : each.parts_) made.parts_.push_back(part);
    if (made.parts_.size() > max_calls_of_use)
        return too_many_calls(made.parts_.front().call.tool_name, made.parts_.size());
    made.joined_ = std::move(uses);  // what the calls point to stays where it is
    return made;
}

std::string_view standard_tool_called(std::string_view own_name) noexcept {
    for (const auto* const agent : all_agent_facts())
        if (const auto* const own = own_tool_named(*agent, own_name)) return own->standard;
    return {};
}

bool has_own_field(std::string_view own_name, std::string_view field) noexcept {
    return std::ranges::any_of(all_agent_facts(), [&](const agent_facts* agent) {
        const auto* const own = own_tool_named(*agent, own_name);
        return own != nullptr && std::ranges::any_of(own->fields, [&](const own_field& each) {
                   const auto names = names_of(each);
                   return !field.empty() && std::ranges::find(names, field) != names.end();
               });
    });
}

void standard_use::asked_by(std::string_view agent, std::string_view session) {
    for (auto& each : parts_) {
        each.call.agent = agent;
        each.call.session_id = session;
    }
}

bool standard_use::names_what_it_does() const {
    const auto tools = tool_registry::standard();
    std::string scratch;
    return std::ranges::all_of(parts_, [&](const part& each) {
        const auto* const known = tools->find(each.call.tool_name);
        return known == nullptr || known->main_field.empty() ||
               each.call.input.field(known->main_field, scratch).what == field_view::kind::string;
    });
}

}  // namespace assent
