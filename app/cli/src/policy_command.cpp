#include "commands.hpp"

#include <assent/adapters/files/policy_file.hpp>

#include <fmt/format.h>

#include <cstdio>

namespace assent::cli {

int print_policy(const std::string& name) {
    const auto named = named_policy(name);
    if (!named) throw usage_error(fmt::format("policy print: expected standard or bare, got `{}`", name));
    const std::string text = to_policy_text(*named);
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw std::runtime_error("cannot write to standard output");
    return static_cast<int>(exit_code::ok);
}

}  // namespace assent::cli
