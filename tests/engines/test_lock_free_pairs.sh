#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `explore --lock-free` of C and `verify … progress lockfree` of a model of it, in the same scenario: they say the same,
# of correct objects and of mutants, as tests/engines/lock_free_pairs.txt says. Where they do not, the list says why.

. tests/expect.sh

pairs=0
refuted=0
differ=0
says() { # CODE COMMAND…: lock-free or not, and nothing else
    run "$@"
    [ "$1" = 0 ] && out_has lock-free || out_has '✗ not lock-free'
}

while IFS='|' read -r test source model scenario what in_c in_model code want; do
    [ -n "$test" ] && [ "${test:0:1}" != '#' ] || continue
    read -r test source model code want <<<"$test $source $model $code $want"
    scenario=${scenario/;/|}
    sed "$in_c" "objects/$source" >"$scratch/$(basename "$source")"
    sed "$in_model; /^verify.*}\$/d; /^verify/,/}/d" "objects/$model" >"$scratch/model.lin"
    [ -z "${in_c// /}" ] || ! cmp -s "$scratch/$(basename "$source")" "objects/$source" || fail "$source:$what: nothing is changed"
    object=$(sed -n 's/^object \([a-z_]*\) .*/\1/p' "$scratch/model.lin")
    echo "verify $object progress lockfree { threads 2; }" >>"$scratch/model.lin"
    of=$(case $source in *lifo*) echo stack ;; *fifo*) echo queue ;; *idempotent_deque*) echo both_ends ;; esac)
    says "$code" "$LINCHPIN" explore "objects/$test" "$scratch/$(basename "$source")" --lock-free --condition none \
        ${of:+--object $of} --scenario "$scenario" -- "-Iobjects/$(dirname "$source")"
    says "$want" "$LINCHPIN" verify "$scratch/model.lin" --scenario "$scenario"
    pairs=$((pairs + 1))
    refuted=$((refuted + want))
    [ "$code" = "$want" ] || differ=$((differ + 1))
done <tests/engines/lock_free_pairs.txt
echo "$pairs pairs, $refuted not lock-free, $differ differ"
[ "$refuted" -ge 10 ] && [ $((pairs - refuted)) -ge 10 ] || fail "the pairs say too little"
done_testing
