#!/bin/bash
# SPDX-License-Identifier: MIT
# Where the output goes: a full disk, a closed pipe, a terminal, Ctrl-C.
. tests/expect.sh
bad=docs/examples/queue_bad.jsonl
good=docs/examples/queue_good.jsonl

# What could not be written is not a verdict.
if [ -w /dev/full ]; then
    for arguments in --help --version specs "check $good --spec queue" "check $bad --spec queue --json"; do
        code=0
        "$LINCHPIN" $arguments >/dev/full 2>"$scratch/.err" || code=$?
        : >"$scratch/.out"
        [ "$code" = 2 ] || fail "full disk: exit code $code: $arguments"
        err_has 'could not be written'
    done
fi
code=0
"$LINCHPIN" check "$good" --spec queue >&- 2>"$scratch/.err" || code=$?
[ "$code" = 2 ] || fail "closed stdout: exit code $code"

# A reader that goes away is its own business: nothing is said, and the code stays.
mkfifo "$scratch/pipe"
exec 3<>"$scratch/pipe" 4>"$scratch/pipe" 3>&-
code=0
"$LINCHPIN" check "$bad" --spec queue 2>"$scratch/.err" >&4 || code=$?
exec 4>&-
[ "$code" = 1 ] || fail "closed pipe: exit code $code"
err_empty

# Limits and Ctrl-C: "unknown", and why. Twenty-four pushes at once can be
# ordered in 24! / 2 ways (one value comes twice), and none leaves the stack empty.
calls() { # PROCESS TYPE METHOD VALUE
    printf '{"process":%d,"type":"%s","f":"%s","value":%s}\n' "$@"
}
{
    for i in {1..24}; do calls "$i" invoke push "$((i % 23))"; done
    for i in {1..24}; do calls "$i" ok push "$((i % 23))"; done
    calls 1 invoke pop null
    calls 1 ok pop null
} >"$scratch/hard.jsonl"
run 3 "$LINCHPIN" check "$scratch/hard.jsonl" --spec stack --timeout 10ms --memory 2G
out_has '? unknown'
out_has 'time limit'
run 3 "$LINCHPIN" check "$scratch/hard.jsonl" --spec stack --memory 1k
out_has 'memory limit'
run 3 "$LINCHPIN" check "$scratch/hard.jsonl" --spec stack --timeout 10ms --memory 2G --json
out_has '"verdict":"unknown"'
"$LINCHPIN" check "$scratch/hard.jsonl" --spec stack --memory 2G >"$scratch/.out" 2>"$scratch/.err" &
child=$!
at_work "$child"
kill -INT "$child"
code=0
wait "$child" || code=$?
[ "$code" = 3 ] || fail "interrupted: exit code $code"
out_has interrupted

# Colour only on a terminal, and not with NO_COLOR. script(1) makes a terminal.
escape=$(printf '\033')
run 1 "$LINCHPIN" check "$bad" --spec queue
out_lacks "$escape"
if command -v script >/dev/null; then
    on_terminal() { script -qec "$1" /dev/null </dev/null >"$scratch/.out" 2>"$scratch/.err"; }
    on_terminal "$LINCHPIN check $bad --spec queue"
    out_has "$escape[1;31m"
    NO_COLOR=1 on_terminal "$LINCHPIN check $bad --spec queue"
    out_lacks "$escape["
    NO_COLOR= on_terminal "$LINCHPIN check $bad --spec queue"
    out_has "$escape[1;31m"
    TERM=dumb on_terminal "$LINCHPIN check $bad --spec queue"
    out_lacks "$escape["
    on_terminal "$LINCHPIN check $bad --spec queue --json"
    out_lacks "$escape["
fi

done_testing
