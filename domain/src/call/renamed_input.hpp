#pragma once

#include <assent/domain/call/tool_input.hpp>

#include <boost/container/small_vector.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace assent {

/// Another name for a field.
struct new_name {
    std::string_view given;  ///< as it stands in the input
    std::string_view as;
    bool hidden = false;  ///< it is there, and what it says is not told: it stands for something else
};

/// An input with other names for some fields. It borrows the input and the names.
class renamed_input final : public tool_input {
public:
    using names = boost::container::small_vector<new_name, 4>;

    renamed_input(const tool_input& input, const names& renamed) : input_(input), names_(renamed) {}

    field_view field(std::string_view name, std::string& scratch) const override {
        const new_name* const renamed = by_new_name(name);
        auto found = input_.field(renamed != nullptr ? renamed->given : name, scratch);
        if (renamed != nullptr && renamed->hidden && found.what != field_view::kind::absent)
            found = {field_view::kind::other, {}};
        return found;
    }
    std::optional<json_value> value_of(std::string_view name) const override {
        const new_name* const renamed = by_new_name(name);
        return input_.value_of(renamed != nullptr ? renamed->given : name);
    }
    std::size_t size() const noexcept override { return input_.size(); }
    std::string_view name_at(std::size_t index) const noexcept override {
        const auto name = input_.name_at(index);
        for (const auto& each : names_)
            if (each.given == name) return each.as;
        return name;
    }
    std::string_view raw() const noexcept override { return input_.raw(); }
    std::shared_ptr<const kept_input> retain() const override {
        json_object members;
        for (std::size_t at = 0; at < size(); ++at)
            if (auto value = value_of(name_at(at))) members.emplace(name_at(at), std::move(*value));
        return make_input(std::move(members));
    }

private:
    [[nodiscard]] const new_name* by_new_name(std::string_view name) const noexcept {
        for (const auto& each : names_)
            if (each.as == name) return &each;
        return nullptr;
    }

    const tool_input& input_;
    names names_;
};

}  // namespace assent
