#include <assent/domain/memory/grant_table.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace assent::grant_table_model_test {
namespace {

using namespace std::chrono_literals;

// One grant for each key, looked at without any order or index: slow, and obviously right.
struct naive_grants {
    struct entry {
        std::string key;
        grant_terms terms;
        time_point given_at;
        std::size_t used = 0;
        bool gone = false;  // revoked, or its end was told
    };
    std::vector<entry> entries{};

    [[nodiscard]] entry* of(std::string_view key) {
        for (auto& each : entries)
            if (each.key == key) return &each;
        return nullptr;
    }
    [[nodiscard]] static bool spent(const entry& each, time_point now) {
        return each.terms.time ? each.given_at + *each.terms.time <= now : each.used >= *each.terms.uses;
    }
    [[nodiscard]] entry* live(std::string_view key, time_point now) {
        auto* const found = of(key);
        return found && !found->gone && !spent(*found, now) ? found : nullptr;
    }
    [[nodiscard]] std::size_t size(time_point now) const {
        return static_cast<std::size_t>(std::count_if(entries.begin(), entries.end(), [&](const entry& each) {
            return !each.gone && !spent(each, now);
        }));
    }
    void give(std::string_view key, grant_terms terms, time_point now) {
        std::erase_if(entries, [&](const entry& each) { return each.key == key; });
        entries.push_back({std::string(key), terms, now});
    }
    bool take(std::string_view key, time_point now) {
        auto* const found = live(key, now);
        if (found) ++found->used;
        return found != nullptr;
    }
    bool revoke(std::string_view key, time_point now) {
        auto* const found = live(key, now);
        if (found) found->gone = true;
        return found != nullptr;
    }
    std::optional<grant_expiry> tell(std::string_view key, time_point now) {
        auto* const found = of(key);
        if (!found || found->gone || !spent(*found, now)) return std::nullopt;
        found->gone = true;
        return found->terms.time ? grant_expiry::time_over : grant_expiry::uses_exhausted;
    }
};

// One random step on both; what came out differently.
std::string difference_in_one_step(grant_table& grants, naive_grants& naive, std::minstd_rand& random,
                                   time_point now) {
    const std::string names[] = {"Bash", "Read", "Write", "A rule"};
    const std::string& key = names[random() % 4];
    const call_keys keys{key};
    switch (random() % 8) {
        case 0: {
            const auto terms = random() % 2 ? grant_terms::for_time(std::chrono::seconds(1 + random() % 20))
                                            : grant_terms::for_uses(1 + random() % 4);
            naive.give(key, terms, now);
            return grants.give(key, terms, now, "console") ? "" : "not given; ";
        }
        case 1: {
            grants.clean(now);
            return grants.revoke(key) == naive.revoke(key, now) ? "" : "revoked differently; ";
        }
        case 2: return grants.tell_expiry(keys, now) == naive.tell(key, now) ? "" : "told differently; ";
        case 3: grants.clean(now); return "";
        default: {
            const auto used = grants.take(keys, now);
            if (used.has_value() != naive.take(key, now)) return "taken differently; ";
            if (!used || !used->uses_left) return "";
            const auto* const expected = naive.of(key);
            return *used->uses_left == *expected->terms.uses - expected->used ? "" : "another number left; ";
        }
    }
}

std::string difference_in_one_run(std::uint32_t seed) {
    std::minstd_rand random(seed);
    grant_table grants;
    naive_grants naive;
    std::string wrong;
    time_point now{1000h};
    for (int step = 0; step < 400 && wrong.empty(); ++step) {
        const duration steps[] = {0ns, 1ns, 1s, 5s, 20s};
        now += steps[std::min(random() % 5, random() % 5)];
        wrong += difference_in_one_step(grants, naive, random, now);
        if (grants.size(now) != naive.size(now)) wrong += "another size; ";
        if (grants.list(now).size() != naive.size(now)) wrong += "another list; ";
        for (const std::string_view key : {"Bash", "Read", "Write", "A rule"}) {
            const call_keys keys{key};
            const grant* const found = grants.find(keys, now);
            const auto* const expected = naive.live(key, now);
            if ((found != nullptr) != (expected != nullptr)) wrong += "found differently; ";
            if (found && found->uses_left.value_or(1) > found->given.uses.value_or(1))
                wrong += "more than given; ";
            if (found && found->uses_left == 0U) wrong += "live without uses; ";
            if (found && found->time_left(now).value_or(1ns) <= 0ns) wrong += "live without time; ";
        }
    }
    return wrong;
}

BOOST_AUTO_TEST_SUITE(grant_table_model_test)

BOOST_AUTO_TEST_CASE(it_agrees_with_looking_at_every_grant_anew) {
    for (std::uint32_t seed = 1; seed <= 100; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) { BOOST_TEST(difference_in_one_run(seed) == ""); }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::grant_table_model_test
