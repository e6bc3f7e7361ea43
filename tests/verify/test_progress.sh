#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What is promised to operations in runs without an end: what cannot be asked, and how it is told. The verdicts of
# all objects are in test_progress_catalogue.sh, those of mutants in test_progress_mutants.sh; random objects are
# compared with the definitions in test_random_progress.c.

. tests/expect.sh
compile_quickly

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
err_has 'it.lin:1:69: progress is promised to operations of objects'
err_has 'write a formula'
echo 'process P() = a -> P(); verify P progress lockfree { }' >"$scratch/it.lin"
run 2 "$LINCHPIN" verify "$scratch/it.lin"
err_has 'it.lin:1:43: progress is promised to operations of objects'
err_has 'divergencefree and nonterminating are settings'

done_testing
