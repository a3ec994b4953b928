#include <assent/domain/tools/tool_registry.hpp>

#include "registered_kinds.hpp"
#include "tool_schema.hpp"

#include <assent/domain/text/display_text.hpp>

#include <boost/assert.hpp>

#include <atomic>
#include <stdexcept>
#include <utility>

namespace assent {

struct tool_registry::entry {
    explicit entry(tool_definition described) : definition(std::move(described)) {}
    ~entry() { delete read_.load(std::memory_order_relaxed); }
    entry(const entry&) = delete;
    entry& operator=(const entry&) = delete;

    // Reads it when it is first asked for: most processes never check an input of most tools.
    [[nodiscard]] boost::system::result<const detail::tool_schema*, invalid_tool> schema() const {
        if (const auto* const read = read_.load(std::memory_order_acquire)) return read;
        auto compiled = detail::tool_schema::compile(definition.parameters);
        if (!compiled) return compiled.error();
        auto made = std::make_unique<const detail::tool_schema>(std::move(*compiled));
        const detail::tool_schema* kept = nullptr;
        // Another thread may have been faster.
        if (read_.compare_exchange_strong(kept, made.get(), std::memory_order_acq_rel)) return made.release();
        return kept;
    }
    // What was found at this place is replaced.
    void become(entry& other) {
        definition = std::move(other.definition);
        delete read_.exchange(other.read_.exchange(nullptr));
    }

    tool_definition definition;

private:
    mutable std::atomic<const detail::tool_schema*> read_{nullptr};
};

void throw_exception_from_error(const invalid_tool& error, const boost::source_location&) {
    throw std::invalid_argument(error.message);
}

tool_registry::tool_registry() = default;
tool_registry::~tool_registry() = default;
tool_registry::tool_registry(tool_registry&&) noexcept = default;
tool_registry& tool_registry::operator=(tool_registry&&) noexcept = default;

boost::system::result<std::unique_ptr<tool_registry::entry>, invalid_tool> tool_registry::compile(
    tool_definition definition) {
    auto made = std::make_unique<entry>(std::move(definition));
    if (const auto read = made->schema(); !read) return read.error();
    if (auto wrong = detail::complete(made->definition)) return std::move(*wrong);
    return made;
}

void tool_registry::add_standard(tool_definition definition) {
    if (auto wrong = detail::complete(definition)) throw_exception_from_error(*wrong, BOOST_CURRENT_LOCATION);
    tools_.push_back(std::make_unique<entry>(std::move(definition)));
    [[maybe_unused]] const bool is_new =
        by_name_.emplace(tools_.back()->definition.name, tools_.back().get()).second;
    BOOST_ASSERT(is_new);
}

boost::system::result<void, invalid_tool> tool_registry::add(tool_definition definition) {
    if (by_name_.contains(definition.name))
        return invalid_tool{"name: expected a name that is not taken, got `" + definition.name + "`"};
    if (tools_.size() >= default_max_tools)
        return invalid_tool{"tools: expected at most " + std::to_string(default_max_tools) + ", got more"};
    auto made = compile(std::move(definition));
    if (!made) return made.error();
    tools_.push_back(std::move(*made));
    by_name_.emplace(tools_.back()->definition.name, tools_.back().get());
    return {};
}

boost::system::result<void, invalid_tool> tool_registry::put(tool_definition definition) {
    const auto known = by_name_.find(definition.name);
    if (known == by_name_.end()) return add(std::move(definition));
    auto made = compile(std::move(definition));
    if (!made) return made.error();
    entry* const place = known->second;
    by_name_.erase(known);  // its key is a view into what is replaced
    place->become(**made);
    by_name_.emplace(place->definition.name, place);
    return {};
}

const tool_definition* tool_registry::find(std::string_view name) const noexcept {
    const auto known = by_name_.find(name);
    return known == by_name_.end() ? nullptr : &known->second->definition;
}

std::vector<std::string> tool_registry::names() const {
    std::vector<std::string> all;
    all.reserve(tools_.size());
    for (const auto& tool : tools_) all.push_back(tool->definition.name);
    return all;
}

json_array tool_registry::schemas() const {
    json_array all;
    all.reserve(tools_.size());
    for (const auto& tool : tools_) {
        json_object schema = tool->definition.parameters;
        schema.emplace("type", "object");  // the model APIs insist on it
        all.push_back(json_object{{"name", tool->definition.name},
                                  {"description", tool->definition.description},
                                  {"input_schema", std::move(schema)}});
    }
    return all;
}

std::size_t tool_registry::size() const noexcept { return tools_.size(); }

std::optional<invalid_tool> tool_registry::validate(std::string_view name, const json_object& input) const {
    const auto known = by_name_.find(name);
    if (known == by_name_.end()) return std::nullopt;
    const auto schema = known->second->schema();
    if (!schema) return schema.error();
    if (auto wrong = (*schema)->check(input)) return wrong;
    const auto& validator = known->second->definition.validator;
    if (!validator) return std::nullopt;
    try {
        if (const auto wrong = validator(input)) return invalid_tool{"parameters: " + display_text(*wrong)};
        return std::nullopt;
    } catch (...) {
        return invalid_tool{"parameters: expected an input that can be checked, got one that cannot"};
    }
}

field_kind tool_registry::kind_of(std::string_view tool, std::string_view field) const noexcept {
    return registered_kind(find(tool), field);
}

std::shared_ptr<const tool_registry> tool_registry::empty() {
    static const auto nothing = std::make_shared<const tool_registry>();
    return nothing;
}

}  // namespace assent
