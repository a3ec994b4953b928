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

// A file that has changed within the last tick of the system's clock may change again and keep its times; no
// system that is known has longer ones.
constexpr std::chrono::seconds longest_tick{2};

std::string name_of(const named_text& text) {
    return fmt::format("{}\n{}\n{}", text.file.native(), text.member, text.sha256);
}

bool is_settled(const file_stamp& stamp) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const std::chrono::seconds modified(stamp[stamp_modified]), changed(stamp[stamp_changed]);
    return std::max(modified, changed) + longest_tick < now;
}

}  // namespace

kept_answers::kept_answers(answers_place place, log_callback log)
    : place_(std::move(place)), log_(std::move(log)) {
    static_cast<void>(look());
    for (const auto& each : all_) trusted_.emplace(each.rule.key(), each.runs);
}

bool kept_answers::holds(const stored_answer& answer) const {
    const auto trusted = trusted_.find(answer.rule.key());
    if (trusted == trusted_.end() || trusted->second != answer.runs) return false;
    const auto same = [this](const named_text& text) {
        const auto seen = seen_.find(name_of(text));
        return seen != seen_.end() && seen->second.same;
    };
    return std::ranges::all_of(answer.runs, same) && leads_to_itself(*answer.rule.condition());
}

std::vector<permission_rule> kept_answers::rules() const {
    std::vector<permission_rule> hold;
    for (const auto& each : all_)
        if (holds(each)) hold.push_back(each.rule);
    return hold;
}

bool kept_answers::look() {
    const bool other_file = look_at_file();
    const bool other_texts = look_at_texts();
    return other_file || other_texts;
}

// \return one is another text now, or is again what it was
bool kept_answers::look_at_texts() {
    bool any = false;
    std::map<std::string, seen_text> seen;
    for (const auto& answer : all_)
        for (const auto& text : answer.runs) {
            const auto name = name_of(text);
            if (seen.contains(name)) continue;
            const auto before = seen_.find(name);
            const auto stamp = stamp_now(text.file, stamp_of::target);
            if (before != seen_.end() && before->second.settled && before->second.stamp == stamp) {
                seen.emplace(name, before->second);
                continue;
            }
            const seen_text now{.stamp = stamp, .settled = is_settled(stamp), .same = is_as_it_was(text)};
            any = any || before == seen_.end() || before->second.same != now.same;
            seen.emplace(name, now);
        }
    seen_ = std::move(seen);
    return any;
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
        const auto trusted = trusted_.find(key);
        if (trusted == trusted_.end() || trusted->second != each.runs) added.push_back(&each);
        there.insert(std::move(key));
    }
    std::erase_if(trusted_, [&](const auto& each) { return !there.contains(each.first); });
    ask_about(added);
    return true;
}

void kept_answers::ask_about(const std::vector<const stored_answer*>& added) {
    std::set<std::string> keys;
    std::string means;
    for (const auto* const each : added) {
        if (!keys.insert(each->rule.key()).second) continue;
        means += fmt::format("{}allowed from now on: {}", means.empty() ? "" : "\n", each->rule.full_text());
    }
    if (keys == asked_about_) return;
    asked_about_ = keys;
    asking_.reset();
    if (keys.empty()) return;
    asking_ = confirm(std::move(means),
                      [this, keys](bool allowed, const std::string&) { answered(keys, allowed); });
}

void kept_answers::answered(const std::set<std::string>& keys, bool allowed) {
    asked_about_.clear();
    for (const auto& each : all_)
        if (auto key = each.rule.key(); allowed && keys.contains(key))
            trusted_.insert_or_assign(std::move(key), each.runs);
    if (!allowed) remove(keys);
    if (changed) changed();
}

std::string kept_answers::keep(stored_answer answer) {
    std::string key;
    bool room = true;
    try {
        answer = with_texts_of_now(std::move(answer));
        key = answer.rule.key();
    } catch (const std::exception& error) {
        return fmt::format("what it runs cannot be read: {}", error.what());
    }
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
        std::string_view why = error.what();
        const std::string named = place_.file.string() + ": ";
        if (why.starts_with(named)) why.remove_prefix(named.size());
        return fmt::format("{} cannot be written: {}", place_.file.string(), why);
    }
    if (!room)
        return fmt::format("{} has {} answers, which is all that it may have; `assent rules` shows them",
                           place_.file.string(), max_kept_answers);
    trusted_.insert_or_assign(key, answer.runs);
    static_cast<void>(look());
    return {};
}

bool kept_answers::remove(const std::set<std::string>& keys) {
    bool any = false;
    for (const auto& key : keys) any = trusted_.erase(key) > 0 || any;
    try {
        change_answers(place_, [&](std::vector<stored_answer>& all) {
            const auto gone =
                std::erase_if(all, [&](const stored_answer& each) { return keys.contains(each.rule.key()); });
            any = any || gone > 0;
            return gone > 0;
        });
    } catch (const std::exception& error) {
        log_({log_level::error,
              fmt::format("an answer that is taken back stays in the file: {}", error.what())});
    }
    static_cast<void>(look());
    return any;
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
