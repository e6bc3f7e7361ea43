#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/roundup.sh BIN: Tables II, III and V and Figs. 8 and 9 of Zhang, Chattopadhyay and
# Wang, "Round-Up: runtime verification of quasi linearizability", theirs beside ours.
#
# A row is a scenario: how many of its histories are not what the condition asks for,
# of how many, and the seconds for finding and judging them all, without compiling.
# First with at most two preemptions, then all interleavings (EXHAUSTIVE=60s at most). A
# verdict that is not the paper's ends the benchmark, and so does another number of serial
# histories (Phase 1).
#
# Under Tables III and V: how many serial histories the scenario has, and how many
# sequentializations and permutations Round-Up's checker would go through for the histories
# with at most two preemptions.
set -u
cd "$(dirname "$0")/.."
PATH=$(cd "$1" && pwd):$PATH
runner=$(cd "$1/../libexec/linchpin" && pwd)/linchpin-explore
limit=${EXHAUSTIVE:-60s}
export LC_ALL=C.UTF-8
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
r=objects/relaxed
cc -O1 -o "$scratch/sequentializations" bench/sequentializations.c || exit 1

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

# The serial histories of a scenario, in $serial: those of an object with one lock around
# each call, as Phase 1 has it.
serial_histories() { # SPEC SCENARIO
    local object=${1%-queue}
    linchpin explore $r/golden_test.c --object "$object" --scenario "$2" --condition none \
        --histories "$scratch/serial" --quiet || exit 1
    serial=$(wc -l <"$scratch/serial")
}

# What Round-Up would look at for the histories that were measured last: a line of $work.
count_work() { # NAME K SPEC SCENARIO CALLS SERIAL SEQUENTIALIZATIONS PERMUTATIONS: the paper's
    local sequential permuted
    read -r sequential permuted < <("$scratch/sequentializations" "$2" <"$scratch/lines")
    serial_histories "$3" "$4"
    work+=("$(printf '%-34s %-8s | %9s %7s | %9s %9s | %9s %9s' "$1" "$5" "$6" "$serial" "$7" \
        "$sequential" "$8" "$permuted")")
    # The paper does not say which calls its 2*2+0 are; two threads that make two calls each
    # have six serial histories, and it counts three.
    [ "$6" = "$serial" ] || [ "$5" = 2*2+0 ] || {
        echo "bench: $1: the paper has $6 serial histories, not $serial" >&2
        exit 1
    }
}

print_work() {
    printf '%-34s %-8s | %9s %7s | %9s %9s | %9s %9s\n' '' '' Phase\ 1 '' sequent. '' permut. ''
    printf '%-34s %-8s | %9s %7s | %9s %9s | %9s %9s\n' subject calls paper ours paper ours paper ours
    printf '%s\n' "${work[@]}"
    work=()
}

