#include <assent/domain/programs/program_use.hpp>

#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"
#include "catalogue.hpp"
#include "command_options.hpp"
#include "small_languages.hpp"
#include "substitution.hpp"

#include <assent/domain/programs/git_settings.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace assent::programs {
namespace {

// Letters of either case name a resource of a cluster, and escapes do in `--raw`.
bool may_name_secret(std::string_view resource) {
    std::string small(resource);
    for (char& byte : small)
        if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
    return small.find("secret") != std::string::npos || small.find('%') != std::string::npos;
}

using namespace std::string_view_literals;
using word = shell_word;

// `repos/OWNER/NAME/pulls/1`: what GitHub tells there is what people and checks have said of commits. A
// repository itself has a token among its members, and `contents` are files.
// Source: docs.github.com/rest, 2022-11-28.
bool tells_of_work(std::string_view endpoint) noexcept {
    static constexpr word_list work{"issues"sv,   "pulls"sv,        "commits"sv,   "branches"sv,
                                    "tags"sv,     "compare"sv,      "labels"sv,    "comments"sv,
                                    "statuses"sv, "contributors"sv, "languages"sv, "milestones"sv,
                                    "releases"sv, "check-runs"sv};
    constexpr std::string_view repositories = "repos/";
    constexpr std::string_view odd = ":%@\\";
    if (endpoint.starts_with('/')) endpoint.remove_prefix(1);
    if (!endpoint.starts_with(repositories) || endpoint.find_first_of(odd) != endpoint.npos ||
        endpoint.find("..") != endpoint.npos || endpoint.find("//") != endpoint.npos)
        return false;
    for (int names = 0; names < 3; ++names) {
        const auto slash = endpoint.find('/');
        if (slash == endpoint.npos) return false;
        endpoint.remove_prefix(slash + 1);
    }
    return work.has(endpoint.substr(0, endpoint.find_first_of("/?")));
}

bool assigns(std::string_view text) noexcept {
    const auto equals = text.find('=');
    return equals != std::string_view::npos && equals > 0 && text.front() != '-';
}

// `%G?`, `%+GS`
bool asks_for_signature(std::string_view format) noexcept {
    for (auto at = format.find('%'); at != std::string_view::npos; at = format.find('%', at + 1)) {
        const auto end = format.find_first_not_of("+- ", at + 1);
        if (end != std::string_view::npos && format[end] == 'G') return true;
    }
    return false;
}

// `@host`, which has to be looked up.
bool names_host(std::string_view socket) noexcept {
    const auto host = socket.find('@');
    return host != std::string_view::npos &&
           socket.find_first_not_of("0123456789.:[]", host + 1) != std::string_view::npos;
}

// `%n`, `%-5n`
// `10,+5:FILE`, `/a/,/b/:FILE`, `:FUNCTION:FILE` of git. \return the file; the text: it is none of these
std::string_view file_of_lines(std::string_view text) noexcept {
    auto rest = text;
    const auto behind = [&rest](char mark) {
        std::size_t place = 1;
        while (place < rest.size() && rest[place] != mark) place += rest[place] == '\\' ? 2U : 1U;
        rest.remove_prefix(std::min(place + (mark == '/' ? 1U : 0U), rest.size()));
    };
    const auto place_in_file = [&] {
        if (rest.starts_with('^')) rest.remove_prefix(1);
        if (rest.starts_with('/')) return behind('/');
        if (rest.starts_with('+') || rest.starts_with('-')) rest.remove_prefix(1);
        rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
    };
    if (rest.starts_with(':')) {
        behind(':');
    } else {
        place_in_file();
        if (rest.starts_with(',')) {
            rest.remove_prefix(1);
            place_in_file();
        }
    }
    return rest.size() > 1 && rest.front() == ':' ? rest.substr(1) : text;
}

// `HEAD~3`, `@{u}`: the name of a commit, and hardly of a file.
bool names_head(std::string_view text) noexcept {
    const bool at = text.starts_with('@');
    if (!at && !text.starts_with("HEAD")) return false;
    text.remove_prefix(at ? 1 : 4);
    if (!at && !text.empty() && "~^@"sv.find(text.front()) == text.npos) return false;
    return std::ranges::all_of(text, [](char byte) {
        return digit(byte) || (lower_case(byte) >= 'a' && lower_case(byte) <= 'z') ||
               "~^@{}"sv.find(byte) != std::string_view::npos;
    });
}

bool sets_by_format(std::string_view format) noexcept {
    for (auto sign = format.find('%'); sign != std::string_view::npos; sign = format.find('%', sign + 1)) {
        sign = format.find_first_not_of("0123456789.+-# '*$hlLqjzt", sign + 1);
        if (sign == std::string_view::npos) return false;
        if (format[sign] == 'n') return true;
    }
    return false;
}

bool may_run(std::string_view setting, std::string_view becomes) {
    return reach_of_git_setting(setting, becomes) != setting_reach::nowhere;
}

// What people and programs put before the names of branches, with a `/`.
constexpr std::string_view branch_beginnings[] = {
    "origin",   "upstream",   "refs",     "heads",  "remotes",  "tags",    "feature",
    "features", "feat",       "fix",      "fixes",  "bug",      "bugfix",  "hotfix",
    "wip",      "release",    "releases", "chore",  "refactor", "task",    "pr",
    "issue",    "dependabot", "renovate", "claude", "codex",    "copilot", "cursor",
};

// Whether git's `checkout` surely takes it for a branch or a revision, and not for a path.
bool names_branch(std::string_view text) noexcept {
    if (text == "-") return true;
    const auto usual = [](char byte) {
        return detail::name_letter(byte) || "-/.@{}^~"sv.find(byte) != std::string_view::npos;
    };
    if (text.empty() || !std::ranges::all_of(text, usual) || text.find("..") != text.npos) return false;
    const auto name = text.substr(0, text.find_first_of("@^~"));
    if (name.empty()) return text.front() == '@';
    if (name.front() == '.' || name.front() == '/' || name.back() == '/' || name.back() == '.') return false;
    const auto slash = name.find('/');
    if (slash != name.npos &&
        std::ranges::find(branch_beginnings, name.substr(0, slash)) == std::end(branch_beginnings))
        return false;
    // `a.md` and `Makefile` are files; `v1.2`, `1.x` and `HEAD` are none.
    const auto dot = name.rfind('.');
    if (dot != name.npos && !(name[dot + 1] >= '0' && name[dot + 1] <= '9') && name.substr(dot) != ".x")
        return false;
    const bool capital = name.front() >= 'A' && name.front() <= 'Z';
    return !capital || name.ends_with("HEAD") || name.find_first_of("-_/0123456789") != name.npos;
}

// What HTTP calls safe, and what FTP has that changes nothing.
constexpr word_list reading_methods{"GET"sv, "HEAD"sv, "OPTIONS"sv, "STAT"sv,
                                    "PWD"sv, "NOOP"sv, "SYST"sv,    "FEAT"sv};

bool prints_there(std::string_view path) noexcept { return path == "/dev/stdout" || path == "/dev/stderr"; }

// The file that it names: `@file`, `name=@file`, `name@file`, `name=<file`, `file://file`; empty: none.
std::string_view file_of_data(std::string_view text) noexcept {
    for (const std::string_view scheme : {"file://", "fileb://"})
        if (text.starts_with(scheme)) return text.substr(scheme.size());
    const auto name_end = std::min(text.find_first_of("@=\"{ \n"), text.size());
    auto rest = text.substr(name_end);
    if (rest.starts_with("=@") || rest.starts_with("=<")) rest.remove_prefix(1);
    return rest.starts_with('@') || rest.starts_with('<') ? rest.substr(1) : std::string_view();
}

// A word that the shell makes, whole or from its first letter on.
bool begins_unknown(const word& in, std::string_view text) noexcept {
    return !in.known && (text.empty() || std::string_view("$`~*?[{").find(text.front()) != text.npos);
}

// `-x`
std::string_view letter_name(char letter) noexcept {
    static constexpr auto names = [] {
        std::array<std::array<char, 2>, 256> made{};
        for (std::size_t byte = 0; byte < made.size(); ++byte) made[byte] = {'-', static_cast<char>(byte)};
        return made;
    }();
    return {names[static_cast<unsigned char>(letter)].data(), 2};
}

// What begins here belongs to another program.
bool ends_options(part_kind kind) noexcept {
    return kind == part_kind::script || kind == part_kind::task || kind == part_kind::program ||
           kind == part_kind::shells || kind == part_kind::either;
}

}  // namespace

