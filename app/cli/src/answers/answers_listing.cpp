#include "answers_listing.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace assent::cli {

std::string where_given(std::string_view by) {
    if (by == "web") return "on the page";
    return by == "terminal" ? "in the terminal" : display_text("by " + std::string(by));
}

namespace {

// `2026-11-28T05:19:16Z` as people read it.
std::string shown_time(std::string text) {
    text.resize(text.size() - 1);
    text.replace(text.find('T'), 1, " ");
    return text + " UTC";
}

std::string used_words(const stored_answer& answer) {
    if (answer.uses == 0) return "not used yet";
    const auto often = answer.uses == 1 ? std::string("once") : fmt::format("{} times", answer.uses);
    if (answer.last_used.empty()) return "used " + often;
    return fmt::format("used {}, last at {}", often, shown_time(answer.last_used));
}

// "`scripts` of /w/package.json"
std::string shown_name(const named_text& text) {
    const auto file = display_text(text.file.native());
    return text.member.empty() ? file : fmt::format("`{}` of {}", display_text(text.member), file);
}

std::string words_of_texts(const stored_answer& answer) {
    constexpr std::size_t digits_shown = 16;
    std::string text;
    for (const auto& each : answer.runs)
        text += fmt::format("it runs {}, {}: {}\n", shown_name(each),
                            each.sha256.empty()
                                ? "which was not there"
                                : fmt::format("sha256 {}...", each.sha256.substr(0, digits_shown)),
                            is_as_it_was(each) ? "as it was then" : "it has changed since");
    return text;
}

std::string named_answer(const stored_answer& answer) {
    const auto& condition = *answer.rule.condition();
    return fmt::format("{} for {} in {}", display_text(answer.rule.text()), condition.agent,
                       display_text(condition.folder));
}

json_array texts_json(const stored_answer& answer) {
    json_array list;
    for (const auto& each : answer.runs)
        list.push_back(json_object{{"file", each.file.native()},
                                   {"member", each.member},
                                   {"sha256", each.sha256},
                                   {"same", is_as_it_was(each)}});
    return list;
}

}  // namespace

std::string_view state_of_answer(const stored_answer& answer) {
    std::error_code error;
    const auto& where = *answer.rule.condition();
    if (leads_to_itself(where)) return runs_what_it_ran(answer) ? "holds" : "what it runs has changed";
    return std::filesystem::is_directory(where.folder, error) ? "folder is a link" : "folder gone";
}

std::string answers_text(const std::vector<stored_answer>& all) {
    if (all.empty()) return "no answer is kept\n";
    std::string text;
    std::size_t number = 0;
    for (const auto& each : all)
        text += fmt::format("{}. {}\n     {}; given {} at {}; {}\n", ++number, named_answer(each),
                            state_of_answer(each), where_given(each.by), shown_time(each.given),
                            used_words(each));
    return text;
}

std::string answers_json(const std::vector<stored_answer>& all) {
    json_array list;
    for (const auto& each : all) {
        const auto& condition = *each.rule.condition();
        list.push_back(
            {{"number", list.size() + 1},
             {"rule", each.rule.text()},
             {"folder", condition.folder},
             {"agent", condition.agent},
             {"by", each.by},
             {"user", each.user},
             {"given", each.given},
             {"question", each.question},
             {"uses", each.uses},
             {"last_used", each.last_used.empty() ? json_value(nullptr) : json_value(each.last_used)},
             {"runs", texts_json(each)},
             {"state", state_of_answer(each)}});
    }
    std::string text;
    append_json(text, json_object{{"answers", std::move(list)}});
    return text + '\n';
}

std::string explained_answer(const stored_answer& answer, std::size_t number) {
    const auto& condition = *answer.rule.condition();
    std::string text = fmt::format("{}. {}\n", number, named_answer(answer));
    text += fmt::format("given {} at {}, by user {}\n", where_given(answer.by), shown_time(answer.given),
                        display_text(answer.user));
    if (!answer.question.empty())
        text += fmt::format("the question was: {}\n", display_text(answer.question));
    text += used_words(answer) + "\n";
    text += words_of_texts(answer);
    const bool is_there = leads_to_itself(condition);
    if (is_there && runs_what_it_ran(answer))
        text += fmt::format("it holds: {} is not asked about what this rule covers, in this folder{}\n",
                            condition.agent, condition.below ? " and below it" : " alone");
    else if (is_there)
        text += "it does not hold: what it runs is not what you have allowed; the question comes again\n";
    else
        text +=
            "it holds nowhere: there is no such folder any more, or a link is on the way to it; the question "
            "comes again\n";
    return text + fmt::format(
                      "deny and ask rules of the policy come before it; `assent rules remove {}` takes it "
                      "back\n",
                      number);
}

}  // namespace assent::cli
