#include <assent/domain/rules/bare_command.hpp>

#include "bare_words.hpp"
#include "shell_programs.hpp"

#include <assent/domain/rules/shell_command.hpp>

#include <cstddef>

namespace assent {

bare_command::bare_command(std::string_view text) {
    if (text.size() > max_command_bytes) return;
    lines_.resize(text.size() + 1, boost::container::default_init);
    const char* const end = detail::put_bare_words(text, lines_.data());
    lines_.resize(end == nullptr ? 0 : static_cast<std::size_t>(end - lines_.data()));
}

bool bare_command::surely_plain() const noexcept {
    return !empty() && detail::ordinary_program(lines().substr(0, lines().find('\n')));
}

}  // namespace assent
