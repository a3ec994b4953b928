#include "envelope.hpp"
#include "nested_codec_words.hpp"

#include <assent/adapters/control/wire/call_text.hpp>

#include <array>
#include <utility>

namespace assent {

boost::system::result<tool_call, decode_error> call_text_reader::read(std::string_view text) {
    static constexpr std::array path_of_input{envelope::input};
    texts_.clear();
    if (auto flaw = envelope::scan_object(members_, text, max_call_text_bytes, path_of_input))
        return std::move(*flaw);
    const tool_use_reader::scanned_input scanned{members_.members(1), members_.value_count(1),
                                                 members_.holds_nul()};
    if (auto flaw =
            use_.read(members_.members(), {envelope::tool_name, envelope::input}, {}, texts_, scanned))
        return std::move(*flaw);
    tool_call call = use_.call();
    if (auto flaw = nested_codec().read_call(members_.members(), {}, call, texts_)) return std::move(*flaw);
    return call;
}

void append_call_answer(std::string& out, outcome decision, std::string_view input, std::string_view reason) {
    if (decision == outcome::allow) {
        nested_payloads::begin_allow(out);
        out += input;
        nested_payloads::end_allow(out, {});
    } else {
        nested_payloads::append_behavior(out, decision, reason);
    }
}

}  // namespace assent
