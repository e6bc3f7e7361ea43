#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the system refuses: the n-th fork, exec, write, temporary file, … fails, alone or with all
# after it, for n = 1, 2, 3, … until nothing more fails. Then the answer is the right one, or an
# error with a sentence; never another verdict, a crash or a hang. No file is left that is not
# whole, and nothing in the folder for temporary files. `make test` has every third command, in turns.
. tests/expect.sh
own_cache
[ "${LP_SANITIZE:-0}" = 0 ] || { echo 'sanitizers come before what is preloaded'; exit 77; }

export TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
cc -shared -fPIC -O1 -w -o "$scratch/failing.so" tests/cli/failing_calls.c || exit 1
calls='fork exec pipe mkdtemp mkostemp write fwrite fflush fclose fsync rename'
most=40 # of one kind, in one command

once() { # WANT ON CALL N COMMAND…: sets code
    local want=$1 on=$2 call=$3 n=$4
    shift 4
    rm -rf "$scratch/file" "$scratch/mark" "$scratch/.cache"
    [ -z "$old" ] || printf '%s' "$old" >"$scratch/file"
    code=0
    timeout 120 env $on FAIL_CALL="$call" FAIL_AT="$n" FAIL_MARK="$scratch/mark" LD_PRELOAD="$scratch/failing.so" \
        "$LINCHPIN" "$@" >"$scratch/.out" 2>"$scratch/.err" </dev/null || code=$?
    checks=$((checks + 1))
    case $code in
    "$want") ;;
    2 | 3)
        cat "$scratch/.out" "$scratch/.err" | grep -q '[a-z] [a-z]* ' ||
            fail "no sentence: $on $call $n $*"
        ! grep -q '^✓\|"verdict":"holds"\|^✗\|"verdict":"violated"' "$scratch/.out" ||
            fail "a verdict with exit code $code: $on $call $n $*"
        ;;
    *) fail "exit code $code, not $want: $on $call $n $*" ;;
    esac
}

# A file is as it should be; or, with an error, as it was.
whole() { # WANT-CODE WHAT…
    if [ -f "$scratch/whole" ] && cmp -s "$scratch/file" "$scratch/whole"; then
        :
    elif [ "$code" = "$1" ] && [ -f "$scratch/whole" ]; then
        fail "another file: ${*:2}"
    elif [ -f "$scratch/file" ]; then
        [ "$(cat "$scratch/file")" = "$old" ] && [ -n "$old" ] || fail "a part of a file: ${*:2}"
    elif [ -n "$old" ]; then
        fail "the old file is gone: ${*:2}"
    fi
    [ -z "$(ls -A "$TMPDIR")" ] || {
        fail "left behind: $(ls -A "$TMPDIR") ${*:2}"
        rm -rf "${TMPDIR:?}"/*
    }
    [ -z "$(find "$scratch" -maxdepth 1 -name '.linchpin*')" ] || {
        fail "left beside the file: ${*:2}"
        rm -f "$scratch"/.linchpin*
    }
}

fails_well() { # CODE COMMAND…: what it writes to a file goes to $scratch/file
    local want=$1 call n on
    shift
    turn 3 || return
    old=
    rm -f "$scratch/file" "$scratch/whole"
    run "$want" "$LINCHPIN" "$@"
    [ ! -f "$scratch/file" ] || mv "$scratch/file" "$scratch/whole"
    for call in $calls; do
        for on in '' FAIL_ON=1; do
            for old in '' 'what was there'; do
                [ -z "$old" ] || [ -f "$scratch/whole" ] || continue
                for ((n = 1; n <= most; n++)); do
                    once "$want" "$on" "$call" "$n" "$@"
                    whole "$want" "$on $call $n $*"
                    [ -f "$scratch/mark" ] || break # there are no more
                done
            done
        done
    done
}
fails_well 1 check docs/examples/queue_bad.jsonl --spec queue
fails_well 0 check docs/examples/queue_good.jsonl --spec queue --json
fails_well 0 gen queue --ops 20 --output "$scratch/file"
fails_well 0 convert docs/examples/queue_good.jsonl "$scratch/file" --to edn
calls='fork exec pipe mkdtemp mkostemp write rename'
fails_well 1 check docs/examples/bank_bad.jsonl --spec docs/examples/bank.c
fails_well 1 verify docs/examples/verify/once.lin --jobs 1
# With several sources, where nothing is kept; and with one, where that is.
LINCHPIN_CACHE=off
fails_well 0 explore objects/queue/ms_queue_test.c objects/queue/ms_queue.c --scenario 'enq(1) | deq' \
    --histories "$scratch/file"
calls='fork exec pipe mkdtemp'
fails_well 0 test objects/queue/ms_queue_test.c objects/queue/ms_queue.c --rounds 20
LINCHPIN_CACHE=$scratch/.cache
cat >"$scratch/counter_test.c" <<'C'
#include <linchpin/linchpin.h>
#include <stdlib.h>
static lp_value next(void *o, const lp_value *args)
{
    (void)args;
    return lp_int(__atomic_fetch_add((long *)o, 1, __ATOMIC_SEQ_CST));
}
static void *create(void)
{
    return calloc(1, sizeof(long));
}
LP_OBJECT(counter, .create = create, .destroy = free, .spec = "counter", .methods = {{"next", next}})
C
calls='exec mkostemp write fwrite fclose fsync rename'
fails_well 0 explore "$scratch/counter_test.c" --scenario 'next | next'

# Compilers that are not there, fail, die, or write nothing or nonsense.
compiler() { # NAME BODY
    printf '#!/bin/sh\nout=; while [ $# -gt 0 ]; do [ "$1" != -o ] || out=$2; shift; done\n%s\n' "$2" \
        >"$scratch/$1"
    chmod +x "$scratch/$1"
}
compiler fails 'echo no >&2; exit 1'
compiler dies 'kill -SEGV $$'
compiler silent 'exit 0'
compiler nonsense '[ -z "$out" ] || echo nonsense >"$out"'
compiler empty '[ -z "$out" ] || : >"$out"'
for cc in missing fails dies silent nonsense empty; do
    for command in 'test --rounds 10' explore; do
        checks=$((checks + 1))
        code=0
        timeout 120 "$LINCHPIN" $command objects/queue/ms_queue_test.c objects/queue/ms_queue.c \
            --cc "$scratch/$cc" >"$scratch/.out" 2>"$scratch/.err" </dev/null || code=$?
        [ "$code" = 2 ] || fail "exit code $code, not 2: $command, the compiler is $cc"
        grep -q '^linchpin: .* ' "$scratch/.err" || fail "no sentence: $command, the compiler is $cc"
        [ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(ls -A "$TMPDIR") $command, $cc"
    done
done
# A full disk, where the result goes.
for command in 'check docs/examples/queue_good.jsonl --spec queue' 'gen queue --ops 2000' 'specs' \
    'verify docs/examples/verify/once_cas.lin --json' 'convert docs/examples/queue_good.jsonl --to edn'; do
    checks=$((checks + 1))
    code=0
    "$LINCHPIN" $command >/dev/full 2>"$scratch/.err" || code=$?
    [ "$code" = 2 ] || fail "exit code $code, not 2, on a full disk: $command"
    grep -q 'No space left' "$scratch/.err" || fail "no sentence on a full disk: $command"
done
done_testing
