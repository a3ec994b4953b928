#include "families.hpp"

#include <algorithm>
#include <array>

namespace assent::programs {
namespace {

// Lists of options that several subcommands have, one behind the other. The first that has an option counts.
template <const std::string_view&... lists>
struct joined {
    static constexpr std::string_view mark = "| ";
    static constexpr auto text = [] {
        std::array<char, ((lists.size() + mark.size()) + ...)> bytes{};
        auto* end = bytes.data();
        ((end = std::copy(mark.begin(), mark.end(), std::copy(lists.begin(), lists.end(), end))), ...);
        return bytes;
    }();
    static constexpr std::string_view all{text.data(), text.size()};
};

// clang-format off
// Of all that show differences: git-diff(1).
constexpr std::string_view diff_letters =
    "-puWDrtcmqh!mixes -zsRabw -U[=text]!mixes -B[=text]!mixes -M[=text] -C[=text] -X[=text]!mixes -l=text -S=pattern -G=pattern -I=pattern "
    "-O=read!mixes ";
constexpr std::string_view diff_options =
    "--patch!mixes --no-patch --unified[=text]!mixes --function-context!mixes --no-function-context --raw!mixes --patch-with-raw!mixes "
    "--patch-with-stat!mixes --numstat!mixes --shortstat!mixes --dirstat[=text]!mixes --cumulative!mixes --dirstat-by-file[=text]!mixes "
    "--check!mixes --summary!mixes --name-only!mixes --name-status!mixes --stat[=text]!mixes --stat-width=text!mixes "
    "--stat-name-width=text!mixes --stat-graph-width=text!mixes --stat-count=text!mixes --compact-summary!mixes --no-compact-summary "
    "--binary!mixes --full-index --no-full-index --color[=text]!mixes --no-color --ws-error-highlight=text --abbrev[=text] --no-abbrev "
    "--src-prefix=text --dst-prefix=text --line-prefix=text!mixes --no-prefix --default-prefix --inter-hunk-context=text "
    "--output-indicator-new=text --output-indicator-old=text --output-indicator-context=text --break-rewrites[=text] --find-renames[=text] "
    "--irreversible-delete --find-copies[=text] --find-copies-harder --no-renames --rename-empty --no-rename-empty --follow --no-follow "
    "--minimal --no-minimal --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines "
    "--ignore-matching-lines=pattern --indent-heuristic --no-indent-heuristic --patience --histogram --diff-algorithm=text --anchored=text "
    "--word-diff[=text]!mixes --word-diff-regex=pattern!mixes --color-words[=pattern]!mixes --color-moved[=text]!mixes --no-color-moved "
    "--color-moved-ws=text --no-color-moved-ws --relative[=name] --no-relative --text --no-text --exit-code --quiet --no-ext-diff "
    "--no-textconv --ignore-submodules[=text] --submodule[=text]!mixes!loads --ita-invisible-in-index --ita-visible-in-index --pickaxe-all "
    "--pickaxe-regex --rotate-to=text --skip-to=text --find-object=text --diff-filter=text --cc!mixes --combined-all-paths "
    "--dd!mixes --no-diff-merges --diff-merges=text!runs --remerge-diff!runs --output=write --ext-diff!loads --textconv!loads ";
// Of all that go through commits: git-log(1), git-rev-list(1).
constexpr std::string_view log_letters = "-iEFP -g!mixes -L=lines!mixes -n=text -# ";
constexpr std::string_view log_options =
    "--follow --decorate[=text]!mixes --no-decorate --decorate-refs=text --decorate-refs-exclude=text --clear-decorations --source!mixes "
    "--mailmap --no-mailmap --use-mailmap --no-use-mailmap --full-diff --log-size!mixes --max-count=text --skip=text --since=text "
    "--after=text --since-as-filter=text --until=text --before=text --max-age=text --min-age=text --author=pattern --committer=pattern "
    "--grep-reflog=pattern --grep=pattern --all-match --invert-grep --regexp-ignore-case --basic-regexp --extended-regexp --fixed-strings "
    "--perl-regexp --remove-empty --merges --no-merges --min-parents=text --max-parents=text --no-min-parents --no-max-parents "
    "--first-parent --exclude-first-parent-only --not --all --branches[=text] --tags[=text] --remotes[=text] --glob=text --exclude=text "
    "--exclude-hidden=text --reflog --single-worktree --ignore-missing --bisect --cherry-mark!mixes --cherry-pick --left-only --right-only "
    "--cherry!mixes --walk-reflogs!mixes --merge!mixes --boundary!mixes --simplify-by-decoration --show-pulls --full-history --dense "
    "--sparse --simplify-merges --ancestry-path[=text] --date-order --author-date-order --topo-order --reverse --no-walk[=text] --do-walk "
    "--pretty[=format]!mixes --format=format --abbrev-commit --no-abbrev-commit --oneline!mixes --encoding=text --expand-tabs[=text] "
    "--no-expand-tabs --notes[=text]!mixes --no-notes --show-notes[=text]!mixes --standard-notes!mixes --no-standard-notes --relative-date "
    "--date=text --parents!mixes --children!mixes --left-right!mixes --graph!mixes --no-graph --show-linear-break[=text]!mixes "
    "--show-signature!runs --no-show-signature --count!mixes --timestamp!mixes --header!mixes --always --root --no-commit-id ";
constexpr std::string_view rev_list_options =
    "--count!numbers --use-bitmap-index --progress=text --bisect-vars!mixes --bisect-all!mixes --objects!mixes --in-commit-order!mixes "
    "--objects-edge!mixes --objects-edge-aggressive!mixes --indexed-objects!mixes --unpacked --object-names!mixes --no-object-names "
    "--filter=text --no-filter --filter-provided-objects --filter-print-omitted!mixes --disk-usage[=text]!mixes --no-commit-header "
    "--commit-header ";
constexpr std::string_view diff_only = "--cached --staged --merge-base --no-index!recurses --base --ours --theirs -0 -1 -2 -3 ";
constexpr std::string_view diff_tree_only =
    "-v!mixes --stdin!mixes --root --no-commit-id --always --first-parent --pretty[=format]!mixes --format=format --oneline!mixes "
    "--abbrev-commit --no-abbrev-commit --encoding=text --date=text ";
constexpr std::string_view range_diff_only = "--creation-factor=text --no-dual-color --dual-color --left-only --right-only --no-notes --notes[=text] ";
constexpr std::string_view format_patch_only =
    "-knNp -v=text -o=write --numbered --no-numbered --signoff --stdout!looks --cover-letter --numbered-files --suffix=text "
    "--start-number=text --reroll-count=text --filename-max-length=text --rfc --cover-from-description=text --subject-prefix=text "
    "--output-directory=write --keep-subject --no-binary --zero-commit --ignore-if-in-upstream --no-stat --add-header=text --to=text "
    "--cc=text --from[=text] --no-from --in-reply-to=text --attach[=text] --no-attach --inline[=text] --thread[=text] --no-thread "
    "--signature=text --no-signature --base=text --signature-file=read --progress --interdiff=text --range-diff=text "
    "--creation-factor=text --force-in-body-from --no-cover-letter ";
constexpr std::string_view shortlog_only = "-nse -w[=text] --numbered --summary --email --group=text ";

// With names alone: what else is shown is left out then.
constexpr std::string_view names_alone = "--name-only!names ";

constexpr std::string_view all_of_diff = joined<names_alone, diff_letters, diff_only, diff_options>::all;
constexpr std::string_view all_of_diff_tree = joined<names_alone, diff_tree_only, diff_letters, diff_only, diff_options>::all;
constexpr std::string_view all_of_log = joined<diff_letters, log_letters, diff_options, log_options>::all;
constexpr std::string_view all_of_rev_list = joined<rev_list_options, diff_letters, log_letters, diff_options, log_options>::all;
constexpr std::string_view all_of_range_diff = joined<diff_letters, range_diff_only, diff_options>::all;
constexpr std::string_view all_of_shortlog = joined<shortlog_only, diff_letters, log_letters, diff_options, log_options>::all;
constexpr std::string_view all_of_format_patch = joined<format_patch_only, diff_letters, log_letters, diff_options, log_options>::all;
constexpr std::string_view stash_show_only = "-u --include-untracked --only-untracked --no-include-untracked ";
constexpr std::string_view all_of_stash_show = joined<stash_show_only, diff_letters, log_letters, diff_options, log_options>::all;
// Of gh, which tells of things on the network. `--web` shows them in the browser of the user's settings.
constexpr std::string_view gh_output =
    "-h -w!outside -q=jq -t=text -R=text --jq=jq --json=text --template=text --web!outside --repo=text ";
constexpr std::string_view gh_view_only = "-c --comments --conflict-status ";
constexpr std::string_view gh_list_only =
    "-d -a=text -A=text -B=text -H=text -l=text -L=text -m=text -s=text -S=text --app=text --assignee=text --author=text --base=text "
    "--draft --head=text --label=text --limit=text --mention=text --milestone=text --search=text --state=text --type=text ";
constexpr std::string_view gh_search_only =
    "-L=text --archived --assignee=text --author=text --author-date=text --author-email=text --author-name=text --base=text --checks=text "
    "--closed=text --commenter=text --comments=text --committer=text --committer-date=text --created=text --draft --extension=text "
    "--filename=text --followers=text --forks=text --good-first-issues=text --hash=text --head=text --help-wanted-issues=text "
    "--include-forks=text --include-prs --interactions=text --involves=text --label=text --language=text --license=text --limit=text "
    "--locked --match=text --mentions=text --merge --merged --merged-at=text --milestone=text --no-assignee --no-label --no-milestone "
    "--no-project --number-topics=text --order=text --owner=text --parent=text --project=text --reactions=text --review=text "
    "--review-requested=text --reviewed-by=text --size=text --sort=text --stars=text --state=text --team-mentions=text --topic=text "
    "--tree=text --updated=text --visibility=text ";
constexpr std::string_view gh_view = joined<gh_view_only, gh_output>::all;
constexpr std::string_view gh_list = joined<gh_list_only, gh_output>::all;
constexpr std::string_view gh_search = joined<gh_search_only, gh_output>::all;
// clang-format on

}  // namespace

std::span<const program_row> version_control() noexcept {
    using enum effect;
    // clang-format off
    static constexpr program_row rows[] = {
        // Options: git 2.39.5, and a few of later ones. What git runs is decided by its settings: `-c`, `--git-dir`, another
        // folder. Its help starts a viewer that settings name. What has no row is an alias or a plug-in.
        {"git", reads | settings,
         "-C=elsewhere -c=configuration -pPh -v!looks "
         "--paginate --no-pager --no-optional-locks --no-replace-objects --no-lazy-fetch --bare!outside --literal-pathspecs "
         "--glob-pathspecs --noglob-pathspecs --icase-pathspecs --html-path --man-path --info-path --version!looks --help!runs "
         "--config-env=load --git-dir=elsewhere --work-tree=elsewhere --exec-path[=load] --namespace=text --attr-source=text",
         "subcommand!evaluates"},
        {"git diff|diff-index|diff-files", looks, all_of_diff, "pathspec* <data"},
        {"git diff-tree", looks, all_of_diff_tree, "pathspec* <data"},
        {"git log", looks, all_of_log, "pathspec* <data"},
        {"git show|whatchanged", looks | mixes, all_of_log, "pathspec* <data"},
        {"git rev-list", looks | hashes, all_of_rev_list, "pathspec* <data"},
        {"git range-diff", looks, all_of_range_diff, "pathspec* <data"},
        {"git shortlog", looks, all_of_shortlog, "pathspec* <data"},
        {"git format-patch", writes | scatters, all_of_format_patch, "pathspec*"},
        // Of these, `-n` does not keep all.
        {"git add|stage", writes | here,
         "-n!looks -vfuNAh -i!writes -p!writes -e!writes!runs "
         "--dry-run!looks --verbose --interactive!writes --patch!writes --edit!writes!runs --force --update "
         "--renormalize!writes --intent-to-add --all --ignore-removal --refresh!writes --ignore-errors --ignore-missing --sparse "
         "--warn-embedded-repo --pathspec-file-nul --no-all --no-ignore-removal --no-warn-embedded-repo "
         "--chmod=text!writes --pathspec-from-file=read",
         "pathspec*"},
        {"git am", writes | runs | scatters | links,
         "-ib3qsukmcrh -C=text -p=text -S[=text] "
         "--interactive --binary --3way --quiet --signoff --utf8 --keep --keep-non-patch --message-id --keep-cr --no-keep-cr --scissors "
         "--ignore-space-change --ignore-whitespace --reject --continue --resolved --skip!destroys --abort!destroys --quit --allow-empty "
         "--committer-date-is-author-date --ignore-date --rerere-autoupdate --rebasing --no-3way --no-utf8 --no-keep --no-message-id "
         "--no-scissors --no-rerere-autoupdate --no-gpg-sign "
         "--quoted-cr=text --whitespace=text --directory=write --exclude=pathspec --include=pathspec --patch-format=text --empty=text "
         "--resolvemsg=text --show-current-patch[=text] --gpg-sign[=text]",
         "read* <data"},
        {"git apply", writes | scatters | links,
         "-N3zRvqh -p=text -C=text "
         "--no-add --stat!looks --allow-binary-replacement --binary --numstat!looks --summary!looks --check!looks --index --intent-to-add "
         "--cached --unsafe-paths!loads --apply!writes --3way --ignore-space-change --ignore-whitespace --reverse --unidiff-zero --reject "
         "--allow-overlap --verbose --quiet --inaccurate-eof --recount --allow-empty --add "
         "--exclude=pathspec --include=pathspec --build-fake-ancestor=write --whitespace=text --directory=write --no-check!writes "
         "--no-stat!writes --no-numstat!writes --no-summary!writes",
         "read* <data"},
        {"git archive", reads | recurses,
         "-vlh -o=write -# "
         "--worktree-attributes --verbose --list "
         "--format=text --prefix=text --add-file=read --add-virtual-file=text --output=write --remote=address!fetches --exec=program",
         "object pathspec*"},
        {"git blame|annotate", looks,
         "-bfnpctlsewh -S=read -L=text -C[=text] -M[=text] "
         "--incremental --root --show-stats --progress --score-debug --show-name --show-number --porcelain --line-porcelain --show-email "
         "--color-lines --color-by-age --minimal --no-progress "
         "--ignore-rev=text --ignore-revs-file=read --contents=read --abbrev[=text] --date=text --encoding=text --textconv!loads "
         "--no-textconv --reverse --since=text --first-parent",
         "pathspec* <data"},
        {"git branch", writes,
         "-vqraih -u=text!writes -t[=text] -d!writes -D!destroys -m!writes -M!destroys -c!writes -C!destroys -l!looks -f!destroys "
         "--verbose --quiet --set-upstream --unset-upstream!writes --remotes --all --delete!writes --move!writes --copy!writes "
         "--list!looks --show-current!looks --omit-empty --create-reflog --edit-description!runs --force!destroys --ignore-case --no-track --no-color "
         "--no-abbrev --no-create-reflog --no-column "
         "--set-upstream-to=text!writes --sort=text --points-at=text!looks --format=format --track[=text] --color[=text] "
         "--abbrev[=text] --column[=text] --remote --contains[=text]!looks --no-contains[=text]!looks --with[=text]!looks "
         "--without[=text]!looks --merged[=text]!looks --no-merged[=text]!looks",
         "text* none!looks"},
        {"git cat-file", looks,
         "-eptszh "
         "--allow-unknown-type --use-mailmap --mailmap --batch-all-objects --buffer --follow-symlinks --unordered --textconv!loads "
         "--filters!loads --no-use-mailmap --no-mailmap "
         "--path=pathspec --batch[=text]!outside --batch-check[=text] --batch-command[=text]!outside",
         "object* <data"},
        {"git check-attr", looks,
         "-azh "
         "--all --cached --stdin "
         "--source=text",
         "name* <data"},
        {"git check-ignore", looks,
         "-qvznh "
         "--quiet --verbose --stdin --non-matching --no-index --index",
         "name* <data"},
        {"git check-mailmap", looks,
         "-h "
         "--stdin "
         "--mailmap-file=read --mailmap-blob=object",
         "text* <data"},
        {"git check-ref-format", looks, "-h --branch --allow-onelevel --no-allow-onelevel --refspec-pattern --normalize", "text*"},
        // Whether it changes the branch or throws away what is not committed is decided by its operands.
        {"git checkout", writes,
         "-lqmdh -b=text!here -B=text!destroys -t[=text] -f!destroys -2!destroys -3!destroys -p!destroys "
         "--guess --overlay --quiet --progress --merge --detach --force!destroys --overwrite-ignore --ignore-other-worktrees "
         "--ours!destroys --theirs!destroys --patch!destroys --ignore-skip-worktree-bits --pathspec-file-nul --no-guess --no-overlay "
         "--no-recurse-submodules --no-progress --no-track --no-overwrite-ignore "
         "--conflict=text --orphan=text --pathspec-from-file=read!destroys --recurse-submodules[=text] --track[=text]",
         "branch!links pathspec!destroys* covers!links"},
        {"git checkout-index", writes | scatters,
         "-aqnuzh -f!destroys "
         "--all --ignore-skip-worktree-bits --force!destroys --quiet --no-create --index --stdin --temp --create "
         "--prefix=write --stage=text",
         "pathspec* <data"},
        {"git cherry", looks,
         "-vh "
         "--verbose "
         "--abbrev[=text]",
         "text*"},
        {"git cherry-pick", writes | runs | links,
         "-nersx -m=text -X=text -S[=text] -h "
         "--quit --continue --abort!destroys --skip!destroys --no-commit --edit --signoff --rerere-autoupdate --ff --allow-empty "
         "--allow-empty-message --keep-redundant-commits --commit --no-rerere-autoupdate --no-gpg-sign "
         "--cleanup=text --mainline=text --strategy=load --strategy-option=text --gpg-sign[=text]",
         "text*"},
        {"git revert", writes | runs,
         "-nersh -m=text -X=text -S[=text] "
         "--quit --continue --abort!destroys --skip!destroys --no-commit --edit --signoff --rerere-autoupdate --reference --commit "
         "--no-edit --no-rerere-autoupdate --no-gpg-sign "
         "--cleanup=text --mainline=text --strategy=load --strategy-option=text --gpg-sign[=text]",
         "text*"},
        {"git clean", destroys,
         "-qfidxXh -e=text -n!looks "
         "--quiet --dry-run!looks --force --interactive "
         "--exclude=text --no-dry-run!destroys",
         "pathspec*"},
        {"git clone", fetches | writes | links,
         "-vqnls46h -j=text -o=text -b=text -u=program -c=configuration "
         "--verbose --quiet --progress --reject-shallow --no-checkout --bare --naked --mirror --local --no-hardlinks --shared --dissociate "
         "--single-branch --no-tags --shallow-submodules --ipv4 --ipv6 --also-filter-submodules --remote-submodules --sparse --checkout "
         "--hardlinks --tags --no-reject-shallow --no-local --no-single-branch --no-shallow-submodules --no-remote-submodules "
         "--jobs=text --template=load --reference=read --reference-if-able=read --origin=text --branch=text --upload-pack=program "
         "--depth=text --shallow-since=text --shallow-exclude=text --separate-git-dir=write --config=configuration --server-option=text "
         "--filter=text --bundle-uri=address --recurse-submodules[=text] --recursive[=text]",
         "address write"},
        {"git column", looks,
         "-h "
         "--command=text --raw-mode=text --width=text --indent=text --nl=text --padding=text --mode[=text]",
         "<data"},
        // Its hooks are run.
        {"git commit", writes | runs | here,
         "-qvseaiponzh -F=read -m=text -c=text -C=text -t=read -S[=text] -u[=text] "
         "--quiet --verbose --reset-author --signoff --edit --status --all --include --interactive --patch --only --no-verify --dry-run "
         "--short --branch --ahead-behind --porcelain --long --null --amend --no-post-rewrite --pathspec-file-nul --allow-empty "
         "--allow-empty-message --verify --post-rewrite --no-signoff --no-edit --no-status --no-gpg-sign "
         "--file=read --author=text --date=text --message=text --reedit-message=text --reuse-message=text --squash=text "
         "--trailer=text --template=read --cleanup=text --pathspec-from-file=read --fixup=text --gpg-sign[=text] --untracked-files[=text]",
         "pathspec* <data"},
        {"git commit-tree", writes,
         "-h -p=text -m=text -F=read -S[=text] "
         "--no-gpg-sign "
         "--gpg-sign[=text]",
         "text* <data"},
        // One operand is a name whose value is shown; with a second it is changed. A list shows tokens, too.
        {"git config", looks,
         "-zh -f=read -t=text -l!secrets -e!runs "
         "--global!outside --system!outside --local --worktree --get --get-all --get-regexp!secrets --get-urlmatch --replace-all!writes "
         "--add!writes --unset!writes --unset-all!writes --rename-section!loads --remove-section!writes --list!secrets --fixed-value "
         "--edit!runs --get-color --get-colorbool --bool --int --bool-or-int --bool-or-str --path --expiry-date --null --name-only "
         "--includes --show-origin --show-scope --no-type --no-includes "
         "--file=read --blob=object --type=text --default=text",
         "setting setting_value pattern"},
        {"git count-objects", looks,
         "-vHh "
         "--verbose --human-readable",
         {}},
        {"git describe", looks,
         "-h "
         "--contains --debug --all --tags --long --first-parent --exact-match --always --no-match --no-exclude "
         "--candidates=text --match=text --exclude=text --abbrev[=text] --dirty[=text] --broken[=text]",
         "text*"},
        {"git name-rev", looks,
         "-h "
         "--name-only --tags --all --stdin --annotate-stdin --undefined --always --peel-tag --no-refs --no-exclude --no-undefined "
         "--refs=text --exclude=text",
         "text* <data"},
        {"git fetch", fetches | writes,
         "-vqamtnpPku46h -j=text -o=text -f!destroys "
         "--verbose --quiet --all --set-upstream --append --atomic --force!destroys --multiple --tags --prefetch --prune --prune-tags "
         "--dry-run --write-fetch-head --keep --update-head-ok --progress --unshallow --refetch --update-shallow --ipv4 --ipv6 "
         "--negotiate-only --auto-maintenance --auto-gc --show-forced-updates --write-commit-graph --stdin --no-tags "
         "--no-recurse-submodules --no-write-fetch-head --no-auto-maintenance --no-auto-gc --no-show-forced-updates --no-write-commit-graph "
         "--upload-pack=program --jobs=text --depth=text --shallow-since=text --shallow-exclude=text --deepen=text --submodule-prefix=text "
         "--recurse-submodules-default=text --refmap=text --server-option=text --negotiation-tip=text --filter=text "
         "--recurse-submodules[=text]",
         "address refspec* <data"},
        {"git for-each-ref", looks,
         "-sph "
         "--shell --perl --python --tcl --ignore-case --omit-empty --include-root-refs --exclude=text "
         "--count=text --format=format --sort=text --points-at=text --color[=text] --contains[=text] --no-contains[=text] "
         "--merged[=text] --no-merged[=text]",
         "text*"},
        {"git fsck", looks,
         "-vh "
         "--verbose --unreachable --dangling --tags --root --cache --reflogs --full --connectivity-only --strict --lost-found!writes "
         "--progress --name-objects --no-dangling --no-reflogs --no-full --no-progress --no-name-objects",
         "text*"},
        // They throw away what no branch leads to: soon, at once, or when it is old.
        {"git gc", deletes,
         "-qh "
         "--quiet --cruft --aggressive --auto --force --keep-largest-pack --no-prune "
         "--prune[=text]!destroys",
         {}},
        {"git prune", destroys,
         "-vh -n!looks "
         "--dry-run!looks --verbose --progress --exclude-promisor-objects "
         "--expire=text",
         "text*"},
        {"git repack", deletes,
         "-aAdfFnqlbikmh -g=text "
         "--cruft --quiet --local --write-bitmap-index --delta-islands --keep-unreachable --pack-kept-objects --write-midx "
         "--cruft-expiration=text!destroys --unpack-unreachable=text --window=text --window-memory=text --depth=text --threads=text "
         "--max-pack-size=text --keep-pack=text --geometric=text --expire-to=write",
         {}},
        {"git pack-refs", writes,
         "-h "
         "--all --prune --no-prune",
         {}},
        {"git prune-packed", deletes, "-nqh --dry-run --quiet", {}},
        {"git grep", looks | recurses,
         "-viwaIrEGFPnhHLzocpWq -C=text -B=text -A=text -m=text -e=pattern^ -f=read^ -O[=program] -# -l!names "
         "--cached --no-index --untracked --exclude-standard --recurse-submodules --invert-match --ignore-case --word-regexp --text "
         "--textconv!loads --recursive --extended-regexp --basic-regexp --fixed-strings --perl-regexp --line-number --column --full-name "
         "--files-with-matches!names --name-only!names --files-without-match --null --only-matching --count --break --heading "
         "--show-function --function-context --and --or --not --quiet --all-match --ext-grep --index --no-exclude-standard --no-text "
         "--no-textconv --no-recursive --no-color "
         "--max-depth=text --context=text --before-context=text --after-context=text --threads=text --max-count=text --color[=text] "
         "--open-files-in-pager[=program]",
         "pattern pathspec*"},
        {"git hash-object", looks,
         "-h -t=text -w!writes "
         "--stdin --stdin-paths!outside --no-filters --literally --filters "
         "--path=text",
         "read* <data"},
        {"git init", writes | scatters,
         "-qh -b=text "
         "--bare --quiet "
         "--template=load --separate-git-dir=write --initial-branch=text --object-format=text --shared[=text] --ref-format=text",
         "write"},
        {"git interpret-trailers", runs,
         "-h "
         "--in-place!writes --trim-empty --only-trailers --only-input --unfold --parse --no-divider --divider --no-where --no-if-exists "
         "--no-if-missing "
         "--where=text --if-exists=text --if-missing=text --trailer=text",
         "read* <data"},
        {"git ls-files", looks | names,
         "-zcdmoikh -x=text -X=read -t!mixes -v!mixes -f!mixes -s!mixes -u!mixes "
         "--cached --deleted --modified --others --ignored --stage!mixes --killed --directory --eol!mixes --empty-directory "
         "--unmerged!mixes --resolve-undo!mixes --exclude-standard --full-name --recurse-submodules --error-unmatch --debug!mixes "
         "--deduplicate --sparse --no-empty-directory "
         "--exclude=text --exclude-from=read --exclude-per-directory=read --with-tree=text --format=format!mixes --abbrev[=text]",
         "name*"},
        {"git ls-remote", fetches,
         "-qth -o=text "
         "--quiet --tags --heads --refs --get-url!looks --exit-code --symref "
         "--upload-pack=program --exec=program --sort=text --server-option=text --branches",
         "address text*"},
        {"git ls-tree", looks,
         "-drtzlh "
         "--long --name-only!names --name-status!names --object-only --full-name --full-tree "
         "--format=format!mixes --abbrev[=text]",
         "object name*"},
        {"git merge", writes | runs | links,
         "-nevqh -s=load -X=text -m=text -F=read -S[=text] "
         "--stat --summary --squash --commit --edit --ff --ff-only --rerere-autoupdate --verify-signatures --verbose --quiet "
         "--abort!destroys --quit --continue --allow-unrelated-histories --progress --autostash --overwrite-ignore --signoff --no-verify "
         "--verify --no-stat --no-summary --no-log --no-squash --no-commit --no-edit --no-ff --no-rerere-autoupdate --no-verify-signatures "
         "--no-allow-unrelated-histories --no-progress --no-gpg-sign --no-autostash --no-overwrite-ignore --no-signoff "
         "--cleanup=text --strategy=load --strategy-option=text --message=text --file=read --into-name=text --log[=text] --gpg-sign[=text]",
         "text*"},
        {"git merge-base", looks | hashes,
         "-ah "
         "--all --octopus --independent --is-ancestor --fork-point",
         "text*"},
        {"git merge-file", writes,
         "-qh -L=text -p!looks "
         "--stdout!looks --diff3 --zdiff3 --ours --theirs --union --quiet --no-diff3 "
         "--marker-size=text",
         "write read read"},
        {"git merge-tree", reads,
         "-zh "
         "--write-tree --trivial-merge --messages --name-only --allow-unrelated-histories --no-messages "
         "--merge-base=object",
         "object*"},
        {"git mv", writes | recurses | named | here,
         "-vnkh -f!destroys "
         "--verbose --dry-run --force!destroys --sparse",
         "write* write"},
        {"git pull", fetches | writes | runs | links,
         "-vqnatpk46h -s=load -X=text -o=text -r[=text] -S[=text] -j[=text] -f!destroys "
         "--verbose --quiet --progress --stat --summary --squash --commit --edit --ff --ff-only --verify --verify-signatures --autostash "
         "--allow-unrelated-histories --all --append --force!destroys --tags --prune --dry-run --keep --unshallow --update-shallow --ipv4 "
         "--ipv6 --show-forced-updates --set-upstream --no-recurse-submodules --no-rebase --no-stat --no-summary --no-log --no-signoff "
         "--no-squash --no-commit --no-edit --no-ff --no-verify --no-verify-signatures --no-autostash --no-gpg-sign --no-tags "
         "--no-show-forced-updates "
         "--cleanup=text --strategy=load --strategy-option=text --upload-pack=program --depth=text --shallow-since=text "
         "--shallow-exclude=text --deepen=text --refmap=text --server-option=text --negotiation-tip=text --recurse-submodules[=text] "
         "--rebase[=text] --log[=text] --signoff[=text] --gpg-sign[=text] --jobs[=text]",
         "address refspec*"},
        {"git push", sends | runs,
         "-vqnu46h -o=text +=text!destroys -d!destroys -f!destroys "
         "--verbose --quiet --all --mirror!destroys --delete!destroys --tags --dry-run --porcelain --force!destroys --force-if-includes "
         "--thin --set-upstream --progress --prune!destroys --no-verify --follow-tags --atomic --ipv4 --ipv6 --verify --no-force "
         "--no-force-with-lease --no-force-if-includes --no-recurse-submodules --no-thin --no-follow-tags --no-signed --no-atomic "
         "--repo=address --recurse-submodules=text --receive-pack=program --exec=program --push-option=text "
         "--force-with-lease[=text]!destroys --signed[=text] --branches",
         "address refspec*"},
        {"git read-tree", writes,
         "-vminqh -u!scatters "
         "--empty --verbose --trivial --aggressive --reset!destroys --dry-run --no-sparse-checkout --debug-unpack --quiet --sparse-checkout "
         "--no-recurse-submodules "
         "--index-output=write --prefix=text --exclude-per-directory=text --recurse-submodules[=text]",
         "object*"},
        {"git rebase", writes | runs | links,
         "-qvnfmipkh -C=text -x=shell -s=load -X=text -S[=text] -r[=text] "
         "--keep-base --no-verify --quiet --verbose --no-stat --signoff --committer-date-is-author-date --reset-author-date --ignore-date "
         "--ignore-whitespace --force-rebase --no-ff --continue --skip!destroys --abort!destroys --quit --edit-todo --show-current-patch "
         "--apply --merge --interactive --preserve-merges --rerere-autoupdate --keep-empty --autosquash --update-refs --autostash "
         "--allow-empty-message --fork-point --root --reschedule-failed-exec --reapply-cherry-picks --verify --stat --ff "
         "--no-rerere-autoupdate --no-keep-empty --no-autosquash --no-update-refs --no-gpg-sign --no-autostash --no-fork-point "
         "--no-reschedule-failed-exec --no-reapply-cherry-picks "
         "--onto=text --whitespace=text --empty=text --exec=shell --strategy=load --strategy-option=text --gpg-sign[=text] "
         "--rebase-merges[=text] --no-rebase-merges",
         "text*"},
        {"git replace", writes,
         "-gh -l!looks -d!deletes -e!runs -f!destroys "
         "--list!looks --delete!deletes --edit!runs --graft --convert-graft-file --force!destroys --raw "
         "--format=format",
         "object*"},
        // Which work it throws away is decided by one option.
        {"git reset", writes,
         "-qpNh "
         "--quiet --no-refresh --mixed --soft --hard!destroys --merge!destroys --keep!destroys --patch --intent-to-add --pathspec-file-nul "
         "--refresh --no-recurse-submodules "
         "--pathspec-from-file=read --recurse-submodules[=text]",
         "pathspec*"},
        {"git restore", writes | destroys | here,
         "-qm23ph -s=text -S!keeps -W!destroys "
         "--staged!keeps --worktree!destroys --ignore-unmerged --overlay --quiet --progress --merge --ours --theirs --patch "
         "--ignore-skip-worktree-bits --pathspec-file-nul --no-overlay --no-recurse-submodules --no-progress "
         "--source=text --conflict=text --pathspec-from-file=read --recurse-submodules[=text]",
         "pathspec*"},
        {"git rm", writes | deletes,
         "-qfh -n!looks -r!recurses "
         "--dry-run!looks --quiet --cached!keeps!here --force --ignore-unmatch --sparse --pathspec-file-nul "
         "--pathspec-from-file=read",
         "delete*"},
        {"git show-branch", looks,
         "-arh -g[=text] "
         "--all --remotes --list --no-name --current --sha1-name --merge-base --independent --topo-order --topics --sparse --date-order "
         "--name --no-color "
         "--color[=text] --more[=text] --reflog[=text]",
         "text*"},
        {"git show-ref", looks,
         "-hdq -s[=text] "
         "--tags --heads --branches --verify --exists --head --dereference --quiet "
         "--hash[=text] --abbrev[=text]",
         "text*"},
        {"git show-index", looks,
         "-h "
         "--object-format=text",
         "<data"},
        {"git status", looks,
         "-vsbzh -u[=text] -M[=text] "
         "--verbose --short --branch --show-stash --ahead-behind --long --null --no-renames --renames --no-ahead-behind --no-column "
         "--porcelain[=text] --untracked-files[=text] --ignored[=text] --ignore-submodules[=text] --column[=text] --find-renames[=text]",
         "pathspec*"},
        {"git stripspace", looks,
         "-sch "
         "--strip-comments --comment-lines",
         "<data"},
        {"git switch", writes,
         "-qmdh -c=text!here -C=text!destroys -t[=text] -f!destroys "
         "--guess --discard-changes!destroys --quiet --progress --merge --detach --force!destroys --overwrite-ignore "
         "--ignore-other-worktrees --no-guess --no-recurse-submodules --no-progress --no-track "
         "--create=text!here --force-create=text!destroys --conflict=text --orphan=text --recurse-submodules[=text] --track[=text]",
         "text!links* covers!links"},
        {"git symbolic-ref", looks,
         "-qh -m=text!writes -d!deletes "
         "--quiet --delete!deletes --short --recurse --no-recurse",
         "text text!writes"},
        {"git tag", writes | here,
         "-aesih -m=text -F=read -u=text -n!looks -0123456789 -l!looks -d!deletes -v!runs -f!destroys "
         "--list!looks --omit-empty --delete!deletes --verify!runs --annotate --edit --sign --force!destroys --create-reflog --ignore-case --no-sign "
         "--no-create-reflog --no-column "
         "--message=text --file=read --cleanup=text --local-user=text --sort=text --points-at=text!looks --format=format --column[=text] "
         "--color[=text] --contains[=text]!looks --no-contains[=text]!looks --with[=text]!looks --without[=text]!looks "
         "--merged[=text]!looks --no-merged[=text]!looks --trailer=text",
         "text* none!looks <data"},
        {"git update-index", writes,
         "-qzgh "
         "--ignore-submodules --add --replace --remove --unmerged --refresh --really-refresh --assume-unchanged --no-assume-unchanged "
         "--skip-worktree --no-skip-worktree --ignore-skip-worktree-entries --info-only --force-remove --stdin --index-info --unresolve "
         "--again --ignore-missing --verbose --clear-resolve-undo --split-index --untracked-cache --test-untracked-cache "
         "--force-untracked-cache --force-write-index --fsmonitor!loads --fsmonitor-valid --no-fsmonitor-valid "
         "--no-ignore-skip-worktree-entries --no-split-index --no-untracked-cache --no-fsmonitor "
         "--chmod=text --index-version=text",
         "pathspec* <data"},
        {"git update-ref", writes,
         "-zh -m=text -d!destroys "
         "--no-deref --stdin!destroys --create-reflog --deref",
         "text* <data"},
        {"git verify-commit", runs,
         "-vh "
         "--verbose --raw",
         "text*"},
        {"git verify-tag", runs, "-vh --verbose --raw --format=format", "text*"},
        {"git verify-pack", looks,
         "-vsh "
         "--verbose --stat-only "
         "--object-format=text",
         "read*"},
        {"git write-tree", writes,
         "-h "
         "--missing-ok --ignore-cache-tree "
         "--prefix=text",
         {}},

        {"git bisect", writes, "-h", "subcommand"},
        {"git bisect log", looks, "-h", {}},
        {"git bisect terms", looks, "-h --term-good --term-old --term-bad --term-new", {}},
        {"git bisect bad|good|new|old|skip|next|reset|replay", writes, "-h", "text*"},
        {"git bisect start", writes,
         "-h --term-new=text --term-bad=text --term-old=text --term-good=text --no-checkout --first-parent", "pathspec*"},
        {"git bisect view|visualize", runs, all_of_log, "pathspec*"},
        {"git bisect run", writes | runs, {}, "either"},
        {"git bundle", reads, "-h", "subcommand"},
        {"git bundle create", writes, "-qh --quiet --progress --all-progress --version=text --all --branches --tags", "write text*"},
        {"git bundle verify|list-heads", looks, "-qh --quiet", "read text*"},
        {"git commit-graph", reads, "-h", "subcommand"},
        {"git commit-graph verify", looks, "-h --shallow --progress --no-progress", {}},
        {"git commit-graph write", writes,
         "-h --reachable --append --changed-paths --no-changed-paths --split[=text] --max-commits=text --size-multiple=text --progress "
         "--no-progress", {}},
        // They start programs that settings name, or `-x`.
        {"git difftool", runs,
         "-dgyh -t=text -x=shell --dir-diff --gui --no-gui --no-prompt --prompt --cached --staged --tool=text --tool-help --extcmd=shell "
         "--trust-exit-code --no-trust-exit-code --no-symlinks --no-index",
         "pathspec*"},
        {"git mergetool", runs, "-ygh -t=text -O=read --tool=text --tool-help --no-prompt --prompt --gui --no-gui", "pathspec*"},
        {"git filter-branch", destroys,
         "-fh -d=write --setup=shell --env-filter=shell --tree-filter=shell --index-filter=shell --parent-filter=shell "
         "--msg-filter=shell --commit-filter=shell --tag-name-filter=shell --subdirectory-filter=text --original=text --prune-empty "
         "--state-branch=text --force --all --branches --tags",
         "text*"},
        {"git filter-repo", destroys,
         "-fh --force --analyze --path=text --path-glob=text --path-regex=text --invert-paths --path-rename=text "
         "--subdirectory-filter=text --to-subdirectory-filter=text --strip-blobs-bigger-than=text --replace-text=read --mailmap=read "
         "--refs=text --dry-run --debug",
         {}},
        {"git for-each-repo", runs, {}, {}},
        {"git get-tar-commit-id", looks, "-h", "<data"},
        {"git help", runs,
         "-mwivch -a!looks -g!looks --all!looks --guides!looks --config --no-external-commands --external-commands --no-aliases --aliases --verbose --man --web "
         "--info --user-interfaces --developer-interfaces",
         "text*"},
        {"git hook", runs, {}, "subcommand"},
        {"git hook run", runs, "-h --ignore-missing --to-stdin=read", "text!evaluates text*"},
        {"git maintenance", deletes, {}, "subcommand"},
        {"git maintenance run", deletes, "-h --auto --schedule=text --quiet --no-quiet --task=text", {}},
        {"git maintenance start|stop|register|unregister", rights, {}, {}},
        {"git multi-pack-index", writes, {}, "subcommand"},
        {"git multi-pack-index verify", looks, "-h --progress --no-progress", {}},
        {"git multi-pack-index write|repack|expire", deletes, "-h --progress --no-progress --bitmap --batch-size=text", {}},
        {"git notes", looks, "-h --ref=text", "subcommand"},
        {"git notes list|show|get-ref", looks, "-h", "text*"},
        {"git notes add|append|edit", writes | runs,
         "-fh -m=text -F=read -c=text -C=text --message=text --file=read --reedit-message=text --reuse-message=text --allow-empty --force",
         "text* <data"},
        {"git notes copy", writes, "-fh --force --stdin --for-rewrite=text", "text* <data"},
        {"git notes merge", writes, "-vqh -s=text --verbose --quiet --strategy=text --commit --abort", "text*"},
        {"git notes remove|prune", deletes, "-nvh --dry-run --verbose --ignore-missing --stdin", "text* <data"},
        {"git patch-id", looks, "-h --stable --unstable --verbatim", "<data"},
        {"git mktag|mktree", writes, "-zh --missing --batch --strict --no-strict", "<data"},
        {"git reflog", looks, all_of_log, "subcommand"},
        {"git reflog show|list|exists", looks, all_of_log, "pathspec*"},
        {"git reflog expire", destroys,
         "-nvh --dry-run --verbose --rewrite --updateref --stale-fix --all --single-worktree --expire=text --expire-unreachable=text",
         "text*"},
        {"git reflog delete|drop", destroys, "-nvh --dry-run --verbose --rewrite --updateref --all --single-worktree", "text*"},
        {"git reflog write", writes, {}, "text*"},
        // The name of a branch, or of none of these.
        {"git reflog *", looks, all_of_log, "pathspec*"},
        {"git remote", looks, "-vh --verbose", "subcommand"},
        {"git remote get-url", looks, "-h --all --push", "text"},
        {"git remote show", fetches, "-h -n!looks", "text*"},
        {"git remote add", writes,
         "-h -f!fetches --fetch!fetches --tags --no-tags -t=text --track=text -m=text --master=text --mirror[=text]", "text address"},
        {"git remote rename|set-branches", writes, "-h --progress --no-progress --add", "text*"},
        {"git remote set-url", writes, "-h --push --add --delete", "text address address"},
        {"git remote set-head", writes | fetches, "-adh --auto --delete", "text*"},
        {"git remote update", writes | fetches, "-ph --prune --no-prune", "text*"},
        {"git remote remove|rm|prune", deletes, "-nh --dry-run", "text*"},
        {"git request-pull", fetches, "-ph", "text address text"},
        {"git rerere", writes, "-h --rerere-autoupdate --no-rerere-autoupdate", "subcommand"},
        {"git rerere status|diff|remaining", looks, "-h", {}},
        {"git rerere clear|forget|gc", deletes, "-h", "pathspec*"},
        // Besides commits it prints what it does not know, as it stands there.
        {"git rev-parse", looks | hashes,
         "-qh --parseopt!mixes --keep-dashdash!mixes --stop-at-non-option!mixes --stuck-long!mixes --sq-quote!mixes --revs-only!mixes --no-revs!mixes --flags!mixes --no-flags!mixes "
         "--default=text!mixes --prefix=text!mixes --verify --quiet --sq!mixes --short[=text] --not!mixes --abbrev-ref[=text]!mixes --symbolic!mixes --symbolic-full-name!mixes "
         "--all --branches[=text] --tags[=text] --remotes[=text] --glob=text!mixes --exclude=text!mixes --exclude-hidden=text!mixes --disambiguate=text!mixes "
         "--local-env-vars!mixes --path-format=text!mixes --git-dir!mixes --git-common-dir!mixes --resolve-git-dir=name!mixes --git-path=text!mixes --show-toplevel!mixes "
         "--show-superproject-working-tree!mixes --shared-index-path!mixes --absolute-git-dir!mixes --is-inside-git-dir!mixes --is-inside-work-tree!mixes "
         "--is-bare-repository!mixes --is-shallow-repository!mixes --show-ref-format!mixes --show-cdup!mixes --show-prefix!mixes --show-object-format[=text]!mixes --since=text!mixes --after=text!mixes "
         "--until=text!mixes --before=text!mixes --end-of-options!mixes",
         "revision* <data"},
        // It runs programs that settings name.
        {"git send-email", sends,
         "-h --to=text --cc=text --bcc=text --from=text --subject=text --in-reply-to=text --annotate --compose --dry-run "
         "--smtp-server=program --sendmail-cmd=shell --to-cmd=shell --cc-cmd=shell --header-cmd=shell",
         "text!loads* none!loads"},
        {"git sparse-checkout", writes, "-h", "subcommand"},
        {"git sparse-checkout list|check-rules", looks, "-zh", "<data"},
        {"git sparse-checkout init|set|add|reapply|disable", writes,
         "-h --cone --no-cone --sparse-index --no-sparse-index --skip-checks --stdin", "text* <data"},
        // Behind an option it pushes, whatever comes: `git stash -p list`.
        {"git stash", writes | scatters | here,
         "-p!writes -k!writes -q!writes -u!writes -a!writes -S!writes -h -m=text!writes --keep-index!writes --no-keep-index!writes "
         "--include-untracked!writes --all!writes --quiet!writes --patch!writes --staged!writes --message=text!writes",
         "subcommand"},
        {"git stash list", looks, all_of_log, "pathspec*"},
        {"git stash show", looks, all_of_stash_show, "text*"},
        {"git stash push", writes | scatters | here,
         "-pkquaSh -m=text --keep-index --no-keep-index --include-untracked --no-include-untracked --all --quiet --patch --staged "
         "--message=text --pathspec-from-file=read --pathspec-file-nul",
         "pathspec*"},
        {"git stash save", writes | scatters | here,
         "-pkquaSh -m=text --keep-index --no-keep-index --include-untracked --all --quiet --patch --staged --message=text", "text*"},
        {"git stash create|branch", writes, "-h", "text*"},
        {"git stash store", writes, "-qh -m=text --quiet --message=text", "text*"},
        {"git stash apply|pop", writes | links, "-qh --quiet --index --no-index", "text*"},
        {"git stash drop|clear", destroys, "-qh --quiet", "text*"},
        {"git submodule", looks, "-qh --quiet --cached", "subcommand"},
        {"git submodule status", looks, "-qh --quiet --cached --recursive", "name*"},
        {"git submodule summary", reads, "-h -n=text --cached --files --for-status --summary-limit=text", "pathspec*"},
        {"git submodule add", writes | fetches,
         "-fqh -b=text --branch=text --force --quiet --progress --name=text --reference=read --ref-format=text --dissociate --depth=text",
         "address write"},
        {"git submodule init|sync|absorbgitdirs|set-branch", writes,
         "-qdh -b=text --quiet --recursive --default --branch=text", "pathspec*"},
        {"git submodule set-url", writes, "-qh --quiet", "pathspec address"},
        {"git submodule update", writes | fetches,
         "-qNh -j=text -f!destroys --force!destroys --quiet --init --remote --no-fetch --checkout --merge --rebase --recursive "
         "--recommend-shallow --no-recommend-shallow --reference=read --dissociate --depth=text --jobs=text --single-branch "
         "--no-single-branch --filter=text --progress --no-progress",
         "pathspec*"},
        {"git submodule deinit", deletes, "-qh --quiet --all -f!destroys --force!destroys", "pathspec*"},
        {"git submodule foreach", reads, "-qh --quiet --recursive", "shells"},
        // It knows a few names, and a list of all settings.
        {"git var", looks, "-h -l!secrets", "text"},
        {"git version", looks, "-h --build-options", {}},
        {"git worktree", looks, "-h", "subcommand"},
        {"git worktree list", looks, "-vzh --verbose --porcelain --expire=text", {}},
        {"git worktree add", writes | scatters,
         "-dqh -b=text -B=text!destroys -f!destroys --force!destroys --detach --checkout --no-checkout --lock --reason=text --quiet "
         "--track --no-track --guess-remote --no-guess-remote --orphan --relative-paths",
         "write text"},
        {"git worktree lock|unlock|repair", writes, "-h --reason=text", "name*"},
        {"git worktree move", writes, "-h -f!destroys --force!destroys", "write write"},
        {"git worktree remove", deletes, "-h -f!destroys --force!destroys", "delete"},
        {"git worktree prune", deletes, "-vh -n!looks --dry-run!looks --verbose --expire=text", {}},

        // Options: git-lfs 3.3.0.
        {"git lfs", reads, "-h", "subcommand"},
        {"git lfs ls-files", looks, "-lsdanh -I=text -X=text --include=text --exclude=text --long --size --debug --all --deleted "
         "--name-only!names --json", "text*"},
        {"git lfs env|version", reads, "-h", {}},
        {"git lfs status", reads, "-ph --porcelain --json", {}},
        {"git lfs logs", reads, "-h", "text*"},
        {"git lfs locks", fetches, "-h -r=text -i=text -p=text -l=text --remote=text --id=text --path=text --limit=text --json --local", {}},
        {"git lfs fetch|pull", fetches | writes, "-arph -I=text -X=text --include=text --exclude=text --all --recent --prune --refetch", "text*"},
        {"git lfs checkout", writes, "-h", "pathspec*"},
        {"git lfs install|uninstall|update", loads | writes, "-h --local --force --skip-repo --skip-smudge", {}},
        {"git lfs track|untrack", writes, "-vdnlh --verbose --dry-run --lockable --no-excluded --filename", "text*"},
        {"git lfs push", sends, "-h --all --dry-run --object-id", "text*"},
        {"git lfs lock|unlock", sends, "-h --force!destroys -f!destroys --json", "text*"},
        {"git lfs prune", deletes, "-dfvh --dry-run --force --recent --verify-remote --verbose", {}},

        // Options: gh 2.23.0, and the commands of later versions. What has no row is an alias or an extension.
        {"gh", fetches, "-h -R=text --repo=text --version!looks --help!looks", "subcommand!evaluates"},
        {"gh version", looks, "-h", {}},
        {"gh help|reference", looks, "-h", "text*"},
        {"gh completion", looks, "-h -s=text --shell=text", {}},
        // What it asks for with `GET` is only read; fields make a `POST` of it.
        {"gh api", fetches | sends | served,
         "-ih -X=method -H=text -f=field -F=field -q=jq -t=text -p=text --method=method --header=text --raw-field=field --field=field "
         "--input=read!sends --jq=jq --template=text --paginate --slurp --include --hostname=text!outside --preview=text --cache=text --silent "
         "--verbose",
         "endpoint <data"},
        {"gh auth", secrets, "-h", "subcommand"},
        {"gh auth status", fetches, "-a -h=text --active --hostname=text --json=text -t!secrets --show-token!secrets", {}},
        {"gh auth login|logout|refresh|switch|setup-git", rights,
         "-h=text -p=text -s=text -w -u=text --hostname=text --git-protocol=text --scopes=text --web --with-token --user=text --force", {}},
        {"gh auth token", secrets, "-h=text -u=text --hostname=text --user=text", {}},
        {"gh browse", fetches, "-cnprswah -b=text -R=text --branch=text --commit[=text] --no-browser --projects --releases --settings "
         "--wiki --repo=text", "text*"},
        {"gh status", fetches | served, "-h -e=text -o=text --exclude=text --org=text", {}},
        {"gh search", fetches, "-h", "subcommand"},
        {"gh search code|commits|issues|prs|repos", fetches, gh_search, "text*"},
        {"gh licenses|ruleset|rs|org|attestation|preview|agent-task", fetches, "-h -R=text --repo=text", "subcommand"},
        {"gh ruleset list|ls|view|check", fetches | served, "-ph -w!outside -o=text -L=text -R=text --org=text --parents --limit=text --web!outside --default "
         "--repo=text", "text*"},
        {"gh cache", fetches, "-h -R=text --repo=text", "subcommand"},
        {"gh cache list|ls", fetches | served,
         "-h -k=text -L=text -O=text -q=jq -r=text -R=text -S=text -t=text --jq=jq --json=text --key=text --limit=text --order=text --ref=text "
         "--repo=text --sort=text --template=text", {}},
        {"gh cache delete", destroys, "-ah -R=text -r=text --all --ref=text --succeed-on-no-caches --repo=text", "text"},

        {"gh pr|issue", fetches, "-h -R=text --repo=text", "subcommand"},
        {"gh pr list|ls", fetches | served, gh_list, {}},
        {"gh pr view", fetches | served, gh_view, "text"},
        {"gh pr status", fetches | served, gh_view, {}},
        {"gh pr diff", fetches | served, "-h -w!outside -e=text -R=text --color=text --exclude=text --name-only --patch --web!outside --repo=text", "text"},
        {"gh pr checks", fetches | served,
         "-h -w!outside -i=text -q=jq -t=text -R=text --interval=text --required --watch --fail-fast --web!outside --jq=jq --json=text --template=text "
         "--repo=text", "text"},
        {"gh pr create|new|edit", sends,
         "-dfwh -e!runs -a=text -A=text -B=text -b=text -F=read -H=text -l=text -m=text -p=text -r=text -t=text -T=text -R=text "
         "--assignee=text --base=text --body=text --body-file=read --draft --dry-run --editor!runs --fill --fill-first --fill-verbose "
         "--head=text --label=text --milestone=text --no-maintainer-edit --project=text --recover=read --reviewer=text --template=text "
         "--title=text --web --repo=text --add-assignee=text --add-label=text --add-project=text --add-reviewer=text "
         "--remove-assignee=text --remove-label=text --remove-project=text --remove-reviewer=text --remove-milestone",
         "text* <sends"},
        {"gh pr comment|review", sends,
         "-acrwh -e!runs -b=text -F=read -R=text --approve --body=text --body-file=read --comment --request-changes --edit-last "
         "--create-if-none --delete-last!destroys --yes --editor!runs --web --repo=text",
         "text* <sends"},
        {"gh pr merge", sends,
         "-mrsh -d!deletes -A=text -b=text -F=read -t=text -R=text --admin --auto --author-email=text --body=text --body-file=read "
         "--delete-branch!deletes --disable-auto --match-head-commit=text --merge --rebase --squash --subject=text --repo=text",
         "text <sends"},
        {"gh pr close|reopen|ready|lock|unlock|pin|unpin|transfer|update-branch", sends,
         "-h -d!deletes -c=text -r=text -R=text --comment=text --reason=text --delete-branch!deletes --undo --rebase --repo=text", "text*"},
        {"gh pr develop", sends, "-clh -b=text -n=text -R=text --base=text --branch-repo=text --checkout --list --name=text --repo=text", "text"},
        {"gh pr checkout|co", fetches | writes,
         "-h -b=text -f!destroys -R=text --branch=text --detach --force!destroys --recurse-submodules --repo=text", "text"},
        {"gh pr delete", destroys, "-h -R=text --yes --confirm --repo=text", "text"},

        {"gh run|workflow", fetches, "-h -R=text --repo=text", "subcommand"},
        {"gh run list|ls", fetches | served,
         "-ah -b=text -c=text -e=text -L=text -q=jq -s=text -t=text -u=text -w=text -R=text --all --branch=text --commit=text "
         "--created=text --event=text --jq=jq "
         "--json=text --limit=text --status=text --template=text --user=text --workflow=text --repo=text", {}},
        {"gh run view", fetches | served,
         "-vyh -w!outside -a=text -j=text -q=jq -r=text -t=text -R=text --attempt=text --exit-status --job=text --jq=jq --json=text --log "
         "--log-failed --ref=text "
         "--template=text --verbose --web!outside --yaml --repo=text", "text"},
        {"gh run watch", fetches | served, "-h -i=text -R=text --exit-status --compact --interval=text --repo=text", "text"},
        {"gh run run|rerun|cancel|enable|disable", sends,
         "-dh -f=text -F=text -j=text -r=text -R=text --debug --failed --job=text --field=text --raw-field=text --json --ref=text --force "
         "--repo=text", "text* <sends"},
        {"gh run download", fetches | writes | scatters, "-h -D=write -n=text -p=text -R=text --dir=write --name=text --pattern=text "
         "--repo=text", "text*"},
        {"gh run delete", destroys, "-h -R=text --repo=text", "text"},

        {"gh release", fetches, "-h -R=text --repo=text", "subcommand"},
        {"gh release list|ls", fetches | served,
         "-h -L=text -O=text -q=jq -t=text -R=text --exclude-drafts --exclude-pre-releases --jq=jq --json=text --limit=text --order=text "
         "--template=text --repo=text", {}},
        {"gh release view", fetches | served, gh_view, "text"},
        {"gh release create|new|edit", sends,
         "-dph -F=read -n=text -t=text -R=text --discussion-category=text --draft --generate-notes --latest --notes=text --notes-file=read "
         "--notes-from-tag --notes-start-tag=text --prerelease --tag=text --target=text --title=text --verify-tag --repo=text",
         "text read* <sends"},
        {"gh release upload", sends, "-h -R=text --clobber!destroys --repo=text", "text read*"},
        {"gh release download", fetches | writes | scatters,
         "-h -A=text -D=write -O=write -p=text -R=text --archive=text --clobber --dir=write --output=write --pattern=text --skip-existing "
         "--repo=text", "text"},
        {"gh release delete|delete-asset", destroys, "-yh -R=text --cleanup-tag --yes --repo=text", "text*"},

        {"gh repo", fetches, "-h -R=text --repo=text", "subcommand"},
        {"gh repo list|ls", fetches | served,
         "-h -l=text -L=text -q=jq -t=text --archived --no-archived --fork --source --jq=jq --json=text --language=text --limit=text --template=text "
         "--topic=text --visibility=text", "text"},
        {"gh repo view", fetches | served, "-h -w!outside -b=text -q=jq -t=text --branch=text --jq=jq --json=text --template=text --web!outside", "text"},
        {"gh repo create|new|fork|edit|rename|archive|unarchive|sync", sends,
         "-cyh -d=text -b=text -g=text -l=text -p=text -r=text -s=read -t=text -R=text --add-readme --branch=text --clone --confirm "
         "--default-branch=text --description=text "
         "--disable-issues --disable-wiki --force!destroys --gitignore=text --homepage=text --include-all-branches --internal "
         "--license=text --private --public!rights --push --remote --source=read --team=text --template=text --yes --fork-name=text "
         "--org=text --add-topic=text --remove-topic=text --visibility=text!rights --repo=text",
         "text*"},
        {"gh repo clone", fetches | writes, "-h -u=text --upstream-remote-name=text", "address write"},
        {"gh repo set-default", writes, "-uvh --unset --view", "text"},
        {"gh repo delete", destroys, "-h --yes --confirm", "text"},
        {"gh repo deploy-key|autolink", sends, "-h -R=text --repo=text", "subcommand"},
        {"gh repo deploy-key list|ls|view", fetches, "-h -R=text --repo=text", "text*"},
        {"gh repo deploy-key add|create", rights, "-wh -t=text -R=text --allow-write --title=text --repo=text", "read"},
        {"gh repo deploy-key delete", destroys, "-h -R=text --repo=text --yes", "text"},

        {"gh gist", fetches, "-h", "subcommand"},
        {"gh gist list|ls", fetches, "-h -L=text --limit=text --public --secret --filter=text --include-content", {}},
        {"gh gist view", fetches, "-rwh -f=text --filename=text --files --raw --web", "text"},
        {"gh gist create|new", sends, "-pwh -d=text -f=text --desc=text --filename=text --public --web", "read* <sends"},
        {"gh gist edit|rename", sends, "-h -a=read -d=text -f=text -r=text --add=read --desc=text --filename=text --remove=text", "text*"},
        {"gh gist clone", fetches | writes, "-h", "address write"},
        {"gh gist delete", destroys, "-h --yes", "text"},

        {"gh label", fetches, "-h -R=text --repo=text", "subcommand"},
        {"gh label list|ls", fetches | served,
         "-h -w!outside -L=text -q=jq -S=text -t=text -R=text --jq=jq --json=text --limit=text --order=text --search=text --sort=text --template=text "
         "--web!outside --repo=text", {}},
        {"gh label create|edit|clone", sends, "-h -c=text -d=text -n=text -f!destroys -R=text --color=text --description=text --name=text "
         "--force!destroys --repo=text", "text*"},
        {"gh label delete", destroys, "-h -R=text --yes --confirm --repo=text", "text"},

        {"gh project", fetches, "-h", "subcommand"},
        {"gh project list|ls|view|field-list|item-list", fetches | served,
         "-h -w!outside -L=text -q=jq -t=text --closed --format=text --jq=jq --limit=text --owner=text --template=text --web!outside --query=text", "text"},
        {"gh project create|new|edit|close|copy|field-create|item-add|item-archive|item-create|item-edit|link|unlink|mark-template", sends,
         "-h -q=jq -t=text --format=text --jq=jq --owner=text --template=text --title=text --description=text -d=text --readme=text "
         "--visibility=text "
         "--undo --url=text --id=text --field-id=text --project-id=text --text=text --number=text --date=text --body=text --name=text "
         "--data-type=text --repo=text --single-select-option-id=text --single-select-options=text",
         "text*"},
        {"gh project delete|field-delete|item-delete", destroys, "-h -q=jq -t=text --format=text --id=text --jq=jq --owner=text "
         "--template=text", "text*"},

        {"gh secret|variable", fetches, "-h -R=text --repo=text", "subcommand"},
        {"gh secret list|ls|get", fetches,
         "-h -a=text -e=text -o=text -u -q=jq -t=text -R=text --app=text --env=text --org=text --user --jq=jq --json=text --template=text "
         "--repo=text", "text"},
        {"gh secret set", sends,
         "-uh -a=text -b=text -e=text -f=read -o=text -r=text -v=text -R=text --app=text --body=text --env=text --env-file=read --no-store "
         "--org=text "
         "--repos=text --user --visibility=text --repo=text",
         "text <sends"},
        {"gh secret delete|remove", destroys, "-uh -a=text -e=text -o=text -R=text --app=text --env=text --org=text --user --repo=text", "text"},
        {"gh codespace|cs", fetches, "-h", "subcommand"},
        {"gh codespace list|ls|view", fetches,
         "-wh -c=text -L=text -o=text -q=jq -r=text -R=text -t=text -u=text --codespace=text --jq=jq --json=text --limit=text --org=text "
         "--repo=text --template=text --user=text "
         "--web", {}},
        {"gh codespace logs", fetches, "-fh -c=text --codespace=text --follow", {}},
        {"gh codespace create|stop|edit|rebuild", sends, "-h -b=text -c=text -d=text -m=text -R=text --branch=text --codespace=text --repo=text", {}},
        {"gh codespace delete", destroys, "-fh -c=text --all --codespace=text --days=text --force", {}},
        {"gh codespace ssh|cp|code|jupyter|ports", runs | sends, {}, "text!loads*"},
        {"gh ssh-key|gpg-key", fetches, "-h", "subcommand"},
        {"gh ssh-key list|ls", fetches, "-h", {}},
        {"gh ssh-key add", sends, "-h -t=text --title=text --type=text", "read!rights"},
        {"gh ssh-key delete", sends, "-yh --yes", "text!rights"},
        {"gh alias|config", reads, "-h", "subcommand"},
        {"gh alias list|ls|get", reads, "-h --host=text", "text*"},
        {"gh alias set|delete|import", writes, "-sh --shell --clobber --all --host=text", "text!loads*"},
        {"gh extension|extensions|ext", fetches, "-h", "subcommand"},
        {"gh extension list|ls|search|browse", fetches, "-h -q=jq -L=text -t=text --jq=jq --json=text --limit=text --license=text "
         "--order=text --owner=text --sort=text "
         "--template=text --web", "text*"},
        {"gh extension install|upgrade|create|remove", installs, "-h --all --dry-run --force --pin=text --precompiled=text", "text!loads*"},
        {"gh extension exec", runs, {}, "text!loads*"},

        // Options: glab 1.36, those that people use.
        {"glab", fetches, "-h -R=text --repo=text --version!looks --help!looks", "subcommand!evaluates"},
        {"glab version", looks, "-h", {}},
        {"glab mr|issue|ci|repo|release|label|pipeline|snippet", fetches, "-h -R=text --repo=text", "subcommand"},
        {"glab mr list|ls|view|show|diff|status|trace|search|get|lint", fetches,
         "-AcdMCOh -a=text -F=text -g=text -l=text -m=text -p=text -P=text -R=text --all --assignee=text --author=text --closed --comments "
         "--draft --group=text --label=text --merged --milestone=text --output=text --page=text --per-page=text --raw --color=text "
         "--search=text --system-logs --repo=text",
         "text*"},
        {"glab mr create|new|update|note|comment|approve|revoke|merge|accept|close|reopen|rebase|subscribe|unsubscribe|retry|run|cancel|todo", sends,
         "-fyh -a=text -b=text -d=text -l=text -m=text -s=text -t=text -R=text --assignee=text --description=text --draft --fill --label=text "
         "--message=text --milestone=text --push --remove-source-branch --reviewer=text --source-branch=text --squash --target-branch=text "
         "--title=text --yes --repo=text",
         "text*"},
        {"glab mr checkout|clone|download", fetches | writes, "-h -b=text -R=text --branch=text --repo=text", "text*"},
        {"glab mr delete", destroys, "-yh -R=text --yes --repo=text", "text*"},
        {"glab variable", fetches, "-h -R=text --repo=text", "subcommand"},
        {"glab variable get|list|ls|export", fetches | secrets,
         "-h -F=text -g=text -R=text -s=text --group=text --output=text --page=text --per-page=text --repo=text --scope=text", "text*"},
        {"glab variable set|new|create|update", sends,
         "-hmpr -g=text -R=text -s=text -t=text -v=text --group=text --masked --protected --raw --repo=text --scope=text --type=text --value=text",
         "text* <sends"},
        {"glab variable delete|remove", destroys, "-h -g=text -R=text -s=text --group=text --repo=text --scope=text", "text*"},
        {"glab auth", secrets, "-h", "subcommand"},
        {"glab auth status", fetches, "-h --hostname=text -t!secrets --show-token!secrets", {}},
        {"glab api", fetches | sends, "-ih -X=method -H=text -f=field -F=field --method=method --header=text --raw-field=field "
         "--field=field --input=read!sends "
         "--paginate --hostname=text --include --silent", "address <data"},

        // Options: Mercurial 6.3. `--config` names what it runs; what has no row is an alias or of an extension.
        {"hg|chg", reads,
         "-yvqh -R=elsewhere --repository=elsewhere --cwd=elsewhere --config=load --noninteractive --verbose --quiet --pager=text "
         "--color=text --encoding=text --traceback --hidden --version!looks",
         "subcommand!evaluates*"},
        {"hg status|st", reads,
         "-AmardcuinC0Sh -I=pathspec -X=pathspec -T=text --all --modified --added --removed --deleted --clean --unknown --ignored --no-status "
         "--copies --print0 --rev=text --change=text --include=pathspec --exclude=pathspec --subrepos --template=text --terse=text",
         "pathspec*"},
        {"hg log|history|diff|cat|annotate|blame|branches|tags|heads|identify|id|manifest|parents|paths|root|summary|sum|files|grep|locate|"
         "help|version",
         reads,
         "-fagpGwbBZ0inctPVh -T=text -r=text -I=pathspec -X=pathspec -l=text -k=text -u=text -d=text -M -o=write -U=text --rev=text --change=text "
         "--include=pathspec --exclude=pathspec --limit=text --keyword=text --user=text --date=text --branch=text --patch --git --stat "
         "--graph --template=text --output=write --no-merges --follow --removed --print0 --ignore-all-space --unified=text --text "
         "--nodates --reverse --number --changeset --file --line-number --closed --active --id --tags --subrepos",
         "pathspec*"},
        {"hg branch|bookmark|bookmarks|phase", writes,
         "-fiCplsh -d!deletes -r=text -m=text -T=text --force --inactive --clean --public --list --secret --draft --delete!deletes --rev=text "
         "--rename=text --template=text",
         "text*"},
        {"hg add|commit|ci|update|up|checkout|co|merge|tag|graft|rebase|copy|cp|move|mv|rename|import|export|init|shelve|unshelve|resolve|addremove|forget",
         writes | runs,
         "-nAah -m=text -r=text -d=text -u=text -I=pathspec -X=pathspec -l=read -s=text -b=text -o=write -t=program -C!destroys "
         "--message=text --logfile=read "
         "--date=text --user=text --include=pathspec --exclude=pathspec --addremove --amend --rev=text --clean!destroys --check --tool=program "
         "--output=write --dry-run --force --after --source=text --dest=text --base=text --continue --abort!destroys --mark --all --list",
         "pathspec*"},
        {"hg remove|rm|revert|strip|purge|rollback|clean", destroys,
         "-aCfnpAhi -r=text -d=text -I=pathspec -X=pathspec --all --rev=text --date=text --no-backup --include=pathspec --exclude=pathspec "
         "--dry-run --after "
         "--force --interactive",
         "pathspec*"},
        {"hg clone|pull|incoming|in|outgoing|out", fetches | writes,
         "-uUfBnpGMh -r=text -b=text -l=text -e=program --ssh=program --remotecmd=program --update --noupdate --updaterev=text --rev=text "
         "--branch=text --pull --stream --insecure --rebase --limit=text --patch --graph --no-merges",
         "address write"},
        {"hg push", sends,
         "-Bh -f!destroys -r=text -b=text -e=program --force!destroys --rev=text --bookmark --branch=text --new-branch --ssh=program "
         "--remotecmd=program --insecure",
         "address"},

        // Options: jj 0.24, those that people use.
        {"jj", reads,
         "-h -R=elsewhere --repository=elsewhere --config=load --config-file=load --no-pager --quiet --ignore-working-copy "
         "--at-op=text --at-operation=text --color=text --version!looks",
         "subcommand!evaluates*"},
        {"jj log|status|st|diff|show|evolog|interdiff|root|version|help", reads,
         "-Gpsh -r=text -n=text -T=text -f=text -t=text --revisions=text --revision=text --limit=text --reversed --no-graph --template=text --patch "
         "--summary --stat --types --name-only --git --color-words --from=text --to=text --context=text --tool=program",
         "pathspec*"},
        {"jj new|commit|ci|describe|desc|edit|squash|split|rebase|duplicate|undo|redo|file|tag|bookmark|branch|b|op|operation|workspace",
         writes | runs,
         "-ih -m=text -r=text -d=text -s=text -b=text -A=text -B=text -t=text -f=text --message=text --revision=text --destination=text "
         "--source=text "
         "--branch=text --insert-after=text --insert-before=text --from=text --into=text --to=text --interactive --tool=program --stdin --no-edit",
         "text* <data"},
        {"jj abandon|restore", destroys, "-h -r=text -f=text --from=text --to=text --into=text --changes-in=text", "pathspec*"},
        {"jj git", fetches | sends, "-h", "subcommand"},
        {"jj git fetch|clone|init|import|export|remote|root", fetches | writes, "-h -b=text --branch=text --remote=text --all-remotes "
         "--colocate", "address write"},
        {"jj git push", sends,
         "-h -b=text -c=text -r=text --bookmark=text --branch=text --change=text --revisions=text --remote=text --all!destroys "
         "--tracked --deleted!destroys --allow-new --dry-run",
         {}},

        // Options: Subversion 1.14.2.
        {"svn", fetches,
         "-h --config-dir=load --config-option=load --editor-cmd=program --non-interactive --username=text --no-auth-cache "
         "--quiet --version!looks",
         "subcommand*"},
        {"svn status|st|stat|log|info|diff|di|cat|blame|praise|annotate|ann|list|ls|proplist|pl|propget|pg|help",
         fetches,
         "-uvqRgh -r=text -c=text -l=text -x=text --revision=text --change=text --limit=text --verbose --recursive --depth=text "
         "--show-updates --no-ignore --ignore-externals --xml --incremental --stop-on-copy --summarize --git --show-item=text --no-newline "
         "--search=text "
         "--diff --internal-diff --changelist=text --targets=read --strict --with-revprop=text --diff-cmd=program",
         "pathspec*"},
        {"svn add|update|up|checkout|co|copy|cp|move|mv|rename|mkdir|merge|switch|sw|resolve|resolved|export|propset|ps|lock|unlock|changelist|cl|"
         "relocate|upgrade|patch",
         fetches | writes,
         "-qh -r=text -c=text -m=text -F=read --revision=text --change=text --message=text --file=read --depth=text --set-depth=text "
         "--parents --force "
         "--ignore-externals --accept=text --auto-props --no-auto-props --no-ignore --dry-run --record-only --reintegrate --ignore-ancestry "
         "--strip=text --targets=read --remove --diff3-cmd=program",
         "pathspec*"},
        {"svn cleanup", deletes, "-h --vacuum-pristines --remove-unversioned!destroys --remove-ignored!destroys --include-externals", "pathspec*"},
        {"svn commit|ci|import|propedit|pe", sends,
         "-qNh -m=text -F=read --message=text --file=read --depth=text --targets=read --changelist=text --keep-changelists --no-unlock "
         "--with-revprop=text "
         "--no-ignore --auto-props --no-auto-props --force",
         "pathspec*"},
        {"svn revert|delete|del|remove|rm|propdel|pd", destroys,
         "-qRh -m=text --message=text --depth=text --recursive --force --keep-local --targets=read --changelist=text", "pathspec*"},
        {"svnversion", reads, "-nch --no-newline --committed --version!looks", "read*"},

        {"repo|mr|myrepos|vcsh|yadm|mu", runs, "-h", "subcommand!evaluates"},
        {"repo forall", runs, "-pveh -c=shell -r=text -i=text -g=text -j=text", "text*"},
        {"repo run|enter|sh|shell", runs, {}, "text* either <shell"},
        {"repo upload", runs | sends,
         "-ctdwy --current-branch --draft --wip --yes --no-verify --dry-run --re=text --cc=text --br=text --label=text --hashtag=text -D=text "
         "--destination=text",
         "text*"},
        {"repo abandon", destroys, "-q --quiet --all", "text*"},
        {"repo sync|status|init|start|info|list|diff|branches|prune|rebase|manifest", runs | writes, "-hcdfnpqu -b=text -m=text "
         "-j=text", "text*"},
        {"darcs|fossil", sends | writes, "-h", "subcommand!evaluates"},
        {"darcs trackdown|test", runs, {}, "text* shells"},
        {"darcs log|changes|whatsnew|diff|status|info|timeline|annotate|show", reads, "-hsuv --diff-command=shell", "text*"},
        {"darcs record|add|pull|push|send|apply|commit|update|sync|clone|init|new|open|close", sends | writes, "-ah -m=text", "text*"},
        {"chezmoi", writes, "-nvh -S=elsewhere -D=elsewhere -c=load --config=load --dry-run --verbose", "subcommand"},
        {"chezmoi execute-template", evaluates, "-i --init", "code*"},
        {"chezmoi status|diff|managed|unmanaged|list|data|dump|cat|source-path|target-path|doctor|verify", runs, "-hvn --verbose", "text*"},
        {"chezmoi destroy|purge|remove|rm", destroys, "-fnrvP --force --recursive --binary --verbose --dry-run", "text*"},
        {"chezmoi add|re-add|apply|edit|update|init|forget|cd|chattr|import|merge", writes | runs, "-anvhR --apply "
         "--verbose --dry-run --force", "text*"},
        {"cvs", sends | writes, "-nqQrfvh -e=shell -d=code -z=text", "subcommand"},
        {"cvs status|log|diff|annotate|update|commit|add|remove|tag", sends | writes, "-anpPRlquhNc -r=text -m=text -D=text -F=read", "pathspec*"},
        {"cvs checkout", sends | writes, "-anpPRlquhNc -r=text -m=text -D=text -d=write", "pathspec*"},
    };
    // clang-format on
    return rows;
}

}  // namespace assent::programs
