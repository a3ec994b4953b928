#include "sed_script.hpp"

#include <algorithm>
#include <cstddef>

namespace assent::lenient {
namespace {

class sed_reader {
public:
    explicit sed_reader(std::string_view script) noexcept : script_(script) {}

    bool reaches_out() noexcept {
        while (true) {
            skip_of(" \t\n;{}!");
            if (done()) return false;
            if (address()) continue;
            if (!command()) return true;
        }
    }

private:
    [[nodiscard]] bool done() const noexcept { return at_ >= script_.size(); }
    [[nodiscard]] char current() const noexcept { return done() ? '\0' : script_[at_]; }

    void skip_of(std::string_view bytes) noexcept {
        at_ = std::min(script_.find_first_not_of(bytes, at_), script_.size());
    }
    void skip_to(std::string_view bytes) noexcept {
        at_ = std::min(script_.find_first_of(bytes, at_), script_.size());
    }

    // A text up to the delimiter, which is left behind. A backslash makes the next byte part of the text.
    void part(char delimiter) noexcept {
        while (!done() && current() != delimiter) at_ += current() == '\\' ? 2U : 1U;
        at_ = std::min(at_ + 1, script_.size());
    }

    bool address() noexcept;
    bool command() noexcept;
    bool substitute() noexcept;

    std::string_view script_;
    std::size_t at_ = 0;
};

// `3`, `$`, `1,5`, `2~3`, `/x/I` and `\,x,M`: what comes before a command.
bool sed_reader::address() noexcept {
    const char first = current();
    if (std::string_view("0123456789$,~+").find(first) != std::string_view::npos) {
        ++at_;
        return true;
    }
    if (first != '/' && first != '\\') return false;
    at_ += first == '\\' ? 1U : 0U;
    const char delimiter = current();
    at_ = std::min(at_ + 1, script_.size());
    part(delimiter);
    skip_of("IM");
    return true;
}

// `s/a/b/flags`. \return false when a flag runs or writes
bool sed_reader::substitute() noexcept {
    const char delimiter = current();
    if (done()) return false;
    ++at_;
    part(delimiter);
    part(delimiter);
    for (; !done() && std::string_view("\n;}#").find(current()) == std::string_view::npos; ++at_)
        if (std::string_view("gpiImM0123456789 \t").find(current()) == std::string_view::npos) return false;
    return true;
}

// \return false when the command runs a program, writes a file, or is not known
bool sed_reader::command() noexcept {
    const char what = current();
    ++at_;
    switch (what) {
        case 's': return substitute();
        case 'y': {
            const char delimiter = current();
            at_ = std::min(at_ + 1, script_.size());
            part(delimiter);
            part(delimiter);
            return true;
        }
        case 'a':
        case 'i':
        case 'c':
            // The text goes on where a line ends in a backslash.
            while (!done() && current() != '\n') at_ += current() == '\\' ? 2U : 1U;
            return true;
        case 'r':
        case 'R':
        case '#': skip_to("\n"); return true;
        case ':':
        case 'b':
        case 't':
        case 'T':
        case 'v': skip_to("\n;}"); return true;
        case 'l':
        case 'L':
        case 'q':
        case 'Q': skip_of(" \t0123456789"); return true;
        default: return std::string_view("dDgGhHnNpPxzF=").find(what) != std::string_view::npos;
    }
}

}  // namespace

bool sed_script_reaches_out(std::string_view script) noexcept { return sed_reader(script).reaches_out(); }

}  // namespace assent::lenient
