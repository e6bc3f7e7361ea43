#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No memory: exit code 3, or 2, with a sentence; never a signal, never another verdict than
# with memory. The n-th allocation fails, alone or with all after it, for some n; with
# LINCHPIN_ALLOCATIONS=all for every n.

. tests/expect.sh
own_cache
[ "${LP_SANITIZE:-0}" = 0 ] || { echo 'sanitizers have an allocator of their own'; exit 77; }

export TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
cc -shared -fPIC -O1 -w -o "$scratch/failing.so" tests/cli/failing_malloc.c || exit 1

numbers() {
    if [ "${LINCHPIN_ALLOCATIONS:-}" = all ]; then
        seq 1 "$1"
    else # the first ones are those of the command line, then fewer and fewer
        awk -v last="$1" 'BEGIN { for (n = 1; n <= last; n += 1 + int(n / 3)) print n }'
    fi
}
fails_well() { # CODE-WITH-MEMORY LAST-N COMMAND…
    local want=$1 last=$2 code n on
    shift 2
    run "$want" "$LINCHPIN" "$@"
    for on in '' FAIL_ON=1; do
        for n in $(numbers "$last"); do
            checks=$((checks + 1))
            code=0
            [ "${LINCHPIN_ALLOCATIONS:-}" != all ] || rm -rf "$LINCHPIN_CACHE"
            timeout 60 env $on FAIL_AT="$n" LD_PRELOAD="$scratch/failing.so" "$LINCHPIN" "$@" \
                >"$scratch/.out" 2>"$scratch/.err" </dev/null || code=$?
            if [ "$code" = 2 ] || [ "$code" = 3 ]; then
                cat "$scratch/.out" "$scratch/.err" | grep -q '[a-z] [a-z]* ' || fail "no sentence: $on $n $*"
                grep -qx 'linchpin: *' "$scratch/.err" && fail "an empty sentence: $on $n $*"
            elif [ "$code" != "$want" ]; then
                fail "exit code $code, not $want: $on $n $*"
            fi
        done
    done
    checks=$((checks + 1))
    [ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(ls -A "$TMPDIR") $*"
}
fails_well 1 400 check docs/examples/queue_bad.jsonl --spec queue
fails_well 1 400 check docs/examples/queue_bad.jsonl --spec queue --json
fails_well 0 300 check docs/examples/queue_good.jsonl --spec queue --follow
fails_well 1 150 check docs/examples/bank_bad.jsonl --spec docs/examples/bank.c
fails_well 1 500 verify docs/examples/verify/once.lin --jobs 1
fails_well 0 200 gen queue --ops 20
fails_well 0 200 convert docs/examples/queue_good.jsonl --to edn
fails_well 0 60 specs queue
fails_well 0 300 fmt --check objects/queue/ms_queue.lin

# With less address space than it needs.
"$LINCHPIN" gen queue --ops 3000 --procs 40 --overlap 35 --values 3 --bad >"$scratch/hard"
run 3 bash -c 'ulimit -v 80000; exec "$@"' - "$LINCHPIN" check "$scratch/hard" --spec queue --timeout 60s
done_testing
