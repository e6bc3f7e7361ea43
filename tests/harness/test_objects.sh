# SPDX-License-Identifier: MIT
# The catalogue's objects on real threads: the correct ones hold, the faulty ones
# are refuted, and the command that is printed shows it again. `make test` has every third, in turns: objects/sync,
# explore/catalogue and engines/ have them all, too, most of them in every interleaving.
. tests/expect.sh

stack="objects/stack/treiber_test.c"
queue="objects/queue/ms_queue_test.c"
hw="objects/queue/hw_queue_test.c"
set="objects/set/list_set_test.c" # its set_add is not taken for linchpin's own

holds() {
    turn 3 || return
    run 0 "$LINCHPIN" test --rounds 3000 --timeout 5m "$@"
    out_has 'linearizable'
    out_has 'covers the 3000 histories that were recorded'
    out_has 'seed '
}

refuted() { # SOURCES…
    turn 3 || return
    run 1 "$LINCHPIN" test --timeout 2m --seed 7 "$@"
    out_has 'Scenario: '
    reproduce=$(sed -n 's/^ *Reproduce: //p' "$scratch/.out")
    checks=$((checks + 1))
    case $reproduce in
    *"--scenario "*) run 1 eval "$reproduce" ;;
    *) fail "no command to reproduce it" ;;
    esac
}

holds $stack objects/stack/treiber.c
holds $queue objects/queue/ms_queue.c
holds $hw objects/queue/hw_queue.c
holds $set objects/set/list_set_lock.c -- -pthread
holds $set objects/set/list_set_lazy.c -- -pthread
holds objects/priority/st_queue_test.c objects/priority/st_queue.c
refuted objects/priority/st_queue_test.c objects/priority/st_queue_resumed.c \
    --scenario 'insert(2) ; insert(1) insert(3) | remove_min | remove_min'
refuted $hw objects/queue/hw_queue_two_steps.c
refuted $set objects/set/list_set_lock_early.c -- -pthread
refuted $set objects/set/list_set_lazy_no_validation.c -- -pthread
refuted $stack objects/stack/treiber_aba.c
refuted $stack objects/stack/treiber_plain_push.c
refuted $queue objects/queue/ms_queue_no_tail_check.c
refuted $queue objects/queue/iqueue.c

# A list for one thread: one enq beside one deq is all it can bear.
run 0 "$LINCHPIN" test $queue objects/queue/sl_queue.c --scenario 'enq(1) enq(2) | deq deq deq' --rounds 3000
run 1 "$LINCHPIN" test $queue objects/queue/sl_queue.c --scenario 'enq(1) | enq(2) ; deq deq'
run 1 "$LINCHPIN" test $queue objects/queue/sl_queue.c --scenario 'enq(1) enq(2) ; deq | deq'

# The same with the other compiler, and with the user's own code untouched.
if command -v clang >/dev/null; then
    holds $queue objects/queue/ms_queue.c --cc clang
    refuted $stack objects/stack/treiber_plain_push.c --cc clang
fi
holds $stack objects/stack/treiber.c --no-jolt -- -O2

# Scenarios as they were asked for.
run 0 "$LINCHPIN" test $stack objects/stack/treiber.c --calls 2+3x1+1 --rounds 500
run 0 "$LINCHPIN" test $stack objects/stack/treiber.c --threads 3 --ops 2 --rounds 500

# All distinct histories of one scenario: as many lines as the figure says,
# sorted, each in the form that `check` reads. There are 30 linearizable ones;
# threads that were never held up between two calls would record 18 at most.
run 0 "$LINCHPIN" test $queue objects/queue/ms_queue.c --rounds 5000 --json \
    --scenario 'enq(1) deq | enq(2) deq' --histories "$scratch/all"
distinct=$(sed -n 's/.*"distinct":\([0-9]*\).*/\1/p' "$scratch/.out")
checks=$((checks + 4))
[ "$(wc -l <"$scratch/all")" = "$distinct" ] || fail "not $distinct lines in --histories"
[ "$distinct" -gt 18 ] || fail "only $distinct distinct histories"
[ "$distinct" -le 30 ] || fail "$distinct distinct histories, more than there are"
LC_ALL=C sort -uc "$scratch/all" || fail "--histories is not sorted"
while read -r line; do
    printf '%s' "$line" | tr -d '[]' | sed 's/},{/}\n{/g' >"$scratch/one.jsonl"
    run 0 "$LINCHPIN" check "$scratch/one.jsonl" --spec queue
done < <(head -3 "$scratch/all")

done_testing
