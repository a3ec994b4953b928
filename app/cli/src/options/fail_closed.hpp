#pragma once

#include <assent/domain/text/time.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace assent::cli {

/// From now on, every end of this process that it does not choose itself has status 2: a crash, an exception
/// that nobody catches, a signal to end. Standard error says which. Standard descriptors that are closed stay
/// useless, and no file is opened in their place.
///
/// For whoever takes status 2 for a refusal, and any other that is not 0 for no objection. What cannot be
/// caught (SIGKILL) stays as it is.
void end_refusing();

/// The same once `limit` has passed. \param limit  more than zero
/// \throws std::system_error when the limit cannot be set
void end_refusing_after(duration limit);

/// From now on such an end writes this to standard output, and its status is 0: for whoever loses what a
/// status says. Until `answer_no_more_when_refusing`, which comes before anything else is written there.
void answer_when_refusing(std::string text);
void answer_no_more_when_refusing() noexcept;

/// Lets this process open that many descriptors, as far as the system allows: the soft limit is raised, up to
/// the hard one. Never lowers it.
void allow_descriptors(std::size_t count) noexcept;

/// Whoever read standard output has gone, which is their good right: `assent log | head`.
struct reader_is_gone : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Writes to standard output, and does not return before it has left.
/// \throws std::runtime_error when it cannot be written, reader_is_gone
void print(std::string_view text);

/// Says on standard error that an agent is waited for, where a person sits at standard input instead.
/// \param what  is read there
void tell_who_is_awaited(std::string_view what);

}  // namespace assent::cli
