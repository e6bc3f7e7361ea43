#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bench/sync.sh BUILD [RUNS] [PART…]: how long until the faults of the synchronisation
# objects are found, beside the figures of Lawrence and Lowe. Each figure is the mean
# over RUNS fresh processes and its 95 % confidence interval, from the start of the process
# to its end, of a test that was compiled before. Scenarios have the paper's threads
# and operations; they are given, so that none smaller is looked for. Parts: fig13 fig14.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
runs=${2:-100}
shift $(($# < 2 ? $# : 2))
parts=${*:-fig13 fig14}
export LC_ALL=C
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cc -O1 -o "$scratch/time_runs" bench/time_runs.c -lm

# A scenario: one thread for each pattern, repeated OPS times; # is a new number each
# time, @ the number of the thread.
threads() { # OPS PATTERN…
    local ops=$1 thread=0 number=0 line= pattern calls i
    shift
    for pattern; do
        line="$line${line:+ | }"
        for ((i = 0; i < ops; i++)); do
            calls=${pattern//@/$thread}
            while [[ $calls == *'#'* ]]; do
                number=$((number + 1))
                calls=${calls/'#'/$number}
            done
            line="$line$calls "
        done
        line=${line% }
        thread=$((thread + 1))
    done
    echo "$line"
}

# Where the compiled test is.
compile() { # OBJECT FAULT
    local out
    [ -e "$scratch/$1_$2.so" ] && return
    out=$("$build/bin/linchpin" test "objects/sync/$1_test.c" "objects/sync/$1_$2.c" \
        --object "$3" --rounds 1 --keep 2>&1 >/dev/null) || [ $? = 1 ]
    out=${out##* }
    mv "$out/test.so" "$scratch/$1_$2.so"
    rm -rf "$out"
}

# Sets $mean $half $median (milliseconds) and $share (per cent of the runs that fail).
measure() { # OBJECT FAULT NAME CONDITION SCENARIO
    local figures
    compile "$1" "$2" "$3"
    figures=$("$scratch/time_runs" "$runs" 'found in round' \
        "$build/libexec/linchpin/linchpin-stress" "$scratch/$1_$2.so" "object=$3" \
        "condition=$4" "scenario=$5" timeout=60 2>"$scratch/err") || {
        cat "$scratch/err" >&2
        echo "bench: $1_$2 was not found in every process" >&2
        exit 1
    }
    read -r mean half median share < <(awk '{
        printf "%.1f %.1f %.1f %.3g\n", 1e3 * $1, 1e3 * $2, 1e3 * $3, 100 / $4 }' <<<"$figures")
}

linearisation() { # TITLE OBJECT FAULT NAME PAPER-DIRECT PAPER-TWO-STEP SCENARIO
    local direct
    measure "$2" "$3" "$4" synchronised "$7"
    direct=$(printf '%6s ± %-5s %7s %7s %% %10s' "$mean" "$half" "$median" "$share" "$5")
    measure "$2" "$3" "$4" two-step "$7"
    printf '%-20s %s   %6s ± %-5s %7s %10s\n' "$1" "$direct" "$mean" "$half" "$median" "$6"
}

progress() { # TITLE OBJECT FAULT NAME PAPER SCENARIO
    measure "$2" "$3" "$4" progressible "$6"
    printf '%-20s %6s ± %-5s %7s %7s %% %10s\n' "$1" "$mean" "$half" "$median" "$share" "$5"
}

channel=$(threads 4 'send(#)' receive 'send(#)' receive)
filter='send(2) send(4) send(8) send(10) | receive(2) receive(2) receive(2) receive(2) | '
filter+='send(3) send(9) send(15) send(21) | receive(3) receive(3) receive(3) receive(3)'
couples=$(threads 4 'man(#)' 'woman(#)' 'man(#)' 'woman(#)')
family=$(threads 3 'meet(@)' 'meet(@)' 'meet(@)' 'meet(@)')
abc=$(threads 4 'a(#)' 'b(#)' 'c(#)' 'a(#)' 'b(#)' 'c(#)')
barrier=$(threads 4 'sync(@)' 'sync(@)' 'sync(@)' 'sync(@)')
enrolled='enrol(@) sync(@) sync(@) resign(@)'

fig13() {
    echo "Milliseconds to find a fault, $runs processes a row; the paper's figure beside it (Fig. 13)"
    printf '%-20s %14s %7s %9s %10s   %14s %7s %10s\n' '' direct median fail paper two-step median paper
    linearisation 'synchronous channel' sync_chan early sync_chan '85 ± 3' '109 ± 2' "$channel"
    linearisation 'filter channel' filter_chan shared filter_chan '77 ± 1' '108 ± 3' "$filter"
    linearisation 'men and women' men_women unlocked men_women '75 ± 1' '108 ± 4' "$couples"
    linearisation exchanger exchanger slow exchanger '73 ± 1' '511 ± 25' \
        "$(threads 1 'exchange(#)' 'exchange(#)' 'exchange(#)' 'exchange(#)' 'exchange(#)' \
            'exchange(#)' 'exchange(#)' 'exchange(#)')"
    linearisation 'counter channel' counter_chan late counter_chan '94 ± 2' '106 ± 1' "$channel"
    linearisation 'two families' two_families shared two_families '299 ± 34' '267 ± 25' \
        "$(threads 2 'left(0)' 'right(0)' 'left(1)' 'right(1)')"
    linearisation 'one family' one_family shared one_family '336 ± 27' '437 ± 39' "$family"
    linearisation ABC abc shared abc '717 ± 225' '928 ± 216' "$abc"
    linearisation barrier barrier early barrier_4 '80 ± 1' '106 ± 1' "$barrier"
    linearisation 'enrollable barrier' enrollable_barrier late enrollable_barrier '132 ± 5' \
        '149 ± 6' "$(threads 1 "$enrolled" "$enrolled" "$enrolled" "$enrolled")"
    linearisation 'timeout channel' timeout_chan last_moment timeout_chan '121 ± 5' '135 ± 5' \
        "$channel"
    linearisation 'timeout exchanger' timeout_exchanger last_moment timeout_exchanger '288 ± 64' \
        '231 ± 18' "$(threads 4 'exchange(#)' 'exchange(#)' 'exchange(#)' 'exchange(#)')"
    linearisation 'closeable channel' closeable_chan race closeable_chan '191 ± 11' '173 ± 9' \
        "$(threads 4 'send(#)' receive 'send(#)') | receive receive receive close"
    linearisation 'terminating queue' terminating_queue count terminating_queue_4 '103 ± 1' \
        '105 ± 1' "$(threads 1 'enq(#) deq deq deq' 'enq(#) deq deq deq' 'deq deq deq deq' \
            'deq deq deq deq')"
}

fig14() {
    echo "The same for faults in which somebody sleeps for ever (Fig. 14)"
    printf '%-20s %14s %7s %9s %10s\n' '' direct median fail paper
    progress 'synchronous channel' sync_chan signal sync_chan '323 ± 39' "$channel"
    progress 'filter channel' filter_chan head filter_chan '338 ± 50' "$filter"
    progress 'men and women' men_women signal men_women '232 ± 19' "$couples"
    progress 'one family' one_family signal one_family '1098 ± 278' "$family"
    progress ABC abc signal abc '1080 ± 186' "$abc"
    progress barrier barrier missed barrier_4 '169 ± 3' "$barrier"
}

for part in $parts; do
    "$part"
done
