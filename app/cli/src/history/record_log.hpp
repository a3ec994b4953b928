#pragma once

#include "record_choice.hpp"

#include <string>

namespace assent::cli {

struct log_options {
    std::string file{};  ///< empty: the record that `assent install` keeps
    record_choice choice{};
    bool follow = false;
    bool json = false;
    bool forget = false;
};

/// `assent log`. \return the exit status
/// \throws usage_error
int show_log(const log_options& options);

/// `assent log --forget`: what is chosen is taken out of the record, once somebody at the terminal has said
/// yes. \throws usage_error, std::runtime_error when nothing was taken out
int forget_log(const log_options& options);

}  // namespace assent::cli
