#include "../programs/catalogue.hpp"

#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <algorithm>

namespace assent {
namespace {

using programs::part_kind;

// Folds the facts about a text into its simple commands.
class parts_fold {
public:
    parts_fold(const command_facts& facts, const command_effect& effect, const shell_command& text,
               const command_paths* paths)
        : facts_(facts), runs_(facts.runs()), effect_(effect), text_(text), paths_(paths) {}

    [[nodiscard]] command_parts parts() {
        if (text_.size() < 2 || !runs_.complete() || effect_.each().size() > runs_.size() || !one_to_one())
            return {};
        for (std::size_t command = 0; command < text_.size(); ++command) look_at(command);
        for (std::size_t command = 0; command + 1 < text_.size(); ++command) {
            const auto next = first_runs_[command + 1];
            if (!runs_.piped(next) || takes_data(command + 1)) continue;
            parts_[command].may_pass = false;
            // `(a; b) | c`
            if (runs_.feeder(next) == shell_runs::none)
                for (std::size_t before = 0; before < command; ++before) parts_[before].may_pass = false;
        }
        return std::move(parts_);
    }

private:
    // Whether both readings found the same commands.
    [[nodiscard]] bool one_to_one() {
        for (std::size_t run = 0; run < runs_.size(); ++run)
            if (!runs_.wrapped(run)) first_runs_.push_back(run);
        if (first_runs_.size() != text_.size()) return false;
        for (std::size_t command = 0; command < text_.size(); ++command)
            if (!std::ranges::equal(text_[command], runs_[first_runs_[command]], {}, {}, &shell_word::text))
                return false;
        return true;
    }

    void look_at(std::size_t command) {
        const auto end = command + 1 < first_runs_.size() ? first_runs_[command + 1] : runs_.size();
        command_part part{.may_pass = !changed_};
        for (std::size_t run = first_runs_[command]; run < end; ++run) part.does |= effect_.each()[run].all;
        // `ln -s / sub && cd sub`: what a command before it has changed may lead anywhere.
        if (enters_folder(command, changing_)) part.may_pass = false;
        if (part.does.any()) {
            changed_ = changed_ || changes_shell(command);
            changing_ = true;
        }
        parts_.push_back(part);
    }

    // What it is fed is no more than read by it. What only looks is judged with that already.
    [[nodiscard]] bool takes_data(std::size_t command) const {
        const auto& use = runs_.use(first_runs_[command]);
        return use.known() &&
               (parts_[command].does.none() || use.read_by().form().input() == part_kind::fed_data);
    }

    // A builtin of the shell that does more than look may change what later commands are.
    [[nodiscard]] bool changes_shell(std::size_t command) const {
        const auto& use = runs_.use(first_runs_[command]);
        return use.known() && programs::is_builtin(use.program());
    }
    // \param any  not only one that is not there
    [[nodiscard]] bool enters_folder(std::size_t command, bool any) const {
        const auto missing = [&](std::string_view folder) {
            return paths_ != nullptr &&
                   std::ranges::find(paths_->missing_folders, folder) != paths_->missing_folders.end();
        };
        return std::ranges::any_of(facts_.all(), [&](const fact& noted) {
            return noted.is == act::enters && noted.run == first_runs_[command] &&
                   (any || missing(noted.text));
        });
    }

    const command_facts& facts_;
    const shell_runs& runs_;
    const command_effect& effect_;
    const shell_command& text_;
    const command_paths* paths_;
    command_parts parts_;
    boost::container::small_vector<std::size_t, 4> first_runs_;  // of each command
    bool changing_ = false;                                      // a command before it does more than look
    bool changed_ = false;                                       // what later commands mean
};

}  // namespace

command_parts parts_of(const command_facts& facts, const command_effect& effect, const shell_command& text,
                       const command_paths* paths) {
    return parts_fold(facts, effect, text, paths).parts();
}

}  // namespace assent
