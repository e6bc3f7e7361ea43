#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bench/sync.sh BUILD [RUNS] [PART…]: how long until the faults of the synchronisation
# objects are found, beside the figures of Lawrence and Lowe. Each figure is the mean
# over RUNS fresh processes and its 95 % confidence interval, from the start of the process
# to its end, of a test that was compiled before. Scenarios have the paper's threads
# and operations; they are given, so that none smaller is looked for.
#
# Parts: fig13, fig14; small, the same with a search for a smaller scenario; fig10, fig11 and fig12 over threads and operations, with a fifth of
# the processes, also drawn in BUILD/bench-sync; asap, what §6.1.1 saves.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
runs=${2:-100}
shift $(($# < 2 ? $# : 2))
parts=${*:-fig13 fig14 small fig10 fig11 fig12 asap}
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
# False: some process did not find it.
measure() { # OBJECT FAULT NAME CONDITION [SCENARIO]
    local figures
    compile "$1" "$2" "$3"
    figures=$("$scratch/time_runs" "$runs" 'found in round' \
        "$build/libexec/linchpin/linchpin-stress" "$scratch/$1_$2.so" "object=$3" \
        "condition=$4" ${5:+"scenario=$5"} "timeout=$seconds" 2>"$scratch/err") || return 1
    read -r mean half median share < <(awk '{
        printf "%.1f %.1f %.1f %.3g\n", 1e3 * $1, 1e3 * $2, 1e3 * $3, 100 / $4 }' <<<"$figures")
}

must_measure() { # as measure
    seconds=60 measure "$@" && return
    cat "$scratch/err" >&2
    echo "bench: $1_$2 was not found in every process" >&2
    exit 1
}

# The automata of the paper's §5: by the result where a method may also act alone.
two_step_kind() { # OBJECT
    case $1 in
    timeout_* | closeable_chan | terminating_queue) echo two-step-adaptive ;;
    *) echo two-step-fixed ;;
    esac
}

linearisation() { # TITLE OBJECT FAULT NAME PAPER-DIRECT PAPER-TWO-STEP SCENARIO
    local direct
    must_measure "$2" "$3" "$4" synchronised "$7"
    direct=$(printf '%6s ± %-5s %7s %7s %% %10s' "$mean" "$half" "$median" "$share" "$5")
    must_measure "$2" "$3" "$4" "$(two_step_kind "$2")" "$7"
    printf '%-20s %s   %6s ± %-5s %7s %10s\n' "$1" "$direct" "$mean" "$half" "$median" "$6"
}

