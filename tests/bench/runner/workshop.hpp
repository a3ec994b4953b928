#pragma once

#include "command.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assent::bench {

/// Who answers.
enum class answerer {
    limit,           ///< copies bytes without parsing
    limit_enlarged,  ///< the same, with larger pipes
    assent,       ///< `assent serve --stdio` with a rule, some further ones from a policy, and an audit file
    assent_kept,  ///< the same with pipes as they were
    assent_audited,   ///< the same with digests and a chain in its audit file
    assent_standard,  ///< the same with the standard policy, without its limits, in place of rules
    callback,         ///< the library with a callback that reads all of the input
    sdk               ///< the official TypeScript SDK
};

/// In figures.
const char* id_of(answerer who) noexcept;
/// For a reader.
const char* title_of(answerer who) noexcept;

/// How many rules the policy has where nothing else is said.
inline constexpr std::size_t usual_rules = 1000;

/// Knows where all programs are, and makes the files that they need.
class workshop {
public:
    /// \param build the build folder, \param source the folder of the project
    /// \param modules where the SDK is installed; nothing there: it does not take part
    workshop(std::filesystem::path build, std::filesystem::path source, std::filesystem::path modules);

    [[nodiscard]] bool has_sdk() const;
    /// How to start an answerer on pipes; not the SDK. \param rules how many further ones
    [[nodiscard]] std::vector<std::string> answerer_command(answerer who, std::size_t rules);
    /// `assent serve` with what all of them have; the audit file begins anew.
    [[nodiscard]] std::vector<std::string> serve(std::size_t rules, bool full_audit,
                                                 const std::vector<std::string>& where);
    [[nodiscard]] std::string program() const { return (build_ / "bin/assent").string(); }
    /// One of our own.
    [[nodiscard]] std::string tool(const std::string& name) const {
        return (build_ / "tests/bench" / name).string();
    }
    [[nodiscard]] std::string sdk_script() const {
        return (source_ / "tests/bench/sdk_answerer.mjs").string();
    }
    [[nodiscard]] std::string sdk_modules() const { return modules_.string(); }
    /// A file of ours, for a while.
    [[nodiscard]] std::filesystem::path work(const std::string& name) const { return work_ / name; }
    [[nodiscard]] const std::filesystem::path& source() const noexcept { return source_; }

private:
    std::filesystem::path policy(std::size_t rules, bool full_audit) const;
    std::filesystem::path standard_policy() const;
    // Where records go; there is none.
    std::filesystem::path fresh_audit() const;

    std::filesystem::path build_;
    std::filesystem::path source_;
    std::filesystem::path modules_;
    std::filesystem::path work_;
};

/// The cores that this program may use, first to last. Where there is one, it is both.
struct cores {
    int first;
    int last;
};
cores usable_cores();

}  // namespace assent::bench
