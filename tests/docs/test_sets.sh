#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The table of docs/sets.md is what bench/sets.sh prints: some of its rows, and a row
# for every set and every mutant of one.

. tests/expect.sh

ONLY='^(lazy_list|marked_list_no_mark|harris_michael: remove.*|lazy_list: contains.*)$' \
    bash bench/sets.sh "$(dirname "$LINCHPIN")" >"$scratch/rows"
[ "$(wc -l <"$scratch/rows")" = 8 ] || fail "there are $(wc -l <"$scratch/rows") rows"
while IFS= read -r row; do
    checks=$((checks + 1))
    grep -qxF -- "$row" docs/sets.md || fail "docs/sets.md does not say: $row"
done <"$scratch/rows"

wanted=$(($(find objects/set -name '*.lin' ! -name '*_ghosts*' | wc -l) +
    $(grep -c '^set/' tests/verify/mutants.txt)))
[ "$(grep -c '| \(yes\|no\|?\) |' docs/sets.md)" = "$wanted" ] || fail "not $wanted rows"
done_testing
