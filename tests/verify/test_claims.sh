#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What `verify` says of a claim agrees with the judges: on small scenarios, it is
# refuted just when `check` refutes one of the histories of the scenario. Where an
# object is there as C too, `explore` says the same.

. tests/expect.sh
compile_quickly

agree() { # MODEL CLAIM SPEC SCENARIO: prints the exit code. The spec may be one of the model's
    local condition=$2 code=0 bad=0 line object spec=$3
    ! grep -q "^spec $3 " "$1" || spec=$1:$3
    [ "$condition" != refines ] || condition=linearizable
    object=$(sed -n 's/^object \([a-z_]*\) .*/\1/p' "$1")
    { grep -v '^verify' "$1" && echo "verify $object $2 $3 { threads 3; }"; } >"$scratch/claim.lin"
    "$LINCHPIN" verify "$scratch/claim.lin" --scenario "$4" --histories "$scratch/all" \
        >"$scratch/.out" 2>"$scratch/.err" || code=$?
    [ -s "$scratch/all" ] || fail "$1, $2, $4: no histories"
    while IFS= read -r line; do
        sed 's/^\[//; s/\]$//; s/},{/}\n{/g' <<<"$line" >"$scratch/one.jsonl"
        "$LINCHPIN" check "$scratch/one.jsonl" --spec "$spec" --condition "$condition" \
            >/dev/null 2>&1 || bad=$((bad + 1))
    done <"$scratch/all"
    checks=$((checks + 1))
    echo "$1: $2 $3: '$4': exit $code, $bad of $(wc -l <"$scratch/all") histories refuted"
    [ "$code" = "$((bad > 0))" ] || fail "$1: $2 $3: $4: exit $code, but $bad are refuted"
    rm "$scratch/all"
    last=$code
}

models=tests/verify/models
seen=
for claim in refines sequential serializable; do
    for scenario in 'write(0) | read' 'write(0) read | read' 'write(0) write(1) | read read' \
        'write(1) read | write(0) read'; do
        agree $models/sequential.lin $claim register "$scenario"
        agree $models/sequential_broken.lin $claim register "$scenario"
        seen+=$claim$last
    done
    agree $models/serializable_broken.lin $claim fetch-and-add 'fetch_inc | fetch_inc'
    agree objects/stack/treiber.lin $claim stack 'push(1) pop | push(2) pop'
    agree objects/stack/treiber_plain_push.lin $claim stack 'push(1) | push(2) ; pop pop'
    agree objects/queue/ms_queue_no_tail_check.lin $claim queue 'enq(1) deq | enq(2) deq'
done
for claim in quasi:0 quasi:1 quasi-literal:1 out-of-order:1 lateness:1 stuttering:1 quiescent; do
    agree objects/relaxed/queue_random_no_window.lin $claim queue 'enq(1) enq(2) deq | deq'
done
for claim in quasi:1 stuttering:1 quiescent; do
    agree objects/relaxed/counting_network.lin $claim counter 'inc inc | inc'
    agree objects/relaxed/counting_network_plain.lin $claim counter 'inc inc | inc'
    agree objects/relaxed/counter_lossy_plain.lin $claim counter 'inc inc inc | inc'
done
agree objects/sync/sync_chan.lin quiescent channel 'send(1) send(2) | receive receive'
agree objects/sync/sync_chan_early.lin quiescent channel 'send(1) | receive'
# Both ways must have been seen.
case $seen in *sequential1*) ;; *) fail "nothing was refuted as sequential" ;; esac
case $seen in *serializable0*) ;; *) fail "nothing was serializable" ;; esac

