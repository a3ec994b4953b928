#pragma once

#include <assent/c.h>

#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// What tests of the interface for C need. They see no other header of ours, and link the shared library
/// alone.
namespace assent::test {

struct freed {
    void operator()(assent_gate* gate) const { assent_gate_free(gate); }
    void operator()(const assent_verdict* verdict) const { assent_verdict_free(verdict); }
};
using gate_pointer = std::unique_ptr<assent_gate, freed>;
using verdict_pointer = std::unique_ptr<const assent_verdict, freed>;

/// Rules as the options have them.
class rule_list {
public:
    rule_list(std::initializer_list<const char*> texts) : texts_(texts) { texts_.push_back(nullptr); }
    operator const char* const*() const { return texts_.data(); }

private:
    std::vector<const char*> texts_;
};

inline assent_options options() {
    assent_options made{};
    made.size = sizeof made;
    return made;
}

/// \throws std::runtime_error with the message where there is none
inline gate_pointer open(const assent_options& with) {
    assent_error error;
    gate_pointer made(assent_gate_open(&with, &error));
    if (!made) throw std::runtime_error(error.message);
    return made;
}

inline std::string text(const assent_text& of) { return {of.data, of.bytes}; }

inline verdict_pointer decide(const gate_pointer& gate, std::string_view call) {
    return verdict_pointer(assent_decide(gate.get(), call.data(), call.size()));
}

/// A use of Bash.
inline std::string bash(std::string_view command) {
    return R"({"tool_name":"Bash","input":{"command":")" + std::string(command) + R"("}})";
}

/// Its outcome, what decided, and why: `allow rule: allowed by rule Bash(npm *)`.
inline std::string said(const assent_verdict& verdict) {
    static constexpr const char* words[] = {"deny", "allow", "ask"};
    const auto word = static_cast<unsigned>(verdict.outcome);
    return (word < 3 ? words[word] : "?") + (" " + text(verdict.source)) + ": " + text(verdict.reason);
}
inline std::string said(const gate_pointer& gate, std::string_view call) { return said(*decide(gate, call)); }

}  // namespace assent::test
