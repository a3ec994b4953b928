// Claude Code: what is known of it. Data only.
#include <assent/domain/tools/agent_facts.hpp>

namespace assent {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view claude_settings[] = {".claude"sv, ".claude.json"sv, ".mcp.json"sv};

}  // namespace

const agent_facts claude_facts{
    .program = agent_program::claude,
    .settings = claude_settings,
};

}  // namespace assent
