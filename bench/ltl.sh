#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/ltl.sh BUILD: states of the automata of formulas of the literature and of their negations
# (tests/temporal/test_sizes.c), beside those of SPIN's never claims. BUILD is a build folder with
# tests. LIMIT: seconds that SPIN has for a formula.
set -u
cd "$(dirname "$0")/.." || exit 2
list=${1:?the build folder}/tests/test_temporal_sizes
[ -x "$list" ] || { echo "bench: no $list" >&2; exit 2; }
command -v spin >/dev/null || { echo "bench: no spin" >&2; exit 2; }

spin_states() { # FORMULA: the labels of its never claim at which something is read
    timeout "${LIMIT:-20}" spin -f "${1// R / V }" 2>/dev/null | awk '
        /^[A-Za-z0-9_]+:$/ { if (!open) states++; open = 1; next }
        /^[A-Za-z0-9_]+:/ { states++; next }
        { open = 0 }
        /^}/ { whole = 1 }
        END { print whole ? states + 0 : "-" }'
}

printf '%6s %6s %6s   %6s %6s %6s  %s\n' ours Büchi SPIN ours Büchi SPIN 'formula; right: its negation'
"$list" list | while IFS=$'\t' read -r figures formula plain; do
    read -r states _ negated _ buchi negated_buchi <<<"$figures"
    printf '%6s %6s %6s   %6s %6s %6s  %s\n' "$states" "$buchi" "$(spin_states "$plain")" \
        "$negated" "$negated_buchi" "$(spin_states "!($plain)")" "$formula"
done | awk '
    { print }
    { for (i = 3; i <= 6; i += 3)
          if ($i != "-") { ours += $(i - 1); spin += $i; both++ }
          else if (/X /) unknown++
          else lost++ }
    END {
        printf "Büchi automata, %d formulas: %d states, SPIN %d\n", both, ours, spin
        printf "%d have X, which this SPIN does not know; %d take it too long\n", unknown, lost
    }'
