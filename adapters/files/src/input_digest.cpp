#include "input_digest.hpp"

#include "input_form.hpp"
#include "sha256.hpp"

namespace assent::detail {

void append_input_digest(std::string& out, const tool_input& input) {
    if (!input.raw().empty()) return append_sha256_hex(out, {input.raw()});
    std::string canonical;
    with_whole(input, [&](const json_object& whole) { append_input(canonical, whole, {.sorted = true}); });
    append_sha256_hex(out, {canonical});
}

}  // namespace assent::detail
