#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Phase 1 of Round-Up: the serial histories of a scenario are those of an object with one
# lock around each call, and there are as many as the paper says. And what the benchmark
# counts beside them: sequentializations and permutations.
. tests/expect.sh

cc -O1 -o "$scratch/count" bench/sequentializations.c || fail 'bench/sequentializations.c'

serial() { # HOW-MANY OBJECT SCENARIO
    run 0 "$LINCHPIN" explore objects/relaxed/golden_test.c --object "$2" --scenario "$3" \
        --histories "$scratch/histories"
    checks=$((checks + 1))
    [ "$(wc -l <"$scratch/histories")" = "$1" ] ||
        fail "$3: $(wc -l <"$scratch/histories") serial histories, not $1"
}
counts() { # K SEQUENTIALIZATIONS PERMUTATIONS: of the last histories
    checks=$((checks + 1))
    [ "$("$scratch/count" "$1" <"$scratch/histories")" = "$2 $3" ] ||
        fail "$("$scratch/count" "$1" <"$scratch/histories"), not $2 $3"
}

serial 6 queue 'enq(1) enq(2) ; enq(3) deq | enq(4) deq ; deq deq'
counts 2 6 84 # each is its only sequentialization; 14 permutations of 4 removals with K = 2
counts 3 6 144
serial 10 queue 'enq(1) enq(2) ; enq(3) deq | enq(4) deq deq ; deq'
serial 20 queue 'enq(1) ; enq(2) enq(3) deq | enq(4) deq deq ; deq'
serial 35 queue 'enq(1) ; enq(2) deq enq(3) | enq(4) deq deq deq'
serial 70 queue 'enq(1) enq(2) deq deq | enq(3) enq(4) deq deq'
counts 2 70 980
serial 6 stack 'push(1) push(2) ; push(3) pop | push(4) pop ; pop pop'
serial 6 priority 'enq(1) enq(2) ; enq(3) remove_min | enq(4) remove_min ; remove_min remove_min'
serial 2 queue 'enq(1) enq(2) ; deq | deq'

# Fig. 6: the first two of four calls overlap, and so do the last two. Fig. 7: three
# permutations of three removals with K = 1.
event() { # PROCESS TYPE VALUE
    printf '%s{"process":%s,"type":"%s","f":"f","value":%s}' "$comma" "$1" "$2" "$3"
    comma=,
}
history() { # EVENT…: 0( is a call of process 0, 0) its return
    local e comma=
    printf '['
    for e; do
        case $e in *'(') event "${e%(}" invoke null ;; *) event "${e%)}" ok 1 ;; esac
    done
    printf ']\n'
}
history '0(' '1(' '0)' '1)' '0(' '1(' '1)' '0)' >"$scratch/histories"
counts 4 4 96
history '0(' '0)' '0(' '0)' '0(' '0)' >"$scratch/histories"
counts 1 1 3
history '0(' '1(' '2(' '2)' '1)' '0)' >"$scratch/histories"
counts 0 6 6
{ history '0(' '0)'; history '0(' '1(' '0)' '1)'; } >"$scratch/histories"
counts 0 3 3
done_testing
