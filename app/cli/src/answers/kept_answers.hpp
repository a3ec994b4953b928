#pragma once

#include "../files/file_stamp.hpp"
#include "answers_file.hpp"

#include <assent/app/gate/log.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// How long uses of answers may stay uncounted in the file.
inline constexpr std::chrono::minutes uses_written_every{1};

/// The answers of the file, and which of them hold in this process: all that were there when it began, those
/// that it has put there, and those that a person has confirmed since; each as long as what it runs by name
/// is what it was. One thread.
class kept_answers {
public:
    using on_confirmed = std::function<void(bool allowed, const std::string& by)>;

    kept_answers(answers_place place, log_callback log);
    ~kept_answers() { write_uses(); }
    kept_answers(const kept_answers&) = delete;
    kept_answers& operator=(const kept_answers&) = delete;

    /// Asks a person about answers that somebody else has put there. Not set: they hold at once.
    std::function<std::shared_ptr<void>(std::string means, on_confirmed answered)> confirm{};
    /// Other rules hold now, as a person has confirmed.
    std::function<void()> changed{};

    /// The rules that hold.
    [[nodiscard]] std::vector<permission_rule> rules() const;
    /// Looks whether the file is another one, or what answers run. \return other rules may hold now
    bool look();
    /// Puts an answer into the file, and has it hold. \return why it cannot be put there; empty: it is there
    [[nodiscard]] std::string keep(const stored_answer& answer);
    struct removal {
        bool any = false;               ///< there was one of them
        std::string why_not_written{};  ///< empty: they are out of the file
    };
    /// Takes some out of it. From now on they do not hold here, whatever becomes of the file.
    /// \param keys  `permission_rule::key` of each
    removal remove(const std::set<std::string>& keys);
    /// A rule has allowed a call.
    void used(const permission_rule& rule);
    void write_uses();

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return place_.file; }

private:
    using trusted_texts = std::map<std::string, std::vector<named_text>, std::less<>>;
    struct use_count {
        std::size_t uses = 0;
        std::string last{};
    };
    [[nodiscard]] std::string not_written(std::string_view why) const;
    [[nodiscard]] bool look_at_file();
    bool look_at_texts();
    [[nodiscard]] bool holds(std::size_t number) const;
    [[nodiscard]] bool is_trusted(const stored_answer& answer) const;
    void ask_about(const std::vector<const stored_answer*>& added);
    void answered(const trusted_texts& about, bool allowed);

    answers_place place_;
    log_callback log_;
    std::vector<stored_answer> all_;  // of the file, as it was read last
    trusted_texts trusted_;           // by the keys of those that may hold, what they may run
    std::vector<bool> as_they_were_;  // of each of all_: what it runs is what it was
    trusted_texts asked_about_;
    std::shared_ptr<void> asking_;
    bool readable_ = false;
    file_stamp stamp_{};
    std::map<std::string, use_count> counts_;
    std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
};

}  // namespace assent::cli
