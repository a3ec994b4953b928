#include <assent/app/gate/log.hpp>

namespace assent {

std::string to_text(const log_entry& entry) {
    std::string text(entry.message);
    for (const auto& [name, value] : entry.fields) text.append(" ").append(name).append("=").append(value);
    return text;
}

}  // namespace assent
