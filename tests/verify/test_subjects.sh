#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every model in objects/ gets the verdict that the catalogue gives it; in `make test` every third, in turns:
# engines/pairs, the reductions, the compiled and the weaker registers have them, too.

. tests/expect.sh
compile_quickly # test_interpret.c holds the emitted C of every model, with -O2, against the interpreter

known=0
verdict() { # CODE MODEL SAYS OPTIONS…
    local code=$1 model=objects/$2 says=$3
    shift 3
    run "$code" "$LINCHPIN" verify "$model" "$@"
    out_has "$says"
    known=$((known + 1))
    two_ways "$model"
}

in_turn() { # the same
    if turn 3; then verdict "$@"; else known=$((known + 1)); fi
}

# Of a model with a simulation and a spec: what each of the two ways of proof says. A simulation into a
# machine whose traces are atomic must not hold where a history is not linearizable.
ways=
two_ways() { # MODEL, of which the last run was
    local machine proof monitor
    machine=$(sed -n 's/^simulation .* to \([a-z_]*\) {.*/\1/p' "$1")
    [ -n "$machine" ] && grep -q '^verify .* refines' "$1" || return 0
    proof=$(sed -n 's/^✓ simulation.*/holds/p; s/^✗ .* no simulation: .*/fails/p' "$scratch/.out")
    monitor=$(sed -n 's/^✓ linearizable.*/holds/p; s/^✗ not linearizable.*/violated/p' "$scratch/.out")
    ways+="  $1: simulation into $machine $proof, histories: $monitor"$'\n'
    [ "$proof" = holds ] || [ "$proof" = fails ] || fail "$1: what the simulation says: $proof"
    [ "$monitor" = holds ] || [ "$monitor" = violated ] || fail "$1: what the monitor says: $monitor"
    case "$machine $proof $monitor" in
    'regular_register holds violated') ;; # it is weaker
    *' holds violated') fail "$1: a simulation, and a history that is not linearizable" ;;
    esac
}

good="every history is one of the spec's"
bad='not linearizable'
in_turn 0 stack/treiber.lin "$good"
in_turn 0 stack/treiber_lifo.lin "$good"
in_turn 1 stack/treiber_aba.lin "$bad"
in_turn 1 stack/treiber_plain_push.lin "$bad"
in_turn 0 stack/counter_stack.lin "$good"
in_turn 0 queue/ms_queue.lin "$good"
in_turn 1 queue/ms_queue_no_tail_check.lin "$bad"
in_turn 0 queue/position_queue.lin "$good"
in_turn 0 queue/herlihy_wing.lin "$good"
in_turn 1 queue/shann_queue.lin "$bad"
in_turn 0 queue/shann_queue_repaired.lin "$good"
in_turn 0 register/bits_register.lin "$good"
in_turn 0 register/bits_register_two_readers.lin "$good"
in_turn 1 register/stale_reads.lin "$bad"
in_turn 0 register/vitanyi_awerbuch.lin "$good"
in_turn 1 register/vitanyi_awerbuch_no_write_back.lin "$bad"
in_turn 0 register/regular_bit.lin 'no assertion fails'
in_turn 1 register/regular_bit_same_value.lin 'the assertion fails'
in_turn 0 register/atomic_bit.lin "$good"
in_turn 1 register/atomic_bit_two_looks.lin "$bad"
in_turn 0 mailbox/mailbox.lin "$good"
in_turn 1 mailbox/mailbox_one_look.lin "$bad"
in_turn 0 mailbox/mailbox_bounded.lin 'any number of operations'
in_turn 1 mailbox/mailbox_five_times.lin "$bad"
in_turn 0 snzi/snzi.lin "$good"
in_turn 1 snzi/snzi_no_half.lin "$bad"
in_turn 1 snzi/snzi_undo_early.lin "$bad"
in_turn 1 deque/idempotent_lifo.lin "$bad"
in_turn 1 deque/idempotent_fifo.lin "$bad"
in_turn 1 deque/idempotent_deque.lin "$bad"
for order in lifo fifo deque; do
    in_turn 0 deque/idempotent_${order}_relaxed.lin 'no assertion fails'
