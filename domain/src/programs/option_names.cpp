#include "option_names.hpp"

#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"

#include <algorithm>
#include <cstddef>

namespace assent::programs {
namespace {

// Of the programs that rules which deny are mostly about. From the manuals of git 2.39, coreutils 9.1, curl
// 7.88, Docker 24, kubectl 1.28, npm 9, pip 23, OpenTofu 1.6 and Debian 12.
// clang-format off
struct program_options {
    std::string_view programs;  // `git push`, `docker|podman rm`: its first operands are the subcommand
    // `-f|--force -D=-d+-f`: names of the same, blanks, and what one is short for; `=`: its operands are
    // options, `NAME=VALUE`
    std::string_view options;
};
constexpr program_options all_options[] = {
    {"rm|grm", "-r|-R|--recursive -f|--force -d|--dir -v|--verbose"},
    {"cp|gcp", "-r|-R|--recursive -a|--archive"},
    {"cp|gcp|mv|gmv|ln|gln", "-f|--force -t|--target-directory -n|--no-clobber"},
    {"ln|gln", "-s|--symbolic"},
    {"chmod|gchmod|chown|gchown|chgrp|gchgrp", "-R|--recursive -f|--silent|--quiet -v|--verbose"},
    {"dd|gdd", "="},
    {"shred|gshred", "-u|--remove"},
    {"truncate|gtruncate", "-s|--size"},
    {"tee|gtee", "-a|--append"},
    {"mkdir|gmkdir", "-p|--parents"},
    {"sed|gsed", "-i|--in-place -n|--quiet|--silent -e|--expression -f|--file -E|-r|--regexp-extended"},
    {"kill|gkill|pkill|killall", "-s|--signal -9|-KILL|-SIGKILL"},
    {"pkill|pgrep", "-f|--full"},
    {"tar|gtar|bsdtar", "-x|--extract|--get -c|--create -f|--file -C|--directory -P|--absolute-names"},
    {"rsync", "-a|--archive -r|--recursive -e|--rsh"},
    {"sudo", "-u|--user -i|--login -s|--shell -n|--non-interactive"},
    {"crontab", "-r|--remove"},

    {"git push", "-f|--force -d|--delete -u|--set-upstream -n|--dry-run"},
    {"git commit", "-n|--no-verify -a|--all -m|--message"},
    {"git merge|pull|rebase", "-n|--no-stat"},
    {"git clean", "-f|--force -n|--dry-run -i|--interactive"},
    {"git checkout|switch", "-f|--force"},
    {"git switch", "-f|--discard-changes"},
    {"git restore", "-W|--worktree -S|--staged -s|--source"},
    {"git branch", "-d|--delete -f|--force -m|--move -c|--copy -D=-d+-f -M=-m+-f -C=-c+-f"},
    {"git tag", "-d|--delete"},
    {"git tag|fetch|pull|add|rm|mv|worktree|submodule", "-f|--force"},
    {"git add", "-A|--all|--no-ignore-removal -u|--update"},
    {"git stash", "-u|--include-untracked -a|--all"},
    {"git", "-p|--paginate -P|--no-pager"},

    {"curl", "-X|--request -d|--data|--data-ascii -F|--form -T|--upload-file -o|--output -O|--remote-name "
             "-K|--config -H|--header -u|--user -k|--insecure -x|--proxy"},
    {"wget", "-O|--output-document -P|--directory-prefix -i|--input-file -r|--recursive"},
    {"gh api", "-X|--method"},
    {"gh", "-R|--repo -y|--yes|--confirm"},
    {"gh pr merge", "-d|--delete-branch"},

    {"docker|podman|nerdctl rm|rmi|volume|network|image|container|system|builder", "-f|--force"},
    {"docker|podman|nerdctl rm", "-v|--volumes"},
    {"docker|podman|nerdctl system|image|builder prune", "-a|--all"},
    {"docker|podman|nerdctl run|create|exec", "-i|--interactive -t|--tty -u|--user -e|--env -d|--detach"},
    {"docker|podman|nerdctl run|create", "-v|--volume -p|--publish"},
    {"docker|podman|nerdctl compose down", "-v|--volumes"},
    {"kubectl|oc|k", "-n|--namespace -f|--filename -A|--all-namespaces -l|--selector"},
    {"helm", "-n|--namespace"},
    {"systemctl", "-f|--force -H|--host"},

    {"npm|pnpm", "-g|--global -f|--force -D|--save-dev -w|--workspace -y|--yes"},
    {"pip|pip3", "-U|--upgrade -r|--requirement -e|--editable -i|--index-url -y|--yes"},
    {"apt|apt-get|aptitude", "-y|--yes|--assume-yes"},
    {"cargo", "-p|--package"},
};
// clang-format on

static_assert(std::ranges::all_of(all_options, [](const program_options& row) {
    return std::ranges::count(row.programs, ' ') < static_cast<std::ptrdiff_t>(max_named_words);
}));

bool one_of_names(std::string_view names, std::string_view name) {
    return any_between(names, '|', [&](std::string_view one) { return one == name; });
}

bool of_program(std::string_view programs, std::span<const std::string_view> operands) {
    std::size_t word = 0;
    return !any_between(programs, ' ', [&](std::string_view names) {
        const auto place = word++;
        return place >= operands.size() ||
               !one_of_names(names, place == 0 ? detail::base_name(operands[0]) : operands[place]);
    });
}

}  // namespace

std::optional<option_names> find_option_names(std::span<const std::string_view> operands,
                                              std::string_view name) noexcept {
    std::optional<option_names> found;
    for (const auto& row : all_options) {
        if (!of_program(row.programs, operands)) continue;
        const auto is_such = [&](std::string_view option) {
            const auto end = std::min(option.find('=', 1), option.size());
            const option_names names{option.substr(0, end), option.substr(std::min(end + 1, option.size()))};
            if (!one_of_names(names.names, name)) return false;
            found = names;
            return true;
        };
        if (any_between(row.options, ' ', is_such)) return found;
    }
    return std::nullopt;
}

}  // namespace assent::programs
