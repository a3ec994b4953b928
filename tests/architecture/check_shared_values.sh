#!/usr/bin/env bash
# check_shared_values.sh ROOT: times, sizes and words that C++, TypeScript's package, Python's and the page must agree on
# are the same in each. A row: the value's name, then FILE and PATTERN, whose first group is the value. Times are
# compared in milliseconds: `s` before a file says that there they are in seconds.
set -euo pipefail
exec perl -e '
use strict;
my $root = shift;
my ($js, $py) = ("app/npm/assent/lib", "app/python/assent");
my $number = "([0-9_.]+(?: \\* [0-9]+)*)";
my $bytes = "std::size_t\\{([0-9]+\\} \\* [0-9]+(?: \\* [0-9]+)*)";
my @rows = (
    ["restarts at once", "$js/server.js" => "restartsAtOnce = $number", "$py/_server.py" => "RESTARTS_AT_ONCE = $number"],
    ["first pause", "$js/server.js" => "firstPauseMs = $number", "s$py/_server.py" => "FIRST_PAUSE = $number"],
    ["longest pause", "$js/server.js" => "longestPauseMs = $number", "s$py/_server.py" => "LONGEST_PAUSE = $number"],
    ["time for an answer", "$js/server.js" => "defaultAnswerWithinMs = $number", "s$py/_server.py" => "DEFAULT_ANSWER_WITHIN = $number"],
    ["time for last words", "$js/server.js" => "lastWordsMs = $number", "s$py/_server.py" => "LAST_WORDS_WITHIN = $number"],
    ["time for a sign of life", "$js/server.js" => "aliveWithinMs = $number", "s$py/_server.py" => "ALIVE_WITHIN = $number"],
    ["time to end", "$js/server.js" => "endWithinMs = $number", "s$py/_server.py" => "END_WITHIN = $number"],
    ["time of a trial", "$js/trial.js" => "trialMs = $number", "s$py/_trial.py" => "_TRIAL = $number"],
    ["time for the daemon", "$js/daemon.js" => "defaultWithinMs = $number", "s$py/_daemon.py" => "_DEFAULT_WITHIN = $number"],
    ["longest time for the daemon", "$js/daemon.js" => "longestWithinMs = $number", "s$py/_daemon.py" => "_LONGEST_WITHIN = $number"],
    ["longest line", "$js/server.js" => "maxLineBytes = $number", "$py/_server.py" => "MAX_LINE_BYTES = $number",
        "app/include/assent/app/bridge/line_bridge.hpp" => "bridge_max_line_bytes = $bytes"],
    ["longest answer of the daemon", "$js/daemon.js" => "maxAnswerBytes = $number", "$py/_daemon.py" => "_MAX_ANSWER_BYTES = $number",
        "adapters/control/include/assent/adapters/control/hooks/hook_channel.hpp" => "max_hook_answer_bytes = $bytes"],
    # `not_mine` and `wall` answer what these clients do not send: terms, and that they can make one.
    ["outcomes of a use", "adapters/control/include/assent/adapters/control/hooks/hook_channel.hpp" => "enum_words\\(use_outcome\\).*?word_table\\((.*?)(?:, \"not_mine\".*?)?\\)",
        "$js/daemon.js" => "outcomes = \\[(.*?)\\]", "$js/../index.d.ts" => "outcome: (.*?);",
        "$py/_daemon.py" => "outcome: Literal\\[(.*?)\\]", "$py/_daemon.py" => "outcome not in \\((.*?)\\)"],
    ["modes", "domain/include/assent/domain/call/permission_mode.hpp" => "enum_words\\(permission_mode\\).*?word_table\\((.*?)\\)",
        "app/console/page/sessions.js" => "modes = \\{(.*?)\\n\\}"],
    ["pause between keys", "app/console/include/assent/app/console/terminal_prompt.hpp" => "default_key_guard = std::chrono::milliseconds\\($number\\)",
        "app/console/page/guard.js" => "quiet_ms = $number"],
    ["risks", "domain/include/assent/domain/tools/risk.hpp" => "enum_words\\(risk_level\\).*?word_table\\((.*?)\\)",
        "app/console/page/dom.js" => "risk_words = \\{(.*?)\\}"],
);
sub plain {  # a number as such; the words of a list, the keys of an object
    my ($text, $seconds) = @_;
    if ($text =~ /^[0-9]/) {
        $text =~ s/[_}]//g;
        return eval($text) * ($seconds ? 1000 : 1);
    }
    return join " ", $text =~ /: / ? $text =~ /(?:^|,)\s*([a-z_]+): /g : $text =~ /([a-z_]+)/g;
}
my $wrong = 0;
for my $row (@rows) {
    my ($name, @places) = @$row;
    my %found;
    while (my ($file, $pattern) = splice @places, 0, 2) {
        my $seconds = $file =~ s/^s(?=app)//;
        open my $in, "<", "$root/$file" or die "$file: $!\n";
        local $/;
        my $text = <$in>;
        if ($text !~ /$pattern/s) { print STDERR "$name: not found in $file\n"; $wrong++; next }
        push @{ $found{ plain($1, $seconds) } }, $file;
    }
    next if keys %found == 1;
    print STDERR "$name: ", join("; ", map { "`$_` in @{$found{$_}}" } sort keys %found), "\n";
    $wrong++;
}
printf "%d values are the same wherever they stand\n", scalar @rows unless $wrong;
exit($wrong > 0);
' "$1"
