#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The relaxed objects, with their verdicts: none is linearizable but the stack that does
# not use what it may; the correct ones are quasi:2, and need it; with no relaxation
# they are linearizable; the faulty ones are refuted. On real threads and in every
# interleaving. `make test` has every third, in turns.
. tests/expect.sh

r=objects/relaxed
worst=(-- -pthread -DRELAXED_WORST)
queue='enq(1) enq(2) enq(3) ; enq(4) deq | deq ; deq deq'
stack='push(1) push(2) push(3) push(4) push(5) push(6) pop pop pop ; push(7) | pop ; pop pop pop'
priority='enq(1) enq(2) enq(3) ; enq(4) remove_min | remove_min ; remove_min remove_min'
ids='next next | next'
cache='put(1) put(2) | get get'

explore() { # CODE TEST OBJECT SCENARIO [options]
    local want=$1 test=$2 object=$3 scenario=$4
    shift 4
    run "$want" "$LINCHPIN" explore "$r/${test}_test.c" "$r/$object.c" --scenario "$scenario" "$@" "${worst[@]}"
}

relaxed() { # TEST OBJECT SCENARIO
    turn 3 || return
    explore 1 "$@" --condition linearizable
    explore 0 "$@"
    out_has '✓ quasi:2'
    out_says 'covers all interleavings of this scenario'
    explore 0 "$@" --quasi-factor
    out_has '✓ quasi:2'
    out_has '2 quasi factor'
    run 0 "$LINCHPIN" explore "$r/$1_test.c" "$r/$2.c" --scenario "$3" --quasi-factor "${worst[@]}" -DRELAXED_K=0
    out_has '✓ quasi:0'
    run 0 "$LINCHPIN" test "$r/$1_test.c" "$r/$2.c" --rounds 2000 --timeout 5m -- -pthread
    out_has '✓ quasi:2'
}

faulty() { # TEST OBJECT SCENARIO FACTOR: which is enough; none: no factor is
    turn 3 || return
    explore 1 "$1" "$2" "$3"
    out_has 'not quasi:2'
    if [ "$4" = none ]; then
        explore 1 "$1" "$2" "$3" --quasi-factor
        out_has '✗ not quasi:'
        out_has 'No factor is enough'
    else
        explore 0 "$1" "$2" "$3" --quasi-factor
        out_has "✓ quasi:$4"
    fi
    run 1 "$LINCHPIN" test "$r/$1_test.c" "$r/$2.c" --scenario "$3" --timeout 1m "${worst[@]}"
    out_has 'not quasi:2'
}

for object in queue_segment queue_random queue_bounded queue_unbounded; do
    relaxed queue $object "$queue"
done
relaxed stack stack_segment "$stack"
relaxed priority priority "$priority"
relaxed ids ids "$ids"
relaxed cache cache "$cache"
explore 0 stack stack_array "$stack" --condition linearizable

explore 0 stack stack_array "$stack" --quasi-factor
out_has '✓ quasi:0'

# The spec may also be the object itself, without relaxation: the same factor is needed.
printf '#define RELAXED_K 0\n#include "queue_segment.c"\n' >"$scratch/strict.c"
self=(--golden "$scratch/strict.c" "${worst[@]}" -I$r)
run 0 "$LINCHPIN" explore $r/queue_test.c $r/queue_segment.c --scenario "$queue" --quasi-factor "${self[@]}"
out_has 'spec self'
out_has '2 quasi factor'
run 1 "$LINCHPIN" explore $r/queue_test.c $r/queue_segment.c --scenario "$queue" --condition quasi:1 "${self[@]}"
run 1 "$LINCHPIN" explore $r/queue_test.c $r/queue_segment_null.c --scenario "$queue" "${self[@]}"
run 0 "$LINCHPIN" test $r/queue_test.c $r/queue_segment.c --scenario "$queue" --rounds 500 --timeout 5m "${self[@]}"

faulty queue queue_segment_far "$queue" 3
faulty queue queue_segment_null "$queue" none
faulty queue queue_segment_twice 'enq(1) enq(2) enq(3) ; deq deq | deq deq' none
faulty stack stack_array_null "$stack" none
faulty stack stack_array_far "$stack" 5
faulty priority priority_far "$priority" 3
faulty ids ids_twice "$ids" none
faulty cache cache_forever 'get put(1) put(2) | put(3) ; get' 3
# Overtaken for ever: the more values, the more often.
faulty queue queue_random_no_window "$queue" 3
faulty queue queue_random_no_window 'enq(1) enq(2) enq(3) enq(4) ; enq(5) deq | deq ; deq deq deq' 4

