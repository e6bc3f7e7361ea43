#!/bin/bash
# SPDX-License-Identifier: MIT
# Whatever ends a run, no process and no file is left; what goes wrong is told by name. And bad options.
. tests/expect.sh
[ -f "$BUILD/lib/liblinchpin_node.a" ] || exit 77
abd=objects/distributed/abd.lin

# Every process that has something of this folder on its command line; grep itself has not.
left() { # FOLDER
    echo "$(grep -aslF -f - /proc/[0-9]*/cmdline <<<"$1")" "$(ls -A "$1")" | xargs
}

empty() { # FOLDER: soon
    checks=$((checks + 1))
    for _ in $(seq 600); do
        [ -z "$(left "$1")" ] && return
        sleep 0.1
    done
    fail "left in $1: $(left "$1")"
}

# Waits until a process runs that has this on its command line, or linchpin has ended.
seen() { # PATTERN
    until pgrep -f "$1" >/dev/null; do
        kill -0 "$pid" 2>/dev/null || return
        sleep 0.05
    done
}
running() { # FOLDER: servers and clients
    seen "$1/.*_client --driven"
}
over() { # FOLDER: they have run, and do not any more
    running "$1"
    while pgrep -f "$1/.*_client --driven" >/dev/null; do sleep 0.1; done
}

