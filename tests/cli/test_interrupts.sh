#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Ctrl-C and SIGTERM, to the process and to its group, at several moments of every subcommand:
# it ends soon, with 3 ("unknown") or of the signal where nothing had begun, or it had ended by
# itself; and leaves no process, no temporary file and no part of a file behind.
# SIGPIPE: what writes data ends when nobody reads it. What decides goes on: its exit code is
# an answer too.

. tests/expect.sh
own_cache

export TMPDIR=$scratch/tmp BOUND=20000 # milliseconds to end in; a busy machine is slow
mkdir "$TMPDIR" "$scratch/files"
cc -D_GNU_SOURCE -O1 -w -o "$scratch/signalled" tests/cli/signalled.c || exit 1
"$LINCHPIN" gen queue --ops 3000 --procs 40 --overlap 35 --values 3 --bad >"$scratch/hard"
"$LINCHPIN" gen queue --ops 100000 >"$scratch/long"
cp objects/queue/ms_queue.lin "$scratch/fmt.lin"
cat >"$scratch/walk.lin" <<'L'
shared bool x;

object counter {
    flip() { x = !x; }
}
verify counter { threads 2; }
L

code=0
send() { # SIGNAL WHO MILLISECONDS COMMAND…
    local took left
    rm -rf "$LINCHPIN_CACHE" "$scratch"/files/*
    "$scratch/signalled" "$1" "$2" "$3" "$LINCHPIN" "${@:4}" 3>"$scratch/ended" \
        >"$scratch/.out" 2>"$scratch/.err" </dev/null
    read -r code took left <"$scratch/ended"
    checks=$((checks + 4))
    [ "$took" -lt "$BOUND" ] || fail "does not end: $*"
    [ "$left" = 0 ] || fail "left a process behind: $*"
    [ -z "$(ls -A "$TMPDIR")" ] || fail "left $(ls -A "$TMPDIR") behind: $*"
    [ -z "$(ls -A "$scratch/files" | grep '^\.')" ] || fail "left $(ls -A "$scratch/files") behind: $*"
    rm -rf "${TMPDIR:?}"/*
}
says_so() { # COMMAND…
    checks=$((checks + 1))
    cat "$scratch/.out" "$scratch/.err" | grep -q 'interrupted\|until it was stopped\|covers nothing' ||
        fail "does not say that it was interrupted: $*"
}
# NEVER: it would not end by itself. ENDS: it may have ended before the signal came.
interrupted() { # NEVER|ENDS COMMAND…
    local how after
    for how in 'INT process 3' 'INT group 300' 'TERM process 400' 'TERM group 40'; do
        after=${how##* }
        send $how "${@:2}"
        case $1-$code in
        *-3) says_so "$@" ;;
        *-130 | *-143) [ "$after" -lt 300 ] || fail "dies after $after ms: $*" ;;
        NEVER-0) grep -q 'until it was stopped\|covers nothing' "$scratch/.out" ||
            fail "exit code 0: $*" ;;
        ENDS-0) [ ! -s "$scratch/.err" ] || fail "exit code 0: $*" ;;
        *) fail "exit code $code with $how: $*" ;;
        esac
    done
}
queue=objects/queue/ms_queue
interrupted NEVER check "$scratch/hard" --spec queue
interrupted NEVER check "$scratch/hard" "$scratch/long" "$scratch/hard" --spec queue
interrupted NEVER check - --spec queue
interrupted NEVER check --follow - --spec queue
interrupted NEVER check --follow - --spec docs/examples/bank.c
interrupted NEVER convert - "$scratch/files/out" --to edn
interrupted ENDS convert "$scratch/long" "$scratch/files/out" --to edn
interrupted NEVER gen queue --ops 1000000000 --output "$scratch/files/out"
interrupted NEVER gen docs/examples/bank.c --ops 1000000000 --output /dev/null
interrupted NEVER simulate "$scratch/walk.lin" --steps 1000000
interrupted NEVER simulate "$scratch/walk.lin" --ask
interrupted NEVER simulate -
interrupted NEVER test ${queue}_test.c $queue.c --rounds 1000000000
interrupted NEVER explore ${queue}_test.c $queue.c --calls 4x4x4
interrupted NEVER verify objects/queue/ms_queue.lin --threads 5
interrupted NEVER verify -
interrupted NEVER fmt -
interrupted ENDS fmt "$scratch/fmt.lin"
interrupted ENDS new queue --output "$scratch/files/out"
interrupted ENDS specs
# What was found is told.
send INT process 2000 explore ${queue}_test.c $queue.c --calls 4x4x4
out_has 'interleavings'
send TERM group 2000 test ${queue}_test.c $queue.c --rounds 1000000000
out_says 'of 1000000000 rounds'

unread() { # CODE COMMAND…
    send PIPE process 300 "${@:2}"
    checks=$((checks + 2))
    [ "$code" = "$1" ] || fail "exit code $code, not $1: $*"
    err_empty
}
unread 0 gen queue --ops 1000000000
unread 0 gen docs/examples/bank.c --ops 1000000000
unread 0 convert "$scratch/long" --to edn
unread 0 simulate "$scratch/walk.lin" --steps 1000000
unread 0 check "$scratch/long" --spec queue --witness
unread 1 check docs/examples/queue_bad.jsonl --spec queue
unread 1 verify docs/examples/verify/once.lin
# A full disk ends it too, and is told.
run 2 timeout 60 "$LINCHPIN" gen queue --ops 1000000000 --output /dev/full
err_has 'No space left on device'
run 2 timeout 60 bash -c '"$@" >/dev/full' - "$LINCHPIN" gen queue --ops 1000000000
err_has 'No space left on device'
done_testing
