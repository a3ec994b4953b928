// An embedder's smallest program: bytes of a request in, bytes of its answer out.
#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/assent.hpp>

#include <algorithm>
#include <string_view>

#ifdef EXPECTED_VERSION
static_assert(assent::version == EXPECTED_VERSION);
#endif

int main() {
    constexpr std::string_view line =
        R"({"type":"control_request","request_id":"1","request":)"
        R"({"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls"}}})"
        "\n";
    assent::control_channel channel;
    std::ranges::copy(line, channel.read_space().begin());
    channel.arrived(line.size());
    static_cast<void>(channel.next());
    channel.deny("1", "not today");
    return channel.take().front().find("not today") != std::string_view::npos ? 0 : 1;
}