class program_use::reader {
public:
    reader(program_use& use, std::span<const word> run, command_options* options) noexcept
        : use_(use), run_(run), options_(options) {}

    void read(const known_program* program) {
        go_to(*program);
        at_ = 1;
        while (form_->takes_subcommand() && read_to_subcommand()) {
            from_ = at_;
            const auto* inner = run_[at_].known ? program->subcommand(run_[at_].text) : nullptr;
            const bool other = inner == nullptr && run_[at_].known && !use_.unclear_;
            if (other) inner = program->subcommand("*");
            if (inner == nullptr) {
                doubt();
                // It may be the value of an option before it.
                if (!use_.unclear_) {
                    if (options_ != nullptr) options_->unknown_subcommand(at_);
                    break;
                }
                ++at_;
                continue;
            }
            program = inner;
            if (!form_->options_go_on()) outer_.clear();
            if (form_->options_go_on()) outer_.push_back(form_);
            go_to(*program);
            subcommand_ = at_;
            if (!other || !takes_word_itself(*program)) ++at_;
        }
        if (!form_->takes_subcommand()) read_rest();
        if (!tries_) add_losses();
        for (const auto& pair : form_->pairs())
            if (letters_seen_.find(pair.first) != letters_seen_.npos &&
                letters_seen_.find(pair.second) != letters_seen_.npos)
                add(pair.does);
        const bool alone =
            operands_ == 0 && many_.empty() && !std::ranges::any_of(use_.parts_, &assigns_before);
        if (listing_ || (alone && form_->without_operands() == effect::looks))
            use_.does_ = use_.does_ | effect::looks;
        else
            use_.does_ = use_.does_ | does_of_row();
        if (alone && form_->without_operands()) use_.does_ = use_.does_ | *form_->without_operands();
        if (keeps_) keep_files();
        // Which of the words is the script?
        if (use_.unclear_ && takes_script()) add(effect::evaluates);
        // Settings of the user, or of a file, hold elsewhere, too.
        const bool of_others =
            has(use_.does_, effect::outside) || std::ranges::any_of(use_.parts_, &part::of_option);
        if (sets_ && of_others) add(effect::loads);
        note_subcommand();
    }

private:
    using value = option_form::value;

