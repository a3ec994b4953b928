#include <assent/adapters/control/json_rpc/agent_protocol.hpp>

#include <utility>

namespace assent {

boost::system::result<standard_use, invalid_use> agent_use::read(const said& each, agent_program agent,
                                                                 bool human) const {
    tool_call call{.tool_name = each.tool, .input = *each.kept};
    call.cwd = cwd;
    call.tool_use_id = use_id;
    call.title = title;
    call.needs_human = human;
    return standard_use::of(agent, call);
}

boost::system::result<void, invalid_use> agent_use::close(agent_program agent) {
    std::vector<standard_use> uses;
    uses.reserve(said_.size());
    for (auto& each : said_) {
        each.kept = make_input(std::move(each.input));
        auto found = read(each, agent, needs_human);
        if (found && !needs_human && !found->names_what_it_does()) found = read(each, agent, true);
        if (!found) return found.error();
        uses.push_back(std::move(*found));
    }
    auto all = standard_use::all_of(std::move(uses));
    if (!all) return all.error();
    all->asked_by(asked_by ? to_string(*asked_by) : std::string_view(), session);
    calls_.emplace(std::move(*all));
    return {};
}

}  // namespace assent
