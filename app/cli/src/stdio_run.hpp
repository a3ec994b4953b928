#pragma once

#include "options.hpp"

#include <assent/app/session.hpp>
#include <assent/ports/transport.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace assent::cli {

/// Drives a session over standard input and output to its end. SIGINT and SIGTERM end it cleanly; on SIGHUP
/// the policy file is read again, where there is one.
/// \param program     what people who are asked read: `assent serve`
/// \param make        makes the session on that transport
/// \param end_reason  why the session itself has ended the connection; empty when it has not
/// \return the exit status of the program
int run_on_stdio(settings& with, std::string_view program,
                 const std::function<std::shared_ptr<session>(std::unique_ptr<transport>)>& make,
                 const std::function<std::string()>& end_reason);

}  // namespace assent::cli
