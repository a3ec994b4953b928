#include <assent/domain/programs/git_settings.hpp>

#include "../text/word_list.hpp"

#include <algorithm>
#include <iterator>

namespace assent::programs {
namespace {

using enum setting_reach;

// Which values a row speaks of.
enum class values : unsigned char {
    all,
    a_switch,   // a name of a switch, and no program
    off,        // turned off
    a_pager,    // that shows text: none of one's own
    unsigned_,  // no format that asks a program for a signature
    no_helper,  // no `helper::address`, for which a program is looked up
    a_summary,  // of the commits of a submodule: git runs nothing there
    a_way,      // of those by which a submodule is updated, none is a command
};

struct setting_row {
    std::string_view section;
    std::string_view names;  // in small letters, with a blank between them; `*`: all
    setting_reach reach = nowhere;
    values which = values::all;
};

// Settings of git 2.39.5 (git-config(1)), and of tools that keep theirs in the same files. The first row of a
// setting counts. What has none may be anything.
// clang-format off
constexpr setting_row setting_rows[] = {
    {"core", "repositoryformatversion filemode bare logallrefupdates symlinks ignorecase precomposeunicode protecthfs protectntfs "
             "quotepath eol safecrlf autocrlf checkroundtripencoding sharedrepository compression loosecompression hidedotfiles "
             "packedgitwindowsize packedgitlimit deltabasecachelimit bigfilethreshold whitespace abbrev commentchar preloadindex "
             "untrackedcache checkstat trustctime splitindex longpaths fscache multipackindex commitgraph sparsecheckout "
             "sparsecheckoutcone fsync fsyncmethod fsyncobjectfiles createobject notesref warnambiguousrefs usereplacerefs "
             "ignorestat prefersymlinkrefs disambiguate packedrefstimeout filesreflocktimeout"},
    {"core", "fsmonitor", nowhere, values::a_switch},
    {"core", "pager", nowhere, values::a_pager},
    {"pager", "*", nowhere, values::a_pager},
    {"pager", "*", nowhere, values::a_switch},

    {"user", "*"},
    {"author", "*"},
    {"committer", "*"},
    {"advice", "*"},
    {"color", "*"},
    {"column", "*"},
    {"status", "*"},
    {"i18n", "*"},
    {"pack", "*"},
    {"index", "*"},
    {"feature", "*"},
    {"commitgraph", "*"},
    {"versionsort", "*"},
    {"blame", "blankboundary coloring date showemail showroot markunblamablelines markignoredlines"},
    {"grep", "linenumber column patterntype extendedregexp threads fullname fallbacktonoindex"},
    {"showbranch", "default"},
    {"stash", "showincludeuntracked showpatch showstat usebuiltin"},
    {"worktree", "guessremote"},
    {"checkout", "defaultremote guess workers thresholdforparallelism"},
    {"rerere", "enabled autoupdate"},
    {"notes", "mergestrategy displayref rewriteref rewritemode"},
    {"sparse", "expectfilesoutsideofpatterns"},
    {"add", "ignoreerrors"},
    {"apply", "ignorewhitespace whitespace"},
    {"am", "keepcr threeway"},
    {"interactive", "singlekey"},
    {"extensions", "worktreeconfig noop preciousobjects"},

    {"diff", "algorithm autorefreshindex binary cachetextconv colormoved colormovedws context dirstat funcname ignoresubmodules "
             "indentheuristic interhunkcontext mnemonicprefix noprefix relative renamelimit renames statgraphwidth "
             "statnamewidth suppressblankempty wordregex wserrorhighlight xfuncname"},
    {"diff", "tool guitool", beyond_looking},
    {"diff", "submodule", nowhere, values::a_summary},
    {"log", "abbrevcommit date decorate initialdecorationset excludedecoration follow graphcolors showroot mailmap"},
    {"log", "showsignature", nowhere, values::off},
    {"format", "pretty", nowhere, values::unsigned_},
    {"format", "attach headers numbered suffix to cc subjectprefix signature thread signoff coverletter outputdirectory from "
               "signaturefile encodeemailheaders useautobase notes forceinbodyfrom", beyond_looking},
    {"pretty", "*", nowhere, values::unsigned_},

    {"branch", "mergeoptions", beyond_looking},
    {"branch", "*", nowhere, values::no_helper},
    {"remote", "url pushurl", nowhere, values::no_helper},
    {"remote", "fetch push mirror tagopt prune prunetags skipdefaultupdate skipfetchall pushdefault gh-resolved"},
    {"remote", "url pushurl proxy proxyauthmethod receivepack uploadpack vcs", beyond_looking},
    {"remote", "promisor", nowhere, values::off},
    {"remotes", "*"},
    {"submodule", "url", nowhere, values::no_helper},
    {"submodule", "url", beyond_looking},
    {"submodule", "active branch fetchrecursesubmodules ignore recurse propagatebranches fetchjobs alternatelocation "
                  "alternateerrorstrategy path shallow"},
    {"submodule", "update", nowhere, values::a_way},
    {"filter", "required"},

    {"init", "defaultbranch"},
    {"init", "templatedir", beyond_looking},
    {"clone", "defaultremotename rejectshallow filtersubmodules"},
    {"commit", "status verbose cleanup template"},
    {"commit", "gpgsign", nowhere, values::off},
    {"commit", "gpgsign", beyond_looking},
    {"tag", "sort"},
    {"tag", "gpgsign forcesignannotated", nowhere, values::off},
    {"tag", "gpgsign forcesignannotated", beyond_looking},
    {"push", "default autosetupremote followtags useforceifincludes recursesubmodules negotiate pushoption"},
    {"push", "gpgsign", beyond_looking},
    {"pull", "ff rebase"},
    {"pull", "twohead octopus", beyond_looking},
    {"fetch", "prune prunetags fsckobjects parallel writecommitgraph showforcedupdates output recursesubmodules unpacklimit "
              "negotiationalgorithm"},
    {"fetch", "bundleuri", beyond_looking},
    {"merge", "ff conflictstyle log renames renamelimit directoryrenames stat autostash branchdesc defaulttoupstream renormalize "
              "verbosity suppressdest recursive name"},
    {"merge", "tool guitool verifysignatures", beyond_looking},
    {"rebase", "autosquash autostash stat updaterefs missingcommitscheck abbreviatecommands reschedulefailedexec forkpoint backend"},
    {"rebase", "instructionformat", beyond_looking},
    {"gc", "auto autodetach autopacklimit bigpackthreshold aggressivedepth aggressivewindow cruftpacks logexpiry packrefs pruneexpire "
           "reflogexpire reflogexpireunreachable rerereresolved rerereunresolved worktreepruneexpire writecommitgraph"},
    {"maintenance", "auto strategy enabled schedule"},
    {"repack", "usedeltabaseoffset usedeltaislands packkeptobjects writebitmaps updateserverinfo"},
    {"transfer", "fsckobjects hiderefs unpacklimit"},

    {"alias", "*", beyond_looking},
    {"browser", "*", beyond_looking},
    {"credential", "*", beyond_looking},
    {"difftool", "*", beyond_looking},
    {"gpg", "format mintrustlevel allowedsignersfile revocationfile", beyond_looking},
    {"gui", "*", beyond_looking},
    {"guitool", "*", beyond_looking},
    {"help", "*", beyond_looking},
    {"http", "*", beyond_looking},
    {"imap", "*", beyond_looking},
    {"instaweb", "*", beyond_looking},
    {"interactive", "difffilter", beyond_looking},
    {"man", "*", beyond_looking},
    {"mergetool", "*", beyond_looking},
    {"protocol", "*", beyond_looking},
    {"receive", "*", beyond_looking},
    {"safe", "*", beyond_looking},
    {"sendemail", "*", beyond_looking},
    {"sequence", "*", beyond_looking},
    {"ssh", "variant", beyond_looking},
    {"tar", "*", beyond_looking},
    {"uploadpack", "hiderefs allowtipsha1inwant allowreachablesha1inwant allowanysha1inwant keepalive allowfilter allowrefinwant",
     beyond_looking},
    {"url", "*", beyond_looking},
    {"web", "*", beyond_looking},

    // git itself does not read these: git-lfs, git-svn, git-p4, git-annex, git-flow, hosts and editors.
    {"annex", "*", beyond_looking},
    {"branchless", "*", beyond_looking},
    {"bugtraq", "*", beyond_looking},
    {"cinnabar", "*", beyond_looking},
    {"gerrit", "*", beyond_looking},
    {"git-p4", "*", beyond_looking},
    {"gitbutler", "*", beyond_looking},
    {"gitflow", "*", beyond_looking},
    {"github", "*", beyond_looking},
    {"gitlab", "*", beyond_looking},
    {"gitreview", "*", beyond_looking},
    {"hub", "*", beyond_looking},
    {"lfs", "*", beyond_looking},
    {"magithub", "*", beyond_looking},
    {"review", "*", beyond_looking},
    {"spr", "*", beyond_looking},
    {"stgit", "*", beyond_looking},
    {"svn", "*", beyond_looking},
    {"svn-remote", "*", beyond_looking},
    {"tgit", "*", beyond_looking},
    {"vscode", "*", beyond_looking},
};
// clang-format on

bool same(std::string_view text, std::string_view small) noexcept {
    return std::ranges::equal(text, small, {}, lower_case);
}

// Whether it is one of the words of the list.
bool is_listed(std::string_view list, std::string_view text) noexcept {
    while (!list.empty()) {
        const auto end = std::min(list.find(' '), list.size());
        if (same(text, list.substr(0, end))) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

// `%G?`, `%+GS` and `%(signature)`.
bool may_ask_for_signature(std::string_view format) noexcept {
    return format.find('%') != format.npos && format.find_first_of("Gg") != format.npos;
}

bool speaks_of(values which, std::string_view value) noexcept {
    switch (which) {
        case values::all: return true;
        case values::a_switch: return value.empty() || is_listed("true yes on 1 false no off 0", value);
        case values::off: return is_listed("false no off 0", value);
        case values::a_pager: return value.empty() || value == "cat" || value == "less";
        case values::unsigned_: return !may_ask_for_signature(value);
        case values::no_helper: return value.find("::") == value.npos;
        case values::a_summary: return is_listed("short log", value);
        case values::a_way: return is_listed("none checkout rebase merge", value);
    }
    return false;
}

}  // namespace

setting_reach reach_of_git_setting(std::string_view section, std::string_view name, std::string_view value) {
    const auto row = std::ranges::find_if(setting_rows, [&](const setting_row& candidate) {
        return same(section, candidate.section) &&
               (candidate.names == "*" || is_listed(candidate.names, name)) &&
               speaks_of(candidate.which, value);
    });
    return row == std::end(setting_rows) ? anywhere : row->reach;
}

setting_reach reach_of_git_setting(std::string_view name, std::string_view value) {
    const auto first = name.find('.');
    if (first == name.npos) return anywhere;
    return reach_of_git_setting(name.substr(0, first), name.substr(name.rfind('.') + 1), value);
}

bool holds_token(std::string_view name) noexcept {
    constexpr std::string_view marks[] = {"extraheader", "token", "password", "secret", "credential"};
    return std::ranges::any_of(marks, [&](std::string_view mark) { return contains_letters(name, mark); });
}

}  // namespace assent::programs