progress() { # TITLE OBJECT FAULT NAME PAPER SCENARIO
    must_measure "$2" "$3" "$4" progressible "$6"
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
enrolled=$(threads 1 "$enrolled" "$enrolled" "$enrolled" "$enrolled")
families=$(threads 2 'left(0)' 'right(0)' 'left(1)' 'right(1)')
sharing=$(threads 1 'enq(#) deq deq deq' 'enq(#) deq deq deq' 'deq deq deq deq' 'deq deq deq deq')

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
        "$families"
    linearisation 'one family' one_family shared one_family '336 ± 27' '437 ± 39' "$family"
    linearisation ABC abc shared abc '717 ± 225' '928 ± 216' "$abc"
    linearisation barrier barrier early barrier_4 '80 ± 1' '106 ± 1' "$barrier"
    linearisation 'enrollable barrier' enrollable_barrier late enrollable_barrier '132 ± 5' \
        '149 ± 6' "$enrolled"
    linearisation 'timeout channel' timeout_chan last_moment timeout_chan '121 ± 5' '135 ± 5' \
        "$channel"
    linearisation 'timeout exchanger' timeout_exchanger last_moment timeout_exchanger '288 ± 64' \
        '231 ± 18' "$(threads 4 'exchange(#)' 'exchange(#)' 'exchange(#)' 'exchange(#)')"
    linearisation 'closeable channel' closeable_chan race closeable_chan '191 ± 11' '173 ± 9' \
        "$(some_closeable 4 4)"
    linearisation 'terminating queue' terminating_queue count terminating_queue_4 '103 ± 1' \
        '105 ± 1' "$sharing"
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

# As a user runs it: with the scenarios of the test file, and then up to five seconds to
# find a smaller one.
small() {
    local object fault name
    echo "Milliseconds with a smaller scenario looked for, a twentieth of the processes"
    while read -r object fault name; do
        runs=$((runs < 40 ? 2 : runs / 20)) must_measure "$object" "$fault" "$name" synchronised
        printf '%-32s %7s ± %-7s\n' "$object $fault" "$mean" "$half"
    done <<'END'
sync_chan early sync_chan
filter_chan shared filter_chan
men_women unlocked men_women
exchanger slow exchanger
counter_chan late counter_chan
two_families shared two_families
one_family shared one_family
abc shared abc
barrier early barrier_4
enrollable_barrier late enrollable_barrier
timeout_chan last_moment timeout_chan
timeout_exchanger last_moment timeout_exchanger
closeable_chan race closeable_chan
terminating_queue count terminating_queue_4
sync_chan signal sync_chan
filter_chan head filter_chan
men_women signal men_women
one_family signal one_family
abc signal abc
barrier missed barrier_4
END
}

# The scenarios of the plots, for so many threads and operations.
some_channel() { # THREADS OPS
    local patterns=() i
    for ((i = 0; i < $1; i += 2)); do
        patterns+=('send(#)' receive)
    done
    threads "$2" "${patterns[@]}"
}

some_closeable() { # THREADS OPS: the last thing that the last thread does
    local line
    line=$(some_channel "$@")
    echo "${line% *} close"
}

some_abc() { # THREADS OPS
    local patterns=() i
    for ((i = 0; i < $1; i += 3)); do
        patterns+=('a(#)' 'b(#)' 'c(#)')
    done
    threads "$2" "${patterns[@]}"
}

some_same() { # CALL THREADS OPS
    local patterns=() i
    for ((i = 0; i < $2; i++)); do
        patterns+=("$1")
    done
    threads "$3" "${patterns[@]}"
}

some_barrier() { # THREADS OPS
    some_same 'sync(@)' "$@"
}

some_exchanger() { # THREADS OPS
    some_same 'exchange(#)' "$@"
}

# One point of a plot; false when it is not found in every process: larger ones will not be.
point() { # DATA SERIES X OBJECT FAULT NAME CONDITION SCENARIO
    if seconds=3 runs=$((runs < 10 ? 2 : runs / 5)) measure "${@:4}"; then
        printf '%s %s %s %s\n' "$2" "$3" "$mean" "$half" >>"$1"
    else
        printf '%s %s -\n' "$2" "$3" >>"$1"
        return 1
    fi
}

show() { # DATA TITLE ACROSS
    echo "$2, milliseconds over $3"
    awk '!($1 in seen) { seen[$1]; if (NR > 1) print ""; printf "  %-22s", $1 }
         { printf $3 == "-" ? "  %s: -" : "  %s: %s ± %s", $2, $3, $4 } END { print "" }' "$1"
    awk -v title="$2" -v across="$3" -f bench/plot.awk "$1" >"${1%.txt}.svg"
    echo "  drawn: ${1%.txt}.svg"
}

# Figs. 10 and 11: a line for each number of threads, over operations.
over_operations() { # FIGURE TITLE SCENARIO OBJECT FAULT NAME CONDITION THREADS…
    local data=$plots/$1.txt title=$2 scenario=$3 row=("${@:4:4}") ops count
    : >"$data"
    for count in "${@:8}"; do
        for ops in 1 2 4 6 8 10; do
            # Most faults need more than one call for each thread; then there is no point.
            point "$data" "p=$count" "$ops" "${row[@]//@/$count}" "$("$scenario" "$count" "$ops")" ||
                [ "$ops" = 1 ] || break
        done
    done
    show "$data" "$title" 'operations per thread'
}

fig10() {
    echo "Fig. 10: threads and operations"
    local how
    for how in synchronised two-step; do
        over_operations "fig10-channel-$how" "synchronous channel, $how" some_channel \
            sync_chan early sync_chan $how 2 4 6 8
        over_operations "fig10-abc-$how" "ABC, $how" some_abc abc shared abc $how 6 9
        over_operations "fig10-barrier-$how" "barrier, $how" some_barrier barrier lap barrier_@ $how 2 4
    done
}

fig11() {
    echo "Fig. 11: threads and operations"
    local how
    for how in synchronised two-step; do
        over_operations "fig11-closeable-$how" "closeable channel, $how" some_closeable \
            closeable_chan race closeable_chan $how 2 4 6
    done
}

# Fig. 12: the two judges over threads.
over_threads() { # FIGURE TITLE OPS SCENARIO OBJECT FAULT NAME THREADS…
    local data=$plots/$1.txt title=$2 ops=$3 scenario=$4 row=("${@:5:3}") how count
    : >"$data"
    for how in synchronised two-step; do
        for count in "${@:8}"; do
            point "$data" $how "$count" "${row[@]}" $how "$("$scenario" "$count" "$ops")" || break
        done
    done
    show "$data" "$title" threads
}

fig12() {
    echo "Fig. 12: direct and two-step over threads"
    over_threads fig12-channel 'synchronous channel' 4 some_channel sync_chan early sync_chan \
        2 4 6 8 10 12
    over_threads fig12-exchanger exchanger 1 some_exchanger exchanger slow exchanger 4 6 8 10 12
    over_threads fig12-abc ABC 4 some_abc abc shared abc 6 9 12
    over_threads fig12-closeable 'closeable channel' 4 some_closeable closeable_chan race \
        closeable_chan 2 4 6 8
}

# Histories of the correct object, recorded here and judged with and without.
asap_row() { # TITLE SPEC OBJECT NAME SCENARIO
    rm -f "$scratch"/history.*
    "$build/bin/linchpin" test "objects/sync/$3_test.c" "objects/sync/$3.c" --object "$4" \
        --scenario "$5" --rounds 300 --histories "$scratch/histories" --quiet >/dev/null
    awk -v to="$scratch/history." 'NR <= 200 { gsub(/^\[|\]$/, ""); gsub(/},{/, "}\n{")
        print > (to NR ".jsonl"); close(to NR ".jsonl") }' "$scratch/histories"
    "$build/bench-asap" "$2" "$scratch"/history.*.jsonl | awk -v title="$1" '{
        printf "%-20s %9.1f %9.1f %7.0f %%\n", title, $1, $2, 100 * (1 - $1 / $2) }'
}

asap() {
    cmake --build "$build" --target bench-asap >/dev/null
    echo "Effects as soon as possible (§6.1.1): microseconds to judge a recorded history"
    printf '%-20s %9s %9s %9s\n' '' with without saved
    asap_row 'counter channel' counter-channel counter_chan counter_chan "$channel"
    asap_row 'two families' two-families two_families two_families "$families"
    asap_row 'one family' one-family one_family one_family "$family"
    asap_row ABC abc abc abc "$abc"
    asap_row barrier barrier:4 barrier barrier_4 "$barrier"
    asap_row 'enrollable barrier' enrollable-barrier enrollable_barrier enrollable_barrier "$enrolled"
    asap_row 'closeable channel' closeable-channel closeable_chan closeable_chan \
        "$(some_closeable 4 4)"
    asap_row 'terminating queue' terminating-queue:4 terminating_queue terminating_queue_4 \
        "$sharing"
}

plots=$build/bench-sync
mkdir -p "$plots"
for part in $parts; do
    "$part"
done
