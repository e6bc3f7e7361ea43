#!/bin/bash
# SPDX-License-Identifier: MIT
# The manual documents every option of every subcommand, and none that is not
# there; and mandoc has nothing to say about it.
set -u
: "${LINCHPIN:?}"
page=man/linchpin.1
failures=0
complain() {
    failures=$((failures + 1))
    echo "$*"
}

common='help json quiet timeout memory'
judging=$(sed -n 's/^OUTPUT_KIND(\([a-z]*\),.*/\1/p' src/cli/runs/output_kinds.def)
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

if command -v mandoc >/dev/null; then
    lint=$(mandoc -T lint -W warning man/*.1)
    [ -z "$lint" ] || complain "$lint"
else
    echo "no mandoc: the page was not linted"
fi
echo "$(wc -w <<<"$commands") commands, $failures complaints"
[ "$failures" = 0 ]
