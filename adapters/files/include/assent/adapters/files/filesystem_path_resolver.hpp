#pragma once

#include <assent/domain/text/enum_words.hpp>
#include <assent/ports/path_resolver.hpp>

namespace assent {

/// The meaning of the case of letters in names of files.
enum class path_case : unsigned char {
    counts,   ///< `a` and `A` are two files
    ignored,  ///< they are one, as a rule on macOS
};
[[nodiscard]] constexpr auto enum_words(path_case) noexcept { return word_table("counts", "ignored"); }

/// What it is on this system, as a rule.
#ifdef __APPLE__
inline constexpr path_case usual_path_case = path_case::ignored;
#else
inline constexpr path_case usual_path_case = path_case::counts;
#endif

/// Asks the file system of this machine, as this process sees it.
///
/// Where an agent's tools run in another container, as another user or on another machine, paths may lead
/// elsewhere for them: write a `path_resolver` that asks there.
///
/// What it does not tell, beside what may change later (see docs/security.md): links of `/proc`, such as
/// `/proc/self/cwd` and, by way of them, `/dev/stdin`, mean another file to each process and are an error;
/// hard links and bind mounts are no links to it. Names are returned as they were written; where a file
/// system takes those of different case for the same, it has to be told so, and rules take them for the same
/// too.
///
/// Any thread. May block for as long as the file system does.
class filesystem_path_resolver final : public path_resolver {
public:
    explicit filesystem_path_resolver(path_case names = usual_path_case) noexcept : names_(names) {}
    [[nodiscard]] boost::system::result<std::string> resolve(std::string_view absolute_path) override;
    [[nodiscard]] bool has_no_links(std::string_view absolute_path, std::size_t looked_at) override;
    [[nodiscard]] boost::system::result<std::vector<std::string>> names_below(
        std::string_view absolute_folder, bool follows, const below_limits& limits) override;
    [[nodiscard]] bool ignores_case() const noexcept override { return names_ == path_case::ignored; }

private:
    path_case names_;
};

}  // namespace assent
