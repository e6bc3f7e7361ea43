#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/roundup.sh BIN: Tables II, III and V and Figs. 8 and 9 of Zhang, Chattopadhyay and
# Wang, "Round-Up: runtime verification of quasi linearizability", theirs beside ours.
#
# A row is a scenario: how many of its histories are not what the condition asks for,
# of how many, and the seconds for finding and judging them all, without compiling.
# First with at most two preemptions, then all interleavings (EXHAUSTIVE=60s at most). A
# verdict that is not the paper's ends the benchmark.
set -u
cd "$(dirname "$0")/.."
PATH=$(cd "$1" && pwd):$PATH
runner=$(cd "$1/../libexec/linchpin" && pwd)/linchpin-explore
limit=${EXHAUSTIVE:-60s}
export LC_ALL=C.UTF-8
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
r=objects/relaxed

# The shared object of a test, compiled once: $so.
compile() { # K TEST SOURCE
    so=$scratch/$(tr '/. ' '___' <<<"$*")
    [ -e "$so/test.so" ] && return
    TMPDIR=$scratch linchpin explore "$2" "$3" --condition none --calls 1x1 --max-executions 1 --quiet --keep \
        -- -pthread -DRELAXED_WORST -DRELAXED_K="$1" >/dev/null 2>"$scratch/err"
    mv "$(sed -n 's/.*the compiled files are in //p' "$scratch/err")" "$so" || exit 1
}

clock() {
    date +%s%N
}

since() { # NANOSECONDS
    awk -v ns=$(($(clock) - $1)) 'BEGIN { printf "%.2f", ns / 1e9 }'
}

run_runner() { # SETTINGS…: its verdict is in $scratch/out
    "$runner" "$so/test.so" "$@" 3>"$scratch/out" >/dev/null 2>&1
}

figure() { # NAME
    sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$scratch/out"
}

# All histories, and those that are not what the condition asks for: $found, $seconds.
measure() { # SPEC CONDITION SCENARIO SETTINGS…
    local spec=$1 condition=$2 scenario=$3 from buggy
    shift 3
    rm -rf "$scratch/histories"
    mkdir "$scratch/histories"
    from=$(clock)
    run_runner "scenario=$scenario" condition=none "histories=$scratch/lines" "$@"
    if ! grep -q '"verdict":"holds"' "$scratch/out"; then
        found="-" seconds=">$limit"
        return
    fi
    sed 's/^\[//; s/\]$//' "$scratch/lines" |
        awk -v to="$scratch/histories" '{ gsub(/},{/, "}\n{"); f = to "/" NR; print > f; close(f) }'
    linchpin check "$scratch/histories/"* --spec "$spec" --condition "$condition" >"$scratch/judged" 2>&1
    buggy=$(grep -c '^✗' "$scratch/judged")
    seconds=$(since "$from")
    found=$buggy/$(wc -l <"$scratch/lines")
    if [ "$(grep -c "^[✗✓]" "$scratch/judged")" != "$(wc -l <"$scratch/lines")" ]; then
        echo "bench: $scenario: not all histories were judged:" >&2
        grep "^[^✗✓]" "$scratch/judged" >&2
        exit 1
    fi
}

head_line() { # TITLE
    echo "== $1"
    printf '%-34s %-8s | %10s %8s | %12s %7s | %12s %7s\n' subject calls 'the paper' seconds '2 preempt.' seconds all seconds
}

