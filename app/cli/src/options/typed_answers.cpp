#include "typed_answers.hpp"

#include "fail_closed.hpp"
#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iostream>

#include <unistd.h>

namespace assent::cli {
namespace {

extern "C" void leave_unchanged(int) {
    constexpr std::string_view said = "\nnothing was changed\n";
    if (::write(STDERR_FILENO, said.data(), said.size()) < 0) ::_exit(EXIT_FAILURE);
    ::_exit(128 + SIGINT);
}

// While a question is open, Ctrl-C is an answer.
class leaves_at_interrupt {
public:
    leaves_at_interrupt() : before_(std::signal(SIGINT, leave_unchanged)) {}
    ~leaves_at_interrupt() { std::signal(SIGINT, before_); }
    leaves_at_interrupt(const leaves_at_interrupt&) = delete;
    leaves_at_interrupt& operator=(const leaves_at_interrupt&) = delete;

private:
    void (*before_)(int);
};

}  // namespace

std::string answered(std::string_view command, const std::string& question) {
    const leaves_at_interrupt leaves;
    print(question);
    std::string line;
    if (!std::getline(std::cin, line))
        throw usage_error(fmt::format("{}: the input has ended; nothing was changed", command));
    return line;
}

bool said_yes(std::string_view command) {
    constexpr std::string_view affirmations[] = {"yes", "y"};
    constexpr std::string_view refusals[] = {"no", "n", ""};
    for (int tries = 0; tries < most_answers; ++tries) {
        auto line = answered(command, "Do that? (yes, no) [no]: ");
        std::ranges::transform(line, line.begin(), [](char each) {
            return each >= 'A' && each <= 'Z' ? static_cast<char>(each + ('a' - 'A')) : each;
        });
        if (std::ranges::find(affirmations, line) != std::end(affirmations)) return true;
        if (std::ranges::find(refusals, line) != std::end(refusals)) return false;
        print("expected yes or no\n");
    }
    throw usage_error(fmt::format("{}: no answer was understood; nothing was changed", command));
}

}  // namespace assent::cli
