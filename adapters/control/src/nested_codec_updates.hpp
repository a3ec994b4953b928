#pragma once

#include <assent/adapters/control/codec.hpp>

#include <boost/system/result.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Permission updates in the shape of the nested dialect.
namespace assent::nested_updates {

/// Reads a list of updates. \param path  where it stands, for messages
[[nodiscard]] boost::system::result<std::vector<permission_update>, decode_error> read(const json_array& list,
                                                                                       std::string_view path);

/// What is wrong with such a list, as agents see it; empty: nothing. They apply all of a list or none of it.
/// \param path  where it stands
[[nodiscard]] std::string flaw_of(const json_array& list, std::string_view path);

/// Appends `,"key":[...]`; nothing when no update can be said in this dialect.
void append(std::string& out, std::string_view key, std::span<const permission_update> updates);

}  // namespace assent::nested_updates
