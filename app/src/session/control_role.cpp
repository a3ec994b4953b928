#include <assent/app/session/control_role.hpp>

#include <fmt/format.h>

namespace assent {

bool control_role::used_again(std::string_view request_id) {
    if (!is_open(request_id)) return false;
    if (gate_) gate_->record_protocol(request_id, "a request id that is still open was used again");
    log(log_level::warn,
        fmt::format("request id `{}` is still open; the second request is ignored", request_id));
    return true;
}

void control_role::record_refused(std::string_view request_id, std::string_view why) const {
    log(log_level::warn, fmt::format("line refused: {}", why));
    if (gate_) gate_->record_protocol(request_id.substr(0, max_request_id_bytes), why);
}

void control_role::refuse_request(std::string_view request_id, control_error code, std::string_view why) {
    if (!request_id.empty() && !used_again(request_id)) channel_.error(request_id, code, why);
}

void control_role::refuse_subtype(std::string_view request_id, std::string_view subtype) {
    channel_.error(
        request_id, control_error::unsupported_request,
        fmt::format("Unsupported control request subtype: {}", subtype.substr(0, max_request_id_bytes)));
}

void control_role::log(log_level level, std::string_view text) const {
    if (log_) log_({level, text});
}

}  // namespace assent