    static bool has(effect does, effect one) noexcept { return any(does & one); }

    // `git clean` loses work, which git is not for, and `aws configure export-credentials` tells keys.
    void note_subcommand() {
        if (subcommand_ == 0 || has(use_.does_, effect::looks)) return;
        const auto grave = use_.does_ & use_.row().does & (effect::destroys | effect::secrets);
        if (without(grave, use_.program_->row().does) == effect::reads) return;
        from_ = at_ = subcommand_;
        note_doubt(use_.doubtful_);
    }

    void go_to(const known_program& program) {
        use_.read_by_ = &program;
        form_ = &program.form();
    }

    // An option has it look only. It has to stand where the program surely takes it for that: before the
    // operands, and not where it may be a value. One that tells the version stands alone, and so does one of
    // a program that runs others, but for what that is about: `bash -ni x` runs x.
    void begin_listing(std::string_view option) {
        constexpr std::array versions{std::string_view("--version"), std::string_view("-version"),
                                      std::string_view("-V"), std::string_view("-v")};
        const bool version = std::ranges::find(versions, option) != versions.end();
        const bool first = option.empty() || (operands_ == 0 && many_.empty());
        const bool runs = any(use_.row().does & effect::runs);
        const auto behind = run_[at_].text.substr(std::min(option.size(), run_[at_].text.size()));
        const bool with_others = !option.empty() && !behind.empty() && behind.front() != '=';
        if (!first || (version && run_.size() > 2) || (runs && (run_.size() > 3 || with_others)))
            doubt();
        else
            listing_ = true;
    }

    static bool assigns_before(const part& each) { return each.kind == part_kind::assign; }
    // Words that name another program are what it does: `env` shows all variables where it has none.
    [[nodiscard]] effect does_of_row() const noexcept {
        const auto does = runs_words_ ? without(use_.row().does, effect::secrets) : use_.row().does;
        if (only_asks()) return without(does, effect::sends);
        return keeps_ ? without(does, effect::destroys) : does;
    }
    // `git rm --cached`: of what its words name nothing is removed.
    void keep_files() {
        use_.does_ = without(use_.does_, effect::deletes);
        for (part& each : use_.parts_)
            if (each.kind == part_kind::remove) each.kind = part_kind::name;
    }

    // A request that only reads, where the program makes others, too.
    [[nodiscard]] bool only_asks() const noexcept {
        const auto chooses = [](const option_form& option) {
            return option.of_value.kind == part_kind::method;
        };
        return has(use_.row().does, effect::sends) && !posts_ && (asks_ || !fields_) &&
               std::ranges::any_of(form_->options(), chooses);
    }

    [[nodiscard]] bool takes_script() const {
        return std::ranges::any_of(form_->operands(), [](const operand_form& each) {
            return each.kind == part_kind::sed || each.kind == part_kind::awk || each.kind == part_kind::sql;
        });
    }

    // An option that the row does not have; the next word may be its value.
    void unknown_option() {
        use_.unclear_ = true;
        note_unlisted();
        doubt();
        // It may have code for a value.
        add(form_->options_add() & effect::evaluates);
    }
    void note_unlisted() {
        if (options_ != nullptr) options_->not_listed(at_);
    }
    // What options have it lose.
    void add_losses() {
        const auto [from, last] = std::pair(from_, at_);
        for (const auto& lost : losses_) {
            from_ = lost.from;
            at_ = lost.last;
            add(lost.does);
        }
        from_ = from;
        at_ = last;
    }
    // Of the words from from_ to at_.
    void doubt() {
        note_doubt(use_.doubtful_);
        note_doubt(use_.unlisted_);
    }
    void note_doubt(boost::container::small_vector_base<std::size_t>& words) {
        for (std::size_t each = from_; each <= at_ && each < run_.size(); ++each) words.push_back(each);
    }
    void add(effect does) {
        use_.does_ = use_.does_ | does;
        if (without(does, use_.row().does | form_->covers() | manners) != effect::reads)
            note_doubt(use_.doubtful_);
    }

    // \return whether a subcommand stands at at_
    bool read_to_subcommand() {
        for (; at_ < run_.size(); ++at_) {
            if (!is_option(run_[at_])) return true;
            option();
        }
        return false;
    }

    [[nodiscard]] static bool is_option(const word& each) noexcept {
        return each.text.size() > 1 && each.text.front() == '-' && each.text != "--";
    }