done
in_turn 1 deque/idempotent_deque_no_tag.lin 'the invariant at_least_once does not hold'
in_turn 0 set/marked_list.lin 'operations take effect at their marks'
in_turn 0 set/marked_list_ghosts.lin 'prove what their assertions say'
in_turn 0 set/marked_list_ghosts_overlap.lin 'prove what their assertions say'
in_turn 1 set/marked_list_no_mark.lin "$bad"
in_turn 1 set/marked_list_no_validation.lin "$bad"
in_turn 1 set/marked_list_unmarked_validation.lin "$bad"
in_turn 1 set/marked_list_late_mark.lin "$bad"
in_turn 0 sync/sync_chan.lin 'no operation is stuck that could return'
in_turn 1 sync/sync_chan_early.lin 'not synchronised'
in_turn 1 sync/sync_chan_signal.lin 'are stuck, though they could have gone on together'
in_turn 0 sync/closeable_chan.lin 'no operation is stuck that could return'
in_turn 1 sync/closeable_chan_race.lin 'not progressible: no order of the operations explains'
in_turn 0 sync/abc.lin 'no operation is stuck that could return'
in_turn 1 sync/abc_shared.lin 'not synchronised'
in_turn 0 sync/barrier.lin 'no operation is stuck that could return'
in_turn 1 sync/barrier_lap.lin 'not synchronised'
in_turn 0 sync/timed_closeable_chan.lin 'no operation is stuck that could return'
in_turn 1 sync/timed_closeable_chan_last_moment.lin 'not progressible: no order of the operations explains'
in_turn 0 sync/alternation.lin 'no operation is stuck that could return'
in_turn 1 sync/alternation_gap.lin 'are stuck, though they could have gone on together'
in_turn 0 relaxed/queue_segment.lin "every history is one of the relaxed spec's"
in_turn 1 relaxed/queue_segment_far.lin 'not quasi:1: no order of the operations explains deq() → 2'
in_turn 0 relaxed/queue_random.lin "every history is one of the relaxed spec's"
in_turn 1 relaxed/queue_random_no_window.lin 'not quasi:1: no order of the operations explains deq() → 2'
in_turn 0 relaxed/counter_lossy.lin "every history is one of the relaxed spec's"
in_turn 1 relaxed/counter_lossy_plain.lin 'not stuttering:1'
in_turn 0 relaxed/counting_network.lin 'every complete history has an order'
in_turn 1 relaxed/counting_network_plain.lin 'not quiescent: no order of the operations explains this history'
in_turn 0 priority/st_queue.lin "$good"
in_turn 1 priority/st_queue_resumed.lin "$bad"
in_turn 0 set/lazy_list.lin "$good"
in_turn 0 set/hand_over_hand.lin "$good"
in_turn 1 set/hand_over_hand_early.lin "$bad"
in_turn 0 set/harris_michael.lin "$good"
verdict 0 distributed/po_machine.lin 'every invariant holds'
verdict 1 distributed/po_machine_no_helping.lin 'the invariant in_real_time does not hold'
verdict 0 distributed/stateright_abd.lin 'every invariant holds'
verdict 0 distributed/stateright_abd_ordered.lin 'every invariant holds'
known=$((known + 1)) # distributed/stateright_abd_ordered_3.lin: see test_stateright.sh
related="every trace is one of the specification's"
both=0
# Two ways of proof: a forward simulation, and every trace judged by the monitor. They agree.
proved() { # MODEL [WORDS]
    both=$((both + 1))
    turn 3 || { known=$((known + 1)); return; }
    verdict 0 "distributed/$1.lin" "$related"
    out_has "$good"
    out_has "${2:-}"
    out_lacks '✗'
}
refuted() { # MODEL RELATION [WORDS]
    both=$((both + 1))
    turn 3 || { known=$((known + 1)); return; }
    verdict 1 "distributed/$1.lin" "no simulation: the relation $2 does not hold"
    out_has "$bad"
    out_has "${3:-}"
    out_lacks '✓'
}
# The largest are examples of docs/distributed.md, with their verdicts; here with LINCHPIN_ALL only.
if_all() { # NAME COMMAND…
    if [ -n "${LINCHPIN_ALL:-}" ]; then
        "${@:2}"
    else
        grep -A1 "^\$ linchpin verify objects/distributed/$1.lin\( |.*\)*$" docs/distributed.md |
            grep -q '^✓ simulation: ' || fail "$1.lin has no verdict"
        known=$((known + 1))
    fi
}
if_all abd proved abd
[ -n "${LINCHPIN_ALL:-}" ] || both=$((both + 1))
for fault in no_write_back small_quorums overwrite counts_twice forgets; do
    refuted abd_$fault f6 'not that abd has a trace that po has not'
done
# Two reads are needed for a history that nothing explains.
if [ -n "${LINCHPIN_ALL:-}" ]; then
    sed 's/{ w1, w2, r1\(, \.\.\.\)* }/{ w1, w2, r1, r2 }/; s/r1\.\.r1/r1..r2/; s/{ p1, p2, p3 }/{ p1, p2 }/' \
        objects/distributed/abd_ties.lin >"$scratch/abd_ties.lin"
    run 1 "$LINCHPIN" verify "$scratch/abd_ties.lin"
    out_has 'no simulation: the relation f6 does not hold'
    out_has "$bad"
