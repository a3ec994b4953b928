// Input: a policy file.
//
// A policy that is read is valid; written out it reads back the same, to the byte when it is written again;
// one that is not read has a reason with a line; and reading and listing the mistakes agree.

#include "invariant.hpp"

#include <assent/adapters/files/policy_file.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace {

using assent::fuzz::require;

bool same_rules(const assent::policy& left, const assent::policy& right) {
    return std::ranges::equal(left.rules, right.rules,
                              [](const auto& one, const auto& other) { return one.same_as(other); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = assent::fuzz::as_text(data, size);
    const auto lines = 1 + static_cast<std::size_t>(std::ranges::count(text, '\n'));
    const auto errors = assent::policy_errors(text, "fuzz.json");
    const auto read = assent::read_policy(text, "fuzz.json");
    require(read.has_value() == errors.empty(), "a policy is read when it has no mistakes");
    require(errors.size() <= assent::max_policy_errors, "mistakes are told up to their limit");
    for (const auto& error : errors) {
        require(!error.message.empty(), "a mistake has a message");
        require(error.line <= lines, "a mistake is in the file");
        require(assent::to_string(error).find('\n') == std::string::npos, "a mistake is one line");
    }
    if (!read) {
        require(read.error() == errors.front(), "the first mistake is the one that is told");
        return 0;
    }
    require(!read->validate(), "a policy that is read is valid");
    const auto written = assent::to_policy_text(*read);
    const auto again = assent::read_policy(written, "again.json");
    require(again.has_value(), "a policy that is written can be read", written,
            again ? std::string() : assent::to_string(again.error()));
    require(same_rules(*read, *again) && read->limits == again->limits && read->switches == again->switches &&
                read->tools == again->tools && read->audit == again->audit && read->mode == again->mode,
            "and says the same", text, written);
    require(assent::to_policy_text(*again) == written, "written again it is the same text", written, {});
    return 0;
}