    // `echo "--- x"`
    [[nodiscard]] bool is_text(const word& each) const {
        return use_.row().style == option_style::few &&
               !std::ranges::all_of(each.text.substr(1),
                                    [&](char letter) { return find_letter(letter) != nullptr; });
    }

    void read_rest() {
        if (use_.row().style == option_style::bare && at_ < run_.size() && !is_option(run_[at_]) &&
            run_[at_].text != "--") {
            from_ = at_;
            if (!bare_letters()) unknown_option();
            ++at_;
        }
        for (; at_ < run_.size(); ++at_) {
            const word& each = run_[at_];
            if (is_option(each) && !is_text(each)) {
                option();
            } else if (each.text == "--" && each.known && use_.row().style != option_style::words) {
                if (options_ != nullptr) options_->ends(at_);
                ++at_;
                behind_dashes_ = true;
                break;
            } else if ((each.text.starts_with('+') || each.text.starts_with('@')) && odd_beginning(each)) {
                continue;
            } else if (!key(each) && operand()) {
                return;
            }
        }
        for (; at_ < run_.size(); ++at_)
            if (operand()) return;
        finish_operands();
    }

    // `if=FILE` of dd
    bool key(const word& each) {
        const auto equals = each.text.find('=');
        if (use_.row().style != option_style::words || equals == each.text.npos) return false;
        const auto* const option = form_->name(each.text.substr(0, equals)).option;
        if (option == nullptr) return false;
        from_ = at_;
        use(*option, each.text.substr(equals + 1));
        return true;
    }

    // `+%s`, `@file`
    bool odd_beginning(const word& each) {
        const auto* const found = form_->name(each.text.substr(0, 1)).option;
        if (found == nullptr) return false;
        from_ = at_;
        if (const auto whole = form_->name(each.text); listed_in_full(whole) == sure::yes && each.known)
            add(whole.option->does);
        add(found->does);
        take(found->of_value, each.text.substr(1));
        return true;
    }

    void take(const operand_form& kind, std::string_view text) {
        // What is written there is nowhere, or printed.
        if (kind.kind == part_kind::write && text == "/dev/null")
            return add(kind.replaces ? effect::destroys : effect::reads);
        if (kind.kind == part_kind::write && !kind.replaces && prints_there(text)) return;
        if (kind.does == effect::looks)
            begin_listing({});
        else
            add(kind.does);
        part_of(kind.kind, at_, text);
    }

