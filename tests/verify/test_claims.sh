#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What `verify` says of a claim agrees with the judges: on small scenarios, it is
# refuted just when `check` refutes one of the histories of the scenario. Where an
# object is there as C too, `explore` says the same.

. tests/expect.sh

agree() { # MODEL CLAIM SPEC SCENARIO: prints the exit code
    local condition=$2 code=0 bad=0 line object
    [ "$condition" != refines ] || condition=linearizable
    object=$(sed -n 's/^object \([a-z_]*\) .*/\1/p' "$1")
    { grep -v '^verify' "$1" && echo "verify $object $2 $3 { threads 3; }"; } >"$scratch/claim.lin"
    "$LINCHPIN" verify "$scratch/claim.lin" --scenario "$4" --histories "$scratch/all" \
        >"$scratch/.out" 2>"$scratch/.err" || code=$?
    [ -s "$scratch/all" ] || fail "$1, $2, $4: no histories"
    while IFS= read -r line; do
        sed 's/^\[//; s/\]$//; s/},{/}\n{/g' <<<"$line" >"$scratch/one.jsonl"
        "$LINCHPIN" check "$scratch/one.jsonl" --spec "$3" --condition "$condition" \
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
# Both ways must have been seen.
case $seen in *sequential1*) ;; *) fail "nothing was refuted as sequential" ;; esac
case $seen in *serializable0*) ;; *) fail "nothing was serializable" ;; esac

both() { # NAME CLAIM SCENARIO CODE
    agree "objects/sync/$1.lin" "$2" channel "$3"
    [ "$last" = "$4" ] || fail "$1: $2: exit $last, not $4"
    run "$4" "$LINCHPIN" explore objects/sync/sync_chan_test.c "objects/sync/$1.c" \
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

# A claim that needs a bound says so.
sed 's/ operations 3;//' $models/serializable_broken.lin >"$scratch/unbounded.lin"
run 2 "$LINCHPIN" verify "$scratch/unbounded.lin"
err_has 'needs a bound on the number of operations'
done_testing
