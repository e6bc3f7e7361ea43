#!/bin/bash
# SPDX-License-Identifier: MIT
# The manual documents every option of every subcommand, and none that is not
# there, in linchpin(1) and in a page for each; every format of histories; every line of the public
# headers. And mandoc has nothing to say about it.
set -u
: "${LINCHPIN:?}" "${BUILD:?}"
page=man/linchpin.1
made=$BUILD/share/man
failures=0
complain() {
    failures=$((failures + 1))
    echo "$*"
}

common='help json quiet timeout memory'
judging="$(sed -n 's/^OUTPUT_KIND(\([a-z]*\),.*/\1/p' src/cli/runs/output_kinds.def) watch"
help_options() { # of one subcommand, without those that it shares with all, or with all that judge
    "$LINCHPIN" "$1" --help | sed -n 's/^  --\([a-z0-9-]*\).*/\1/p' |
        grep -vxF "$(printf '%s\n' $common $judging)"
}
page_options() { # SUBSECTION
    awk -v name="$1" '
        /^\.S[hs] / { inside = ($0 == ".Ss " name) }
        inside && /^\.It Fl -/ { sub(/^-/, "", $3); print $3 }' "$page"
}

commands=$("$LINCHPIN" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | grep -vx help)
[ -n "$commands" ] || complain "no commands found in --help"
for c in $commands; do
    grep -qx "\.Ss $c" "$page" || complain "$page: no subsection for $c"
    for o in $(help_options "$c"); do
        page_options "$c" | grep -qx -- "$o" || complain "$page: $c --$o is not documented"
    done
    for o in $(page_options "$c"); do
        help_options "$c" | grep -qx -- "$o" || complain "$page: $c has no --$o"
    done
done
for c in $(sed -n 's/^\.Ss \([a-z]*\)$/\1/p' "$page"); do
    grep -qx "$c" <<<"$commands" || complain "$page: there is no command $c"
done
for o in $common; do
    page_options 'Options of every command' | grep -qx "$o" || complain "$page: --$o is missing"
    # The common options are the same everywhere.
    for c in $commands; do
        "$LINCHPIN" "$c" --help | grep -q "^  --$o" || complain "$c --help lacks --$o"
    done
done
[ -n "$judging" ] || complain 'no options of commands that judge were found'
for o in $judging; do
    page_options 'Options of commands that judge' | grep -qx "$o" || complain "$page: --$o is missing"
    for c in check test explore verify run; do
        "$LINCHPIN" "$c" --help | grep -q "^  --$o" || complain "$c --help lacks --$o"
    done
done

# A page for each command has all options of its --help, in this order, and no others.
for c in $commands; do
    diff <("$LINCHPIN" "$c" --help | sed -n 's/^  --\([a-z0-9-]*\).*/\1/p') \
        <(sed -n 's/^\.It Fl -\([a-z0-9-]*\).*/\1/p' "$made/man1/linchpin-$c.1") ||
        complain "linchpin-$c.1 has not the options of $c --help"
    diff <("$LINCHPIN" manual "$c") "$made/man1/linchpin-$c.1" >/dev/null || complain "linchpin-$c.1 is out of date"
    grep -qx "\.Xr linchpin-$c 1 ,\?" "$page" || complain "$page: no reference to linchpin-$c(1)"
done
[ "$(find "$made/man1" -name 'linchpin-*.1' | wc -l)" = "$(wc -w <<<"$commands")" ] || complain 'pages of commands that are not there'
diff <("$LINCHPIN" manual) "$page" >/dev/null || complain "linchpin manual is not $page"

formats=$("$LINCHPIN" specs | sed -n '/^Formats/,$s/^  \([a-z]*\) .*/\1/p')
[ -n "$formats" ] || complain 'no formats found'
diff <(sort <<<"$formats") <(sed -n '/^\.Sh FORMATS/,/^\.Sh [^F]/s/^\.Ss //p' man/linchpin-history.5 | sort) ||
    complain 'linchpin-history.5 has other formats than linchpin specs'

# A page for each public header has all its lines: what a compiler reads as it is, comments as sentences.
page_text() { # PAGE: without mdoc
    sed '/^\.\(Bd\|Ed\|Pp\|Sh\|Xr\|In\|Os\|D[dt]\|\\"\)/d; s/^\.Ss //; s/^\\&//; s/\\-/-/g; s/\\e/\\/g' "$1" | tr -s '[:blank:]\n' ' '
}
for header in include/linchpin/*.h; do
    name=linchpin-$(basename "$header" .h)
    [ $name != linchpin-linchpin ] || name=linchpin-object
    [ -f "$made/man3/$name.3" ] || { complain "no page for $header"; continue; }
    text=$(page_text "$made/man3/$name.3")
    while read -r line; do
        [[ $text == *"$line"* ]] || complain "$name.3 lacks: $line"
    done < <(sed 's,^// *,,; s/^---- \(.*\) ----$/\1/' "$header" | tr -s '[:blank:]' ' ' |
        grep -vE '^(SPDX-.*|#(ifndef|define) LINCHPIN_.*|#include.*|#(ifdef __cplusplus|endif)|extern "C" \{|\}|)$' | sed 's/^ //')
    grep -qE "^\.It.* Xr $name 3" man/linchpin.3 || complain "linchpin.3 does not lead to $name(3)"
    for function in $(grep -oE '^[a-z_][^/(]*\blp_[a-z0-9_]+\(' "$header" | grep -v '^typedef' | grep -oE 'lp_[a-z0-9_]+\($' | tr -d '('); do
        grep -qx "\.Nm $function\( ,\)\?" "$made/man3/$name.3" || complain "$name.3 has not $function in its NAME"
    done
done

# Every reference to a page of ours leads to one.
while read -r _ name section _; do
    [ -f "man/$name.$section" ] || [ -f "$made/man$section/$name.$section" ] || complain "there is no $name($section)"
done < <(sed -n 's/^\.\(It \)\?\(.* \)*\(Xr lin[a-z-]* [0-9]\).*/\3/p' man/* "$made"/man*/* | sort -u)

if command -v mandoc >/dev/null; then
    lint=$(mandoc -T lint -W warning man/*.[1-9] "$made"/man*/*)
    [ -z "$lint" ] || complain "$lint"
else
    echo "no mandoc: the pages were not linted"
fi
echo "$(wc -w <<<"$commands") commands, $failures complaints"
[ "$failures" = 0 ]
