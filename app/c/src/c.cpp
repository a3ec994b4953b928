#include <assent/c.h>

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/call_text.hpp>
#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/adapters/files/audit_file.hpp>
#include <assent/adapters/files/filesystem_path_resolver.hpp>
#include <assent/adapters/files/git_repository_settings.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/adapters/files/queued_audit_sink.hpp>
#include <assent/adapters/files/system_clock.hpp>
#include <assent/app/gate/explanation_text.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/match/path_pattern.hpp>
#include <assent/domain/match/working_directory.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/version.hpp>

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace assent::c {
namespace {

constexpr std::string_view no_memory_reason = "no memory is left";

// What is thrown inside of this file.
struct refused {
    assent_status status;
    std::string why;  // empty where there was no memory for it

    [[nodiscard]] std::string_view text() const noexcept {
        return status == ASSENT_NO_MEMORY ? no_memory_reason : std::string_view(why);
    }
};

}  // namespace
}  // namespace assent::c

struct assent_gate {
    assent_gate(std::string_view where, assent::gate_options with, std::shared_ptr<assent::audit_sink> record)
        : cwd(where),
          asks(with.callback != nullptr),
          decides(std::move(with), std::make_shared<assent::system_clock>(), std::move(record)) {}

    std::string cwd;
    bool asks;
    // In a process that was forked from that one there are none of its threads, and perhaps locks that nobody
    // opens.
    ::pid_t process = ::getpid();
    assent::permission_gate decides;
};

struct assent_answer {
    std::string reason{};
    std::optional<assent::json_object> input{};
    std::optional<assent::c::refused> flaw{};  // it denies then, whatever the outcome is
};

namespace assent::c {
namespace {

// ---- Errors and texts

std::string_view view_of(const char* text) { return text == nullptr ? std::string_view() : text; }

assent_text text_of(const std::string& text) noexcept { return {text.c_str(), text.size()}; }

// A text of the caller's that has to be there.
std::string_view required(std::string_view name, const char* text, std::size_t bytes) {
    if (text == nullptr)
        throw refused{ASSENT_INVALID_ARGUMENT, fmt::format("{}: expected a text, got NULL", name)};
    return {text, bytes};
}

// What was thrown, as it is told: what callers wrote may stand in it. Without memory there is nothing to say.
refused caught() noexcept {
    try {
        try {
            throw;
        } catch (const refused& known) {
            return {known.status, display_text(known.text())};
        } catch (const std::bad_alloc&) {
            return {ASSENT_NO_MEMORY, {}};
        } catch (const std::exception& error) {
            return {ASSENT_FAILED, display_text(error.what())};
        } catch (...) {
            return {ASSENT_FAILED, "an unknown exception"};
        }
    } catch (...) {
        return {ASSENT_NO_MEMORY, {}};
    }
}

void put(const refused& why, assent_error& into) noexcept {
    const std::string_view text = why.text();
    const std::size_t bytes = beginning_of(text, sizeof into.message - 1).size();
    into.status = why.status;
    std::memcpy(into.message, text.data(), bytes);
    into.message[bytes] = '\0';
}

// ---- Verdicts

// What the caller gets, with the texts that it points to.
class kept_verdict : public assent_verdict {
public:
    struct texts {
        std::string reason;
        std::string source;
        std::string input{};
        std::string json{};
        std::string explanation{};
    };

