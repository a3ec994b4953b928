#include "answer_ledger.hpp"

#include "json_walk.hpp"

namespace assent::bench {

namespace {

constexpr std::size_t shown_fault_bytes = 300;

// What an answer says, in views into its line.
struct answer {
    std::string_view type;
    std::string_view subtype;
    std::string_view id;
    std::string_view behavior;
    std::string_view input;
    std::string_view agent_id;       // of a request by the answerer
    std::string_view agent_subtype;  // the same
};

// The input is compared where it stands: only one that differs has to be walked through.
std::string_view input_of(json_walk& at, std::string_view id, const request_book& requests) {
    const auto number = request_id::read(id);
    const std::string_view same_size = at.rest().substr(0, requests.input_bytes());
    if (!number || !requests.is_input(same_size, *number)) return at.value();
    at.advance(same_size.size());
    return same_size;
}

void read_response(json_walk& at, const request_book& requests, answer& into) {
    if (at.next() != '{') return void(at.value());
    at.object([&](std::string_view key) {
        if (key == "subtype") {
            into.subtype = at.string();
        } else if (key == "request_id") {
            into.id = at.string();
        } else if (key == "response" && at.next() == '{') {
            at.object([&](std::string_view inner) {
                if (inner == "behavior")
                    into.behavior = at.string();
                else if (inner == "updatedInput")
                    into.input = input_of(at, into.id, requests);
                else
                    at.value();
            });
        } else {
            at.value();
        }
    });
}

void read_request(json_walk& at, answer& into) {
    if (at.next() != '{') return void(at.value());
    at.object([&](std::string_view key) {
        if (key == "subtype")
            into.agent_subtype = at.string();
        else
            at.value();
    });
}

// \return nothing where the line is no JSON object
std::optional<answer> parse(std::string_view text, const request_book& requests) {
    answer read;
    json_walk at(text);
    at.object([&](std::string_view key) {
        if (key == "type")
            read.type = at.string();
        else if (key == "request_id")
            read.agent_id = at.string();
        else if (key == "response")
            read_response(at, requests, read);
        else if (key == "request")
            read_request(at, read);
        else
            at.value();
    });
    if (at.failed() || !at.finished()) return std::nullopt;
    return read;
}

}  // namespace

std::uint64_t answer_ledger::sent(nanoseconds when) {
    sent_at_.push_back(when);
    return sent_at_.size() - 1;
}

answer_ledger::line answer_ledger::read(std::string_view text, nanoseconds when) {
    const auto read = parse(text, *requests_);
    if (!read) return fault(counts_.malformed, text), line{};
    if (read->type == "control_request")
        return {.round_trip = {},
                .asks = agent_request{std::string(read->agent_id), read->agent_subtype == "initialize"}};
    if (read->type != "control_response") return {};  // what else an agent is told

    const auto number = request_id::read(read->id);
    if (!number || *number >= sent_at_.size()) return fault(counts_.unknown, text), line{};
    nanoseconds& since = sent_at_[*number];
    if (since == 0) return fault(counts_.repeated, text), line{};
    if (read->subtype != "success")
        fault(counts_.refused, text);
    else if (read->behavior != "allow")
        fault(counts_.not_allowed, text);
    else if (!requests_->is_input(read->input, *number))
        fault(counts_.changed, text);
    ++counts_.answered;
    const nanoseconds round_trip = when - since;
    since = 0;
    return {.round_trip = round_trip, .asks = {}};
}

void answer_ledger::fault(std::uint64_t& count, std::string_view text) {
    ++count;
    if (first_fault_.empty()) first_fault_ = std::string(text.substr(0, shown_fault_bytes));
}

}  // namespace assent::bench
