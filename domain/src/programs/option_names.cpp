#include "option_names.hpp"

#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"

#include <algorithm>
#include <iterator>

namespace assent::programs {
namespace {

// Of the programs that rules which deny are mostly about. From the manuals of git 2.39, coreutils 9.1, curl
// 7.88, Docker 24, kubectl 1.28, npm 9, pip 23, OpenTofu 1.6 and Debian 12.
// clang-format off
constexpr option_names all_names[] = {
    {"rm|grm", "-r|-R|--recursive"},
    {"rm|grm", "-f|--force"},
    {"rm|grm", "-d|--dir"},
    {"rm|grm", "-v|--verbose"},
    {"cp|gcp", "-r|-R|--recursive"},
    {"cp|gcp", "-a|--archive"},
    {"cp|gcp|mv|gmv|ln|gln", "-f|--force"},
    {"cp|gcp|mv|gmv|ln|gln", "-t|--target-directory"},
    {"cp|gcp|mv|gmv|ln|gln", "-n|--no-clobber"},
    {"ln|gln", "-s|--symbolic"},
    {"chmod|gchmod|chown|gchown|chgrp|gchgrp", "-R|--recursive"},
    {"chmod|gchmod|chown|gchown|chgrp|gchgrp", "-f|--silent|--quiet"},
    {"chmod|gchmod|chown|gchown|chgrp|gchgrp", "-v|--verbose"},
    {"dd|gdd", "="},
    {"shred|gshred", "-u|--remove"},
    {"truncate|gtruncate", "-s|--size"},
    {"tee|gtee", "-a|--append"},
    {"mkdir|gmkdir", "-p|--parents"},
    {"sed|gsed", "-i|--in-place"},
    {"sed|gsed", "-n|--quiet|--silent"},
    {"sed|gsed", "-e|--expression"},
    {"sed|gsed", "-f|--file"},
    {"sed|gsed", "-E|-r|--regexp-extended"},
    {"kill|gkill|pkill|killall", "-s|--signal"},
    {"kill|gkill|pkill|killall", "-9|-KILL|-SIGKILL"},
    {"pkill|pgrep", "-f|--full"},
    {"tar|gtar|bsdtar", "-x|--extract|--get"},
    {"tar|gtar|bsdtar", "-c|--create"},
    {"tar|gtar|bsdtar", "-f|--file"},
    {"tar|gtar|bsdtar", "-C|--directory"},
    {"tar|gtar|bsdtar", "-P|--absolute-names"},
    {"rsync", "-a|--archive"},
    {"rsync", "-r|--recursive"},
    {"rsync", "-e|--rsh"},
    {"sudo", "-u|--user"},
    {"sudo", "-i|--login"},
    {"sudo", "-s|--shell"},
    {"sudo", "-n|--non-interactive"},
    {"crontab", "-r|--remove"},

    {"git push", "-f|--force"},
    {"git push", "-d|--delete"},
    {"git push", "-u|--set-upstream"},
    {"git push", "-n|--dry-run"},
    {"git commit", "-n|--no-verify"},
    {"git commit", "-a|--all"},
    {"git commit", "-m|--message"},
    {"git merge|pull|rebase", "-n|--no-stat"},
    {"git clean", "-f|--force"},
    {"git clean", "-n|--dry-run"},
    {"git clean", "-i|--interactive"},
    {"git checkout|switch", "-f|--force"},
    {"git switch", "-f|--discard-changes"},
    {"git restore", "-W|--worktree"},
    {"git restore", "-S|--staged"},
    {"git restore", "-s|--source"},
    {"git branch", "-d|--delete"},
    {"git branch", "-f|--force"},
    {"git branch", "-m|--move"},
    {"git branch", "-c|--copy"},
    {"git branch", "-D", "-d -f"},
    {"git branch", "-M", "-m -f"},
    {"git branch", "-C", "-c -f"},
    {"git tag", "-d|--delete"},
    {"git tag|fetch|pull|add|rm|mv|worktree|submodule", "-f|--force"},
    {"git add", "-A|--all|--no-ignore-removal"},
    {"git add", "-u|--update"},
    {"git stash", "-u|--include-untracked"},
    {"git stash", "-a|--all"},
    {"git", "-p|--paginate"},
    {"git", "-P|--no-pager"},

    {"curl", "-X|--request"},
    {"curl", "-d|--data|--data-ascii"},
    {"curl", "-F|--form"},
    {"curl", "-T|--upload-file"},
    {"curl", "-o|--output"},
    {"curl", "-O|--remote-name"},
    {"curl", "-K|--config"},
    {"curl", "-H|--header"},
    {"curl", "-u|--user"},
    {"curl", "-k|--insecure"},
    {"curl", "-x|--proxy"},
    {"wget", "-O|--output-document"},
    {"wget", "-P|--directory-prefix"},
    {"wget", "-i|--input-file"},
    {"wget", "-r|--recursive"},
    {"gh api", "-X|--method"},
    {"gh", "-R|--repo"},
    {"gh", "-y|--yes|--confirm"},
    {"gh pr merge", "-d|--delete-branch"},

    {"docker|podman|nerdctl rm|rmi|volume|network|image|container|system|builder", "-f|--force"},
    {"docker|podman|nerdctl rm", "-v|--volumes"},
    {"docker|podman|nerdctl system|image|builder prune", "-a|--all"},
    {"docker|podman|nerdctl run|create|exec", "-i|--interactive"},
    {"docker|podman|nerdctl run|create|exec", "-t|--tty"},
    {"docker|podman|nerdctl run|create|exec", "-u|--user"},
    {"docker|podman|nerdctl run|create|exec", "-e|--env"},
    {"docker|podman|nerdctl run|create", "-v|--volume"},
    {"docker|podman|nerdctl run|create", "-p|--publish"},
    {"docker|podman|nerdctl run|create|exec", "-d|--detach"},
    {"docker|podman|nerdctl compose down", "-v|--volumes"},
    {"kubectl|oc|k", "-n|--namespace"},
    {"kubectl|oc|k", "-f|--filename"},
    {"kubectl|oc|k", "-A|--all-namespaces"},
    {"kubectl|oc|k", "-l|--selector"},
    {"helm", "-n|--namespace"},
    {"systemctl", "-f|--force"},
    {"systemctl", "-H|--host"},

    {"npm|pnpm", "-g|--global"},
    {"npm|pnpm", "-f|--force"},
    {"npm|pnpm", "-D|--save-dev"},
    {"npm|pnpm", "-w|--workspace"},
    {"npm|pnpm", "-y|--yes"},
    {"pip|pip3", "-U|--upgrade"},
    {"pip|pip3", "-r|--requirement"},
    {"pip|pip3", "-e|--editable"},
    {"pip|pip3", "-i|--index-url"},
    {"pip|pip3", "-y|--yes"},
    {"apt|apt-get|aptitude", "-y|--yes|--assume-yes"},
    {"cargo", "-p|--package"},
};
// clang-format on

static_assert(std::ranges::all_of(all_names, [](const option_names& row) {
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

const option_names* find_option_names(std::span<const std::string_view> operands,
                                      std::string_view name) noexcept {
    const auto* const found =
        std::find_if(std::begin(all_names), std::end(all_names), [&](const option_names& row) {
            return one_of_names(row.names, name) && of_program(row.programs, operands);
        });
    return found == std::end(all_names) ? nullptr : found;
}

}  // namespace assent::programs
