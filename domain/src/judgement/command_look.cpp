#include "command_look.hpp"

#include "guard_reader.hpp"
#include "risk_reader.hpp"
#include "shell_words.hpp"

#include <assent/domain/rules/shell_command.hpp>

namespace assent {
namespace {

// Shows everything to both. The guard may have seen enough before the end.
class both_readers final : public lenient::segment_visitor {
public:
    explicit both_readers(std::string_view cwd) noexcept : guard_(cwd) {}

    bool segment(const lenient::shell_segment& segment) override {
        guarding_ = guarding_ && guard_.segment(segment);
        return risk_.segment(segment);
    }
    bool unreadable() override {
        guarding_ = guarding_ && guard_.unreadable();
        return risk_.unreadable();
    }
    [[nodiscard]] command_look found() const noexcept { return {guard_.found(), risk_.found()}; }

private:
    lenient::guard_reader guard_;
    lenient::risk_reader risk_;
    bool guarding_ = true;
};

}  // namespace

command_look look_at_command(std::string_view command, std::string_view cwd) {
    if (command.size() > max_command_bytes) {
        command_look too_long{factor::too_long_to_read, {}};
        too_long.risks.set(static_cast<std::size_t>(factor::too_long_to_read));
        return too_long;
    }
    both_readers readers(cwd);
    lenient::read_shell(command, readers);
    return readers.found();
}

}  // namespace assent
