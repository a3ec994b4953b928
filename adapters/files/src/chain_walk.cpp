#include "chain_walk.hpp"

#include "chained_line.hpp"

namespace assent::detail {

chain_walk::step chain_walk::take(std::string_view line) {
    const auto parts = split_chained(line);
    if (!parts) return broken("the line has no chain value");
    if (!stated_new_chain(*parts).empty() && value_after({}, *parts) == parts->value) {
        const bool unexpected = holds_;
        holds_ = true;
        records_ = 0;
        follow(parts->value);
        return {true, unexpected ? "a new chain begins here" : std::string_view()};
    }
    if (!holds_) return broken("it is behind a record that does not hold");
    const std::string previous(begun_ ? std::string_view(head_) : stated_previous(*parts));
    if (value_after(previous, *parts) != parts->value)
        return broken("the record does not match its chain value");
    if (!begun_) beginning_missing_ = !previous.empty();
    follow(parts->value);
    return {};
}

chain_walk::step chain_walk::cut_off() noexcept { return broken(line_cut_off); }

void chain_walk::trust(std::string_view value) { follow(value); }

chain_walk::step chain_walk::broken(std::string_view why) noexcept {
    holds_ = false;
    return {false, why};
}

void chain_walk::follow(std::string_view value) {
    head_ = value;
    begun_ = true;
    ++records_;
}

}  // namespace assent::detail