    kept_verdict(assent_outcome decided, assent_status went, texts with)
        : assent_verdict{sizeof(assent_verdict), decided, went, {}, {}, {}, {}, {}}, texts_(std::move(with)) {
        reason = text_of(texts_.reason);
        source = text_of(texts_.source);
        input = text_of(texts_.input);
        json = text_of(texts_.json);
        explanation = text_of(texts_.explanation);
    }
    kept_verdict(const kept_verdict&) = delete;
    kept_verdict& operator=(const kept_verdict&) = delete;

private:
    texts texts_;
};

constexpr assent_text constant(std::string_view text) noexcept { return {text.data(), text.size()}; }

// The one verdict for which no memory is needed. It is never freed.
constexpr assent_verdict no_memory_verdict{sizeof(assent_verdict),
                                           ASSENT_DENY,
                                           ASSENT_NO_MEMORY,
                                           constant(no_memory_reason),
                                           constant("fault"),
                                           constant(""),
                                           constant(R"({"behavior":"deny","message":"no memory is left"})"),
                                           constant("")};

assent_outcome outcome_of(const verdict& decided) noexcept {
    switch (decided.decision) {
        case outcome::allow: return ASSENT_ALLOW;
        case outcome::ask:
        case outcome::wall: return ASSENT_ASK;  // who calls it from here makes none
        case outcome::deny: break;
    }
    return ASSENT_DENY;
}

kept_verdict::texts texts_of(const verdict& decided) {
    std::string reason = decided.reason();
    // What an exception of the callback says may be anything.
    if (!valid_utf8(reason)) reason = display_text(reason);
    return {.reason = std::move(reason), .source = std::string(to_string(decided.source))};
}

using verdict_pointer = std::unique_ptr<const kept_verdict>;

verdict_pointer denied(const refused& why) {
    const auto source =
        why.status == ASSENT_INVALID_CALL ? decision_source::malformed : decision_source::fault;
    kept_verdict::texts with{.reason = why.why, .source = std::string(to_string(source))};
    append_call_answer(with.json, outcome::deny, {}, with.reason);
    return std::make_unique<kept_verdict>(ASSENT_DENY, why.status, std::move(with));
}

// What `decide` says about a call; whatever it throws denies.
template <class Decide>
const assent_verdict* answered(assent_gate* gate, const char* call, std::size_t bytes,
                               Decide decide) noexcept {
    try {
        try {
            if (gate == nullptr) throw refused{ASSENT_INVALID_ARGUMENT, "gate: expected a gate, got NULL"};
            if (gate->process != ::getpid())
                throw refused{ASSENT_FAILED,
                              "the gate was opened by another process, which this one was forked from"};
            return decide(*gate, required("call", call, bytes)).release();
        } catch (...) {
            const refused why = caught();
            return why.status == ASSENT_NO_MEMORY ? &no_memory_verdict : denied(why).release();
        }
    } catch (...) {
        return &no_memory_verdict;
    }
}

// ---- Deciding

tool_call read_call(call_text_reader& reader, assent_gate& gate, std::string_view text) {
    const auto read = reader.read(text);
    if (!read) throw refused{ASSENT_INVALID_CALL, read.error().message};
    tool_call call = *read;
    call.cwd = gate.cwd;
    return call;
}

// Asks the gate's callback, which has answered when it returns.
settlement ask(permission_gate& gate, const tool_call& call) {
    struct ending {
        std::mutex mutex;
        std::optional<settlement> settled;
    };
    const auto end = std::make_shared<ending>();
    gate.ask(call, {}, [end](const auto&, settlement said) {
        const std::lock_guard lock(end->mutex);
        end->settled = std::move(said);
    });
    const std::lock_guard lock(end->mutex);
    if (!end->settled) throw refused{ASSENT_FAILED, "the question was not settled by its callback"};
    return std::move(*end->settled);
}

verdict_pointer decide(assent_gate& gate, std::string_view text) {
    call_text_reader reader;
    const tool_call call = [&] {
        try {
            return read_call(reader, gate, text);
        } catch (const refused& unreadable) {
            gate.decides.record_protocol({}, unreadable.why);
            throw;
        }
    }();
    std::string scratch;
    settlement end{.decided = gate.decides.check(call, {}, scratch)};
    if (end.decided.asks() && gate.asks) end = ask(gate.decides, call);
    kept_verdict::texts with = texts_of(end.decided);
    if (end.decided.allowed() && end.edited_input)
        append_json(with.input, *end.edited_input);
    else if (end.decided.allowed())
        with.input = call.input.raw();
    append_call_answer(with.json, end.decided.decision, with.input, with.reason);
    const auto status = end.decided.source == decision_source::fault ? ASSENT_FAILED : ASSENT_OK;
    return std::make_unique<kept_verdict>(outcome_of(end.decided), status, std::move(with));
}

verdict_pointer explain(assent_gate& gate, std::string_view text) {
    call_text_reader reader;
    const tool_call call = read_call(reader, gate, text);
    const explanation why = gate.decides.explain(call);
    kept_verdict::texts with = texts_of(why.decided);
    with.json = explanation_json(why, call.tool_name);
    with.explanation = explanation_text(why, call.tool_name);
    return std::make_unique<kept_verdict>(outcome_of(why.decided), ASSENT_OK, std::move(with));
}

// ---- Asking

permission_result result_of(assent_outcome said, assent_answer& answer) {
    if (said == ASSENT_ALLOW) return allow_result{.edited_input = std::move(answer.input)};
    return deny_result{.reason = std::move(answer.reason)};
}

can_use_tool callback_of(assent_can_use_tool ask, void* user_data) {
    if (ask == nullptr) return {};
    return [ask, user_data](permission_request request) {
        const permission_question& asked = request.question();
        const std::string input(asked.input->raw());
        const std::string risk(to_string(asked.risk));
        const assent_question shown{
            sizeof(assent_question),    text_of(asked.tool_name), text_of(input),
            text_of(asked.tool_use_id), text_of(asked.agent_id),  text_of(asked.operation),
            text_of(asked.does),        text_of(asked.why),       text_of(risk)};
        assent_answer answer;
        const assent_outcome said = ask(&shown, &answer, user_data);
        if (!answer.flaw && said != ASSENT_ALLOW && said != ASSENT_DENY)
            answer.flaw =
                refused{ASSENT_INVALID_ARGUMENT, fmt::format("expected allow or deny, got {}", said)};
        if (answer.flaw)
            std::move(request).fail(fmt::format("the permission callback: {}", answer.flaw->text()));
        else
            std::move(request).answer(result_of(said, answer));
    };
}

template <class Set>
assent_status set_in(assent_answer* answer, Set set) noexcept {
    if (answer == nullptr) return ASSENT_INVALID_ARGUMENT;
    try {
        set();
        return ASSENT_OK;
    } catch (...) {
        answer->flaw = caught();
        return answer->flaw->status;
    }
}

std::string checked_reason(std::string_view text) {
    if (!valid_utf8(text) || text.find('\0') != text.npos)
        throw refused{ASSENT_INVALID_ARGUMENT, "reason: expected UTF-8 without U+0000"};
    return std::string(text);
}

json_object checked_input(std::string_view text) {
    if (text.size() > max_call_text_bytes)
        throw refused{ASSENT_INVALID_ARGUMENT, fmt::format("input: more than {} bytes", max_call_text_bytes)};
    const auto object = one_line_object(text);
    if (!object || holds_nul(*object))
        throw refused{ASSENT_INVALID_ARGUMENT,
                      "input: expected a JSON object, without a key twice and U+0000"};
    return parse_scanned(*object).get_object();
}

// ---- Opening

// The first library of this ABI knows so much of the options. Later ones read less where a caller is older.
constexpr std::size_t least_options_bytes = offsetof(assent_options, user_data) + sizeof(void*);
// No struct grows so large: such a size is not one.
constexpr std::size_t most_options_bytes = 4096;

assent_options known_options(const assent_options* given) {
    if (given == nullptr) throw refused{ASSENT_INVALID_ARGUMENT, "options: expected options, got NULL"};
    const std::size_t bytes = given->size;
    if (bytes < least_options_bytes || bytes > most_options_bytes)
        throw refused{ASSENT_INVALID_ARGUMENT, fmt::format("options.size: expected {} to {} bytes, got {}",
                                                           least_options_bytes, most_options_bytes, bytes)};
    assent_options known{};
    std::memcpy(&known, given, std::min(bytes, sizeof known));
    // What a newer caller asks for must not be passed over.
    const auto* const all = reinterpret_cast<const char*>(given);
    if (std::any_of(all + std::min(bytes, sizeof known), all + bytes, [](char byte) { return byte != 0; }))
        throw refused{ASSENT_INVALID_ARGUMENT, "options: one is set that this library does not know"};
    return known;
}

void add_rules(std::vector<permission_rule>& rules, const char* const* texts, rule_behavior behavior) {
    const std::string_view home = view_of(std::getenv("HOME"));
    for (; texts != nullptr && *texts != nullptr; ++texts) {
        auto rule = parse_rule(*texts, behavior, rule_origin::host, false, home);
        if (!rule)
            throw refused{ASSENT_INVALID_POLICY,
                          fmt::format("{} `{}`: {}", to_string(behavior), *texts, rule.error().message)};
        rules.push_back(std::move(*rule));
    }
}

policy_additions additions_of(const assent_options& options) {
    policy_additions more;
    if (options.mode != nullptr) {
        more.mode = parse_word<permission_mode>(options.mode);
        if (!more.mode)
            throw refused{ASSENT_INVALID_ARGUMENT,
                          fmt::format("mode: expected {}, got `{}`", one_of_words(words_of<permission_mode>),
                                      options.mode)};
    }
    add_rules(more.rules, options.allow, rule_behavior::allow);
    add_rules(more.rules, options.ask, rule_behavior::ask);
    add_rules(more.rules, options.deny, rule_behavior::deny);
    more.home = view_of(std::getenv("HOME"));
    more.paths = std::make_shared<filesystem_path_resolver>();
    return more;
}

ready_policy policy_of(const assent_options& options) {
    if (options.policy != nullptr && options.policy_text != nullptr)
        throw refused{ASSENT_INVALID_ARGUMENT, "policy_text: expected NULL beside a policy"};
    const policy_additions more = additions_of(options);
    const std::string name(options.policy == nullptr ? "bare" : options.policy);
    try {
        if (options.policy_text != nullptr)
            return make_ready(read_policy(options.policy_text, "policy_text", more.home).value(),
                              "policy_text", more);
        if (auto named = named_policy(name)) return make_ready(std::move(*named), name, more);
        std::error_code ignored;
        if (const auto why = why_no_policy(name); !why.empty() && !std::filesystem::exists(name, ignored))
            throw refused{ASSENT_INVALID_POLICY, why};
        return make_ready(load_policy(name, more.home), name, more);
    } catch (const std::runtime_error& error) {
        throw refused{ASSENT_INVALID_POLICY, error.what()};
    }
}

std::shared_ptr<audit_sink> record_of(const char* path, const audit_policy& policy) {
    if (path == nullptr) return nullptr;
    try {
        auto file = std::make_shared<audit_file>(std::filesystem::path(path), audit_file_options_of(policy));
        if (policy.durability == audit_durability::written) return file;
        return std::make_shared<queued_audit_sink>(std::move(file), audit_queue_options_of(policy));
    } catch (const std::runtime_error& error) {
        throw refused{ASSENT_NO_RECORD, error.what()};
    }
}

std::unique_ptr<assent_gate> open(const assent_options& options) {
    const std::string_view cwd = view_of(options.cwd);
    if (const auto why = options.cwd == nullptr ? std::string() : why_no_working_directory(cwd); !why.empty())
        throw refused{ASSENT_INVALID_ARGUMENT, "cwd: " + why};
    ready_policy ready = policy_of(options);
    auto record = record_of(options.audit, ready.basis->settings().audit);
    gate_options with{.rules = std::move(ready.rules),
                      .basis = std::move(ready.basis),
                      .callback = callback_of(options.callback, options.user_data),
                      .paths = std::make_shared<filesystem_path_resolver>(),
                      .repositories = std::make_shared<git_repository_settings>()};
    return std::make_unique<assent_gate>(cwd, std::move(with), std::move(record));
}

}  // namespace
}  // namespace assent::c

