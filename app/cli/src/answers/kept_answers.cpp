#include "kept_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string_view>
#include <utility>

namespace assent::cli {
namespace {

// More than JSON has a number for in every reader.
constexpr std::size_t max_counted_uses = std::size_t{1} << 53U;

}  // namespace

kept_answers::kept_answers(answers_place place, log_callback log)
    : place_(std::move(place)), log_(std::move(log)) {
    static_cast<void>(look());
    for (const auto& each : all_) trusted_.emplace(each.rule.key(), each.runs);
}

bool kept_answers::is_trusted(const stored_answer& answer) const {
    const auto trusted = trusted_.find(answer.rule.key());
    return trusted != trusted_.end() && trusted->second == answer.runs;
}

bool kept_answers::holds(std::size_t number) const {
    const auto& answer = all_[number];
    return as_they_were_[number] && is_trusted(answer) && leads_to_itself(*answer.rule.condition());
}

std::vector<permission_rule> kept_answers::rules() const {
    std::vector<permission_rule> hold;
    for (std::size_t number = 0; number < all_.size(); ++number)
        if (holds(number)) hold.push_back(all_[number].rule);
    return hold;
}

bool kept_answers::look() {
    const bool other_file = look_at_file();
    const bool other_texts = look_at_texts();
    return other_file || other_texts;
}

// Each is read: times of files can be kept while the content changes. \return one is another text now, or is
// again what it was
bool kept_answers::look_at_texts() {
    std::vector<bool> now;
    for (const auto& answer : all_) now.push_back(runs_what_it_ran(answer));
    const bool others = now != as_they_were_;
    as_they_were_ = std::move(now);
    return others;
}

bool kept_answers::look_at_file() {
    const auto now = stamp_now(place_.file, stamp_of::itself);
    if (readable_ && now == stamp_) return false;
    const bool same_flaw = !readable_ && now == stamp_ && now != file_stamp{};
    if (same_flaw) return false;
    const bool first = stamp_ == file_stamp{} && !readable_;
    stamp_ = now;
    try {
        all_ = read_answers(place_);
        readable_ = true;
    } catch (const std::exception& error) {
        all_.clear();
        readable_ = false;
        asking_.reset();
        asked_about_.clear();
        log_({log_level::error, error.what()});
        return true;
    }
    if (first) return true;
    std::vector<const stored_answer*> added;
    std::set<std::string, std::less<>> there;
    for (const auto& each : all_) {
        auto key = each.rule.key();
        if (!confirm) trusted_.insert_or_assign(key, each.runs);
        if (!is_trusted(each)) added.push_back(&each);
        there.insert(std::move(key));
    }
    std::erase_if(trusted_, [&](const auto& each) { return !there.contains(each.first); });
    ask_about(added);
    return true;
}

void kept_answers::ask_about(const std::vector<const stored_answer*>& added) {
    trusted_texts about;
    std::string means;
    for (const auto* const each : added) {
        if (!about.emplace(each->rule.key(), each->runs).second) continue;
        means += fmt::format("{}allowed from now on: {}", means.empty() ? "" : "\n", each->rule.full_text());
    }
    if (about == asked_about_) return;
    asked_about_ = about;
    asking_.reset();
    if (about.empty()) return;
    asking_ = confirm(std::move(means),
                      [this, about](bool allowed, const std::string&) { answered(about, allowed); });
}

void kept_answers::answered(const trusted_texts& about, bool allowed) {
    asked_about_.clear();
    std::set<std::string> keys;
    for (const auto& [key, runs] : about) {
        if (allowed) trusted_.insert_or_assign(key, runs);
        keys.insert(key);
    }
    if (!allowed) remove(keys);
    if (changed) changed();
}

std::string kept_answers::not_written(std::string_view why) const {
    const std::string named = place_.file.string() + ": ";
    if (why.starts_with(named)) why.remove_prefix(named.size());
    return fmt::format("{} cannot be written: {}", place_.file.string(), why);
}

std::string kept_answers::keep(const stored_answer& answer) {
    const auto key = answer.rule.key();
    bool room = true;
    try {
        const auto aside = change_answers(place_, [&](std::vector<stored_answer>& all) {
            std::erase_if(all, [&](const stored_answer& each) { return each.rule.key() == key; });
            room = all.size() < max_kept_answers;
            if (room) all.push_back(answer);
            return room;
        });
        if (!aside.empty())
            log_({log_level::warn, fmt::format("what could not be read of {} is in {} now",
                                               place_.file.string(), aside.string())});
    } catch (const std::exception& error) {
        return not_written(error.what());
    }
    if (!room)
        return fmt::format("{} has {} answers, which is all that it may have; `assent rules` shows them",
                           place_.file.string(), max_kept_answers);
    trusted_.insert_or_assign(key, answer.runs);
    static_cast<void>(look());
    return {};
}

kept_answers::removal kept_answers::remove(const std::set<std::string>& keys) {
    removal made;
    for (const auto& key : keys) made.any = trusted_.erase(key) > 0 || made.any;
    try {
        change_answers(place_, [&](std::vector<stored_answer>& all) {
            const auto gone =
                std::erase_if(all, [&](const stored_answer& each) { return keys.contains(each.rule.key()); });
            made.any = made.any || gone > 0;
            return gone > 0;
        });
    } catch (const std::exception& error) {
        made.why_not_written = not_written(error.what());
        log_({log_level::error,
              fmt::format("an answer that is taken back stays in the file: {}", made.why_not_written)});
    }
    static_cast<void>(look());
    return made;
}

void kept_answers::used(const permission_rule& rule) {
    auto& count = counts_[rule.key()];
    ++count.uses;
    count.last = answer_time(std::chrono::system_clock::now());
    if (std::chrono::steady_clock::now() - written_ > uses_written_every) write_uses();
}

void kept_answers::write_uses() {
    if (counts_.empty()) return;
    written_ = std::chrono::steady_clock::now();
    try {
        change_answers(place_, [this](std::vector<stored_answer>& all) {
            bool any = false;
            for (auto& each : all) {
                const auto found = counts_.find(each.rule.key());
                if (found == counts_.end()) continue;
                each.uses = std::min(each.uses + found->second.uses, max_counted_uses);
                each.last_used = found->second.last;
                any = true;
            }
            return any;
        });
        counts_.clear();
    } catch (const std::exception& error) {
        log_({log_level::debug, fmt::format("uses of answers are not counted yet: {}", error.what())});
    }
}

}  // namespace assent::cli
