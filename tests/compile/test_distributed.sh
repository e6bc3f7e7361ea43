#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every file of objects/distributed runs, or is refused with a reason. What is proved holds when it
# runs (in `make test` every third, in turns); what is faulty may look right without faults that bring it out.

. tests/expect.sh

[ -e "$BUILD/lib/liblinchpin_node.a" ] || exit 77
systems="a system with channels is needed, and a verify block that says what is called and returned"
expected() { # NAME: what is said of it
    case $1 in
    abd | abd_grid | timed_abd | rsm | rsm_queue) echo holds ;;
    rsm_any) echo "what is its machine? --spec says it" ;;
    abd_* | timed_abd_skewed | rsm_*) echo runs ;;
    regular | numbered_write_back) echo "read_client hears read, so there is one for each operation" ;;
    sequential) echo "node hears write, so there is one for each operation" ;;
    bounded_labels | bounded_labels_concurrent | digits | masking | masking_small | mw_regular) echo "$systems" ;;
    po_machine | po_machine_no_helping | register_machines | to_machine_*) echo "$systems" ;;
    stateright_abd | stateright_abd_ordered* | va | va_* | write_all | write_order) echo "$systems" ;;
    *) fail "nothing is expected of $1" ;;
    esac
}

ran=0
for model in objects/distributed/*.lin; do
    name=$(basename "$model" .lin)
    want=$(expected "$name")
    if [ "$want" = holds ] || [ "$want" = runs ]; then
        ran=$((ran + 1))
        turn 3 || continue
        code=0
        [ "$want" = holds ] || "$LINCHPIN" run "$model" --operations 300 --keys 5 --seed 1 >/dev/null 2>&1 || code=$?
        [ "$code" -le 1 ] || fail "$model: exit code $code"
        [ "$want" = runs ] || run 0 "$LINCHPIN" run "$model" --operations 300 --keys 5 --seed 1
        checks=$((checks + 1))
    else
        run 2 "$LINCHPIN" compile "$model" --output "$scratch/none"
        err_has "$want"
        [ ! -e "$scratch/none" ] || fail "$model: something was written"
    fi
done
[ "$ran" -ge 16 ] || fail "only $ran models ran"

# Faults that the replicated state machine lives with: what is down is waited for, and goes on.
cat >"$scratch/faults" <<'LINES'
100 operations kill replica[p2]
1s restart replica[p2]
300 operations delay 1..5ms replica[p1] <-> replica[p3]
LINES
# The emitted C has sanitizers.
real=$(command -v cc)
mkdir "$scratch/bin"
printf '#!/bin/sh\nexec %s -fsanitize=address,undefined -fno-sanitize-recover=undefined "$@"\n' "$real" >"$scratch/bin/cc"
chmod +x "$scratch/bin/cc"
for model in rsm.lin rsm_queue.lin "rsm_any.lin --spec deque" "rsm_any.lin --spec kv"; do
    PATH=$scratch/bin:$PATH run 0 "$LINCHPIN" run objects/distributed/$model --operations 600 --keys 3 --seed 1 --faults "$scratch/faults"
    out_has "600 operations"
done
# Those that break what is wrong: a stamp that is late is overtaken.
for fault in ties majority not_fifo; do
    run 1 "$LINCHPIN" run objects/distributed/rsm_$fault.lin --operations 20000000 --keys 200 --clients 6 \
        --sessions 6 --seed 1 --faults random
    out_has "✗ not linearizable"
done
done_testing
