#!/bin/bash
# SPDX-License-Identifier: MIT
# check --follow: an answer while the other end still writes; and several files.
. tests/expect.sh
good=docs/examples/queue_good.jsonl bad=docs/examples/queue_bad.jsonl

run 0 "$LINCHPIN" check "$good" --spec queue --follow
out_has 'linearizable'
run 1 "$LINCHPIN" check - --spec queue --follow <"$bad"
out_has 'no order of the operations explains deq() → 2'
out_has 'is impossible'

# The writer never ends, but the violation is there: the answer comes at once.
mkfifo "$scratch/pipe"
"$LINCHPIN" check - --spec queue --follow <"$scratch/pipe" >"$scratch/.out" 2>"$scratch/.err" &
child=$!
exec 5>"$scratch/pipe"
cat "$bad" >&5
code=0
wait "$child" || code=$?
exec 5>&-
checks=$((checks + 1))
[ "$code" = 1 ] || fail "following a pipe that stays open: exit code $code"

# The answer comes before the writer is done: the writer says nothing about it.
checks=$((checks + 1))
"$LINCHPIN" gen queue --ops 200000 --bad --seed 1 2>"$scratch/.err" |
    "$LINCHPIN" check - --spec queue --follow --quiet
[ "${PIPESTATUS[1]}" = 1 ] || fail 'a violation in a pipe'
err_empty

# Interrupted: what was seen held, and says so.
"$LINCHPIN" check - --spec queue --follow <"$scratch/pipe" >"$scratch/.out" 2>"$scratch/.err" &
child=$!
exec 5>"$scratch/pipe"
cat "$good" >&5
at_work "$child"
sleep 0.5
kill -INT "$child"
code=0
wait "$child" || code=$?
exec 5>&-
checks=$((checks + 1))
[ "$code" = 0 ] || fail "interrupted: exit code $code"
out_has 'until it was stopped'

# Wrong input, wrong options.
printf '{"process":0,"type":"ok","f":"enq","value":1}\n' >"$scratch/h.jsonl"
run 2 "$LINCHPIN" check "$scratch/h.jsonl" --spec queue --follow
err_has 'h.jsonl:1:'
printf '{"process":0,"type":"invoke","f":"enk","value":1}\n' >"$scratch/h.jsonl"
run 2 "$LINCHPIN" check "$scratch/h.jsonl" --spec queue --follow
err_has 'did you mean "enq"?'
# An argument that is missing is no argument.
printf '{"process":0,"type":"invoke","f":"enq","value":null}\n' >"$scratch/h.jsonl"
run 2 "$LINCHPIN" check "$scratch/h.jsonl" --spec queue --follow
err_has 'h.jsonl:1: enq takes 1 argument, but here it has 0'
run 2 "$LINCHPIN" check "$good" "$bad" --spec queue --follow
err_has 'takes one file'
run 2 "$LINCHPIN" check "$good" --spec queue --follow --condition sequential
err_has 'linearizability only'
run 2 "$LINCHPIN" check "$good" --spec queue --follow --witness
err_has 'no --witness'
run 2 "$LINCHPIN" check "$scratch/none" --spec queue --follow
err_has 'No such file'

# What was settled is forgotten, and the verdict does not pretend to know what was possible.
for i in $(seq 1 100); do
    printf '{"process":0,"type":"invoke","f":"write","value":%d}\n{"process":0,"type":"ok","f":"write","value":%d}\n' "$i" "$i"
done >"$scratch/late.jsonl"
printf '{"process":1,"type":"invoke","f":"read","value":null}\n{"process":1,"type":"ok","f":"read","value":3}\n' >>"$scratch/late.jsonl"
run 1 "$LINCHPIN" check "$scratch/late.jsonl" --spec register --follow
out_has 'Operations that were settled are forgotten while a history is followed'
out_lacks 'could only be'
run 1 "$LINCHPIN" check "$scratch/late.jsonl" --spec register
out_has 'write(3)'

# Several files: a line each, in the order given; the worst decides the exit code.
run 1 "$LINCHPIN" check "$good" "$bad" "$good" --spec queue
out_has '3 files: 2 hold, 1 violated'
checks=$((checks + 1))
[ "$(sed -n 2p "$scratch/.out" | grep -c queue_bad)" = 1 ] || fail 'the order of the files'
run 2 "$LINCHPIN" check "$good" "$bad" "$scratch/none" --spec queue
out_has '1 not readable'
run 1 "$LINCHPIN" check "$good" "$bad" --spec queue --json
checks=$((checks + 1))
[ "$(grep -c '^{"linchpin":1' "$scratch/.out")" = 2 ] || fail 'one JSON object per file'
run 1 "$LINCHPIN" check "$good" "$bad" --spec queue --quiet
out_empty
done_testing
