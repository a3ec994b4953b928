#!/usr/bin/env bash
# check_links.sh ROOT: what the pages of the documentation link to is there, files and headings, and the README's list has each page.
set -euo pipefail
cd "$1"

mapfile -t pages < <(find README.md CHANGELOG.md docs -name '*.md' | sort)
perl -CSD -Mutf8 -e '
use strict;
use warnings;

# The text of a page without its blocks of code, whose brackets are no links.
sub prose {
    open(my $file, "<:encoding(UTF-8)", $_[0]) or die "$_[0]: $!\n";
    local $/;
    my $text = <$file>;
    $text =~ s/^```.*?^```$//gms;
    return $text;
}

# The anchors of the headings, as GitHub makes them.
my %anchors;
sub anchors {
    my ($page) = @_;
    return $anchors{$page} if $anchors{$page};
    my (%found, %times);
    for my $heading (prose($page) =~ /^#+ (.*)$/gm) {
        my $anchor = lc $heading;
        $anchor =~ s/\[([^\]]*)\]\([^)]*\)/$1/g;
        $anchor =~ s/[^\w\- ]//g;
        $anchor =~ tr/ /-/;
        my $before = $times{$anchor}++;
        $found{$before ? "$anchor-$before" : $anchor} = 1;
    }
    return $anchors{$page} = \%found;
}

my ($links, $dead, %listed) = (0, 0);
for my $page (@ARGV) {
    my $folder = $page =~ m{(.*/)} ? $1 : "";
    my $text = prose($page);
    $text =~ s/`[^`]*`/code/g;
    for my $link ($text =~ /(?:\]\(|src(?:set)?=")([^)\s"]+)[)"]/g) {
        next if $link =~ /^[a-z]+:/;
        $links++;
        my ($to, $anchor) = split /#/, $link;
        my $there = $to ? "$folder$to" : $page;
        1 while $there =~ s{(^|/)(?!\.\./)[^/]+/\.\./}{$1};
        $listed{$there} = 1 if $page eq "README.md";
        next if -e $there && (!defined $anchor || ($there =~ /\.md$/ && anchors($there)->{$anchor}));
        print STDERR "$page: `$link` leads nowhere\n";
        $dead++;
    }
}
for my $page (grep { m{^docs/[^/]+$} && !$listed{$_} } @ARGV) {
    print STDERR "README.md does not list $page\n";
    $dead++;
}
printf "%d links of %d pages, dead links %d\n", $links, scalar @ARGV, $dead;
exit($links > 0 && $dead == 0 ? 0 : 1);
' "${pages[@]}"