    void part_of(part_kind kind, std::size_t at, std::string_view text) {
        const bool readable = at >= run_.size() || run_[at].known;
        switch (kind) {
            case part_kind::text: return;
            case part_kind::mode:
                if (loosening_mode(text)) add(effect::rights);
                return;
            case part_kind::sed:
                if (!readable) add(unknown_script(text));
                return files_of(read_sed_script(text));
            case part_kind::awk:
                if (!readable) add(unknown_script(text));
                if (awk_program_names_operands(text)) add(effect::outside);
                return files_of(read_awk_program(text));
            case part_kind::write:
                // strace takes `|program` for a file, gs `%pipe%program`.
                if (text.starts_with('|') || text.starts_with('!') || text.starts_with("%pipe%"))
                    add(effect::evaluates);
                use_.parts_.push_back({kind, at, text});
                return;
            case part_kind::image:
                if (!readable || text.find_first_of(":|@") != text.npos) add(effect::evaluates);
                use_.parts_.push_back({part_kind::write, at, text});
                return;
            case part_kind::built_in:
                if (!readable || text.find_first_of("./:") != text.npos) add(effect::loads);
                return;
            case part_kind::printf:
                if (sets_by_format(text)) add(effect::evaluates);
                return;
            case part_kind::lines:
                use_.parts_.push_back({part_kind::object, at, readable ? file_of_lines(text) : text});
                return;
            case part_kind::revision:
                if (!readable || !names_head(text)) add(effect::mixes);
                return;
            case part_kind::list: use_.parts_.push_back({part_kind::read, at, text}); break;
            case part_kind::url: return url(at, text);
            case part_kind::endpoint:
                if (!readable || !tells_of_work(text)) kind = part_kind::address;
                break;
            case part_kind::parameter:
                if (text.find("file") == text.npos && !begins_unknown(run_[at], text)) return;
                [[fallthrough]];
            case part_kind::data: return data(at, text);
            case part_kind::item: {
                // `name:value`, `name==value`
                const auto mark = std::min(text.find_first_of(":=@"), text.size());
                const auto sign = text.substr(mark, 2);
                const bool sent = !sign.starts_with(':') && sign != "==";
                if (sent || sign == ":=") add(effect::sends);
                return data(at, sign == "==" ? text.substr(mark + 1) : text);
            }
            case part_kind::columns:
                if (const auto told = text.substr(text.starts_with('=') ? 1 : 0);
                    told == "wide" || told == "name")
                    return;
                add(effect::outside);
                [[fallthrough]];
            case part_kind::layout: {
                const auto mark = text.find("file=");
                if (text.starts_with('@') || mark != text.npos)
                    use_.parts_.push_back(
                        {part_kind::read, at, text.substr(mark == text.npos ? 1 : mark + 5)});
                // Newer ones of curl write there.
                if (text.find("%output") != text.npos) doubt();
                return;
            }
            case part_kind::resource:
                if (!readable || may_name_secret(text)) add(effect::secrets);
                return;
            case part_kind::socket:
                if (!readable || names_host(text)) add(effect::fetches);
                if (text.find_first_of(":@") == text.npos) use_.parts_.push_back({part_kind::name, at, text});
                return;
            case part_kind::jq:
                if (!readable) return add(effect::evaluates);
                add(jq_filter_does(text));
                break;
            case part_kind::yq:
                if (!readable) return add(effect::evaluates);
                add(yq_expression_does(text));
                return;
            case part_kind::plist:
                if (!readable || (text != "Print" && !text.starts_with("Print :")) ||
                    text.find(';') != text.npos)
                    add(effect::writes);
                return;
            case part_kind::go_template:
                // It is a service that tells it.
                add(readable && shows_state_alone(text) ? effect::fetches | effect::served : effect::secrets);
                return;
            case part_kind::sql: add(readable ? sql_does(text) : effect::evaluates); return;
            case part_kind::format:
                // Of ps, the environment.
                if (text.find("environ") != std::string_view::npos) add(effect::secrets);
                // `%G?` asks a program for the signature.
                if (!readable || text.find("signature") != std::string_view::npos || asks_for_signature(text))
                    add(effect::runs);
                if (text.find(":expand") != std::string_view::npos) add(effect::evaluates);
                return add(readable && (text == "%h" || text == "%H") ? effect::hashes : effect::mixes);
            case part_kind::setting:
                // `git config edit`
                if (text.find('.') == std::string_view::npos) add(effect::loads);
                if (!readable) return;
                if (programs::holds_token(text)) add(effect::secrets);
                setting_ = text;
                break;
            case part_kind::setting_value:
                sets_ = true;
                if (may_run(setting_, readable ? text : any_setting_value)) add(effect::loads);
                break;
            case part_kind::configuration: {
                const auto equals = text.find('=');
                const auto becomes = equals == text.npos ? "true" : text.substr(equals + 1);
                if (may_run(text.substr(0, equals), readable ? becomes : any_setting_value))
                    add(effect::loads);
                break;
            }
            case part_kind::branch:
                if (!behind_dashes_ && readable && names_branch(text)) return;
                add(effect::destroys);
                kind = part_kind::pathspec;
                break;
            case part_kind::method:
                asks_ = readable && reading_methods.has(text);
                posts_ = posts_ || !asks_;
                if (!asks_) add(effect::sends);
                if (has(use_.row().does, effect::sends) && (text == "DELETE" || !readable))
                    add(effect::destroys);
                return;
            case part_kind::field:
                fields_ = true;
                // `@file`
                if (const auto equals = text.find('=');
                    equals != text.npos && text.substr(equals + 1).starts_with('@'))
                    use_.parts_.push_back({part_kind::read, at, text.substr(equals + 2)});
                return;
            case part_kind::refspec:
                if (text.starts_with('+')) add(effect::destroys);
                if (text.starts_with(':') && text.size() > 1) add(effect::deletes);
                return;
            case part_kind::make:
                // A variable decides what the rules of the file run.
                if (assigns(text)) add(effect::evaluates);
                if (!delivers(text)) return;
                break;
            case part_kind::task: kind = part_kind::script; break;
            default: break;
        }
        use_.parts_.push_back({kind, at, text});
    }

    void url(std::size_t at, std::string_view text) {
        use_.parts_.push_back({part_kind::address, at, text});
        const auto scheme_end = text.find(':');
        if (scheme_end == text.npos) return;
        std::string scheme(text.substr(0, scheme_end));
        std::ranges::transform(scheme, scheme.begin(), lower_case);
        // curl expands these there, too.
        if (scheme.find_first_of("{[") != scheme.npos) return doubt();
        auto rest = text.substr(scheme_end + 1);
        if (scheme != "file") {
            constexpr word_list reading{"http"sv, "https"sv, "ftp"sv, "ftps"sv};
            if (rest.starts_with("//") && !reading.has(scheme)) add(effect::sends);
            return;
        }
        if (rest.starts_with("//")) rest.remove_prefix(std::min(rest.find('/', 2), rest.size()));
        // `%2e`, `[1-20]`
        if (rest.find_first_of("%[") != rest.npos) doubt();
        const bool pattern = rest.find_first_of("{[*?") != rest.npos;
        use_.parts_.push_back({pattern ? part_kind::glob : part_kind::read, at, rest});
    }

    // `@a,b` may be two files, with quotes and with a type behind `;`.
    void data(std::size_t at, std::string_view text) {
        const bool hidden = at < run_.size() && begins_unknown(run_[at], text);
        auto file = file_of_data(text);
        if (!file.empty() || hidden) add(effect::sends);
        if (file.empty() || file == "-") return;
        use_.parts_.push_back({part_kind::read, at, file});
        for (auto end = file.find_first_of(",;\""); end != file.npos; end = file.find_first_of(",;\"")) {
            if (end > 0) use_.parts_.push_back({part_kind::read, at, file.substr(0, end)});
            file.remove_prefix(end + 1);
            if (file.find_first_of(",;\"") == file.npos && !file.empty())
                use_.parts_.push_back({part_kind::read, at, file});
        }
    }

