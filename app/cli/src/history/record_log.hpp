#pragma once

#include "record_choice.hpp"

#include <string>

namespace assent::cli {

struct log_options {
    std::string file{};  ///< empty: the record that `assent install` keeps
    record_choice choice{};
    bool follow = false;
    bool json = false;
};

/// `assent log`. \return the exit status
/// \throws usage_error
int show_log(const log_options& options);

}  // namespace assent::cli
