#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Random walks (--walk): they find what is wrong, never say that something holds, and are the same
# again for the same seed, on however many threads. LINCHPIN_ALL=1: every model, and a million steps
# of ABD with five replicas and ten operations.

. tests/expect.sh
compile_quickly

abd=objects/distributed
figure() { # NAME, of the last verdict
    sed -n "\$s/.*\"$1\":\([0-9]*\).*/\1/p" "$scratch/.out"
}

steps=2000
[ -z "${LINCHPIN_ALL:-}" ] || steps=1000000
# Five replicas, five writes and five reads.
sed 's/enum op {.*/enum op { w1, w2, w3, w4, w5, r1, r2, r3, r4, r5 }/; s/op w1\.\.w2/op w1..w5/
    s/op r1\.\.r1/op r1..r5/; s/enum P {.*/enum P { p1, p2, p3, p4, p5 }/; s/0\.\.2/0..5/g
    s/writes = {w1, w2}/writes = {w1, w2, w3, w4, w5}/
    /^verify fig8/q' $abd/abd.lin >"$scratch/abd5.lin"
run 3 "$LINCHPIN" verify "$scratch/abd5.lin" --walk "$steps" --seed 1 \
    --json
out_has '"verdict":"unknown"'
out_has '"median depth":240'
out_has '"name":"write_client.wq_collected","called":true,"returned":true,"times":'

# Each faulty version is found, by the simulation.
for faulty in counts_twice forgets no_write_back overwrite small_quorums ties; do
    sed '/^verify abd/,$d' $abd/abd_$faulty.lin >"$scratch/$faulty.lin"
    run 1 "$LINCHPIN" verify "$scratch/$faulty.lin" --walk 1000000 --seed 2 --json
    out_has '"kind":"simulation"'
    out_has '"rechecked":true'
    echo "abd_$faulty: found after $(figure steps) steps"
done

# The same on one thread and on two; the failing walk alone is the same, too.
walk=(verify "$scratch/overwrite.lin" --walk 1000000 --walk-length 900 --seed 2)
run 1 "$LINCHPIN" "${walk[@]}" --jobs 1 --quiet --json
number=$(figure 'found in walk')
sed 's/"reproduce".*//' "$scratch/.out" >"$scratch/one"
run 1 "$LINCHPIN" "${walk[@]}" --jobs 2 --quiet --json
sed 's/"reproduce".*//' "$scratch/.out" >"$scratch/two"
cmp -s "$scratch/one" "$scratch/two" || fail "two threads find something else than one"
run 1 "$LINCHPIN" "${walk[@]}"
grep '^ *[0-9]* :' "$scratch/.out" >"$scratch/steps"
again=$(sed -n 's/^Reproduce: //p' "$scratch/.out")
[[ $again == *"--seed 2 --only-walk $number" ]] || fail "no command to repeat walk $number: $again"
eval "run 1 $again"
out_has "found in walk $number"
grep '^ *[0-9]* :' "$scratch/.out" | cmp -s - "$scratch/steps" || fail "another walk: $again"
[ -s "$scratch/steps" ] || fail "no steps"
run 3 "$LINCHPIN" verify objects/stack/treiber.lin --walk 20000 --seed 5 --jobs 1
cp "$scratch/.out" "$scratch/one"
run 3 "$LINCHPIN" verify objects/stack/treiber.lin --walk 20000 --seed 5 --jobs 2
cmp -s "$scratch/.out" "$scratch/one" || fail "two threads cover something else than one"
out_says 'the walks found nothing wrong, which proves nothing'
out_says 'Called and returned: push ('
out_lacks '✓'

# What is wrong with models is found; what is right is never called wrong. With more steps, all
# but what is claimed to be reachable.
some='commit_atomic_state deadlock double_free ghost_broken leak no_deadlock phaser_stuck
    quiescent_broken sequential_broken system_duplicates wrong_points'
models=()
for name in $some; do
    models+=("tests/verify/models/$name.lin")
done
[ -z "${LINCHPIN_ALL:-}" ] || models=(tests/verify/models/*.lin tests/verify/failing/*.lin)
for model in "${models[@]}"; do
    code=$(sed -n '1s|^// exit: \([0-9]\).*|\1|p' "$model")
    want=$(sed -n '1s|^// exit: [0-9]: ||p' "$model")
    [ "$code" != 0 ] || code=3
    steps=50000
    case $model in
    */automaton_unreachable.lin | */reachable_object.lin | */unbounded.lin) continue ;;
    */exchanger_late.lin) want='no order of the operations explains' ;;
    */receipts_stale.lin) steps=1000000 ;; # one walk in 13,000 goes wrong
    esac
    run "$code" "$LINCHPIN" verify "$model" --walk "$steps" --walk-length 500 --seed 1
    [ "$code" = 3 ] || cat "$scratch/.out" "$scratch/.err" | grep -qF -- "$want" ||
        fail "$model: does not say: $want"
done

# What is said to be reachable may have been missed.
run 3 "$LINCHPIN" verify tests/verify/models/reachable_object.lin --walk 1000 --seed 1
out_says '1 condition that should be reachable did not occur'
# And a lesser value, too: 17 is the least.
run 3 "$LINCHPIN" verify docs/examples/lin/bridge.lin --walk 2000 --seed 1
out_has 'with least minutes so far = 19; states that were not looked at may have less'

# Where nothing is possible at the start, there is an end.
echo 'automaton a { bool b; action x() when b do b = false; } verify a {}' >"$scratch/none.lin"
run 3 "$LINCHPIN" verify "$scratch/none.lin" --walk 1000 --seed 1
out_has 'Never taken: x'

# Limits give what was covered.
run 3 "$LINCHPIN" verify objects/stack/treiber.lin --walk 9000000000000 --seed 1 --timeout 0.3s
out_has 'time limit'
out_says ' walks · '

# Options that have no meaning beside it, or without it.
for other in '--dot x.dot' --hash-compact '--reduce none' '--assume fair'; do
    # shellcheck disable=SC2086
    run 2 "$LINCHPIN" verify objects/stack/treiber.lin --walk 1000 $other
    err_has 'walk'
done
run 2 "$LINCHPIN" verify objects/distributed/rsm.lin --walk 1000 --all-related
err_has 'walk'
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --seed 1
err_has '--seed is about walks: say how many steps, for example --walk 1000000'
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --walk 1 --only-walk x
err_has 'is not the number of a walk'
run 3 "$LINCHPIN" verify objects/stack/treiber.lin --walk 10 --seed 1 --only-walk 0 # the first has a number, too
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --walk 1 --walk-length 1000000000
err_has '--walk-length is at most'
done_testing
