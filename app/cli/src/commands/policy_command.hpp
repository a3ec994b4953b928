#pragma once

#include <string>

namespace assent::cli {

struct policy_options {
    std::string name;  ///< of `print`
    std::string file;  ///< of `lint` and `test`
    bool strict = false;
    bool json = false;
};

/// Prints a policy as a file that can be edited: `standard` or `bare`.
int print_policy(const policy_options& options);

/// Looks for rules in a policy file that may be wrong, and prints each with the reason and what may have been
/// meant.
/// \return 0; 1 when something is an error, or with `strict` anything was found; 2 when the file is no
/// policy,
///         with all its mistakes on standard error
/// \throws usage_error when it cannot be read
int lint_policy(const policy_options& options);

/// Decides the examples of a policy file, and prints what came out; of those that come out otherwise, why.
/// \return 0 when all come out as expected, 1 when not, 2 as above
/// \throws usage_error when it cannot be read
int test_policy(const policy_options& options);

}  // namespace assent::cli
