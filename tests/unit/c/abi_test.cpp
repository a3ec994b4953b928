// What programs that are compiled already rely on, for as long as the soname is libassent.so.0: a change here
// breaks them.
#include "c_probe.hpp"

#include <cstddef>
#include <type_traits>

namespace abi_test {
namespace {

constexpr std::size_t word = sizeof(void*);

static_assert(ASSENT_DENY == 0 && ASSENT_ALLOW == 1 && ASSENT_ASK == 2);
static_assert(ASSENT_OK == 0 && ASSENT_INVALID_ARGUMENT == 1 && ASSENT_INVALID_POLICY == 2 &&
              ASSENT_INVALID_CALL == 3 && ASSENT_NO_RECORD == 4 && ASSENT_NO_MEMORY == 5 &&
              ASSENT_FAILED == 6);
static_assert(sizeof(assent_outcome) == 4 && sizeof(assent_status) == 4);

static_assert(offsetof(assent_text, data) == 0 && offsetof(assent_text, bytes) == word &&
              sizeof(assent_text) == 2 * word);
static_assert(offsetof(assent_error, status) == 0 && offsetof(assent_error, message) == 4 &&
              sizeof(assent_error) == 4 + 1024);

// Members may be added behind the last one.
template <class Struct, class... Members>
constexpr bool in_order(std::size_t first, std::size_t each, Members... offsets) {
    std::size_t expected = first;
    bool right = std::is_standard_layout_v<Struct>;
    for (const std::size_t offset : {offsets...}) {
        right = right && offset == expected;
        expected += each;
    }
    return right && sizeof(Struct) >= expected;
}

static_assert(in_order<assent_options>(0, word, offsetof(assent_options, size),
                                       offsetof(assent_options, policy),
                                       offsetof(assent_options, policy_text), offsetof(assent_options, mode),
                                       offsetof(assent_options, allow), offsetof(assent_options, ask),
                                       offsetof(assent_options, deny), offsetof(assent_options, cwd),
                                       offsetof(assent_options, audit), offsetof(assent_options, callback),
                                       offsetof(assent_options, user_data)));
static_assert(offsetof(assent_question, size) == 0 &&
              in_order<assent_question>(word, 2 * word, offsetof(assent_question, tool_name),
                                        offsetof(assent_question, input),
                                        offsetof(assent_question, tool_use_id),
                                        offsetof(assent_question, agent_id),
                                        offsetof(assent_question, operation), offsetof(assent_question, does),
                                        offsetof(assent_question, why), offsetof(assent_question, risk)));
static_assert(offsetof(assent_verdict, size) == 0 && offsetof(assent_verdict, outcome) == word &&
              offsetof(assent_verdict, status) == word + 4 &&
              in_order<assent_verdict>(word + 8, 2 * word, offsetof(assent_verdict, reason),
                                       offsetof(assent_verdict, source), offsetof(assent_verdict, input),
                                       offsetof(assent_verdict, json),
                                       offsetof(assent_verdict, explanation)));

}  // namespace
}  // namespace abi_test
