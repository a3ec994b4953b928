#include <assent/adapters/files/audit_line.hpp>

#include "audit_line_writer.hpp"
#include "input_digest.hpp"

namespace assent {

std::string to_json_line(const audit_event& event, const audit_line_options& options) {
    std::string line;
    detail::audit_line_writer().append(line, event, options);
    return line;
}

std::string input_digest(const tool_input& input) {
    std::string digest;
    detail::append_input_digest(digest, input);
    return digest;
}

}  // namespace assent
