#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Correct models with one thing made wrong, as tests/verify/mutants.txt says. Each
# gets its verdict with every combination of reductions. Those that hold have the same
# observable language: every history is one of the spec's, as it is for the original,
# and small scenarios have the same histories.

. tests/expect.sh
compile_quickly # this is about the search

# Every combination, in two halves: with and without values. A mutant gets a quarter of
# them (in `make test` a sixteenth, in turns), the next mutant the next, and all get none and all together; with
# LINCHPIN_ALL, as in make soak, everyone gets every one. Sanitizers make thousands of runs
# long: there, each reduction alone and all together.
sets=none
for name in dead threads private fold antichain; do
    for set in $sets; do
        sets+=" $([ "$set" = none ] || echo "$set,")$name"
    done
done
[ "${LP_SANITIZE:-0}" = 0 ] ||
    sets="none dead threads private fold antichain dead,threads,private,fold,antichain"

part_of() { # COMBINATIONS…: those of this mutant
    local number=0 last=${*: -1} part=4
    [ ! "${LINCHPIN_TURN:-}" ] || part=16
    for set; do
        if [ "${LINCHPIN_ALL:-}" ] || [ "${LP_SANITIZE:-0}" != 0 ] || [ "$set" = none ] || [ "$set" = "$last" ] ||
            [ $((number % part)) = $(((mutants + ${LINCHPIN_TURN:-0}) % part)) ]; then
            echo "$set"
        fi
        number=$((number + 1))
    done
}

scenarios_of() { # MODEL: two threads each, one a line
    case $1 in
    stack/*) printf '%s\n' 'push(1) pop | push(2) pop' 'push(1) push(2) | pop pop' ;;
    queue/position_queue.lin) printf '%s\n' 'enq deq | enq deq' 'enq enq | deq deq' ;;
    queue/*) printf '%s\n' 'enq(1) deq | enq(2) deq' 'enq(1) enq(2) | deq deq' ;;
    set/*) printf '%s\n' 'add(1) remove(1) | add(1) contains(1)' 'add(1) remove(2) | add(2) contains(1)' ;;
    snzi/*) printf '%s\n' 'arrive query | arrive depart' 'arrive depart | query query' ;;
    *) fail "no scenario for $1" ;;
    esac
}

same_language() { # MODEL, and the mutant
    local scenario
    while IFS= read -r scenario; do
        run 0 "$LINCHPIN" verify "objects/$1" --scenario "$scenario" --histories "$scratch/original"
        run 0 "$LINCHPIN" verify "$scratch/mutant.lin" --scenario "$scenario" \
            --histories "$scratch/changed"
        [ -s "$scratch/original" ] || fail "$1, $scenario: no histories"
        cmp -s "$scratch/original" "$scratch/changed" ||
            fail "$1, $what: other histories of $scenario"
    done < <(scenarios_of "$1")
}

mutants=0
refuted=0
while IFS='|' read -r model what script want; do
    model=${model// /} want=${want// /}
    [ -n "$model" ] && [ "${model:0:1}" != '#' ] || continue
    script=$(sed 's/^ *//; s/ *$//' <<<"$script")
    sed "$script" "objects/$model" >"$scratch/mutant.lin"
    ! cmp -s "$scratch/mutant.lin" "objects/$model" || fail "$model: nothing is changed:$what"
    for reduction in $(part_of $sets); do
        run "$want" "$LINCHPIN" verify "$scratch/mutant.lin" --reduce "$reduction"
        [ "$want" = 0 ] || out_has '✗'
    done
    [ "$want" = 1 ] || same_language "$model"
    # Keys of sets are ordered: there is nothing to rename. Nor is 0 ever renamed.
    with=$sets
    grep -q 'int 0\.\.1' "$scratch/mutant.lin" || with="none dead,threads,private,fold,antichain"
    sed -i "s/int 0..1/int 1..2/" "$scratch/mutant.lin"
    for reduction in $(part_of $with); do
        [ "$reduction" != none ] && reduction+=,values || reduction=values
        run "$want" "$LINCHPIN" verify "$scratch/mutant.lin" --reduce "$reduction"
    done
    mutants=$((mutants + 1))
    refuted=$((refuted + want))
done <tests/verify/mutants.txt
echo "$mutants mutants, $refuted refuted"
[ "$mutants" -ge 60 ] || fail "there are only $mutants mutants"
done_testing
