#!/bin/bash
# SPDX-License-Identifier: MIT
# ABD as processes: it holds, with and without faults, and its faulty versions are caught. How many operations
# there are bounds each run, and delays make the bad order happen: nothing depends on how
# fast the machine is.
. tests/expect.sh
[ -f "$BUILD/lib/liblinchpin_node.a" ] || exit 77
objects=objects/distributed
keep=$scratch/abd

run 0 "$LINCHPIN" run $objects/abd.lin --operations 4000 --seed 1 --history "$scratch/h.jsonl" --output "$keep"
out_has 'linearizable'
out_says '4,000 operations'
out_says 'covers this run of 3 servers and 4 clients'
err_has 'operations per second'
run 0 "$LINCHPIN" check "$scratch/h.jsonl" --spec register
out_says '4,000 operations'
checks=$((checks + 1))
[ "$(wc -l <"$scratch/h.jsonl")" = 8000 ] || fail "not every call and return is in the history"
checks=$((checks + 1))
[ -x "$keep/replica" ] || fail "--output keeps nothing"
checks=$((checks + 1))
[ "$(grep -c '^replica\[p[123]\] 127.0.0.1:' "$keep/servers")" = 3 ] || fail "where do the servers listen?"

# Several objects and sessions, only reads, only writes.
run 0 "$LINCHPIN" run $objects/abd.lin --operations 3000 --keys 7 --sessions 5 --clients 2 --json
out_has '"verdict":"holds"'
out_has '"operations":3000'
out_has '"operations per second":'
run 0 "$LINCHPIN" run $objects/abd.lin --operations 200 --reads 100% --history "$scratch/reads.jsonl"
checks=$((checks + 1))
! grep -q write "$scratch/reads.jsonl" || fail "a write among reads"
run 0 "$LINCHPIN" run $objects/abd.lin --operations 200 --reads 0 --quiet
out_empty
err_empty
run 0 "$LINCHPIN" run $objects/abd.lin --time 300ms --rate 100

# Over what messages go.
cat >"$scratch/restart.faults" <<'F'
500 operations kill replica[p1]
1000 operations restart replica[p1]
drop 2%
F
for transport in udp unix; do
    run 0 "$LINCHPIN" run $objects/abd.lin --operations 2000 --sessions 4 --transport $transport --output "$scratch/$transport" \
        --faults "$scratch/restart.faults"
    out_has 'linearizable'
    checks=$((checks + 1))
    [ "$(grep -c "^replica\[p[123]\] $transport:" "$scratch/$transport/servers")" = 3 ] || fail "not over $transport"
done
run 2 "$LINCHPIN" run $objects/abd.lin --transport pigeon
err_has 'none of tcp, udp and unix'

# One is killed and comes back, and one stands still.
cat >"$scratch/one.faults" <<'F'
# in the middle of it
500 operations kill replica[p1]
1000 operations restart replica[p1]
1500 operations stop replica[p2] for 300ms
2500 operations partition {replica[p3]} from *
3000 operations heal
3100 operations delay 1..3ms replica[*] <-> *
3200 operations drop 5%
3300 operations heal
F
run 0 "$LINCHPIN" run $objects/abd.lin --operations 4000 --faults "$scratch/one.faults"
out_says '4,000 operations'
out_has '500 operations kill replica[p1]'
out_has 'continue replica[p2]'

# Two of three: operations wait, and go on when one is back.
cat >"$scratch/two.faults" <<'F'
100 operations kill {replica[p1], replica[p2]}
2s restart replica[p2]
F
run 0 "$LINCHPIN" run $objects/abd.lin --operations 2000 --faults "$scratch/two.faults"
out_says '2,000 operations'
out_lacks 'warning'
# None comes back: those that are open then stay open.
echo '500 operations kill {replica[p1], replica[p2]}' >"$scratch/gone.faults"
run 0 "$LINCHPIN" run $objects/abd.lin --operations 2000 --wait 500ms --faults "$scratch/gone.faults"
out_says '4 operations have not returned within 0.5 s'

run 0 "$LINCHPIN" run $objects/abd.lin --operations 6000 --sessions 2 --faults random --seed 7
out_says 'seed 7'

# ---- Faulty versions ----

run 1 "$LINCHPIN" run $objects/abd_no_write_back.lin --operations 200000 --clients 3 --sessions 4 --keys 20 \
    --reads 90% --seed 3 --faults docs/examples/run/slow_store.faults --trace --history "$scratch/bad.jsonl"
out_has 'not linearizable'
out_has 'Reproduce: '
out_has '--seed 3'
out_has 'read_query'
out_has '─▶│'
run 1 "$LINCHPIN" check "$scratch/bad.jsonl" --spec register
run 0 "$LINCHPIN" run $objects/abd.lin --operations 3000 --clients 3 --sessions 4 --keys 20 --reads 90% --seed 3 \
    --faults docs/examples/run/slow_store.faults

cat >"$scratch/apart.faults" <<'F'
delay 100ms client[1] <-> {replica[p2], replica[p3]}
delay 100ms client[2] <-> {replica[p1], replica[p3]}
F
run 1 "$LINCHPIN" run $objects/abd_small_quorums.lin --operations 5000 --clients 2 --json --faults "$scratch/apart.faults"
out_has '"kind":"condition"'
out_has '"faults":2'

# Nothing gets to p3: what has returned is known to both that forget it.
cat >"$scratch/forgets.faults" <<'F'
partition replica[p3] from *
200 operations kill {replica[p1], replica[p2]}
200 operations restart {replica[p1], replica[p2]}
F
run 1 "$LINCHPIN" run $objects/abd_forgets.lin --operations 20000 --reads 90% --keys 20 --faults "$scratch/forgets.faults"
out_has 'not linearizable'
run 0 "$LINCHPIN" run $objects/abd.lin --operations 2000 --reads 90% --keys 20 --faults "$scratch/forgets.faults"
done_testing
