#pragma once

#include <assent/adapters/control/wire/codec.hpp>

#include <boost/system/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// The uses of tools that have happened, as a `user` frame of an agent tells. What the agent turned away
/// before it looked at permissions, or cut off before it began, has not; nor does a message count that the
/// agent only repeats. In doubt a use has happened. \param frame  the text of a line without a byte-order
/// mark or CR around it \return the ids of the uses; or why they cannot be told
[[nodiscard]] boost::system::result<std::vector<std::string>, decode_error> uses_that_happened(
    std::string_view frame);

/// What goes on record of a `system` frame that says that the agent itself, such as a judge in the place of a
/// person, has denied a use. Empty: it says no such thing, or that a hook has. \param frame  as above
[[nodiscard]] std::string denied_by_agent(std::string_view frame);

}  // namespace assent
