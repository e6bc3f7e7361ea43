#!/bin/bash
# SPDX-License-Identifier: MIT
# Several machines, which are all this one: ssh is a stand-in that runs the command here.
. tests/expect.sh
[ -f "$BUILD/lib/liblinchpin_node.a" ] || exit 77
abd=objects/distributed/abd.lin
mkdir "$scratch/bin" "$scratch/there" "$scratch/here"
cp tests/run/stand_in_ssh "$scratch/bin/ssh"
export PATH=$scratch/bin:$PATH CLUSTER=$scratch/there TMPDIR=$scratch/here
hosts=$scratch/hosts

# Every process that has been started, and every file, there and here.
left() {
    echo "$(grep -aslF -f - /proc/[0-9]*/environ <<<"TMPDIR=$CLUSTER/")" "$(find "$CLUSTER" "$TMPDIR" -mindepth 2; ls -A "$TMPDIR")" | xargs
}
nothing_left() { # soon
    checks=$((checks + 1))
    for _ in $(seq 600); do
        [ -z "$(left)" ] && return
        sleep 0.1
    done
    fail "left: $(left)"
}

cat >"$hosts" <<'H'
# three machines
localhost replica[p1] client[1]
bob@127.0.0.1 2
127.0.0.2
H
run 0 "$LINCHPIN" run $abd --operations 3000 --cluster "$hosts" --history "$scratch/h.jsonl"
out_says '3,000 operations'
out_says 'as far as their clocks tell'
err_has 'clock bound microseconds'
nothing_left
run 0 "$LINCHPIN" check "$scratch/h.jsonl" --spec register
out_says '3,000 operations'
checks=$((checks + 1))
[ "$(find "$CLUSTER" -mindepth 1 -maxdepth 1 | wc -l)" = 3 ] || fail "not on all hosts: $(ls "$CLUSTER")"

# Faults reach those that are there.
cat >"$scratch/faults" <<'F'
delay 1..2ms replica[p3] <-> *
500 operations kill replica[p1]
800 operations restart replica[p1]
1000 operations stop {replica[p2], client[3]} for 200ms
1500 operations kill client[4]
2000 operations heal
F
run 0 "$LINCHPIN" run $abd --operations 3000 --sessions 3 --keys 2 --cluster "$hosts" --faults "$scratch/faults" \
    --history "$scratch/h.jsonl" --output "$scratch/kept"
out_says '3,000 operations'
out_has 'kill client[4]'
out_lacks 'not returned'
nothing_left
run 0 "$LINCHPIN" check "$scratch/h.jsonl" --spec register
checks=$((checks + 1))
grep -q '^replica\[p3\] 127.0.0.2:' "$scratch/kept/servers" || fail "where is p3? $(cat "$scratch/kept/servers")"

# Clients with one clock: nothing becomes longer.
printf 'localhost client[*]\n127.0.0.1\n' >"$hosts"
run 0 "$LINCHPIN" run $abd --operations 1000 --cluster "$hosts"
out_lacks 'as far as'
nothing_left

# Clocks that show something else: a fault is seen, and what is correct stays so.
if unshare -r -T --monotonic 100000 true 2>/dev/null; then
    printf 'localhost client[1]\n127.0.0.8 client[*]\n127.0.0.1\n' >"$hosts"
    run 2 "$LINCHPIN" run $abd --operations 1000 --cluster "$hosts"
    err_has 'client[1] is on localhost already'
    printf 'localhost client[1] client[2]\n127.0.0.8 client[3]\n127.0.0.1\n' >"$hosts"
    run 0 "$LINCHPIN" run $abd --operations 3000 --clients 3 --cluster "$hosts" --history "$scratch/h.jsonl"
    run 0 "$LINCHPIN" check "$scratch/h.jsonl" --spec register
    run 1 "$LINCHPIN" run objects/distributed/abd_no_write_back.lin --operations 400000 --clients 3 --sessions 4 --keys 20 \
        --reads 90% --seed 3 --faults docs/examples/run/slow_store.faults --cluster "$hosts" --history "$scratch/h.jsonl"
    out_has 'not linearizable'
    run 1 "$LINCHPIN" check "$scratch/h.jsonl" --spec register
    nothing_left
fi

# ---- Whatever ends it ----

printf 'localhost\n127.0.0.1\n' >"$hosts"
interrupt() { # SIGNAL CODE…
    local signal=$1 code=0
    shift
    setsid "$LINCHPIN" run $abd --time 1h --rate 200 --cluster "$hosts" >"$scratch/run.out" 2>&1 &
    pid=$!
    until pgrep -f "^./abd_client --driven" >/dev/null || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
    kill -"$signal" $pid
    wait $pid 2>/dev/null || code=$?
    checks=$((checks + 1))
    case " $* " in
    *" $code "*) ;;
    *) fail "SIG$signal: exit code $code, not $*: $(cat "$scratch/run.out")" ;;
    esac
    nothing_left
}
interrupt INT 0 3
interrupt KILL 137
# While programs are copied, or processes start.
for t in 300 500 700; do
    code=0
    "$LINCHPIN" run $abd --time 1h --rate 200 --timeout ${t}ms --cluster "$hosts" --quiet || code=$?
    checks=$((checks + 1))
    [ $code = 0 ] || [ $code = 3 ] || fail "stopped after $t ms: exit code $code"
    nothing_left
done

# One there that somebody kills.
"$LINCHPIN" run $abd --time 1h --rate 200 --cluster "$hosts" >"$scratch/killed.out" 2>&1 &
pid=$!
until [ "$(find "$CLUSTER" -path '*/replica\[p2\]/log')" ] || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
for p in /proc/[0-9]*; do
    case $(tr '\0' ' ' <"$p/cmdline") in
    "./replica p2 "*) grep -qF "TMPDIR=$CLUSTER/" "$p/environ" && kill -KILL "${p#/proc/}" ;;
    esac
done 2>/dev/null
code=0
wait $pid || code=$?
checks=$((checks + 2))
[ $code = 2 ] || fail "a server that dies there: exit code $code"
grep -q 'replica\[p2\] has ended with exit code 137' "$scratch/killed.out" || fail "who? $(cat "$scratch/killed.out")"
nothing_left

# ---- What goes wrong ----

bad() { # SENTENCE LINE…
    printf '%s\n' "${@:2}" >"$hosts"
    run 2 "$LINCHPIN" run $abd --operations 10 --cluster "$hosts"
    err_has "$1"
    nothing_left
}
bad 'host nowhere cannot be reached: ssh: connect to host nowhere port 22: Connection refused' localhost nowhere
bad 'host eve@127.0.0.7: programs cannot be copied there: tar: no space left' localhost eve@127.0.0.7
bad 'hosts:2:1: a host is expected' localhost -oProxyCommand=sh
bad 'hosts:1:11: no process is' 'localhost client[9]'
bad 'no host has room for client[1]' 'localhost 3'
run 2 "$LINCHPIN" run $abd --operations 10 --cluster "$scratch/no/hosts"
err_has 'no/hosts'
run 2 "$LINCHPIN" run $abd --operations 10 --cluster "$hosts" --trace
err_has 'not with --cluster'
done_testing
