#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Models with one thing changed that progress hangs on, as tests/verify/progress_mutants.txt says: which of the five
# promises are kept before, and which after.

. tests/expect.sh
. tests/verify/promises.sh
compile_quickly

mutants=0
changed=0
while IFS='|' read -r model what script settings wants _; do
    [ -n "$model" ] && [ "${model:0:1}" != '#' ] || continue
    trimmed "$model" && model=$field
    trimmed "$script" && script=$field
    read -r before after <<<"$wants"
    changed_model "$model" "$script"
    promises_kept "$scratch/changed.lin" "$settings"
    [ "$kept" = "$after" ] || fail "$model,$what: $kept, not $after"
    mutants=$((mutants + 1))
    [ "$before" = "$after" ] || changed=$((changed + 1))
    [ "$before" != - ] || continue # not finite without the change
    changed_model "$model" ''
    promises_kept "$scratch/changed.lin" "$settings"
    [ "$kept" = "$before" ] || fail "$model, before $what: $kept, not $before"
done <tests/verify/progress_mutants.txt
echo "$mutants mutants, $changed of which promise something else"
[ "$changed" -ge 20 ] || fail "there are only $changed mutants"
done_testing