same_verdict() { # FOUND FOUND: both with violations, or both without
    [ $((${1%%/*} > 0)) = $((${2%%/*} > 0)) ]
}

row() { # NAME K SPEC CONDITION TEST SOURCE SCENARIO CALLS PAPER SECONDS
    local ours
    compile "$2" "$5" "$6"
    measure "$3" "$4" "$7" search=bounded preemptions=2 "timeout=${limit%s}"
    local bounded=$found bounded_seconds=$seconds
    measure "$3" "$4" "$7" "timeout=${limit%s}"
    printf '%-34s %-8s | %10s %8s | %12s %7s | %12s %7s\n' "$1" "$8" "$9" "${10}" "$bounded" "$bounded_seconds" "$found" "$seconds"
    for ours in "$bounded" "$found"; do
        [ "$ours" = - ] || same_verdict "$9" "$ours" || { echo "bench: $1: the paper says $9" >&2; exit 1; }
    done
}

queue=$r/queue_test.c stack=$r/stack_test.c priority=$r/priority_test.c
q22='enq(1) enq(2) ; enq(3) deq | enq(4) deq ; deq deq'
q33='enq(1) enq(2) ; enq(3) enq(4) deq | enq(5) deq deq ; deq deq'
q23='enq(1) enq(2) ; enq(3) deq | enq(4) deq deq ; deq'
q332='enq(1) ; enq(2) enq(3) deq | enq(4) deq deq ; deq'
q34='enq(1) ; enq(2) deq enq(3) | enq(4) deq deq deq'
q44='enq(1) enq(2) deq deq | enq(3) enq(4) deq deq'
far='enq(1) enq(2) enq(3) ; enq(4) deq | deq deq ; deq'
twice='enq(1) enq(2) enq(3) ; deq deq | deq deq ; enq(4)'
null='enq(1) enq(2) enq(3) enq(4) ; deq deq | deq deq'
as_stack() { # SCENARIO
    sed 's/enq/push/g; s/deq/pop/g' <<<"$1"
}
as_priority() {
    sed 's/deq/remove_min/g' <<<"$1"
}

table_2_3() { # CONDITION PAPER-II|PAPER-III: which column of the figures
    local c=$1 t=$2 k=2
    pick() { # II-FOUND II-SECONDS III-FOUND III-SECONDS
        [ "$t" = II ] && echo "$1 $2" || echo "$3 $4"
    }
    one() { # NAME SPEC TEST SOURCE SCENARIO CALLS FIGURES…
        local name=$1 spec=$2 test=$3 source=$4 scenario=$5 calls=$6
        shift 6
        # shellcheck disable=SC2046
        row "$name" $k "$spec" "$c" "$test" "$source" "$scenario" "$calls" $(pick "$@")
    }
    if [ "$t" = II ]; then
        row "IQueue" 2 queue "$c" objects/queue/ms_queue_test.c objects/queue/iqueue.c \
            'enq(1) deq | enq(2) deq' 2*2+0 2/6 0.3
        row "Herlihy-Wing queue" 2 queue "$c" objects/queue/hw_queue_test.c objects/queue/hw_queue.c \
            'enq(1) deq | enq(2) deq' 2*2+0 0/4 0.2
    fi
    one "quasi queue" queue $queue $r/queue_segment.c "$q22" 2*2+4 16/16 2.5 0/16 2.9
    one "quasi queue" queue $queue $r/queue_segment.c "$q33" 3*3+4 64/64 43.7 0/64 333
    one "quasi queue" queue $queue $r/queue_segment.c "$q23" 2*3+3 24/32 8.3 0/32 9.6
    one "quasi queue" queue $queue $r/queue_segment.c "$q332" 3*3+2 108/118 83 0/118 94
    one "quasi queue" queue $queue $r/queue_segment.c "$q34" 3*4+1 149/198 308 0/198 340
    one "quasi queue" queue $queue $r/queue_segment.c "$q44" 4*4+0 274/476 2254 0/476 2456
    if [ "$t" = III ]; then
        k=3 c=quasi:3
        one "quasi queue, K = 3" queue $queue $r/queue_segment.c "$q23" 2*3+3 - - 0/32 14.9
        one "quasi queue, K = 3" queue $queue $r/queue_segment.c "$q332" 3*3+2 - - 0/118 156
        one "quasi queue, K = 3" queue $queue $r/queue_segment.c "$q34" 3*4+1 - - 0/198 615
        one "quasi queue, K = 3" queue $queue $r/queue_segment.c "$q44" 4*4+0 - - 0/476 4172
        k=2 c=$1
    fi
    one "quasi queue b1" queue $queue $r/queue_segment_far.c "$far" 2*2+4 91/91 17.8 41/91 20.1
    one "quasi queue b2" queue $queue $r/queue_segment_twice.c "$twice" 2*2+4 91/91 18.1 91/91 20.2
    one "quasi queue b3" queue $queue $r/queue_segment_null.c "$null" 2*2+4 141/141 26.9 73/141 31.0
    one "quasi stack b1" stack $stack $r/stack_array_null.c "$(as_stack "$q22")" 2*2+4 9/9 1.6 9/9 3.5
    one "quasi stack b2" stack $stack $r/stack_array_far.c "$(as_stack "$far")" 2*2+4 16/16 2.5 6/16 2.8
    one "quasi stack" stack $stack $r/stack_array.c "$(as_stack "$q22")" 2*2+4 0/16 2.5 0/16 2.8
    one "quasi priority queue" priority-queue $priority $r/priority.c "$(as_priority "$q22")" 2*2+4 \
        16/16 4.9 0/16 4.7
    one "quasi priority queue b2" priority-queue $priority $r/priority_far.c "$(as_priority "$far")" 2*2+4 \
        125/125 27.0 54/125 20.0
}

# Two calls beside each other, and the main thread's twelve before and after them.
ins='enq(1) enq(2) enq(3) enq(4) enq(5)'
put_take="$ins enq(6) ; enq(7) | deq ; deq deq deq deq deq deq"
put_put="$ins ; enq(6) | enq(7) ; deq deq deq deq deq deq deq"
take_take="$ins enq(6) enq(7) ; deq | deq ; deq deq deq deq deq"
# The top segment of the k-stack is empty here when the two begin.
stack_put_take='push(1) push(2) push(3) push(4) push(5) push(6) pop pop pop ; push(7) | pop ; pop pop pop'

table_5() { # HOW: a function that takes what `row` takes
    local how=$1 m=objects/queue/ms_queue_test.c t=objects/stack/treiber_test.c
    three() { # NAME SPEC TEST SOURCE FIGURES…: of put+take, put+put, take+take
        local s="$put_take" c=enq d=deq
        if [ "$2" = stack ]; then
            c=push d=pop
        fi
        [ "$4" = $r/stack_segment_aba.c ] && s=$stack_put_take
        shape() {
            [ "$c" = push ] && as_stack "$1" || echo "$1"
        }
        $how "$1 ($c+$d)" 2 "$2" quasi:2 "$3" "$4" "$(shape "$s")" 1*1+12 "$5" "$6"
        $how "$1 ($c+$c)" 2 "$2" quasi:2 "$3" "$4" "$(shape "$put_put")" 1*1+12 "$7" "$8"
        $how "$1 ($d+$d)" 2 "$2" quasi:2 "$3" "$4" "$(shape "$take_take")" 1*1+12 "$9" "${10}"
    }
    three sl-queue queue $m objects/queue/sl_queue.c 0/2 1.61 1/2 1.78 4/8 7.21
    three t-stack stack $t objects/stack/treiber.c 0/8 7.77 0/8 7.78 0/8 7.63
    three ms-queue queue $m objects/queue/ms_queue.c 0/3 2.94 0/31 32.5 0/12 12.3
    three rd-queue queue $queue $r/queue_random.c 0/5 5.97 0/31 37.8 0/4 7.31
    three bk-queue queue $queue $r/queue_bounded.c 0/29 34.5 0/41 51.0 0/24 28.1
    three ubk-queue queue $queue $r/queue_unbounded.c 0/21 35.7 0/41 61.9 0/52 68.2
    three k-stack stack $stack $r/stack_segment_aba.c 11/69 89 0/12 15.1 0/8 9.46
}

# Judging a history again each time it comes, or once. A violation ends it, so rows with one
# are left out.
twice_row() { # as row
    [ "${9%%/*}" = 0 ] || return 0
    compile "$2" "$5" "$6"
    local from again once many distinct
    from=$(clock)
    run_runner "scenario=$7" "condition=$4" search=bounded preemptions=3 repeats=1 "timeout=${limit%s}"
    again=$(since "$from") many=$(figure 'complete executions')
    from=$(clock)
    run_runner "scenario=$7" "condition=$4" search=bounded preemptions=3 "timeout=${limit%s}"
    once=$(since "$from") distinct=$(figure histories)
    printf '%-34s | %10s %8s | %10s %8s\n' "$1" "$many" "$again" "$distinct" "$once"
}

head_line "Table II: linearizable"
table_2_3 linearizable II
echo
head_line "Table III: quasi-linearizable, K = 2"
table_2_3 quasi:2 III
echo
head_line "Table V: quasi-linearizable, K = 2, the objects of Scal"
table_5 row
echo
echo "== Figs. 8 and 9: every history judged each time it comes, or once (at most three preemptions)"
printf '%-34s | %10s %8s | %10s %8s\n' subject judged seconds judged seconds
table_5 twice_row
cat <<'END'

The paper counts executions of Inspect, which bounds context switches and does not say by
how much; we count distinct histories, with calls and returns as close to the steps as
they come. In the last column those are left out that another one is stricter than, or
that differ by which of two threads with the same calls is which.
The objects are our own, and so is the split of the main thread's calls. Where an object
draws at random, ours always does the worst (-DRELAXED_WORST). The paper's seconds are
from its own machine.
END
