#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One model of a replicated state machine, and every built-in spec as its object: it runs, with a replica
# that is killed and comes back, is judged by that spec, and each step is replayed in the model; or it is refused
# with a reason. In `make test` every third runs, in turns. A model that carries operations out in different orders
# is found out, whatever the object is.
. tests/expect.sh
[ -f "$BUILD/lib/liblinchpin_node.a" ] || exit 77
model=objects/distributed/rsm_any.lin
printf '%s\n' '100 operations kill replica[p2]' '100 operations restart replica[p2]' >"$scratch/faults"
faults=$scratch/faults

# ---- Every spec ----

outcome() { # SPEC: what must come of it
    case ${1%:*} in
    bag | counter | deque | fetch-and-add | max-register | multiset | priority-queue | queue | register | set | stack | cas-register) echo all ;;
    bounded-queue) echo "left out: put may wait; take may wait" ;;
    kv) echo "left out: append keeps lists or strings; cas takes more than two arguments" ;;
    log) echo "left out: read_all returns a list" ;;
    multi-register) echo "left out: txn does not take every integer" ;;
    semaphore) echo "left out: acquire may wait" ;;
    mutex | rw-lock | per-producer-fifo) echo "cannot be replicated: it looks at who calls" ;;
    sequencer) echo "order returns a list; read_all returns a list, and what is left answers nothing" ;;
    snapshot) echo "scan returns a list, and what is left answers nothing" ;;
    abc | *barrier | *channel | *exchanger | men-and-women | one-family | two-families | terminating-queue)
        echo "cannot be replicated: its operations take effect together with others" ;;
    *) echo "nothing is expected of $1" ;;
    esac
}

try() { # SPEC TURN: whether it is
    local want
    want=$(outcome "$1")
    case $want in
    all | left*)
        [ "$2" ] || return 0
        run 0 "$LINCHPIN" run $model --spec "$1" --operations 300 --seed 1 --faults "$faults" --history "$scratch/h.jsonl" --replay
        out_says "spec $1"
        out_says "each step replayed in the model"
        out_says "300 operations"
        [ "$want" = all ] && out_lacks "left out" || out_says "$want"
        # Somebody else comes to the same verdict.
        run 0 "$LINCHPIN" check "$scratch/h.jsonl" --spec "$1"
        # All that it offers is called.
        checks=$((checks + 1))
        offered=$("$LINCHPIN" compile $model --spec "$1" -o "$scratch/any" --quiet && grep -ho '\.method = .*' "$scratch"/any/client.c | sort -u | wc -l)
        called=$(grep -o '"f":"[a-z_]*"' "$scratch/h.jsonl" | sort -u | wc -l)
        [ "$offered" = "$called" ] || fail "$1: $called of $offered methods were called"
        ;;
    *)
        run 2 "$LINCHPIN" run $model --spec "$1" --operations 300
        err_has "$want"
        out_empty
        ;;
    esac
}
specs=0
for file in src/spec/builtin/*.c; do
    spec=$(sed -n 's/^    \.name = "\(.*\)",$/\1/p' "$file")
    case $spec in
    bounded-queue | snapshot) spec=$spec:3 ;;
    esac
    specs=$((specs + 1))
    beside try "$spec" "$(turn 3 && echo yes)"
    turns=$specs # that was in a shell of its own
done
wait
[ "$specs" -ge 30 ] || fail "only $specs specs were tried"

# ---- What is looked up is there, sometimes ----

hits() { # SPEC METHOD RESULT
    run 0 "$LINCHPIN" run $model --spec "$1" --operations 1000 --seed 1 --history "$scratch/h.jsonl"
    for result in ${3//,/ }; do
        checks=$((checks + 1))
        grep -q "\"ok\",\"f\":\"$2\",\"value\":$result" "$scratch/h.jsonl" || fail "$1: $2 never gave $result"
    done
}
beside hits set contains true,false
beside hits set remove true,false
beside hits cas-register cas true,false
beside hits kv get null,[1-9]
beside hits log read null,[1-9]

# ---- Clients of others ----

by_hand() {
    "$LINCHPIN" run $model --spec cas-register --time 60s --rate 1 --output "$scratch/any" >"$scratch/said" 2>&1 &
    local runner=$!
    until [ -s "$scratch/any/servers" ] || ! kill -0 $runner 2>/dev/null; do sleep 0.1; done
    client() { run "$1" "$scratch/any/rsm_client" --servers "$scratch/any/servers" --key 7 "${@:2}"; }
    client 0 write 5 cas 5 -6 cas 5 7 read
    checks=$((checks + 1))
    [ "$(paste -sd' ' "$scratch/.out")" = "ok true false -6" ] || fail "other answers"
    client 2 cas 5
    err_has "cas takes two arguments"
    client 2 cas 5 3000000000
    err_has "'3000000000' is no integer of 32 bits, as the two arguments of cas are"
    client 2 write 99999999999999999999
    err_has "is no integer"
    kill $runner
    wait $runner
}
beside by_hand

# ---- What is faulty ----

caught() { # SPEC SED
    sed "$2" $model >"$scratch/faulty.lin"
    ! cmp -s $model "$scratch/faulty.lin" || fail "nothing was altered: $2"
    run 1 "$LINCHPIN" run "$scratch/faulty.lin" --spec "$1" --operations 2000000 --clients 6 --sessions 4 --keys 20 --seed 1
    out_has "not linearizable"
    out_says "spec $1"
    out_has "--spec $1"
}
# Whoever is ahead does not wait for those who are behind.
first='s/forall q in P : q == p || .*/stamps[x].n > 0;/'
# Each replica carries out what it knows in an order of its own.
own='s/stamps\[x\] <= stamps\[y\]/stamps[x].n <= stamps[y].n/; s/(heard\[q\], q) > stamps\[x\]/heard[q] > stamps[x].n/'
for spec in queue counter cas-register; do
    beside caught $spec "$first"
    beside caught $spec "$own"
done
# An operation that is answered twice over: applied by its own replica, and once more by the others.
twice='0,/object.apply(x);/s//{ object.apply(x); object.apply(x); }/'
beside caught fetch-and-add "$twice"

# What takes too long to judge does not go on for ever: a replica that skips operations, and so many sums that could
# explain it that the judge tries them for minutes.
stopped() {
    local code=0
    sed '0,/object.apply(x);/s//if (stamps[x].n % 7 != 3 || p != p3) object.apply(x);/' $model >"$scratch/skips.lin"
    checks=$((checks + 1))
    "$LINCHPIN" run "$scratch/skips.lin" --spec counter --operations 20000 --clients 6 --sessions 4 --seed 1 --timeout 2s >"$scratch/.out" 2>"$scratch/.err" || code=$?
    case $code in
    0) out_has "until it was stopped" ;; # on a machine so busy that few operations were made
    1) out_has "not linearizable" ;;
    3) out_has "the time limit was reached" ;;
    *) fail "exit code $code" ;;
    esac
}
beside stopped

# ---- What is refused ----

run 2 "$LINCHPIN" run $model
err_has "what is its machine? --spec says it, for example --spec queue"
run 2 "$LINCHPIN" run objects/distributed/abd.lin --spec queue
err_has "--spec says what a machine is, and there is none in this model"
run 2 "$LINCHPIN" run $model --spec quueue
err_has 'did you mean "queue"?'
run 2 "$LINCHPIN" run $model --spec my_spec.c
err_has "my_spec.c: only specs that are built in can be replicated yet"
done_testing
