#include "record_tail.hpp"

#include "recorded_text.hpp"

#include <assent/adapters/files/audit_line.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

namespace assent::cli {

std::vector<console_decision> record_tail(const std::filesystem::path& record, std::size_t most) {
    std::vector<console_decision> last;
    std::error_code error;
    if (record.empty() || !std::filesystem::is_regular_file(record, error)) return last;
    const auto size = std::filesystem::file_size(record, error);
    std::ifstream file(record, std::ios::binary);
    if (error || !file) return last;
    std::string line;
    if (size > max_record_tail_bytes) {
        file.seekg(static_cast<std::streamoff>(size - max_record_tail_bytes));
        std::getline(file, line);  // the rest of one that began before
    }
    while (std::getline(file, line)) {
        auto event = read_json_line(line);
        if (!event) continue;
        console_decision shown;
        shown.operation = asked_words(*event);
        shown.event = std::move(static_cast<kept_audit_event&>(*event));
        last.push_back(std::move(shown));
    }
    last.erase(last.begin(), last.end() - static_cast<std::ptrdiff_t>(std::min(most, last.size())));
    return last;
}

void show_record_tail(const std::shared_ptr<console>& desk, const std::filesystem::path& record) {
    if (desk) desk->remember(record_tail(record, console_limits().max_decisions));
}

}  // namespace assent::cli
