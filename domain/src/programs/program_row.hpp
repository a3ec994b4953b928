#pragma once

#include <assent/domain/programs/effect.hpp>

#include <string>
#include <string_view>

/// The catalogue: what programs do, a row for each. How to write a row is said here, and nothing else has to
/// be read for it.
namespace assent::programs {

/// How git is told to pass over files of a name, wherever they are; with `all_below`, over all in such a
/// folder.
inline constexpr std::string_view excluding_pathspec = ":(exclude,glob)**/";
inline constexpr std::string_view all_below = "/**";
/// The word that says so, in quotes.
[[nodiscard]] std::string pathspec_to_leave_out(std::string_view name, bool folder);

[[nodiscard]] constexpr bool any(effect does) noexcept { return does != effect::reads; }

/// Whether a task, a script or a program is called so that it takes something to others: `deploy:prod`.
/// Nobody wants such a one tried out, whatever it really does.
[[nodiscard]] bool delivers(std::string_view name) noexcept;

/// How options are written.
enum class option_style : unsigned char {
    letters,  ///< `-xvf FILE`, `--long=VALUE`: as getopt reads them
    words,    ///< `-name VALUE`, `-cp=VALUE`: with one dash, too, an option is a whole word
    bare,     ///< as `letters`, and the first word needs no dash: `tar xzf`, `ps aux`
    few,      ///< as `letters`, and a word with others is no option: `echo --- x`
    behind,   ///< as `letters`, and a letter's value is always the next word: `tree -Lo 2 FILE`
};

/// One program, or one subcommand of a program.
///
/// A rule with a wildcard, such as `Bash(sort *)`, covers a use of it when each of its words is understood
/// here, and the whole does no more than `does`. Everything else about it is a question. So a row lists what
/// is harmless as completely as the manual does; what is left out is asked about.
struct program_row {
    /// Names, with a bar between those that mean the same: `sort|gsort`. Of a subcommand: `git log`,
    /// `npm install|i|add`, `docker|podman compose|c ps`. Without folder and version (`python` for
    /// `python3.11`), in lower case. `git *` is for all other subcommands; where its first operand is a
    /// program, a task or a URL, that word is it. `aws ec2 describe-*` is for all that begin so and have no
    /// row of their own; of several such patterns the first counts. A subcommand that `destroys` or tells
    /// `secrets`, where the program does not, does more than a rule on the program says.
    std::string_view names;

    /// What it is for, such as `looks` or `fetches | writes`. Options may do more.
    effect does = effect::reads;

    /// The options, separated by blanks:
    ///
    ///     -abc              letters without a value; each may stand alone
    ///     -k=KIND           a letter with a value, behind it or in the next word
    ///     -i[=KIND]         with a value behind it, or without
    ///     --long  --long=KIND  --long[=KIND]
    ///     --long=KIND+KIND  with two values, or more, in words of their own
    ///     --long=KIND*      with all words up to the next option: `aws ... --instance-ids a b`
    ///     -name=KIND        with `option_style::words`
    ///     name=KIND         the same, where no dash stands: `if=FILE`
    ///     a                 with `option_style::bare`: a letter of the first word, where no dash stands
    ///     -#                a number: `-20`
    ///     +=KIND  @=KIND    words that begin so
    ///     -o:KIND           with `option_style::words`: a word that begins so, and the rest of it is its
    ///                       value
    ///     -e&x!EFFECT       where both letters stand, it does that
    ///     TOKEN!EFFECT      the same, and it does that, too: `-i!writes`, `--force!destroys`,
    ///                       `-c!writes!recurses`
    ///     TOKEN!looks       before the operands, it has the program do no more than to look: `--list!looks`
    ///     TOKEN!looks!keeps the same, and what other options have it lose stays: `--dry-run`
    ///     TOKEN!keeps       it loses nothing of what the row `destroys`, and removes no file:
    ///     `--staged!keeps` TOKEN^            its value takes the place of the first operand: `-e=text^` of
    ///     grep
    ///
    ///     |                 another list begins: what it has of those before it does not count
    ///
    /// Each stands once in a list; what is not listed is not known, and may be anything.
    /// `--help` and `--version` need not be listed; what a program says of them holds behind its subcommands.
    std::string_view options{};