both() { # NAME CLAIM SCENARIO CODE
    agree "objects/sync/$1.lin" "$2" channel "$3"
    [ "$last" = "$4" ] || fail "$1: $2: exit $last, not $4"
    run "$4" env -u CC "$LINCHPIN" explore objects/sync/sync_chan_test.c "objects/sync/$1.c" \
        --condition "$2" --scenario "$3"
}
both sync_chan synchronised 'send(1) | receive' 0
both sync_chan progressible 'send(1) send(2) | receive | receive' 0
both sync_chan_early synchronised 'send(1) | receive' 1
both sync_chan_signal synchronised 'send(1) | receive' 0
agree objects/sync/sync_chan_signal.lin progressible channel 'send(1) | receive'
[ "$last" = 1 ] || fail "nobody is stuck"
agree objects/sync/sync_chan.lin progressible channel 'send(1) | send(2) | receive'
[ "$last" = 0 ] || fail "a sender that nobody receives from waits rightly"

# Against the spec of the file, against the built-in one of the same kind, and in C.
twins() { # MODEL SPEC BUILTIN C-TEST CLAIM SCENARIO CODE
    local spec
    for spec in "$2" "$3"; do
        agree "objects/sync/$1.lin" "$5" "$spec" "$6"
        [ "$last" = "$7" ] || fail "$1: $5 $spec: exit $last, not $7"
    done
    run "$7" env -u CC "$LINCHPIN" explore "objects/sync/$4_test.c" "objects/sync/$1.c" --condition "$5" \
        --scenario "$6"
}
two=closeable closeable=closeable-channel
twins closeable_chan $two $closeable closeable_chan progressible 'send(1) | receive | close' 0
twins closeable_chan $two $closeable closeable_chan synchronised 'send(1) send(0) | receive close' 0
twins closeable_chan_race $two $closeable closeable_chan synchronised 'send(1) | receive close' 1
twins abc three_meet abc abc progressible 'a(1) | b(2) | c(3)' 0
twins abc three_meet abc abc progressible 'a(1) | b(2)' 0
agree objects/sync/barrier.lin progressible all_meet 'wait | wait wait | wait'
[ "$last" = 0 ] || fail "who comes once too often may wait"
agree objects/sync/barrier.lin progressible all_meet 'wait | wait | wait'
[ "$last" = 0 ] || fail "three meet"
agree objects/sync/barrier_lap.lin synchronised all_meet 'wait | wait wait | wait'
[ "$last" = 1 ] || fail "one passes twice"
sed 's/const N = 3;/const N = 2;/' objects/sync/barrier.lin >"$scratch/two.lin"
agree "$scratch/two.lin" progressible all_meet 'wait wait | wait | wait'
[ "$last" = 1 ] || fail "three are too many for a barrier of two with a bit for its rounds"

# A claim that needs a bound says so.
sed 's/ operations 3;//' $models/serializable_broken.lin >"$scratch/unbounded.lin"
run 2 "$LINCHPIN" verify "$scratch/unbounded.lin"
err_has 'needs a bound on the number of operations'
# What the last step of a claim about steps did, with values; and which step matches nothing.
cat >"$scratch/broken.lin" <<'LIN'
enum op { x1, x2 }
automaton low {
  set<op> done;
  set<op> told;
  internal work(op x) when !(x in done) do done.add(x);
  output tell(op x) when x in done && !(x in told) do told.add(x);
}
automaton high {
  set<op> ready;
  set<op> told;
  internal prepare(op x) when ready.empty() do ready.add(x);
  output tell(op x) when x in ready do told.add(x);
}
simulation f from low to high {
  relation same { high.told == low.told && high.ready == low.done }
  step low.work(x) matches prepare(x);
}
automaton counter {
  int 0..3 n;
  step invariant grows { n' > n }
  internal stay() do {}
}
automaton worker {
  op at;
  int 0..3 left = 3;
  never decreases (left, at);
  internal work() when left > 0 do { left -= 1; at = x2; }
}
system both = counter || worker { }
verify f {}
verify both {}
verify worker {}
LIN
run 1 "$LINCHPIN" verify "$scratch/broken.lin"
out_has 'low.work(x2): prepare(x) is to match, and high cannot take it'
out_has 'counter.stay() (changes nothing): breaks the step invariant counter::grows'
out_has 'the last step breaks the step invariant counter::grows'
out_has 'work() (at = x2, left = 2): decreases (left, at), from (3, x1) to (2, x2)'
done_testing