using namespace assent::c;

assent_gate* assent_gate_open(const assent_options* options, assent_error* error) noexcept {
    refused why{ASSENT_OK, {}};
    assent_gate* gate = nullptr;
    try {
        gate = open(known_options(options)).release();
    } catch (...) {
        why = caught();
    }
    if (error != nullptr) put(why, *error);
    return gate;
}

void assent_gate_free(assent_gate* gate) noexcept {
    if (gate != nullptr && gate->process == ::getpid()) delete gate;
}

const assent_verdict* assent_decide(assent_gate* gate, const char* call, std::size_t bytes) noexcept {
    return answered(gate, call, bytes, decide);
}

const assent_verdict* assent_explain(assent_gate* gate, const char* call, std::size_t bytes) noexcept {
    return answered(gate, call, bytes, explain);
}

void assent_verdict_free(const assent_verdict* verdict) noexcept {
    if (verdict != &no_memory_verdict) delete static_cast<const kept_verdict*>(verdict);
}

assent_status assent_answer_set_reason(assent_answer* answer, const char* text, std::size_t bytes) noexcept {
    return set_in(answer, [&] { answer->reason = checked_reason(required("reason", text, bytes)); });
}

assent_status assent_answer_set_input(assent_answer* answer, const char* json, std::size_t bytes) noexcept {
    return set_in(answer, [&] { answer->input = checked_input(required("input", json, bytes)); });
}

const char* assent_version() noexcept { return assent::version.data(); }

std::int32_t assent_abi_version() noexcept { return ASSENT_ABI_VERSION; }
