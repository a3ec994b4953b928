// Input: any text.
//
// The scanner accepts exactly what Boost.JSON accepts, but for what it refuses on purpose: repeated keys, a
// lone CR, invalid UTF-8, half a surrogate pair, numbers that are not finite, and what is nested too deep.
// And a field that is read from the bytes is the field that the full parse has: at each level, borrowed and
// kept.

#include "../differential/json/json_judge.hpp"
#include "invariant.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(assent::fuzz::as_text(data, size));
    static assent::differential::json_judge judge;
    const std::string wrong = judge(text);
    assent::fuzz::require(wrong.empty(), "the scanner and Boost.JSON agree", text, wrong);
    return 0;
}
