#pragma once

#include <string>

namespace assent::cli {

struct audit_options {
    std::string file;
    std::string head;  ///< of `verify`; empty: none is expected
};

/// Checks the chain of an audit file and of those put aside before it, and says what came out.
/// \return 0 when it holds, 1 when it does not
/// \throws usage_error when there is no such file, or the head is no chain value
int audit_verify_command(const audit_options& options);

/// Prints the chain value of the last record and the number of records, when the chain holds.
/// \return 0 when it holds, 1 when it does not, or there is no record
/// \throws usage_error when there is no such file
int audit_head_command(const audit_options& options);

}  // namespace assent::cli
