#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How far a counterexample of a model can be explained is what `check --explain` says of the same history, wherever
# check leaves no operation out; and no state is possible after the return that nothing explains.

. tests/expect.sh
compile_quickly

# Of the models `make test` has a third, in turns.
whole=0 seen=0
for model in stack/treiber_aba:stack stack/treiber_plain_push:stack queue/ms_queue_no_tail_check:queue \
    deque/idempotent_fifo:queue distributed/abd_forgets:register distributed/abd_no_write_back:register distributed/regular:register \
    distributed/rsm_majority:fetch-and-add distributed/rsm_not_fifo:fetch-and-add distributed/va_ties:register; do
    turn 3 || continue
    seen=$((seen + 1))
    spec=${model#*:} model=objects/${model%:*}.lin
    run 1 "$LINCHPIN" verify "$model" --json
    grep '"condition":"linearizable"' "$scratch/.out" | grep -m1 '"violated"' >"$scratch/verified.json"
    python3 tests/verify/explained.py history "$scratch/verified.json" >"$scratch/history.jsonl" || fail "$model: no history"
    run 1 "$LINCHPIN" check "$scratch/history.jsonl" --spec "$spec" --explain --json
    cp "$scratch/.out" "$scratch/checked.json"
    checks=$((checks + 1))
    python3 tests/verify/explained.py compare "$scratch/verified.json" "$scratch/checked.json" >"$scratch/said" ||
        fail "$model: $(cat "$scratch/said")"
    whole=$((whole + $(grep -c 'the same' "$scratch/said")))
done
checks=$((checks + 1))
[ "$whole" -ge $((seen / 2)) ] || fail "only $whole of $seen histories were compared as a whole"
done_testing
