#include <assent/domain/call/tool_input.hpp>

#include <cstddef>
#include <utility>

namespace assent {
namespace {

class value_input final : public kept_input {
public:
    explicit value_input(json_object value)
        : value_(std::move(value)), size_bytes_(memory_bytes(json_value(value_))) {}

    field_view field(std::string_view name, std::string&) const override {
        const auto* member = value_.if_contains(name);
        if (member == nullptr) return {};
        if (!member->is_string()) return {field_view::kind::other, {}};
        const auto& text = member->get_string();
        return {field_view::kind::string, {text.data(), text.size()}};
    }

    std::optional<json_value> value_of(std::string_view name) const override {
        const auto* member = value_.if_contains(name);
        return member == nullptr ? std::optional<json_value>() : std::optional<json_value>(*member);
    }

    std::size_t size() const noexcept override { return value_.size(); }

    std::string_view name_at(std::size_t index) const noexcept override {
        const auto key = (value_.begin() + static_cast<std::ptrdiff_t>(index))->key();
        return {key.data(), key.size()};
    }

    std::string_view raw() const noexcept override { return {}; }

    std::shared_ptr<const kept_input> retain() const override {
        return std::make_shared<value_input>(value_);
    }

    const json_object& whole() const override { return value_; }

    std::size_t size_bytes() const noexcept override { return size_bytes_; }

private:
    json_object value_;
    std::size_t size_bytes_;
};

}  // namespace

std::shared_ptr<const kept_input> make_input(json_object value) {
    return std::make_shared<value_input>(std::move(value));
}

}  // namespace assent
