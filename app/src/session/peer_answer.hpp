#pragma once

#include <assent/adapters/control/wire/codec.hpp>
#include <assent/domain/decide/permission_request.hpp>
#include <assent/domain/decide/permission_result.hpp>

#include <utility>

namespace assent {

/// The answer of a peer to a question that was put to it. An input that the peer only writes in another way
/// counts as the one that was asked about: peers send it back as they would write it themselves.
[[nodiscard]] permission_result peer_answer(decoded_answer answer, const permission_question& question);

}  // namespace assent
