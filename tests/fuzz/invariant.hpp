#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

/// What fuzz targets share.
namespace assent::fuzz {

/// Aborts with a message when an invariant does not hold: the fuzzer then keeps the input.
inline void require(bool holds, std::string_view what) {
    if (holds) return;
    std::cerr << "invariant broken: " << what << std::endl;
    std::abort();
}

/// The same with the texts that show it.
inline void require(bool holds, std::string_view what, std::string_view left, std::string_view right) {
    if (holds) return;
    std::cerr << "first: " << left << "\nsecond: " << right << '\n';
    require(false, what);
}

/// The fuzzer's bytes as text.
inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// Takes what stands before the next LF, and the LF, from the front of `rest`.
inline std::string_view take_line(std::string_view& rest) {
    const auto end = rest.find('\n');
    const auto line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return line;
}

}  // namespace assent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