fi
verdict 1 distributed/abd_ties.lin 'no simulation: the relation f6 does not hold'
out_has "$good"
both=$((both + 1))
proved abd_grid 'quorums intersect as claimed'
refuted abd_grid_rows f6
# Regular, and not atomic.
verdict 1 distributed/regular.lin "simulation: every step is matched, so every trace is one of the specification's"
out_has "$bad"
both=$((both + 1))
# Each reaches its register, and not the next one: see test_weaker_registers.sh.
verdict 0 distributed/register_machines.lin "$related"
out_has "$good"
out_has '✓ sequential: '
short() { # MODEL NEXT
    turn 3 || { known=$((known + 1)); return; }
    verdict 1 "distributed/$1.lin" '✓ simulation: every step is matched'
    out_has "ends a trace that $2 does not have"
    out_has 'every run ends as it should'
}
short digits regular_register
short write_all write_order_register
if_all write_order short write_order mw_regular_register
short mw_regular atomic_register
short sequential safe_register
proved numbered_write_back
verdict 0 distributed/masking.lin 'quorums intersect as claimed, every step invariant holds'
verdict 1 distributed/masking_small.lin 'the assertion fails'
proved rsm
for fault in not_fifo majority ties; do refuted rsm_$fault f5; done
verdict 0 distributed/rsm_queue.lin "$good"
# Two replicas, and two enqueues.
sed 's/{ p1, p2, p3 }/{ p1, p2 }/; /p != p3/d; s/{ e1, d1, ... }/{ e1, e2, d1, ... }/; s/e1\.\.e1/e1..e2/' \
    objects/distributed/rsm_queue.lin >"$scratch/rsm_queue.lin"
run 0 "$LINCHPIN" verify "$scratch/rsm_queue.lin"
out_has "$good"
# Any object: the free one. Three operations at two replicas; and what is faulty in the other models.
any=objects/distributed/rsm_any.lin
verdict 0 distributed/rsm_any.lin "$good"
altered() { # SED CODE WORDS
    sed "$1" $any >"$scratch/rsm_any.lin"
    ! cmp -s $any "$scratch/rsm_any.lin" || fail "nothing was altered: $1"
    run "$2" "$LINCHPIN" verify "$scratch/rsm_any.lin"
    out_has "$3"
}
altered 's/{ p1, p2, p3 }/{ p1, p2 }/; /p != p3/d; s/{ x1, x2, ... }/{ x1, x2, x3, ... }/' 0 "$good"
altered 's/replica fifo/replica reliable/' 1 'not linearizable'
altered 's/(heard\[q\], q) > stamps\[x\]/heard[q] > stamps[x].n/; s/stamps\[x\] <= stamps\[y\]/stamps[x].n <= stamps[y].n/' \
    1 'not linearizable'
altered 's/forall q in P : q == p ||/exists q in P : q != p \&\&/; s/&& stamps\[x\].p == q ||/\&\& (stamps[x].p == q ||/; s/q) > stamps\[x\];/q) > stamps[x]);/' \
    1 'not linearizable'
# A replica that carries out only the last of several operations of others: right for a register, where
# the others are overwritten, and not for any object.
two='s/{ p1, p2, p3 }/{ p1, p2 }/; /p != p3/d; s/{ x1, x2, ... }/{ x1, x2, x3, ... }/'
more='exists y in known : stable(y) \&\& stamps[y].p != p \&\& (forall z in known : stamps[y] <= stamps[z])'
altered "$two; 0,/object.apply(x);/s//if (!($more)) object.apply(x);/" 1 'not linearizable'
proved va
refuted va_no_write_back f6
refuted va_ties f8
refuted timed_abd_skewed f9
known=$((known + 1)) both=$((both + 1)) # distributed/timed_abd.lin: see test_timed_abd.sh
[ "$both" = "$(grep -l '^simulation' objects/distributed/*.lin | xargs grep -l '^verify .* refines' | wc -l)" ] ||
    fail "a model has a simulation and a spec, and the two were not compared"
printf 'Two ways of proof:\n%s' "$ways"
verdict 0 distributed/bounded_labels.lin 'every invariant holds'
verdict 1 distributed/bounded_labels_concurrent.lin 'the invariant no_circle does not hold'
for spec in queue register; do
    verdict 0 distributed/to_machine_$spec.lin "$good"
    out_has 'every invariant holds, every run ends as it should'
done
for model in register/register register/two_readers snzi/snzi stack/counter_stack queue/position_queue \
    mailbox/mailbox; do
    verdict 0 ${model}_processes.lin "✓ implements: every trace is one of the specification's"
done
[ "$known" = "$(find objects -name '*.lin' | wc -l)" ] || fail "a model has no verdict here"

in_turn 0 set/marked_list.lin "$good" --no-points
in_turn 0 set/marked_list.lin 'operations take effect at their marks' --threads 3
in_turn 0 set/marked_list.lin "$good" --threads 3 --no-points
in_turn 0 stack/treiber.lin "$good" --threads 3

# The register with stale reads is sequentially consistent: every history of it is.
run 1 "$LINCHPIN" verify objects/register/stale_reads.lin --histories "$scratch/all" \
    --scenario 'write(0) ; write(1) write(2) | read read'
[ "$(wc -l <"$scratch/all")" -gt 20 ] || fail "there are too few histories"
linear=0
while IFS= read -r line; do
    sed 's/^\[//; s/\]$//; s/},{/}\n{/g' <<<"$line" >"$scratch/one.jsonl"
    run 0 "$LINCHPIN" check "$scratch/one.jsonl" --spec register --condition sequential
    "$LINCHPIN" check "$scratch/one.jsonl" --spec register >/dev/null 2>&1 &&
        linear=$((linear + 1))
done <"$scratch/all"
echo "$(wc -l <"$scratch/all") histories, all sequentially consistent, $linear linearizable"
done_testing