# The k-stack of Algorithm 3: the trace has the steps of §VI-D in their order.
step() { # the line of the trace, "12 file:line", where THREAD does what matches PATTERN, from line FROM on
    awk -v from="$3" -v thread="$1" -v pattern="$2" '
        NR >= from && index($0, "\"thread\":" thread ",") && $0 ~ pattern { print NR; exit }' "$scratch/steps"
}
after() { # NAME LINE LINE: the first is before the second
    checks=$((checks + 1))
    [ -n "$2" ] && [ -n "$3" ] && [ "$2" -lt "$3" ] || fail "k-stack: $1: $2 is not before $3"
}
check_steps() { # IN-ORDER: are 2 and 3 in the paper's order too? They do not depend on each other
    local file=stack_segment_aba.c first second one two three four five six again
    tr '{' '\n' <"$scratch/.out" | grep '"thread":' >"$scratch/steps"
    first=$(grep -n 'marked) == 0' $r/$file | cut -d: -f1)
    second=$(grep -n 'marked) == 1' $r/$file | cut -d: -f1)
    one=$(step 1 'call pop' 1)                                    # pop begins, finds nothing,
    three=$(step 1 "store .*= 1\".*$file" "$one")                  # and marks the segment
    two=$(step 0 'cas .* 0x700000' 1)                # push puts its item
    four=$(step 0 "load .*= 1\".*$file:$first" "$two")             # the condition of line 17 fails
    five=$(step 1 "store .*= 0\".*$file" "$three")                 # not empty: not deleted
    six=$(step 0 "load .*= 0\".*$file:$second" "$four")            # that of line 18 fails too
    again=$(step 0 'cas .* 0x700000' "$six")         # and the item is put again
    after '1, 3' "$one" "$three"
    after '2, 4' "$two" "$four"
    after '3, 4' "$three" "$four"
    after '2, 5' "$two" "$five"
    after '4, 5' "$four" "$five"
    after '5, 6' "$five" "$six"
    after '6, again' "$six" "$again"
    [ "$1" = no ] || after '2, 3' "$two" "$three"
}
faulty stack stack_segment_aba "$stack" none
explore 1 stack stack_segment_aba "$stack" --json
check_steps no
# The paper's own order.
explore 1 stack stack_segment_aba "$stack" --json --replay 2,0,1x6,0x5,1,0,1x2,0x8,1x4,2
out_has "explains pop() → 7"
check_steps yes

# A scenario that is not well-formed is said to be so, with the reason; others are not.
explore 0 queue queue_segment 'enq(1) enq(2) enq(3) | deq'
out_has 'it puts in 3 and takes out 1; what stays inside is not seen to come out late'
explore 1 queue queue_segment 'enq(1) enq(2) enq(3) | deq' --condition quasi-literal:1
out_has 'operations are only moved among themselves'
explore 1 queue queue_segment 'enq(1) enq(2) enq(3) | deq' --condition linearizable
out_lacks 'well-formed'
explore 0 queue queue_segment "$queue"
out_lacks 'well-formed'
run 0 "$LINCHPIN" test $r/queue_test.c $r/queue_segment.c --rounds 100 --scenario 'enq(1) | deq deq'
out_has 'it puts in 1 and takes out 2; one that finds nothing is not relaxed'
# All well-formed scenarios of a size.
run 0 "$LINCHPIN" explore $r/queue_test.c $r/queue_segment.c --quasi-factor --up-to 3x3 --well-formed "${worst[@]}"
out_has '✓ quasi:2'
out_says 'that are well-formed'

# What an object promises must be a condition.
sed 's/quasi:2/quasy:2/' $r/queue_test.c >"$scratch/queue_test.c"
for command in test explore; do
    run 2 "$LINCHPIN" $command "$scratch/queue_test.c" $r/queue_segment.c -- -I$r
    err_has 'did you mean "quasi"'
    run 2 "$LINCHPIN" $command $r/queue_test.c $r/queue_segment.c --quasi-factor --condition sequential
    err_has 'sequential takes nothing after its name'
done
done_testing