    // The files that a script names are parts of the word that it is.
    void files_of(const script_reading& reading) {
        if (!reading.known) add(effect::evaluates);
        const std::size_t parts = use_.parts_.size();
        for (const auto& file : reading.files)
            take({.kind = file.writes ? part_kind::write : part_kind::read,
                  .does = file.writes ? effect::writes : effect::reads},
                 file.path);
        for (std::size_t part = parts; part < use_.parts_.size(); ++part) use_.parts_[part].of_option = true;
    }

    // What is put into a text that has a form of its own, `s/$a/$b/`, seldom gives it another one.
    static effect unknown_script(std::string_view text) noexcept {
        return text.empty() || text.front() == '$' || text.front() == '`' ? effect::evaluates : effect::runs;
    }

    // `-j$(nproc)`: what may print nothing is the value of an option that needs none.
    [[nodiscard]] bool is_glued_number(const word& each) const {
        constexpr std::size_t behind_letter = 2;
        if (!each.number || place_of_substitution(each.text) != behind_letter) return false;
        if (each.text.size() != behind_letter + detail::substitution_mark.size()) return false;
        const auto* const option = find_letter(each.text[1]);
        return use_.row().style != option_style::words && option != nullptr &&
               option->takes == value::optional;
    }

    // The option at at_, with its value.
    void option() {
        const word& each = run_[at_];
        from_ = at_;
        if (options_ != nullptr) options_->add_written(at_);
        // Its name is what the shell makes of it.
        const auto name_end = std::min(each.text.find('='), each.text.size());
        if (!each.known && !is_glued_number(each) &&
            each.text.substr(0, name_end).find_first_of("$*?[{") != std::string_view::npos)
            return unknown_option();
        if (use_.row().style == option_style::words) return named(each.text, true);
        if (each.text.starts_with("--")) return named(each.text, false);
        letters(each.text.substr(1), false);
    }

    void named(std::string_view text, bool words) {
        const auto equals = text.find('=');
        const auto name = text.substr(0, equals);
        auto found = find(name);
        // `-name` and `--name` are the same to many programs whose options are words.
        if (listed_in_full(found) != sure::yes && words && name.starts_with("--"))
            if (const auto single = find(name.substr(1)); listed_in_full(single) > listed_in_full(found))
                found = single;
        if (found.option == nullptr && words && form_->numbers() && is_digits(text.substr(1))) return;
        if (found.option == nullptr && (text == "--help" || text == "--version")) {
            const auto own = use_.program_->form().name(text);
            return listed_in_full(own) == sure::yes ? use(*own.option, std::nullopt) : void();
        }
        if (const auto* const glued = found.option == nullptr ? form_->glued(text) : nullptr)
            return take_option(glued->name, true, *glued, text.substr(glued->name.size()));
        if (found.option == nullptr) return unknown_option();
        if (found.shortened) doubt();
        take_option(found.option->name, !found.shortened, *found.option,
                    equals == std::string_view::npos ? std::nullopt : std::optional(text.substr(equals + 1)));
    }

    enum class sure : unsigned char { no, begins, yes };
    static sure listed_in_full(const row_form::named& found) noexcept {
        if (found.option == nullptr) return sure::no;
        return found.shortened ? sure::begins : sure::yes;
    }

    // Options of the program may stand behind its subcommand, too.
    [[nodiscard]] row_form::named find(std::string_view name) const {
        auto best = form_->name(name);
        for (const auto* const outer : outer_)
            if (const auto own = outer->name(name); listed_in_full(own) > listed_in_full(best)) best = own;
        return best;
    }
    [[nodiscard]] const option_form* find_letter(char letter) const {
        const auto* option = form_->letter(letter);
        for (const auto* const outer : outer_)
            if (option == nullptr) option = outer->letter(letter);
        return option;
    }
    [[nodiscard]] bool names_option(std::string_view text) const {
        if (text.size() < 2 || text.front() != '-') return false;
        const bool letters = text[1] != '-' && use_.row().style != option_style::words;
        return find(text.substr(0, text.find('='))).option != nullptr ||
               (letters && find_letter(text[1]) != nullptr);
    }

    // \param given  the value that stands in the same word
    void take_option(std::string_view name, bool in_full, const option_form& option,
                     std::optional<std::string_view> given) {
        const auto place = at_;
        use(option, given);
        if (options_ == nullptr) return;
        const bool script = option.takes == value::needed && option.of_value.kind == part_kind::script;
        const auto value_end = given ? place : script ? place + 1 : at_;
        options_->add(name, place, given, value_end, in_full);
        if (script) options_->runs_from(value_end, false);
    }

