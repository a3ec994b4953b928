#include "families.hpp"

namespace assent::programs {

std::span<const program_row> version_control() noexcept {
    using enum effect;
    static constexpr program_row rows[] = {
        // What git runs is decided by its settings: `-c`, `--git-dir`, another folder.
        {"git", reads | settings,
         "-C=elsewhere -c=load --config-env=load --git-dir=elsewhere --work-tree=elsewhere "
         "--exec-path[=load] "
         "-p --paginate -P --no-pager --no-optional-locks --no-replace-objects --no-lazy-fetch "
         "--bare!outside "
         "--literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --namespace=text "
         "--attr-source=text "
         "--html-path --man-path --info-path -v!looks --version!looks -h",
         "subcommand"},
        {"git add|stage", writes,
         "-nvfiepuANh --dry-run --verbose --force --interactive --patch --edit --update --all --no-all "
         "--ignore-removal --no-ignore-removal --intent-to-add --refresh --ignore-errors --ignore-missing "
         "--sparse "
         "--renormalize --chmod=text --pathspec-from-file=read --pathspec-file-nul",
         "read*"},
        {"git am", writes | runs, "-* --* --exclude=text --directory=text --abort!destroys --skip!destroys",
         "read*"},
        {"git apply", writes,
         "--check!looks --stat!looks --numstat!looks --summary!looks --apply!writes --no-check!writes "
         "--no-stat!writes "
         "--no-numstat!writes --no-summary!writes --exclude=text --include=text -C=text -p=text -* --* "
         "--unsafe-paths!loads --directory=text --build-fake-ancestor=write",
         "read*"},
        {"git archive", reads,
         "-0123456789lv --list --verbose --format=text --prefix=text -o=write --output=write "
         "--worktree-attributes "
         "--add-file=read --mtime=text",
         "text read*"},
        {"git bisect", writes, "-* --*", "subcommand"},
        {"git bisect log", looks, {}, {}},
        {"git bisect bad|good|new|old|skip|reset|terms|start|view|visualize", writes, "-* --*", "text*"},
        {"git bisect run", writes | runs, {}, "either"},
        {"git blame|annotate", looks,
         "-* --* -L=read --textconv!loads --contents=read --ignore-revs-file=read -S=read", "read*"},
        {"git branch", writes,
         "-arvqlctihI --all --remotes --verbose --quiet --list!looks --no-list!writes "
         "--no-show-current!writes --track[=text] --no-track "
         "--show-current!looks --contains[=text]!looks --no-contains[=text]!looks --merged[=text]!looks "
         "--no-merged[=text]!looks --points-at=text!looks --sort=text --format=format --column[=text] "
         "--no-column "
         "--abbrev[=text] --no-abbrev --color[=text] --no-color --ignore-case --omit-empty --create-reflog "
         "-u=text!writes --set-upstream-to=text!writes --unset-upstream!writes -c!writes --copy!writes "
         "-m!writes "
         "--move!writes -f!destroys --force!destroys -M!destroys -C!destroys -D!destroys -d!deletes "
         "--delete!deletes --edit-description!runs",
         "text* none!looks"},
        {"git bundle", reads, {}, "subcommand"},
        {"git bundle create", writes, "-* --*", "write text*"},
        {"git bundle verify|list-heads", reads, "-* --*", "read text*"},
        {"git cat-file", looks,
         "-tespZz --batch[=text]!outside --batch-check[=text] --batch-command[=text]!outside "
         "--batch-all-objects --buffer "
         "--unordered "
         "--follow-symlinks --allow-unknown-type --no-allow-unknown-type --path=text --use-mailmap --mailmap",
         "read*"},
        {"git check-attr|check-ignore|check-mailmap|check-ref-format", looks,
         "-* --* --source=text --mailmap-file=read", "name*"},
        {"git checkout", writes,
         "-bqltdmph -b=text --quiet --progress --no-progress --track[=text] --no-track --guess --no-guess "
         "--detach "
         "--orphan=text --merge --conflict=text --patch --ignore-skip-worktree-bits --overlay --no-overlay "
         "--ours "
         "--theirs --recurse-submodules[=text] --no-recurse-submodules --overwrite-ignore "
         "--no-overwrite-ignore "
         "--pathspec-from-file=read --ignore-other-worktrees -f!destroys --force!destroys -B=text!destroys",
         "text*"},
        {"git cherry", looks, "-v --abbrev[=text]", "text*"},
        {"git cherry-pick|revert", writes | runs,
         "-exnsmSXh -m=text -X=text --edit --no-edit --cleanup=text --no-commit --signoff --mainline=text "
         "--gpg-sign[=text] --no-gpg-sign --ff --allow-empty --allow-empty-message --keep-redundant-commits "
         "--strategy=load --strategy-option=text --rerere-autoupdate --no-rerere-autoupdate --continue "
         "--skip!destroys "
         "--quit --abort!destroys --reference",
         "text*"},
        {"git clean", destroys,
         "-dfqxX -n!looks --dry-run!looks --no-dry-run!destroys -i --force --interactive --quiet -e=text "
         "--exclude=text",
         "text*"},
        {"git clone", fetches | writes,
         "-lsqvnh --local --no-local --no-hardlinks --shared --reference=read --reference-if-able=read "
         "--dissociate "
         "--quiet --verbose --progress --server-option=text --no-checkout --reject-shallow "
         "--no-reject-shallow "
         "--bare "
         "--sparse --filter=text --also-filter-submodules --mirror -o=text --origin=text -b=text "
         "--branch=text "
         "--revision=text -u=program --upload-pack=program --template=load -c=load --config=load "
         "--depth=text "
         "--shallow-since=text --shallow-exclude=text --single-branch --no-single-branch --tags --no-tags "
         "--recurse-submodules[=text] --recursive --shallow-submodules --no-shallow-submodules "
         "--remote-submodules "
         "--no-remote-submodules --separate-git-dir=write -j=text --jobs=text --bundle-uri=address",
         "address write"},
        // Its hooks are run.
        {"git commit", writes | runs,
         "-apvqsnoizehS --all --patch --reuse-message=text -C=text --reedit-message=text -c=text "
         "--fixup=text "
         "--squash=text --reset-author --short --branch --porcelain --long --null -F=read --file=read "
         "--author=text "
         "--date=text -m=text --message=text -t=read --template=read --signoff --no-signoff --trailer=text "
         "--no-verify "
         "--verify --allow-empty --allow-empty-message --cleanup=text --edit --no-edit --amend "
         "--no-post-rewrite "
         "--include --only --pathspec-from-file=read --pathspec-file-nul --untracked-files[=text] -u[=text] "
         "--verbose "
         "--quiet --dry-run --status --no-status --gpg-sign[=text] --no-gpg-sign",
         "read*"},
        // One operand is a name whose value is shown; with a second it is changed, and settings decide what
        // git
        // runs.
        {"git config", looks,
         "-lz --list --get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool --show-origin "
         "--show-scope --name-only --global!outside --local --system!outside --worktree --null --type=text "
         "--bool "
         "--int --bool-or-int --path --expiry-date --default=text --includes --no-includes -f=read "
         "--file=read "
         "--blob=read --no-type",
         "setting text!loads"},
        {"git count-objects", looks, "-vH --verbose --human-readable", {}},
        {"git describe|name-rev", looks, "-* --*", "text*"},
        {"git shortlog", looks,
         "-* --* -n -s -e -c -w[=text] --group=text --format=format --pretty[=format] --output=write "
         "-o=write "
         "--ext-diff!loads --textconv!loads --show-signature!runs --remerge-diff!runs "
         "--diff-merges=text!runs",
         "read*"},
        {"git diff|diff-tree|diff-index|diff-files|range-diff|log|show|whatchanged|rev-list", looks,
         "-* --* --text -S=text -G=text -L=read -n=text -U[=text] --remerge-diff!runs "
         "--diff-merges=text!runs -O=read --output=write -o=write "
         "--output-directory=write --ext-diff!loads --textconv!loads --format=format --pretty[=format] "
         "--show-signature!runs",
         "read*"},
        {"git format-patch", writes, "-* --* --stdout -o=write --output-directory=write --output=write",
         "text*"},
        // It starts programs that settings name, or `-x`.
        {"git difftool|mergetool", runs, "-* --* -x=shell --extcmd=shell", "text*"},
        {"git fetch", fetches | writes,
         "-afkntuqvpPj46ih --all --append --atomic --depth=text --deepen=text --shallow-since=text "
         "--shallow-exclude=text --unshallow --update-shallow --negotiation-tip=text --negotiate-only "
         "--dry-run "
         "--porcelain --write-fetch-head --no-write-fetch-head --force --keep --multiple --auto-maintenance "
         "--no-auto-maintenance --auto-gc --no-auto-gc --write-commit-graph --no-write-commit-graph "
         "--prefetch "
         "--prune "
         "--prune-tags --no-tags --refetch --refmap=text --tags --recurse-submodules[=text] -j=text "
         "--jobs=text "
         "--no-recurse-submodules --set-upstream --submodule-prefix=text --update-head-ok "
         "--upload-pack=program "
         "--quiet "
         "--verbose --progress --no-progress -o=text --server-option=text --show-forced-updates "
         "--no-show-forced-updates --ipv4 --ipv6 --filter=text --stdin",
         "address text*"},
        {"git "
         "show-ref|show-branch|get-tar-commit-id|merge-base|patch-id|stripspace|version",
         looks, "-* --*", "read*"},
        {"git for-each-ref", looks, "-* --* --format=format", "text*"},
        {"git ls-files", looks, "-* --* -X=read --exclude-from=read --exclude-per-directory=read", "name*"},
        {"git var", reads, "-l", "text*"},
        {"git for-each-repo", runs, {}, {}},
        {"git fsck", looks,
         "-v --unreachable --dangling --no-dangling --root --tags --cache --no-reflogs --reflogs --full "
         "--no-full "
         "--connectivity-only --strict --verbose --lost-found!writes --progress --no-progress --name-objects "
         "--references",
         "text*"},
        {"git gc|prune|repack|pack-refs|prune-packed|maintenance", deletes, "-* --*", "text*"},
        {"git grep", looks,
         "-* --* --textconv!loads -O[=program] --open-files-in-pager[=program] -e=text^ -f=read^",
         "text read*"},
        {"git hash-object", looks,
         "-w!writes -t=text --stdin --stdin-paths --path=text --no-filters --literally", "read*"},
        {"git help", reads, "-agciv --all --guides --config --no-external-commands --verbose", "text*"},
        {"git init", writes,
         "-q --quiet -b=text --bare --template=load --separate-git-dir=write --object-format=text "
         "--ref-format=text "
         "--initial-branch=text --shared[=text]",
         "write"},
        {"git lfs", reads, {}, "subcommand"},
        {"git lfs ls-files|env|status|logs|version|locks", reads, "-* --*", "text*"},
        {"git lfs fetch|pull|checkout", fetches | writes, "-* --*", "text*"},
        {"git lfs install|track|untrack|uninstall", writes, "-* --*", "text*"},
        {"git lfs push", sends, "-* --*", "text*"},
        {"git ls-remote", fetches,
         "-htq --heads --branches --tags --refs --quiet --exit-code --get-url --sort=text --symref -o=text "
         "--server-option=text --upload-pack=program --exec=program",
         "address text*"},
        {"git ls-tree", looks, "-* --* --format=format", "name*"},
        {"git merge", writes | runs,
         "-nemsXFqvSh --commit --no-commit --edit --no-edit --cleanup=text --ff --no-ff --ff-only -S[=text] "
         "--gpg-sign[=text] --no-gpg-sign --log[=text] --no-log --signoff --no-signoff --stat --no-stat "
         "--compact-summary --squash "
         "--no-squash --verify --no-verify -s=load --strategy=load -X=text --strategy-option=text "
         "--verify-signatures "
         "--no-verify-signatures --quiet --verbose --progress --no-progress --autostash --no-autostash "
         "--allow-unrelated-histories -m=text --into-name=text -F=read --file=read --rerere-autoupdate "
         "--no-rerere-autoupdate --overwrite-ignore --no-overwrite-ignore --abort!destroys --quit --continue",
         "text*"},
        {"git merge-file", writes, "-* --*", "read*"},
        {"git merge-tree", reads,
         "-z --name-only --messages --no-messages --allow-unrelated-histories --merge-base=text "
         "--write-tree --trivial-merge",
         "text*"},
        {"git mv", writes, "-fknv --force --dry-run --verbose", "read* write"},
        {"git notes", looks, "--ref=text", "subcommand"},
        {"git notes list|show", looks, {}, "text*"},
        {"git notes add|append|edit|copy|merge", writes, "-* --*", "text*"},
        {"git notes remove|prune", deletes, "-* --*", "text*"},
        {"git pull", fetches | writes | runs,
         "-qvnerfatkjsSXpu46h --quiet --verbose --progress --no-progress --recurse-submodules[=text] "
         "--no-recurse-submodules --commit --no-commit --edit --no-edit --cleanup=text --ff --ff-only "
         "--no-ff "
         "--gpg-sign[=text] --no-gpg-sign --log[=text] --no-log --signoff --no-signoff --stat --no-stat "
         "--squash "
         "--no-squash --verify --no-verify --strategy=load -s=load --strategy-option=text -X=text "
         "--verify-signatures "
         "--no-verify-signatures --autostash --no-autostash --allow-unrelated-histories -r[=text] "
         "--rebase[=text] "
         "--no-rebase --all --append --no-all --atomic --depth=text --deepen=text --shallow-since=text "
         "--shallow-exclude=text --unshallow --update-shallow --dry-run --force --keep --prefetch --prune "
         "--no-tags "
         "--refmap=text --tags -j=text --jobs=text --set-upstream --upload-pack=program --ipv4 --ipv6",
         "address text*"},
        {"git push", sends | runs,
         "-nqvu46oh --all --branches --tags --follow-tags --no-follow-tags --dry-run --porcelain --quiet "
         "--verbose "
         "--set-upstream --progress --no-progress --signed[=text] --no-signed --atomic --no-atomic -o=text "
         "--push-option=text --receive-pack=program --exec=program --thin --no-thin "
         "--recurse-submodules=text "
         "--no-recurse-submodules --verify --no-verify --ipv4 --ipv6 --repo=address -f!destroys "
         "--force!destroys "
         "--force-with-lease[=text]!destroys --force-if-includes --no-force-with-lease -d!destroys "
         "--delete!destroys "
         "--mirror!destroys --prune!destroys +=text!destroys",
         "address text*"},
        {"git rebase", writes | runs,
         "-kqvnipmrsfS46h -C=text --onto=text --keep-base --continue --skip!destroys --abort!destroys --quit "
         "--edit-todo "
         "--show-current-patch --apply --empty=text --no-keep-empty --keep-empty --reapply-cherry-picks "
         "--no-reapply-cherry-picks --allow-empty-message --merge -s=load --strategy=load -X=text "
         "--strategy-option=text --rerere-autoupdate --no-rerere-autoupdate --gpg-sign[=text] --no-gpg-sign "
         "--quiet "
         "--verbose --stat --no-stat --no-verify --verify --no-ff --force-rebase --fork-point "
         "--no-fork-point "
         "--ignore-whitespace --whitespace=text --committer-date-is-author-date --reset-author-date "
         "--signoff "
         "--interactive --rebase-merges[=text] --no-rebase-merges -x=shell --exec=shell --root --autosquash "
         "--no-autosquash --autostash --no-autostash --reschedule-failed-exec --update-refs --no-update-refs",
         "text*"},
        {"git reflog", looks,
         "-* --* --output=write --ext-diff!loads --textconv!loads --format=format --pretty[=format] "
         "--show-signature!runs --remerge-diff!runs --diff-merges=text!runs",
         "subcommand"},
        {"git reflog drop|write", writes, "-* --*", "text*"},
        {"git reflog *", looks,
         "-* --* --output=write --ext-diff!loads --textconv!loads --format=format --pretty[=format] "
         "--show-signature!runs --remerge-diff!runs --diff-merges=text!runs",
         "read*"},
        {"git reflog show|list|exists", looks,
         "-* --* --output=write --ext-diff!loads --textconv!loads --format=format --pretty[=format] "
         "--show-signature!runs --remerge-diff!runs --diff-merges=text!runs",
         "read*"},
        {"git reflog expire|delete", destroys, "-* --*", "text*"},
        {"git remote", looks, "-v --verbose", "subcommand"},
        {"git remote get-url", looks, "--all --push", "text*"},
        {"git remote show", fetches, "-n!looks", "text*"},
        {"git remote add|rename|set-url|set-head|set-branches|update", writes | fetches, "-* --*", "text*"},
        {"git remote remove|rm|prune", deletes, "-n --dry-run", "text*"},
        {"git symbolic-ref", looks,
         "-q --quiet --short --recurse --no-recurse -d!deletes --delete!deletes -m=text!writes",
         "text text!writes"},
        {"git replace|rerere|fast-import|update-index|update-ref|write-tree|commit-tree|"
         "read-tree|mktag|mktree",
         writes, "-* --* -d!deletes --delete!deletes --stdin!writes", "text*"},
        // Which work it throws away is decided by one option.
        {"git reset", writes,
         "-qNpz --quiet --no-quiet --soft --mixed --intent-to-add --patch --pathspec-from-file=read "
         "--pathspec-file-nul "
         "--refresh --no-refresh --hard!destroys --merge!destroys --keep!destroys",
         "text*"},
        {"git restore", destroys,
         "-WSqps --source=text -s=text --worktree --staged --quiet --patch --progress --no-progress --ours "
         "--theirs "
         "--merge --conflict=text --ignore-unmerged --ignore-skip-worktree-bits --recurse-submodules "
         "--no-recurse-submodules --overlay --no-overlay --pathspec-from-file=read",
         "text*"},
        {"git rev-parse", looks, "-* --* --resolve-git-dir=read --git-path=text --parseopt --sq-quote",
         "text*"},
        {"git rm", deletes, "-fnrq --force --dry-run --cached --ignore-unmatch --sparse --quiet", "delete*"},
        {"git send-email", sends,
         "-* --* --smtp-server=program --sendmail-cmd=shell --to-cmd=shell --cc-cmd=shell "
         "--header-cmd=shell",
         "text*"},
        {"git sparse-checkout", writes, "-* --*", "subcommand"},
        {"git sparse-checkout init|list|set|add|reapply|disable|check-rules", writes, "-* --*", "text*"},
        {"git stash", writes,
         "-pkquaS -m=text --keep-index --no-keep-index --include-untracked "
         "--all --quiet --patch --staged --message=text",
         "subcommand"},
        {"git stash list|show", looks,
         "-* --* --output=write --ext-diff!loads --textconv!loads --format=format --pretty[=format] "
         "--show-signature!runs --remerge-diff!runs --diff-merges=text!runs",
         "read*"},
        {"git stash push|save|create|store|apply|pop|branch", writes, "-* --*", "text*"},
        {"git stash drop|clear", destroys, "-q --quiet", "text*"},
        {"git status", looks, "-* --*", "read*"},
        {"git submodule", reads, "--quiet -q --cached", "subcommand"},
        {"git submodule status", looks, "--cached --recursive --quiet -q", "name*"},
        {"git submodule summary", reads, "-* --*", "text*"},
        {"git submodule add|init|update|sync|set-branch|set-url|absorbgitdirs", writes | fetches, "-* --*",
         "text*"},
        {"git submodule deinit", deletes, "-* --*", "text*"},
        {"git submodule foreach", reads, "-q --quiet --recursive", "shells"},
        {"git switch", writes,
         "-cdmqth -c=text --create=text --detach --guess --no-guess --merge --conflict=text --quiet "
         "--progress "
         "--no-progress --track[=text] --no-track --orphan=text --recurse-submodules[=text] "
         "--no-recurse-submodules "
         "--ignore-other-worktrees -f!destroys --force!destroys --discard-changes!destroys -C=text!destroys "
         "--force-create=text!destroys",
         "text*"},
        {"git tag", writes,
         "-l!looks --list!looks --no-list!writes -# -n[=text]!looks --contains[=text]!looks "
         "--no-contains[=text]!looks "
         "--merged[=text]!looks --no-merged[=text]!looks --points-at=text!looks --sort=text --format=format "
         "--column[=text] --no-column --color[=text] --ignore-case --omit-empty -aseih -F=read "
         "--annotate --sign --no-sign -u=text --local-user=text -v!runs --verify!runs -m=text --message=text "
         "--file=read --edit --cleanup=text --create-reflog --trailer=text -d!deletes --delete!deletes "
         "-f!destroys --force!destroys",
         "text* none!looks"},
        {"git verify-commit|verify-tag", runs, "-v --verbose --raw", "text*"},
        {"git verify-pack", looks, "-v --verbose -s --stat-only", "read*"},
        {"git worktree", looks, {}, "subcommand"},
        {"git worktree list", looks, "-vz --verbose --porcelain --expire=text", {}},
        {"git worktree add|lock|unlock|move|repair", writes, "-* --*", "write text*"},
        {"git worktree remove|prune", deletes, "-* --*", "text*"},

        {"gh", fetches, "-R=text --repo=text --version!looks", "subcommand"},
        {"gh version", looks, {}, {}},
        {"gh api", sends,
         "-X=text --method=text -H=text --header=text -f=text --raw-field=text -F=text --field=text "
         "--input=read "
         "--jq=jq -q=jq -t=text --template=text --paginate --slurp -i --include --hostname=text -p=text "
         "--preview=text "
         "--cache=text --silent --verbose",
         "address"},
        {"gh auth", secrets, "-* --*", "subcommand"},
        {"gh auth status",
         fetches,
         "-a -h=text --active --hostname=text -t!secrets --show-token!secrets",
         {}},
        {"gh auth login|logout|refresh|switch|setup-git", rights, "-* --*", {}},
        {"gh auth token", secrets, "-* --*", {}},
        {"gh browse|status|search|ruleset|licenses", fetches, "-* --*", "text*"},
        {"gh issue|pr|release|repo|run|workflow|gist|label|project|cache|variable|discussion", fetches,
         "-R=text --repo=text", "subcommand"},
        {"gh issue list|view|status|diff|checks|watch", fetches, "-* --*", "text*"},
        {"gh issue create|edit|comment|close|reopen|review|ready|merge|upload|fork|sync|rerun|cancel|enable|"
         "disable|run|lock|unlock|pin|unpin|transfer|archive|unarchive|rename|develop|add|remove|"
         "update-branch|set-default|deploy-key|autolink",
         sends, "-* --*", "text*"},
        {"gh issue checkout|download|clone", fetches | writes, "-* --*", "text*"},
        {"gh issue delete", destroys, "-* --*", "text*"},
        {"gh issue set", sends, "-* --*", "text*"},
        {"gh secret", fetches, {}, "subcommand"},
        {"gh secret list", fetches, "-* --*", {}},
        {"gh secret set", sends, "-* --*", "text*"},
        {"gh secret delete|remove", destroys, "-* --*", "text*"},
        {"gh alias|extension|config|ssh-key|gpg-key|codespace|copilot|attestation|org|agent-task|preview",
         fetches, "-* --*", "text!loads*"},

        // `--config` names what it runs.
        {"hg|chg", reads,
         "-R=elsewhere --repository=elsewhere --cwd=elsewhere --config=load -yvq --noninteractive --quiet "
         "--verbose",
         "subcommand"},
        {"hg status|st|log|diff|cat|annotate|blame|branches|tags|heads|identify|id|manifest|parents|paths|"
         "root|summary|files|grep|locate|help|version|bookmarks",
         reads, "-* --* --config=load --cwd=elsewhere -o=write --output=write", "text*"},
        {"hg add|commit|ci|update|up|merge|branch|tag|graft|rebase|copy|cp|move|mv|import|export|init|shelve|"
         "unshelve|resolve",
         writes | runs, "-* --* --config=load --cwd=elsewhere -C!destroys --clean!destroys", "text*"},
        {"hg remove|rm|revert|strip|purge|rollback|forget", destroys, "-* --* --config=load --cwd=elsewhere",
         "text*"},
        {"hg clone|pull|incoming|in|outgoing|out", fetches | writes,
         "-* --* --config=load --cwd=elsewhere -e=program --ssh=program --remotecmd=program",
         "address text*"},
        {"hg push", sends,
         "-* --* --config=load --cwd=elsewhere -e=program --ssh=program --remotecmd=program",
         "address text*"},

        {"jj", reads,
         "-R=elsewhere --repository=elsewhere --config=load --config-file=load --no-pager --quiet "
         "--ignore-working-copy --at-op=text --color=text",
         "subcommand"},
        {"jj log|status|st|diff|show|evolog|interdiff|op|workspace", reads,
         "-* --* --tool=program --config=load", "text*"},
        {"jj "
         "new|commit|ci|describe|desc|edit|squash|split|rebase|bookmark|branch|undo|restore|duplicate|file|"
         "tag",
         writes, "-* --* --tool=program --config=load", "text*"},
        {"jj abandon", destroys, "-* --* --config=load", "text*"},
        {"jj git", fetches | sends, "-* --* --config=load", "text*"},

        {"svn", fetches,
         "--config-dir=load --config-option=load --editor-cmd=program --non-interactive --username=text",
         "subcommand"},
        {"repo|mr|myrepos|vcsh|yadm|mu", runs, "-* --*", "subcommand"},
        {"repo forall", runs, "-* --* -c=shell", "text*"},
        {"repo run|enter|sh|shell", runs, "-* --*", "text* either <shell"},
        {"repo *", runs | writes, "-* --*", "text*"},
        {"darcs|fossil", sends | writes, "-* --*", "subcommand"},
        {"darcs trackdown|test", runs, "-* --*", "text* shells"},
        {"darcs *", sends | writes, "-* --* --diff-command=shell --command=shell", "text*"},
        {"chezmoi", writes, "-* --*", "subcommand"},
        {"chezmoi execute-template", evaluates, "-* --*", "code*"},
        {"chezmoi *", writes | runs, "-* --*", "text*"},
        {"cvs", sends | writes, "-* --* -e=shell -d=code", "text*"},
        {"svn status|st|stat|log|info|diff|di|cat|blame|praise|annotate|ann|list|ls|proplist|pl|propget|pg|"
         "help",
         fetches, "-* --* --diff-cmd=program --config-dir=load --config-option=load --editor-cmd=program",
         "text*"},
        {"svn "
         "add|update|up|checkout|co|copy|cp|move|mv|mkdir|merge|switch|sw|resolve|resolved|export|cleanup|"
         "propset|ps|lock|unlock|changelist|cl|relocate|upgrade|patch",
         fetches | writes,
         "-* --* --diff3-cmd=program --config-dir=load --config-option=load --editor-cmd=program", "text*"},
        {"svn commit|ci|import|propedit|pe", sends,
         "-* --* --config-dir=load --config-option=load --editor-cmd=program", "text*"},
        {"svn revert|delete|del|remove|rm|propdel|pd", destroys,
         "-* --* --config-dir=load --config-option=load", "text*"},
    };
    return rows;
}

}  // namespace assent::programs
