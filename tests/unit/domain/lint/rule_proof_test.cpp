// What it takes to try the rules of an answer on the call that was asked about.
#include <assent/domain/lint/rule_lint.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <assent/domain/rules/call_reading.hpp>

#include <boost/test/unit_test.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::rule_proof_test {
namespace {

// Counts how often a field is looked up, which is what comes before it is read.
class counting_input final : public tool_input {
public:
    explicit counting_input(json_object value) : kept_(make_input(std::move(value))) {}
    field_view field(std::string_view name, std::string& scratch) const override {
        ++looked_up;
        return kept_->field(name, scratch);
    }
    std::optional<json_value> value_of(std::string_view name) const override {
        ++looked_up;
        return kept_->value_of(name);
    }
    std::size_t size() const noexcept override { return kept_->size(); }
    std::string_view name_at(std::size_t index) const noexcept override { return kept_->name_at(index); }
    std::string_view raw() const noexcept override { return kept_->raw(); }
    std::shared_ptr<const kept_input> retain() const override { return kept_; }

    mutable std::size_t looked_up = 0;

private:
    std::shared_ptr<const kept_input> kept_;
};

// Tries rules that cover nothing, a part and all of a shell text.
std::size_t look_ups_for(std::size_t rules_of_each) {
    const judgement_basis::pointer basis = judgement_basis::make({}).value();
    const counting_input input(object(R"({"command":"npm test && make all"})"));
    const tool_call call{.tool_name = "Bash", .input = input};
    std::vector<permission_rule> rules;
    for (std::size_t i = 0; i < rules_of_each; ++i) {
        const std::string number = std::to_string(i);
        for (const auto& pattern : {"curl " + number + " *", std::string("npm *"), std::string("make *")})
            rules.push_back(make_rule(rule_behavior::allow, "Bash", R"({"command":")" + pattern + R"("})"));
    }
    std::vector<permission_update> updates{add_rules(std::move(rules))};
    const std::string left_out =
        keep_proven(updates, *rule_set::empty(), call_reading(call, basis->settings().switches), *basis);
    BOOST_TEST(left_out.starts_with(rules_of_each == 1 ? "rule `Bash(curl 0 *)`" : "rules `Bash(curl 0 *)`"));
    BOOST_TEST_REQUIRE(updates.size() == 1U);
    BOOST_TEST(updates[0].rules.size() == 2 * rules_of_each);
    return input.looked_up;
}

BOOST_AUTO_TEST_SUITE(rule_proof_test)

BOOST_AUTO_TEST_CASE(a_call_is_read_once_however_many_rules_are_tried_on_it) {
    const std::size_t for_three = look_ups_for(1);
    BOOST_TEST(for_three > 0U);
    BOOST_TEST(look_ups_for(500) == for_three);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::rule_proof_test
