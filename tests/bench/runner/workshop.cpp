#include "workshop.hpp"

#include "results.hpp"

#include <assent/adapters/files/policy_file.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include <sched.h>

namespace assent::bench {

namespace fs = std::filesystem;

namespace {

// A bit of everything: commands by prefix and word for word, paths and addresses; allowed, to be asked,
// denied. None covers what is asked, and all that begin alike have to be told apart.
void add_rule(std::size_t number, boost::json::array& allow, boost::json::array& ask,
              boost::json::array& deny) {
    switch (number % 10) {
        case 0: return allow.emplace_back(fmt::format("Bash(make -C /srv/p{} *)", number)), void();
        case 1: return allow.emplace_back(fmt::format("Bash(tool{} build *)", number)), void();
        case 2: return allow.emplace_back(fmt::format("Bash(./scripts/check{}.sh --all)", number)), void();
        case 3: return allow.emplace_back(fmt::format("Bash(cargo test -p crate{} *)", number)), void();
        case 4: return allow.emplace_back(fmt::format("Read(/srv/p{}/**)", number)), void();
        case 5: return allow.emplace_back(fmt::format("Edit(/srv/p{}/src/**)", number)), void();
        case 6: return ask.emplace_back(fmt::format("Bash(git push remote{} *)", number)), void();
        case 7: return deny.emplace_back(fmt::format("Bash(rm -rf /srv/p{} *)", number)), void();
        case 8: return deny.emplace_back(fmt::format("Read(/srv/p{}/secrets/**)", number)), void();
        default:
            return allow.emplace_back(fmt::format("WebFetch(https://docs{}.example.org/*)", number)), void();
    }
}

}  // namespace

const char* id_of(answerer who) noexcept {
    switch (who) {
        case answerer::limit: return "limit";
        case answerer::limit_enlarged: return "limit_enlarged";
        case answerer::assent: return "assent";
        case answerer::assent_kept: return "assent_kept";
        case answerer::assent_audited: return "assent_audited";
        case answerer::assent_standard: return "assent_standard";
        case answerer::callback: return "callback";
        case answerer::sdk: return "sdk";
    }
    return "";
}

const char* title_of(answerer who) noexcept {
    switch (who) {
        case answerer::limit: return "pipe limit";
        case answerer::limit_enlarged: return "pipe limit, larger pipes";
        case answerer::assent: return "assent";
        case answerer::assent_kept: return "assent, pipes as they are";
        case answerer::assent_audited: return "assent, digests and chain";
        case answerer::assent_standard: return "assent, standard policy";
        case answerer::callback: return "callback, whole input";
        case answerer::sdk: return "TypeScript SDK";
    }
    return "";
}

workshop::workshop(fs::path build, fs::path source, fs::path modules)
    : build_(fs::absolute(build)),
      source_(fs::absolute(source)),
      modules_(std::move(modules)),
      work_(build_ / "bench-work") {
    fs::create_directories(work_);
}

bool workshop::has_sdk() const { return fs::exists(modules_ / "@anthropic-ai/claude-agent-sdk/sdk.mjs"); }

fs::path workshop::policy(std::size_t rules, bool full_audit) const {
    const fs::path file = work(fmt::format("policy-{}{}.json", rules, full_audit ? "-audited" : ""));
    boost::json::array allow;
    boost::json::array ask;
    boost::json::array deny;
    for (std::size_t i = 0; i < rules; ++i) add_rule(i, allow, ask, deny);
    const boost::json::object audit{{"inputs", full_audit ? "digest" : "none"}, {"chain", full_audit}};
    write_file(file, boost::json::serialize(boost::json::object{
                         {"rules", {{"allow", allow}, {"ask", ask}, {"deny", deny}}}, {"audit", audit}}));
    return file;
}

fs::path workshop::standard_policy() const {
    const fs::path file = work("policy-standard.json");
    auto made = assent::policy::standard();
    made.loop.reset();  // the same calls are made again and again here
    made.limits = {};
    made.audit = {.inputs = audit_inputs::none};
    write_file(file, to_policy_text(made));
    fs::create_directories(work("project") / "src");
    return file;
}

fs::path workshop::fresh_audit() const {
    auto file = work("audit");
    fs::remove(file);
    return file;
}

std::vector<std::string> workshop::serve(std::size_t rules, bool full_audit,
                                         const std::vector<std::string>& where) {
    const fs::path audit = fresh_audit();
    std::vector<std::string> words{program(), "serve"};
    words.insert(words.end(), where.begin(), where.end());
    for (const std::string& each :
         {std::string("--allow"), std::string("Bash(npm *)"), std::string("--policy"),
          policy(rules, full_audit).string(), std::string("--audit"), audit.string()})
        words.push_back(each);
    return words;
}

std::vector<std::string> workshop::answerer_command(answerer who, std::size_t rules) {
    switch (who) {
        case answerer::limit: return {tool("assent_bench_limit")};
        case answerer::limit_enlarged: return {tool("assent_bench_limit"), "--enlarge"};
        case answerer::assent: return serve(rules, false, {"--stdio"});
        case answerer::assent_kept: return serve(rules, false, {"--stdio", "--keep-pipe-size"});
        case answerer::assent_audited: return serve(rules, true, {"--stdio"});
        case answerer::assent_standard:
            return {program(),
                    "serve",
                    "--stdio",
                    "--cwd",
                    work("project").string(),
                    "--policy",
                    standard_policy().string(),
                    "--audit",
                    fresh_audit().string()};
        case answerer::callback: return {tool("assent_bench_callback")};
        case answerer::sdk: break;
    }
    throw std::logic_error("the SDK starts its agent, not the other way round");
}

cores usable_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    cores found{-1, 0};
    if (::sched_getaffinity(0, sizeof set, &set) != 0) return {0, 0};
    for (int i = 0; i < CPU_SETSIZE; ++i) {
        if (!CPU_ISSET(static_cast<std::size_t>(i), &set)) continue;
        if (found.first < 0) found.first = i;
        found.last = i;
    }
    return found;
}

}  // namespace assent::bench