# In the middle of each phase; what it has printed and how it has ended depends on the phase. Few operations a
# second, here and below: it is not about them.
interrupt() { # SIGNAL PHASE CODE…
    local signal=$1 phase=$2 folder=$scratch/tmp.$1.$2 code=0
    shift 2
    mkdir "$folder"
    TMPDIR=$folder setsid "$LINCHPIN" run $abd --time "$([ "$phase" = judging ] && echo 300ms || echo 1h)" \
        --rate 200 --trace --faults random >"$folder.out" 2>&1 &
    pid=$!
    case $phase in
    compiling) seen "make .*$folder|$folder/.*replica p1" ;; # or it is over already
    starting) seen "$folder/.*replica p1" ;;
    running) running "$folder" ;;
    judging) over "$folder" ;;
    esac
    kill -"$signal" "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null || code=$?
    checks=$((checks + 1))
    case " $* " in
    *" $code "*) ;;
    *) fail "SIG$signal while $phase: exit code $code, not $*: $(cat "$folder.out")" ;;
    esac
    empty "$folder"
}
# What is started with nohup goes on.
ignored=$(sed -n 's/^SigIgn:[[:blank:]]*//p' /proc/$$/status)
for phase in compiling starting running judging; do
    # 0: what was seen holds; 3: nothing has returned yet.
    beside interrupt INT $phase 0 3
    beside interrupt TERM $phase 0 3
    beside interrupt KILL $phase 137 0
    [ $((16#$ignored & 1)) != 0 ] || beside interrupt HUP $phase 0 3 129
done

# The terminal is closed.
closed_terminal() {
    local folder=$scratch/tmp.terminal
    mkdir "$folder"
    TMPDIR=$folder script -qefc "$LINCHPIN run $abd --time 1h --rate 200" "$folder.log" </dev/null >/dev/null 2>&1 &
    pid=$!
    running "$folder"
    kill -KILL "$pid"
    wait "$pid" 2>/dev/null
    empty "$folder"
}
[ $((16#$ignored & 1)) != 0 ] || ! command -v script >/dev/null || beside closed_terminal

mkdir "$scratch/tmp"
export TMPDIR=$scratch/tmp
run 0 "$LINCHPIN" run $abd --operations 100
empty "$TMPDIR"
# While it compiles.
run 3 "$LINCHPIN" run $abd --timeout 10ms
empty "$TMPDIR"

# ---- What goes wrong ----

# A server that somebody else kills.
"$LINCHPIN" run $abd --time 1h --rate 200 >"$scratch/killed.out" 2>&1 &
pid=$!
running "$TMPDIR"
kill -KILL "$(pgrep -f "$TMPDIR/.*replica p2" | head -1)"
code=0
wait $pid || code=$?
checks=$((checks + 2))
[ $code = 2 ] || fail "a server that dies: exit code $code"
grep -q 'replica\[p2\] was ended by a signal: Killed' "$scratch/killed.out" || fail "who was killed? $(cat "$scratch/killed.out")"
empty "$TMPDIR"

# A port in use: the servers of the first run have them.
"$LINCHPIN" run $abd --time 1h --rate 200 --output "$scratch/first" >"$scratch/first.out" 2>&1 &
pid=$!
until [ -f "$scratch/first/servers" ] || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
port=$(sed -n 's/^replica\[p1\] .*://p' "$scratch/first/servers")
run 2 "$LINCHPIN" run $abd --operations 10 --port "$port"
err_has 'replica[p1]'
err_has 'address already in use'
kill $pid
wait $pid
empty "$TMPDIR"

# Logs that become too large, as on a full disk.
run 2 bash -c "ulimit -f 1500; exec '$LINCHPIN' run $abd --time 1h --reads 0"
err_has 'replica[p'
err_has 'File too large'
empty "$TMPDIR"
# A full disk, for the compiler and for logs.
full() { # SIZE
    unshare -rm sh -c "mount -t tmpfs -o size=$1 none '$scratch/tmp' && TMPDIR='$scratch/tmp' '$LINCHPIN' run $abd \
        --time 1h --reads 0 --keys 3000; code=\$?; ls -A '$scratch/tmp'; exit \$code"
}
if unshare -rm mount -t tmpfs none "$scratch/tmp" 2>/dev/null; then
    run 2 full 200k
    err_has 'No space left on device'
    out_empty
    run 2 full 8m
    err_has 'replica[p'
    err_has 'No space left on device'
    out_empty
fi
run 2 "$LINCHPIN" run $abd --operations 10 --history /dev/full
err_has '/dev/full'
run 2 "$LINCHPIN" run $abd --operations 10 --history "$scratch/no/such/h"
err_has 'no/such/h'
empty "$TMPDIR"

# ---- Options and schedules ----

bad() { # SENTENCE OPTION…
    local sentence=$1
    shift
    run 2 "$LINCHPIN" run $abd "$@"
    err_has "$sentence"
}
run 2 "$LINCHPIN" run
err_has 'one model with automata'
bad 'not both' --operations 5 --time 1s
bad '--reads: "2" is no share' --reads 2
bad '--reads: "x%" is no share' --reads x%
bad '--seed: "x"' --seed x
bad '--clients is at most 1000' --clients 1001
bad 'no system is called nobody' --system nobody
bad 'nowhere.faults' --faults nowhere.faults
run 2 "$LINCHPIN" run objects/treiber/treiber.lin
schedule() { # SENTENCE LINE
    printf '# a remark\n\n%s\n' "$2" >"$scratch/bad.faults"
    bad "bad.faults:3:$1" --operations 500 --faults "$scratch/bad.faults"
}
schedule '4: a fault is expected' '1s explode replica[p1]'
schedule "9: no process is 'replica[p4]'" '1s kill replica[p4]'
schedule '12: a client that was killed does not come back' '1s restart client[1]'
schedule '5: a time such as 2s' '100 kill replica[p1]'
schedule '7: how late?' 'delay 20..1ms'
schedule '7: how late?' 'delay 5 *'
schedule '6: how many?' 'drop 110%'
schedule '22: -> or <-> is expected' 'delay 5ms replica[p1]'
schedule '23: from is expected' 'partition replica[p1] '
schedule '24: a comma or } is expected' 'partition {replica[p1] from *'
schedule '6: nothing more is expected' 'heal all'
schedule '21: for how long?' 'stop replica[p1] for'
schedule '17: by how much?' 'skew replica[p1]'
schedule '1: restart replica[p1]: replica[p1] is running' 'restart replica[p1]'
empty "$TMPDIR"
done_testing