row() { # NAME K SPEC CONDITION TEST SOURCE SCENARIO CALLS PAPER SECONDS [its SERIAL SEQ. PERM.]
    local ours
    compile "$2" "$5" "$6"
    measure "$3" "$4" "$7" search=bounded preemptions=2 "timeout=${limit%s}"
    local bounded=$found bounded_seconds=$seconds
    [ $# -lt 11 ] || [ "$found" = - ] || count_work "$1" "$2" "$3" "$7" "$8" "${@:11}"
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
    pick() { # II-FOUND II-SECONDS III-FOUND III-SECONDS SERIAL SEQUENTIALIZATIONS PERMUTATIONS
        [ "$t" = II ] && echo "$1 $2" || echo "${*:3}"
    }
    one() { # NAME SPEC TEST SOURCE SCENARIO CALLS FIGURES…
        local name=$1 spec=$2 test=$3 source=$4 scenario=$5 calls=$6
        shift 6
        # shellcheck disable=SC2046
        row "$name" $k "$spec" "$c" "$test" "$source" "$scenario" "$calls" $(pick "$@")
    }
    if [ "$t" = II ]; then
        row "IQueue" 2 queue "$c" objects/queue/ms_queue_test.c objects/queue/iqueue.c \
            'enq(1) deq | enq(2) deq' 2*2+0 2/6 0.3 3 13 -
        row "Herlihy-Wing queue" 2 queue "$c" objects/queue/hw_queue_test.c objects/queue/hw_queue.c \
            'enq(1) deq | enq(2) deq' 2*2+0 0/4 0.2 3 9 -
    fi
    one "quasi queue" queue $queue $r/queue_segment.c "$q22" 2*2+4 16/16 2.5 0/16 2.9 6 61 1708
    one "quasi queue" queue $queue $r/queue_segment.c "$q33" 3*3+4 64/64 43.7 0/64 333 20 505 73730
    one "quasi queue" queue $queue $r/queue_segment.c "$q23" 2*3+3 24/32 8.3 0/32 9.6 10 169 4732
    one "quasi queue" queue $queue $r/queue_segment.c "$q332" 3*3+2 108/118 83 0/118 94 20 1033 28924
    one "quasi queue" queue $queue $r/queue_segment.c "$q34" 3*4+1 149/198 308 0/198 340 35 2260 63280
    one "quasi queue" queue $queue $r/queue_segment.c "$q44" 4*4+0 274/476 2254 0/476 2456 70 8484 237552
    if [ "$t" = III ]; then
        k=3 c=quasi:3
        one "quasi queue, K = 3" queue $queue $r/queue_segment.c "$q23" 2*3+3 - - 0/32 14.9 10 169 8112
        one "quasi queue, K = 3" queue $queue $r/queue_segment.c "$q332" 3*3+2 - - 0/118 156 20 1033 49584
        one "quasi queue, K = 3" queue $queue $r/queue_segment.c "$q34" 3*4+1 - - 0/198 615 35 2260 108480
        one "quasi queue, K = 3" queue $queue $r/queue_segment.c "$q44" 4*4+0 - - 0/476 4172 70 8484 407232
        k=2 c=$1
    fi
    one "quasi queue b1" queue $queue $r/queue_segment_far.c "$far" 2*2+4 91/91 17.8 41/91 20.1 6 409 11452
    one "quasi queue b2" queue $queue $r/queue_segment_twice.c "$twice" 2*2+4 91/91 18.1 91/91 20.2 6 409 11452
    one "quasi queue b3" queue $queue $r/queue_segment_null.c "$null" 2*2+4 141/141 26.9 73/141 31.0 6 653 18284
    one "quasi stack b1" stack $stack $r/stack_array_null.c "$(as_stack "$q22")" 2*2+4 9/9 1.6 9/9 3.5 6 34 2108
    one "quasi stack b2" stack $stack $r/stack_array_far.c "$(as_stack "$far")" 2*2+4 16/16 2.5 6/16 2.8 6 61 1708
    one "quasi stack" stack $stack $r/stack_array.c "$(as_stack "$q22")" 2*2+4 0/16 2.5 0/16 2.8 6 61 1708
    one "quasi priority queue" priority-queue $priority $r/priority.c "$(as_priority "$q22")" 2*2+4 \
        16/16 4.9 0/16 4.7 6 61 1708
    one "quasi priority queue b2" priority-queue $priority $r/priority_far.c "$(as_priority "$far")" 2*2+4 \
        125/125 27.0 54/125 20.0 6 532 6384
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
    three() { # NAME SPEC TEST SOURCE FOUND SECONDS PERMUTATIONS…: of put+take, put+put, take+take
        local s="$put_take" c=enq d=deq
        if [ "$2" = stack ]; then
            c=push d=pop
        fi
        [ "$4" = $r/stack_segment_aba.c ] && s=$stack_put_take
        shape() {
            [ "$c" = push ] && as_stack "$1" || echo "$1"
        }
        $how "$1 ($c+$d)" 2 "$2" quasi:2 "$3" "$4" "$(shape "$s")" 1*1+12 "$5" "$6" 2 - "$7"
        $how "$1 ($c+$c)" 2 "$2" quasi:2 "$3" "$4" "$(shape "$put_put")" 1*1+12 "$8" "$9" 2 - "${10}"
        $how "$1 ($d+$d)" 2 "$2" quasi:2 "$3" "$4" "$(shape "$take_take")" 1*1+12 "${11}" "${12}" 2 - "${13}"
    }
    three sl-queue queue $m objects/queue/sl_queue.c 0/2 1.61 1032 1/2 1.78 1032 4/8 7.21 5160
    three t-stack stack $t objects/stack/treiber.c 0/8 7.77 5160 0/8 7.78 5160 0/8 7.63 5160
    three ms-queue queue $m objects/queue/ms_queue.c 0/3 2.94 1720 0/31 32.5 20984 0/12 12.3 7912
    three rd-queue queue $queue $r/queue_random.c 0/5 5.97 3096 0/31 37.8 20984 0/4 7.31 2408
    three bk-queue queue $queue $r/queue_bounded.c 0/29 34.5 19608 0/41 51.0 27864 0/24 28.1 16168
    three ubk-queue queue $queue $r/queue_unbounded.c 0/21 35.7 14104 0/41 61.9 27864 0/52 68.2 35432
    three k-stack stack $stack $r/stack_segment_aba.c 11/69 89 47128 0/12 15.1 7192 0/8 9.46 5160
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
work=()
table_2_3 linearizable II
echo
head_line "Table III: quasi-linearizable, K = 2"
table_2_3 quasi:2 III
echo
print_work
echo
head_line "Table V: quasi-linearizable, K = 2, the objects of Scal"
table_5 row
echo
print_work
echo
echo "== Figs. 8 and 9: every history judged each time it comes, or once (at most three preemptions)"
printf '%-34s | %10s %8s | %10s %8s\n' subject judged seconds judged seconds
table_5 twice_row
cat <<'END'

The paper counts executions of Inspect, which bounds context switches and does not say by
how much; we count distinct histories, with calls and returns as close to the steps as
they come. In the last column those are left out that another one is stricter than, or
that differ by which of two threads with the same calls is which.
Serial histories are those of one lock around each call (Phase 1). The paper has three of
2*2+0, whose calls it does not say; two threads with two calls each have six.
Sequentializations are the orders of a history that keep what came before what; the
paper's are from Table II. Permutations move each removal by at most K places. The paper's
are twice the product: 2 x sequentializations x permutations of so many removals with K.
k-stack (push+push) has 7192 in the paper, not a multiple of it: probably 7912.
linchpin goes through none of them: its judges do not enumerate.
The objects are our own, and so is the split of the main thread's calls. Where an object
draws at random, ours always does the worst (-DRELAXED_WORST). The paper's seconds are
from its own machine.
END