    /// What the other words are, in their order: a KIND each, `KIND*` for any number of them, and
    /// `KIND!EFFECT`. `read* write` is for cp. `subcommand`: rows of the subcommands say the rest, that of
    /// `git *` of those which have none; `subcommand*`: the options here may stand behind a subcommand, too.
    /// `subcommand!evaluates`: one without a row is a plug-in, or a name that the user gave to some command.
    /// Empty: it takes none.
    ///
    /// KINDS
    ///     text        nothing that matters: a number, a message, a name that is no file's
    ///     pattern     what is looked for in the content of files, or a filter: never a path
    ///     read        a path that is read
    ///     list        the same of a file that names others, which are read, too (outside)
    ///     name        a path of which no more is told than that it is there, and its attributes
    ///     glob regex  a pattern for the names of files whose content is shown, which the program expands
    ///     choice      such a glob, or behind `!` one for files and folders that are passed over
    ///     except except_folder  a glob for the last part of names of files, or of folders, that are passed
    ///                 over; `*` stands for a dot at its beginning, too
    ///     name_glob name_regex  the same of files of which only the names are told
    ///     pathspec    git's: a path, or a pattern that git expands
    ///     object      git's: a revision, or `REVISION:PATH`
    ///     lines       of a file, `10,20:FILE` or `:FUNCTION:FILE`: that is an `object`
    ///     revision    git's, which it puts hashes in the place of; one that may be none is `mixes`
    ///     method      of HTTP, or a command of FTP: one that does not only read `sends`; with one that does,
    ///     or with none and without a `field`, what the row
    ///                 `sends` is not sent; `DELETE` is `destroys`
    ///     field       of a request, which is posted unless a `method` says otherwise
    ///     write       a path that is written or made
    ///     replace     the same, and something is put into its place, `/dev/null` too
    ///     image       a path that is written or read, or `CODER:PATH`, which may be code
    ///     archive     a path that is read, or written where the use does not only look
    ///     delete      a path that is removed
    ///     elsewhere   a folder in which it works (leads)
    ///     address     a host or a URL
    ///     endpoint    of GitHub's API; one that is not known to tell of a project's work alone is an address
    ///     url         a URL that is read; behind `file:` it is a path, and a pattern as curl expands them;
    ///                 others than http, https and ftp may have the host do something (sends)
    ///     data        a text for another machine; behind `@`, `NAME=@`, `NAME@`, `NAME=<` and `file://` it
    ///                 is a path that is read (sends)
    ///     parameter   the same, of which only `file://FILE` is read (sends)
    ///     item        httpie's: `NAME:VALUE` and `NAME==VALUE`; others are data (sends)
    ///     layout      of output; a file that has it, `@FILE`, `jsonpath-file=FILE`, is read
    ///     columns     of a table: all but `wide` and `name` may show what there is (outside)
    ///     resource    of Kubernetes: those that hold secrets are `secrets`
    ///     socket      ports and addresses of this machine, or a name: one behind `@` is looked up (fetches)
    ///     load        settings, a plug-in, a library (loads)
    ///     built_in    the name of what the program has itself: with `.`, `/` or `:` it is a file, and loads
    ///     code        code of a language that is not read here (evaluates)
    ///     sed awk jq yq sql plist  scripts of these
    ///     format      of output, in which `%G` (git) and `:expand` (rpm) run programs
    ///     setting     the name of one of git's, `user.name`
    ///     setting_value  what that one becomes; one that is not known to run nothing is `loads`
    ///     configuration  `NAME=VALUE` of both, for this use alone
    ///     branch      git's, or a revision; what may be a path, and what stands behind `--`, is `destroys`
    ///     refspec     git's: `:x` is `deletes`, `+x` is `destroys`
    ///     variable    the name of a variable, whose value is shown
    ///     sets        the name of a variable that it sets
    ///     printf      a format of printf, in which `%n` sets a variable
    ///     mode        of a file, as for chmod: one that gives others more is `rights`
    ///     make        a target; an assignment is code
    ///     script      what it runs, a file or a name; all words behind are that one's
    ///     task        the same, or else a program
    ///     program     a program with its arguments, to the end of the words; `text* program`: any number
    ///                 of words may come before it
    ///     program;    the same, to a word `;` or `+`
    ///     assign      `NAME=value` words, any number of them, before a program
    ///     shell       a word that a shell reads; `shell*`: each is a text of its own
    ///     shells      all words from there, which a shell reads joined by blanks
    ///     either      `program` or `shells`, as its options say
    ///     none!EFFECT last: what it does where no operand stands; `none!looks`: no more than that
    ///     covers!EFFECT last: what a rule with a wildcard covers besides, though not every use does it:
    ///     `curl -d` <shell <code  last: without a program, a script or a text, it runs what it reads from
    ///     standard
    ///                 input, as a shell does or in a language of its own
    ///     <commands   last: whatever its words are, what it reads from standard input may have it run others
    ///     <data       last: what it reads from standard input is data, of which nothing is run or sent
    ///     <sends      last: what it reads from standard input leaves this machine
    std::string_view operands{};

    option_style style = option_style::letters;
};

}  // namespace assent::programs
