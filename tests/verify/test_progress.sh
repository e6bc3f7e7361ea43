#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What is promised to operations in runs without an end: of objects that have one promise and not the
# next, of those of the catalogue, and of what cannot be asked. Random objects are compared with the
# definitions in test_random_progress.c.

. tests/expect.sh
compile_quickly

rows=0
promises='waitfree lockfree obstructionfree starvationfree deadlockfree'

# Which of the five it keeps, y or n for each.
keeps() { # MODEL WANTED SETTINGS
    local promise code kept= object
    object=$(sed -n 's/^verify \([a-z_]*\) .*/\1/p' "$1" | head -1)
    for promise in $promises; do
        { grep -v '^verify' "$1" && echo "verify $object progress $promise { $3 }"; } >"$scratch/it.lin"
        code=0
        "$LINCHPIN" verify "$scratch/it.lin" >"$scratch/.out" 2>"$scratch/.err" || code=$?
        case $code in
        0) kept+=y && out_has "-free: " ;;
        1) kept+=n && out_has '✗ not ' && out_has 'Steps, with lines' ;;
        *) kept+=$code ;;
        esac
    done
    checks=$((checks + 1))
    [ "$kept" = "$2" ] || fail "$1: $kept, not $2"
    rows=$((rows + 1))
    grep -qxF "| \`${1#*/}\` | $(sed 's/./& | /g; s/ $//' <<<"$kept")" docs/conditions.md || fail "$1: another row in docs/conditions.md"
    echo "$1: $kept"
}

examples=docs/examples/progress
keeps objects/register/bits_register.lin yyyyy 'threads 2; int 0..2;'
keeps objects/stack/treiber.lin nyyny 'threads 2; int 0..1; capacity 2;'
keeps $examples/claims.lin nnynn 'threads 2;'
keeps $examples/peterson.lin nnnyy 'threads 2;'
keeps $examples/test_and_set.lin nnnny 'threads 2;'
keeps objects/sync/barrier.lin nnnnn 'threads 2;'
keeps objects/stack/counter_stack.lin nyyny 'threads 2; capacity 3;'
keeps objects/queue/position_queue.lin yyyyy 'threads 2;'
keeps objects/register/atomic_bit.lin yyyyy 'threads 2; int 0..1;'
keeps objects/register/regular_bit.lin yyyyy 'threads 2; int 0..1;'
keeps objects/set/marked_list.lin nyyny 'threads 2; int 1..1;'
keeps objects/set/harris_michael.lin nyyny 'threads 2; int 1..1;'
keeps objects/set/lazy_list.lin nnnny 'threads 2; int 1..1;'
keeps objects/set/hand_over_hand.lin nnnny 'threads 2; int 1..1;'
keeps objects/sync/sync_chan.lin nnnnn 'threads 2; int 0..0;'

# The table in the docs says the same, of as many objects.
[ "$(grep -cE '^\| `[a-z_/]+\.lin` \|( [yn] \|){5}$' docs/conditions.md)" = $rows ] || fail "not $rows rows in docs/conditions.md"

# Who waits while others call and return needs no loop to starve.
cat >"$scratch/it.lin" <<'LIN'
shared int x;
object o {
  wait() @only(0) { await(x == 1); }
  blink() @only(1) { x = 1; x = 0; }
}
verify o progress starvationfree { threads 2; }
LIN
run 1 "$LINCHPIN" verify "$scratch/it.lin"
out_has '✗ not starvation-free'

# A bound on operations leaves nobody to starve others.
for promise in waitfree starvationfree; do
    echo 'object o { f() { } }' >"$scratch/it.lin"
    echo "verify o progress $promise { threads 2; operations 4; }" >>"$scratch/it.lin"
    run 2 "$LINCHPIN" verify "$scratch/it.lin"
    err_has 'it.lin:2:19: '
    err_has 'the number of operations cannot be bounded'
    sed -i 's/operations 4;//' "$scratch/it.lin"
    run 2 "$LINCHPIN" verify "$scratch/it.lin" --scenario 'f | f'
    run 0 "$LINCHPIN" verify "$scratch/it.lin"
done
run 0 "$LINCHPIN" verify "$scratch/it.lin" --json
out_has '"condition":"starvation-free"'
sed 's/refines queue/progress lockfree/; s/operations 5/operations 3/' objects/queue/ms_queue.lin >"$scratch/queue.lin"
run 0 "$LINCHPIN" verify "$scratch/queue.lin"
out_says 'at most 3 operations'

echo 'object o { f() { } } verify o progress lockfre { }' >"$scratch/it.lin"
run 2 "$LINCHPIN" verify "$scratch/it.lin"
err_has 'no progress is called lockfre'
err_has 'did you mean lockfree?'
echo 'automaton a { bool b; internal f() do b = true; } verify a progress lockfree { }' >"$scratch/it.lin"
run 2 "$LINCHPIN" verify "$scratch/it.lin"
err_has 'progress is promised to operations of objects'

done_testing
