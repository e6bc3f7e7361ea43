#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Attiya, Bar-Noy and Dolev's register as Stateright explores it: without reductions, a model of
# the same transition system has the same number of states, with its tester's history in the state
# and without. Stateright's own test asserts 544; the other numbers were counted by a breadth-first
# search of its actor model (version 0.31.0), and by an enumeration that shares nothing with either.
# With LINCHPIN_ALL, as in make soak, also the larger one without the history.

. tests/expect.sh
compile_quickly

counts() { # MODEL STATES TRANSITIONS
    run 0 "$LINCHPIN" verify "$1" --reduce none --json
    out_has "\"states\":$2,"
    out_has "\"transitions\":$3,"
}

without_history() { # MODEL STATES TRANSITIONS
    sed 's/const TESTER = 1/const TESTER = 0/' "$1" >"$scratch/without.lin"
    counts "$scratch/without.lin" "$2" "$3"
}

d=objects/distributed
counts $d/stateright_abd.lin 544 874
without_history $d/stateright_abd.lin 325 560
counts $d/stateright_abd_ordered.lin 620 882
without_history $d/stateright_abd_ordered.lin 377 568
counts $d/stateright_abd_ordered_3.lin 1212979 4730933
[ ! "${LINCHPIN_ALL:-}" ] || without_history $d/stateright_abd_ordered_3.lin 654310 2599231

# With reductions there are far fewer.
run 0 "$LINCHPIN" verify $d/stateright_abd_ordered_3.lin --json
reduced=$(grep -oE '"states":[0-9]+' <<<"$out" | grep -oE '[0-9]+')
checks=$((checks + 1))
[ "$((reduced * 100))" -lt 1212979 ] || fail "with reductions: $reduced states"

# A value is first returned after as many steps as in Stateright's test.
for model in stateright_abd stateright_abd_ordered; do
    run 0 "$LINCHPIN" verify $d/$model.lin
    out_has 'after 11 steps'
done

# The model with three servers differs from the other in constants only.
sed '/^\/\//d; s/const SERVERS = 2/const SERVERS = 3/; s/const LAST = 1/const LAST = 2/' \
    $d/stateright_abd_ordered.lin >"$scratch/two.lin"
sed '/^\/\//d' $d/stateright_abd_ordered_3.lin >"$scratch/three.lin"
checks=$((checks + 1))
cmp -s "$scratch/two.lin" "$scratch/three.lin" || fail "two and three servers differ in more than constants"

# The invariant says something: with a logical clock that stands still, puts are lost.
for model in stateright_abd stateright_abd_ordered; do
    sed 's/latest.clock + 1/latest.clock/' $d/$model.lin >"$scratch/still.lin"
    run 1 "$LINCHPIN" verify "$scratch/still.lin"
    out_has 'linearizable does not hold'
done
done_testing
