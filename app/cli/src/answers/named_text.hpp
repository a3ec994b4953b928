#pragma once

#include <assent/domain/rules/permission_rule.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

/// A person who allows `npm test` has allowed the script of that name. This is the text that the name stands
/// for.
namespace assent::cli {

/// Most texts that the command of one answer runs by their names.
inline constexpr std::size_t max_named_texts = 64;
/// Longest of them, in bytes: each is read at each call.
inline constexpr std::size_t max_named_text_bytes = std::size_t{1} * 1024 * 1024;

struct named_text {
    std::filesystem::path file;  ///< absolute
    std::string member{};        ///< which member of a JSON file holds it; empty: the whole file is it
    std::string sha256{};        ///< of the text, in hexadecimal digits; empty: there is no such file

    friend bool operator==(const named_text&, const named_text&) = default;
};

/// The texts that a rule's command runs by name, as they are now: scripts among its words, and the files in
/// which `npm`, `make` and their kind look for a task, also those that are not there and would come first.
/// What its wildcards stand for is not among them.
///
/// \param folder  in which the command works, absolute
/// \throws std::runtime_error where nobody can tell which they are, one cannot be read, or there are too many
[[nodiscard]] std::vector<named_text> texts_named_by(const permission_rule& rule, const std::string& folder);

/// It is what it was. What cannot be read is not.
[[nodiscard]] bool is_as_it_was(const named_text& text) noexcept;

/// It has changed since then, or may have.
[[nodiscard]] bool changed_since(const named_text& text, std::chrono::system_clock::time_point at) noexcept;

}  // namespace assent::cli
