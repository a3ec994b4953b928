#pragma once

#include <assent/domain/tool_input.hpp>

#include <memory>
#include <string>

namespace assent::detail {

/// Calls `use` with the whole input. One that is kept is not copied again.
template <class Use>
void with_whole(const tool_input& input, const Use& use) {
    if (const auto* kept = dynamic_cast<const kept_input*>(&input))
        use(kept->whole());
    else
        use(input.retain()->whole());
}

/// Appends what `input_digest` returns.
/// \throws std::runtime_error when the digest cannot be computed
void append_input_digest(std::string& out, const tool_input& input);

}  // namespace assent::detail
