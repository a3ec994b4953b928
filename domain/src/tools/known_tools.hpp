#pragma once

#include <assent/domain/tools/tool_definition.hpp>

#include <optional>
#include <span>
#include <string_view>

namespace assent {

/// How the calls of a tool are judged when nothing else decides.
struct tool_level {
    tool_kind kind = tool_kind::other;
    std::string_view category{};
    risk_level risk = risk_level::high;
    safety_class safety = safety_class::confirm;
    tool_default decision = tool_default::ask;
    bool trustable = false;
    offered_grant offers = offered_grant::none;
};

struct tool_field {
    std::string_view name{};
    std::string_view about{};
    std::string_view type = "string";
    bool required = false;
    std::optional<field_kind> kind{};  ///< where its name does not say it
};

/// The tool whose deny and ask rules hold for what is in a field, too.
enum class likeness : unsigned char {
    none,
    bash,
    unread_bash,  ///< as `bash`, in another language
    read,
    edit,  ///< and `Write`; what changes a file also shows it: what was there is compared, and told where it
           ///< differs
    web_fetch,
    part_web_fetch,  ///< as `web_fetch`, where the field is there
};
struct tool_likeness {
    likeness to = likeness::none;
    std::string_view field{};
};

/// A row of the table of the tools that everybody has. Their schemas name the fields that judging needs;
/// others may be there.
struct known_tool {
    std::string_view names[4]{};  ///< rules of each hold for all
    tool_level judged{};
    std::string_view main{};   ///< the field that `Tool(pattern)` speaks of
    std::string_view words{};  ///< before what a call is about; empty: those of its kind
    std::string_view about{};  ///< for the model
    tool_field fields[7]{};
    tool_likeness like[4]{};
};

[[nodiscard]] std::span<const known_tool> known_tools() noexcept;
/// Null: there is none.
[[nodiscard]] const known_tool* known_tool_named(std::string_view name) noexcept;

}  // namespace assent
