#pragma once

#include <assent/domain/tools/tool_definition.hpp>

#include <boost/system/result.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assent {

/// Most tools in one registry.
inline constexpr std::size_t default_max_tools = 4096;
/// Deepest nesting of a parameter schema, in levels, and the largest number of values in it.
inline constexpr std::size_t max_schema_depth = 32;
inline constexpr std::size_t max_schema_values = 10'000;

/// Why a definition or an input is not accepted. `message` names the field, what was expected and
/// what was found; it never holds the input's content beyond the names of its fields.
struct invalid_tool {
    std::string message;
};
/// What `result<..., invalid_tool>::value()` does when there is no value.
/// \throws std::invalid_argument with the message
[[noreturn]] void throw_exception_from_error(const invalid_tool& error, const boost::source_location& where);

/// The tools that are known, by name.
///
/// Fill it, then share it as `std::shared_ptr<const tool_registry>`, and do not change it any more: gates
/// that were given it read it without a lock. Thread-safety: const members from any thread; adding needs the
/// registry for itself.
class tool_registry {
public:
    tool_registry();
    ~tool_registry();
    tool_registry(tool_registry&&) noexcept;
    tool_registry& operator=(tool_registry&&) noexcept;

    /// Adds a tool; its schema is compiled. A name that is already there is an error: two meanings of one
    /// name are one too many.
    boost::system::result<void, invalid_tool> add(tool_definition definition);
    /// The same, replacing a tool of that name.
    boost::system::result<void, invalid_tool> put(tool_definition definition);

    /// Null when there is no such tool. Valid as long as the registry.
    [[nodiscard]] const tool_definition* find(std::string_view name) const noexcept;
    /// In the order in which they were added.
    [[nodiscard]] std::vector<std::string> names() const;
    /// `[{"name":...,"description":...,"input_schema":{...}}, ...]`, as model APIs take it.
    [[nodiscard]] json_array schemas() const;
    [[nodiscard]] std::size_t size() const noexcept;

    /// Checks an input against the tool's schema and validator. Nothing: it is valid, or the tool is unknown.
    [[nodiscard]] std::optional<invalid_tool> validate(std::string_view name, const json_object& input) const;

    /// The kind of a field of a tool: what is registered, else what its name says; a main field whose name
    /// says nothing holds what tools of that kind work on.
    [[nodiscard]] field_kind kind_of(std::string_view tool, std::string_view field) const noexcept;

    /// The seven tools of the file-operation designs (read, write, edit, delete, glob, grep, bash) and the
    /// tools of Claude Code, as data.
    [[nodiscard]] static std::shared_ptr<const tool_registry> standard();
    [[nodiscard]] static std::shared_ptr<const tool_registry> empty();

private:
    struct entry;
    [[nodiscard]] static boost::system::result<std::unique_ptr<entry>, invalid_tool> compile(
        tool_definition definition);
    // One of ours, whose schema is known to be one.
    void add_standard(tool_definition definition);

    std::vector<std::unique_ptr<entry>> tools_;
    std::unordered_map<std::string_view, entry*> by_name_;
};

}  // namespace assent
