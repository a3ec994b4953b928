#pragma once

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/facts/command_facts.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/match/url_pattern.hpp>
#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/shell/rule_switches.hpp>
#include <assent/domain/shell/shell_command.hpp>
#include <assent/domain/tools/tool_fields.hpp>

#include <boost/container/small_vector.hpp>

#include <array>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assent {

enum class field_role : unsigned char;

/// One field of a call's input, as rules see it. What a rule needs of it is worked out when the first one
/// asks, and kept for the others.
class field_reading {
public:
    /// \param holds_code  see `shell_runs`
    field_reading(const tool_call& call, const rule_switches& switches, std::string_view name,
                  bool holds_code);
    /// One text of a list that stands in the field.
    field_reading(const tool_call& call, const rule_switches& switches, std::string_view name,
                  std::string_view element);
    field_reading(const field_reading&) = delete;
    field_reading& operator=(const field_reading&) = delete;

    [[nodiscard]] std::string_view name() const noexcept { return name_; }
    [[nodiscard]] const rule_switches& switches() const noexcept { return *switches_; }
    [[nodiscard]] field_view::kind what() const noexcept { return view_.what; }
    /// The text of a string, unescaped.
    [[nodiscard]] std::string_view text() const noexcept { return view_.text; }
    /// The value, for comparing with a pattern that is no string.
    [[nodiscard]] const std::optional<json_value>& value() const;

    // For strings only:
    [[nodiscard]] const shell_command& command() const;
    [[nodiscard]] const shell_runs& runs() const;
    /// The facts about the text as a command in the call's working directory.
    [[nodiscard]] const command_facts& facts() const;
    [[nodiscard]] const path_reading& path() const;
    [[nodiscard]] const url_reading& url() const;

private:
    const tool_call* call_;
    const rule_switches* switches_;
    std::string name_;       // its own: rules of which it came may be gone before a call is read again
    std::string unescaped_;  // what view_ points into, where the text has escapes
    field_view view_;
    bool holds_code_ = false;
    mutable std::optional<std::optional<json_value>> value_;
    mutable std::optional<shell_command> command_;
    mutable std::optional<shell_runs> runs_;
    mutable std::optional<command_facts> facts_;
    mutable std::optional<path_reading> path_;
    mutable std::optional<url_reading> url_;
};

/// A call as rules see it: each field is read once, however many rules look at it.
///
/// Borrows the call and the switches. One thread at a time.
class call_reading {
public:
    explicit call_reading(const tool_call& call);
    call_reading(const tool_call& call, const rule_switches& switches) : call_(&call), switches_(&switches) {}
    /// \param whole  the call is a part of this one, or that in other words
    call_reading(const tool_call& call, const call_reading& whole)
        : call_(&call), switches_(whole.switches_), whole_(&whole.whole()), holds_code_(whole.holds_code_) {}
    /// A call that runs behind a wall. Only what denies and asks may be looked for by it.
    struct behind_a_wall {
        bool holds_code = true;      ///< the code in its commands
        bool hides_secrets = false;  ///< files that may hold secrets, by their names
    };
    call_reading(const tool_call& call, const rule_switches& switches, behind_a_wall wall)
        : call_(&call),
          switches_(&switches),
          holds_code_(wall.holds_code),
          hides_secrets_(wall.hides_secrets) {}
    // These would be gone before the reading is.
    explicit call_reading(const tool_call&& call) = delete;
    call_reading(const tool_call&& call, const rule_switches& switches) = delete;
    call_reading(const tool_call& call, const rule_switches&& switches) = delete;
    call_reading(const tool_call&& call, const call_reading& whole) = delete;
    call_reading(const call_reading&) = delete;
    call_reading& operator=(const call_reading&) = delete;

    [[nodiscard]] const tool_call& call() const noexcept { return *call_; }
    /// It runs behind a wall that hides files which may hold secrets.
    [[nodiscard]] bool hides_secrets() const noexcept { return hides_secrets_; }
    [[nodiscard]] std::string_view tool_name() const noexcept { return call_->tool_name; }
    [[nodiscard]] const rule_switches& switches() const noexcept { return *switches_; }

    /// What was asked, of which this is a part; this one where that is all.
    [[nodiscard]] const call_reading& whole() const noexcept { return whole_ == nullptr ? *this : *whole_; }

    [[nodiscard]] const field_reading& field(std::string_view name) const;

    /// A field of the input, and what it is known to be by its name.
    struct named_field {
        std::string_view name;
        field_kind kind;
        field_role role;
        const field_reading* reading = nullptr;  ///< for `field`: null until it is asked for
    };
    /// All fields, in the order of the input.
    [[nodiscard]] std::span<const named_field> named_fields() const;
    /// \param named  one of these
    [[nodiscard]] const field_reading& field(const named_field& named) const {
        auto& known = named_[static_cast<std::size_t>(&named - named_.data())];
        if (known.reading == nullptr) known.reading = &field(named.name);
        return *known.reading;
    }

private:
    const tool_call* call_;
    const rule_switches* switches_;
    const call_reading* whole_ = nullptr;
    bool holds_code_ = false;
    bool hides_secrets_ = false;
    // A constructor of its own, so that the array is not cleared as a whole: it is thousands of bytes.
    struct slot {
        slot() noexcept {}
        std::optional<field_reading> field;
    };
    // Calls have few fields that rules speak of: these need no memory of their own.
    mutable std::array<slot, 3> first_;
    mutable std::optional<std::deque<field_reading>> more_;
    mutable boost::container::small_vector<named_field, 4> named_;  // or empty
};

}  // namespace assent
