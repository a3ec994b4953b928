#pragma once

#include <assent/adapters/files/audit_line.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace assent::detail {

/// How each line begins, `{"time":"2023-11-14T22:13:20.007Z","event":"`. Its second is made anew only where
/// it is another one than before. Years from 0 to 9999, which is all that RFC 3339 knows.
class line_beginning {
public:
    [[nodiscard]] std::string_view of(wall_time time) noexcept;

private:
    std::string text_ = R"({"time":"0000-00-00T00:00:00.000Z","event":")";
    std::chrono::sys_seconds second_{};
    bool made_ = false;
};

/// What lines say about a decision by one rule, made once for each of those that come again and again.
class rule_decisions {
public:
    /// The members from `outcome` to `factors`.
    /// \param decided  by a rule alone, with a reason that is made from the rule, and without a question
    [[nodiscard]] std::string_view of(const verdict& decided, std::string& scratch);

private:
    // All that the text depends on. What it points to is kept, so that an address means nothing else
    // meanwhile.
    struct entry {
        std::shared_ptr<const permission_rule> rule{};
        outcome decision{};
        decision_source source{};
        bool doubt = false;
        risk_level risk{};
        risk_factors factors{};
        std::string text{};

        [[nodiscard]] bool is_about(const verdict& decided) const noexcept;
    };
    static constexpr std::size_t slots = 16;  // a power of two
    std::array<entry, slots> entries_{};
};

/// Writes lines one after the other. Once it has written some, it takes no more memory, but for full inputs
/// and inputs that were made in process. One thread at a time.
class audit_line_writer {
public:
    /// Appends the line of an event, without its end.
    /// \throws std::bad_alloc, std::runtime_error when a digest cannot be computed
    void append(std::string& out, const audit_event& event, const audit_line_options& options);

private:
    void append_verdict(std::string& out, const audit_event& event);

    line_beginning beginning_;
    rule_decisions by_rule_;
    std::string scratch_;
};

}  // namespace assent::detail
