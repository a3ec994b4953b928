#pragma once

#include <assent/domain/json.hpp>

#include <boost/json/storage_ptr.hpp>

#include <optional>
#include <string_view>

namespace assent::detail {

/// Builds the value of a JSON text: the same that Boost.JSON's parser makes of it, in less time, because most
/// strings and numbers are short and the text is there as a whole. What it takes a number for depends on the
/// number alone, as if white space stood behind the text.
/// \return nothing where the text is not JSON, or deeper than `max_json_depth`
[[nodiscard]] std::optional<json_value> build_value(std::string_view text, boost::json::storage_ptr storage);

}  // namespace assent::detail
