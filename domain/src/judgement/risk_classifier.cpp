#include "call_look.hpp"

#include <assent/domain/judgement/risk.hpp>

#include <exception>

namespace assent {
namespace {

class standard_classifier final : public risk_classifier {
public:
    risk_assessment classify(const tool_call& call, const tool_definition* definition,
                             std::string& scratch) const override {
        try {
            return look_at(call, definition, scratch).risk;
        } catch (const std::exception&) {
            // Out of memory: what cannot be judged is not called harmless.
            return {};
        }
    }
};

}  // namespace

std::shared_ptr<const risk_classifier> standard_risk_classifier() {
    static const auto shared = std::make_shared<const standard_classifier>();
    return shared;
}

}  // namespace assent
