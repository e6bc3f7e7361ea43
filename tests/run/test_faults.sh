#!/bin/bash
# SPDX-License-Identifier: MIT
# What a system outlives, and what it does not: each fault that the model excludes is caught, with
# its chart. Delays force the order that is wrong, so that it does not depend on the machine.
. tests/expect.sh
[ -f "$BUILD/lib/liblinchpin_node.a" ] || exit 77
objects=objects/distributed
faults() { # a schedule, from stdin
    cat >"$scratch/faults"
}

# ---- What it outlives ----

# One replica is killed and comes back, another one is stopped for five seconds: others go on.
outlives() {
    faults <<'F'
1s kill replica[p1]
2s restart replica[p1]
3s stop replica[p2] for 5s
F
    run 0 "$LINCHPIN" run $objects/abd.lin --time 9s --rate 200 --faults "$scratch/faults"
    out_has '3s stop replica[p2] for 5s'
    out_lacks 'not returned'
    # However long it takes: nothing waits for who is down or stopped.
    faults <<'F'
300 operations kill replica[p1]
600 operations restart replica[p1]
600 operations stop replica[p2]
F
    run 0 "$LINCHPIN" run $objects/abd.lin --operations 1500 --faults "$scratch/faults"
    out_says '1,500 operations'
    out_lacks 'not returned'
}
beside outlives

# Two of three: operations wait until one of them is back, and none is lost.
waits() {
    faults <<'F'
100 operations kill {replica[p1], replica[p2]}
3s restart replica[p1]
F
    run 0 "$LINCHPIN" run $objects/abd.lin --operations 1000 --clients 3 --faults "$scratch/faults" --history "$scratch/h.jsonl"
    out_says '1,000 operations'
    out_lacks 'not returned'
    checks=$((checks + 1))
    [ "$(grep -c '"ok"' "$scratch/h.jsonl")" = 1000 ] || fail "some did not return"
}
beside waits

# Clients are killed in the middle of operations, which may or may not have taken effect.
kills_clients() {
    faults <<'F'
delay 5ms client[1] -> {replica[p2], replica[p3]}
300 operations kill client[1]
600 operations stop client[2]
900 operations kill {client[2], client[3]}
1200 operations kill replica[p1]
1500 operations restart replica[p1]
F
    run 0 "$LINCHPIN" run $objects/abd.lin --operations 3000 --sessions 8 --faults "$scratch/faults" --history "$scratch/h.jsonl"
    out_says '3,000 operations'
    out_lacks 'not returned'
    checks=$((checks + 2))
    # What client[2] had open when it was stopped, at least.
    local open=$(($(grep -c '"invoke"' "$scratch/h.jsonl") - $(grep -c '"ok"' "$scratch/h.jsonl")))
    [ $open -ge 1 ] || fail "nothing stayed open"
    [ $open -le 24 ] || fail "$open operations of three clients with eight sessions each stayed open"
    run 0 "$LINCHPIN" check "$scratch/h.jsonl" --spec register
    echo '50 operations kill client[*]' | faults
    run 0 "$LINCHPIN" run $objects/abd.lin --time 1h --faults "$scratch/faults"
    out_has 'linearizable'
    printf '50 operations kill client[1]\n60 operations kill client[1]\n' | faults
    run 2 "$LINCHPIN" run $objects/abd.lin --time 1h --faults "$scratch/faults"
    err_has 'faults:2:1: 60 operations kill client[1]: client[1] is down already'
}
beside kills_clients

# ---- What it does not ----

caught() { # MODEL MESSAGE OPTION…: within ten seconds, with a chart in which this message is sent
    local model=$1 message=$2
    shift 2
    run 1 "$LINCHPIN" run $objects/"$model".lin --time 10s --trace --faults "$scratch/faults" "$@"
    out_has 'not linearizable'
    out_has 'no order explains this result'
    out_has "$message"
    out_has '─▶│'
    out_has 'Reproduce: '
}

no_write_back() {
    faults <docs/examples/run/slow_store.faults
    caught abd_no_write_back 'read_query' --clients 3 --sessions 4 --keys 20 --reads 90% --seed 3
}
beside no_write_back

small_quorums() {
    faults <<'F'
delay 100ms client[1] <-> {replica[p2], replica[p3]}
delay 100ms client[2] <-> {replica[p1], replica[p3]}
F
    caught abd_small_quorums 'store(' --clients 2
}
beside small_quorums

# What has returned is known to both of those that forget it: nothing gets to the third one.
forgets() {
    faults <<'F'
partition replica[p3] from *
200 operations kill {replica[p1], replica[p2]}
200 operations restart {replica[p1], replica[p2]}
F
    caught abd_forgets 'value_reply(' --reads 90% --keys 20
}
beside forgets

# A write takes 40 ms here: clocks may differ by that, and by no more.
skewed() {
    faults <docs/examples/run/skew.faults
    caught timed_abd 'order()' --clients 3
}
beside skewed
within() {
    faults <docs/examples/run/skew_within.faults
    run 0 "$LINCHPIN" run $objects/timed_abd.lin --operations 300 --clients 3 --sessions 4 --faults "$scratch/faults"
    out_says '300 operations'
}
beside within
# The model that allows them to differ.
skewed_model() {
    echo 'skew client[1] 200ms' | faults
    caught timed_abd_skewed 'store(' --clients 3
}
beside skewed_model
done_testing