    void use(const option_form& option, std::optional<std::string_view> given) {
        constexpr auto losing = effect::deletes | effect::destroys;
        if (has(option.does, effect::looks)) {
            begin_listing(option.name);
            tries_ = tries_ || (listing_ && has(option.does, effect::keeps));
        } else {
            keeps_ = keeps_ || has(option.does, effect::keeps);
            add(without(option.does, losing | effect::keeps));
            if (has(option.does, losing)) losses_.push_back({from_, at_, option.does & losing});
        }
        if (option.replaces && !replaced_) {
            replaced_ = true;
            ++operands_;
        }
        if (option.takes == value::none) {
            if (given) doubt();
            return;
        }
        // What it does without a value it does to a file, or with a program, of its own choice.
        if (!given && option.takes == value::optional)
            return add(option.of_value.does |
                       (names_program(option.of_value.kind) ? effect::evaluates : effect::reads) |
                       (option.of_value.kind == part_kind::write ? effect::scatters : effect::reads));
        if (!given) {
            if (++at_ >= run_.size()) return doubt();
            if (option.of_value.kind == part_kind::program_to_end) return program_to_end();
            given = run_[at_].text;
            // Some programs take no option for a value.
            if (names_option(*given)) doubt();
        }
        const std::size_t parts = use_.parts_.size();
        if (names_program(option.of_value.kind)) doubt();
        take(option.of_value, *given);
        const bool behind = given->data() == run_[at_].text.data();
        while (behind && option.of_value.many && at_ + 1 < run_.size() && !is_option(run_[at_ + 1]))
            take(option.of_value, run_[++at_].text);
        // `make -f -`: what that file has stands in the same line.
        if (((option.does | option.of_value.does) & (effect::runs | effect::leads)) != effect::reads &&
            names_standard_input(*given))
            add(effect::evaluates);
        if (at_ + option.more_values >= run_.size() && option.more_values > 0) doubt();
        at_ += option.more_values;
        if (option.more_values > 0 && at_ < run_.size() && option.last_value.kind != part_kind::text)
            take(option.last_value, run_[at_].text);
        for (std::size_t each = parts; each < use_.parts_.size(); ++each) use_.parts_[each].of_option = true;
        // All words behind are the script's: `python -m pytest -c x`.
        if (option.of_value.kind == part_kind::script) at_ = run_.size();
    }

    void program_to_end() {
        doubt();
        use_.parts_.push_back({part_kind::program_to_end, at_, run_[at_].text, true});
        while (at_ < run_.size() && run_[at_].text != ";" && run_[at_].text != "+") ++at_;
    }

    // `-xvf FILE`. \param bare  no dash stands before them: values are the next words, in their order
    void letters(std::string_view cluster, bool bare) {
        const auto whole = run_[at_].text;
        if (!bare && form_->numbers() && is_digits(cluster)) return;
        for (std::size_t each = 0; each < cluster.size(); ++each) {
            const auto* const own = bare ? form_->name(cluster.substr(each, 1)).option : nullptr;
            const auto* const found = own != nullptr ? own : find_letter(cluster[each]);
            if (found == nullptr && each == 0 && !bare) {
                const auto* const beginning = form_->name(whole).option;
                if (beginning != nullptr && beginning->name.size() > 1)
                    return take_option(beginning->name, true, *beginning, std::nullopt);
            }
            if (found == nullptr) return unknown_option();
            // What is behind may be letters to another program of that name.
            if (!form_->pairs().empty() && !bare && each == 0 && cluster.find(',') == cluster.npos)
                letters_seen_ += cluster;
            const bool last = each + 1 == cluster.size();
            const auto name = letter_name(cluster[each]);
            if (found->takes == value::none || bare || use_.row().style == option_style::behind) {
                take_option(name, true, *found, std::nullopt);
                continue;
            }
            return take_option(name, true, *found,
                               last ? std::nullopt : std::optional(cluster.substr(each + 1)));
        }
    }

    bool bare_letters() {
        const word& each = run_[at_];
        if (!each.known) return false;
        for (const char letter : each.text)
            if (form_->letter(letter) == nullptr && form_->name({&letter, 1}).option == nullptr) return false;
        const auto at = at_;
        letters(each.text, true);
        return at_ >= at;
    }

    // \return whether all words from there on belong to it
    bool operand() {
        from_ = at_;
        const auto& kinds = form_->operands();
        if (operands_ < kinds.size()) {
            auto next = kinds[operands_];
            if (next.kind == part_kind::assign) {
                if (assigns(run_[at_].text)) {
                    use_.parts_.push_back({part_kind::assign, at_, run_[at_].text});
                    return false;
                }
                if (++operands_ == kinds.size()) {
                    many_.push_back(at_);
                    return false;
                }
                next = kinds[operands_];
            }
            if (ends_options(next.kind)) {
                const bool reads_on = next.kind != part_kind::script && next.kind != part_kind::shells;
                if (options_ != nullptr) options_->runs_from(at_, reads_on);
                runs_words_ = true;
                ++operands_;
                take(next, run_[at_].text);
                return true;
            }
            if (!next.many) {
                ++operands_;
                take_operand(next);
                return false;
            }
        }
        many_.push_back(at_);
        return false;
    }

