#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/domain/call/tool_input.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace assent {

/// A tool's input where it lies in the line it came in: raw bytes and a table of members.
///
/// Fields are read from the bytes; `retain()` copies the bytes, and the copy parses them once,
/// when somebody asks for the whole. Both read what is sent back when the input is not edited.
class wire_input final : public tool_input {
public:
    /// \param raw      the bytes of the input object, accepted by a scan
    /// \param members  its members; both must outlive this object
    /// \param values   at least how many values are in it, at any depth: what the copy may take in memory
    wire_input(std::string_view raw, json_members members, std::size_t values) noexcept;

    [[nodiscard]] field_view field(std::string_view name, std::string& scratch) const override;
    [[nodiscard]] std::optional<json_value> value_of(std::string_view name) const override;
    [[nodiscard]] std::size_t size() const noexcept override { return members_.size(); }
    [[nodiscard]] std::string_view name_at(std::size_t index) const noexcept override {
        return members_[index].key;
    }
    [[nodiscard]] std::string_view raw() const noexcept override { return raw_; }
    [[nodiscard]] std::shared_ptr<const kept_input> retain() const override;

private:
    std::string_view raw_;
    json_members members_;
    std::size_t values_;
};

}  // namespace assent