    // `{-o,x}`, `{,-o}`, `{$x,y}`: what braces make may begin with a dash.
    static bool may_be_option(std::string_view braces) noexcept {
        for (std::size_t place = 1; place < braces.size(); ++place)
            if (braces[place] == '-' && std::string_view("{,}.").find(braces[place - 1]) != braces.npos)
                return true;
        return braces.find_first_of("$`*?[~\\") != braces.npos;
    }

    void take_operand(const operand_form& kind) {
        const word& each = run_[at_];
        if (!each.known && each.text.size() > 2 && each.text.front() == '{' && may_be_option(each.text))
            return doubt();
        // `yq eval '.a'`: the expression is the next one.
        if (kind.kind == part_kind::yq &&
            (each.text == "e" || each.text == "eval" || each.text == "ea" || each.text == "eval-all")) {
            --operands_;
            return;
        }
        auto taken = kind;
        if (listing_) taken.does = without(taken.does, effect::deletes | effect::writes);
        take(taken, each.text);
    }

    // Those behind the first `KIND*`.
    void finish_operands() {
        const auto& kinds = form_->operands();
        const auto count = kinds.size();
        const std::size_t behind = operands_ + 1 < count ? count - operands_ - 1 : 0;
        for (std::size_t each = 0; each < many_.size(); ++each) {
            from_ = at_ = many_[each];
            if (operands_ >= count) return doubt();
            const std::size_t left = many_.size() - each;
            take_operand(kinds[left > behind ? operands_ : count - left]);
        }
    }

    program_use& use_;
    std::span<const word> run_;
    command_options* options_;  // null: nobody asks for them
    const row_form* form_ = nullptr;
    // Of the programs whose subcommand it is, where their options go on.
    boost::container::small_vector<const row_form*, 3> outer_;
    std::size_t from_ = 0;  // where the option or operand that is read begins
    std::size_t at_ = 0;
    std::size_t operands_ = 0;
    bool replaced_ = false;
    bool listing_ = false;      // an option makes it look only
    std::string letters_seen_;  // for options of two letters
    bool runs_words_ = false;   // the words from here on are another program's
    bool asks_ = false;         // with a method that only reads
    bool posts_ = false;        // with another one
    bool fields_ = false;       // which it posts unless a method says otherwise
    bool keeps_ = false;        // an option makes it lose nothing
    bool tries_ = false;        // it only tells what it would do
    struct loss {
        std::size_t from;
        std::size_t last;
        effect does;
    };
    boost::container::small_vector<loss, 1> losses_;
    bool behind_dashes_ = false;
    std::size_t subcommand_ = 0;  // the last one; 0: there is none
    std::string_view setting_;    // of git's, which it speaks of
    bool sets_ = false;           // and changes
    boost::container::small_vector<std::size_t, 8> many_;
};

bool delivers(std::string_view name) noexcept {
    static constexpr word_list words{"deploy"sv, "publish"sv};
    static constexpr byte_set joints(":-_.");
    name = detail::base_name(name);
    while (!name.empty()) {
        const auto* const joint = std::ranges::find_if(name, [](char byte) { return joints.has(byte); });
        const auto end = static_cast<std::size_t>(joint - name.begin());
        if (words.has(name.substr(0, end))) return true;
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return false;
}

program_use::program_use(std::span<const word> run, command_options* options) {
    if (run.empty() || !run.front().known) return;
    program_ = find_program(run.front().text);
    if (program_ == nullptr) return;
    reader(*this, run, options).read(program_);
    if (!std::ranges::is_sorted(doubtful_)) std::ranges::sort(doubtful_);
    doubtful_.erase(std::unique(doubtful_.begin(), doubtful_.end()), doubtful_.end());
}

const program_row& program_use::row() const noexcept { return read_by_->row(); }

std::string_view program_use::row_names() const noexcept { return row().names; }

std::string program_use::option_to_leave_out(std::string_view name, bool folder) const {
    if (!known()) return {};
    const auto& options = read_by_->form().options();
    const auto of = [&](part_kind kind) {
        return std::ranges::find(options, kind, [](const option_form& each) { return each.of_value.kind; });
    };
    if (const auto except = of(folder ? part_kind::except_folder : part_kind::except);
        except != options.end())
        return std::string(except->name).append("=").append(name);
    if (const auto choice = of(part_kind::choice); choice != options.end())
        return std::string(choice->name).append(" '!").append(name).append("'");
    const auto takes_pathspecs = [](const operand_form& each) { return each.kind == part_kind::pathspec; };
    if (std::ranges::none_of(read_by_->form().operands(), takes_pathspecs)) return {};
    return pathspec_to_leave_out(name, folder);
}

std::string pathspec_to_leave_out(std::string_view name, bool folder) {
    return std::string("'")
        .append(excluding_pathspec)
        .append(name)
        .append(folder ? all_below : "")
        .append("'");
}

effect program_use::row_adds(bool options) const noexcept {
    const auto& form = read_by_->form();
    return without(options ? form.options_add() : form.operands_add(),
                   effect::looks | without(manners, effect::outside));
}

effect program_use::beyond() const noexcept {
    return without(does_, row().does | read_by_->form().covers() | effect::looks | manners);
}

}  // namespace assent::programs
