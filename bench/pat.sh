#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/pat.sh BIN: Table 1 of Liu, Chen, Liu and Sun, "Model checking
# linearizability via refinement" (2009); their seconds and states with partial order
# reduction beside ours. Stack and queue with a real heap and two values as further rows.
# "Of 3 operations" we take for 3 of the postman and 3 of the owner, so 6 in all; our
# mailbox is not quite theirs (objects/mailbox/mailbox.lin says how it differs).
set -u
cd "$(dirname "$0")/.."
PATH=$(cd "$1" && pwd):$PATH
export LC_ALL=C
. bench/verify_row.sh

make_model() { # MODEL SED-SCRIPT: an instance of another size
    sed "$2" "objects/$1.lin" >"$scratch/model.lin"
}
register() { # K
    make_model register/bits_register "s/K = 4/K = $1/;s/bool\[4\]/bool[$1]/;s/0\.\.3/0..$(($1 - 1))/"
}
stack() { # CAPACITY LINE: without points, with points
    make_model stack/counter_stack "s/capacity 12/capacity $1/;/^verify/{${2}d}"
}
register_processes() { # K
    local rest
    rest=$(printf '0, %.0s' $(seq 2 "$1"))
    make_model register/register_processes "s/K = 4/K = $1/;s/0\.\.3/0..$(($1 - 1))/;s/{0, 0, 0, 1}/{${rest}1}/"
}
stack_processes() { # CAPACITY THREADS
    make_model stack/counter_stack_processes "s/SIZE = 12/SIZE = $1/;s/N = 2/N = $2/"
}
queue_processes() { # SIZE
    make_model queue/position_queue_processes "s/SIZE = 6/SIZE = $1/;s/bool\[7\]/bool[$(($1 + 1))]/"
}
snzi_processes() { # USERS OPERATIONS
    make_model snzi/snzi_processes "s/N = 2/N = $1/;s/OPS = 2/OPS = $2/"
}
positions() { # SIZE
    make_model queue/position_queue "s/SIZE = 8/SIZE = $1/;s/bool\[9\]/bool[$(($1 + 1))]/"
}
shann() { # SIZE
    make_model queue/shann_queue "s/SIZE = 10/SIZE = $1/;s/\[10\]/[$1]/"
}

two_values() { # MODEL: such that they can be renamed
    make_model "$1" 's/int 0\.\.1/int 1..2/'
}

table() { # REDUCTIONS
    head_line "--reduce $1" "PAT: seconds, states"
    local m=$scratch/model.lin r="--reduce $1"
    register 4 && row "4-valued register" "$m" 0 "5.72 s 43,977" $r
    register 5 && row "5-valued register" "$m" 0 "60.4 s 307,155" $r
    register 6 && row "6-valued register" "$m" 0 "789 s 1,838,177" $r
    row "3-valued register, 2 readers" objects/register/bits_register_two_readers.lin 0 \
        "393 s 361,255" $r
    for n in 12 14; do
        stack $n '/using/' && row "stack of size $n" "$m" 0 "$([ $n = 12 ] && echo 65.9 s 395,345 || echo 99.4 s 599,077)" $r
    done
    stack 2 '/using/' && row "stack of size 2, 3 threads" "$m" 0 "4321 s 4,767,519" --threads 3 $r
    stack 12 '/height {/' && row "stack of size 12 (points)" "$m" 0 "0.82 s 9,677" $r
    stack 14 '/height {/' && row "stack of size 14 (points)" "$m" 0 "1.11 s 12,963" $r
    stack 2 '/height {/' && row "stack of size 2 (points), 3 threads" "$m" 0 "1.56 s 10,385" --threads 3 $r
    row "stack of size 2 (points), 4 threads" "$m" 0 "49.4 s 219,471" --threads 4 $r
    two_values stack/treiber
    row "Treiber with a heap, capacity 2, 2 threads" "$m" 0 - $r
    row "Treiber with a heap, capacity 6, 2 threads" "$m" 0 - --capacity 6 $r
    row "Treiber with a heap, capacity 2, 3 threads" "$m" 0 - --threads 3 $r
    row "Treiber with a heap, capacity 2, 4 threads" "$m" 0 - --threads 4 $r
    positions 6 && row "queue of size 6" "$m" 0 "86.2 s 343,446" $r
    positions 8 && row "queue of size 8" "$m" 0 "218 s 938,542" $r
    two_values queue/ms_queue && row "Michael-Scott with a heap, 6 operations" "$m" 0 - --operations 6 $r
    shann 10 && row "buggy queue of size 10" "$m" 1 "6.87 s 32,126" $r
    shann 20 && row "buggy queue of size 20" "$m" 1 "41.1 s 105,326" $r
    for n in 3 4 5; do
        row "mailbox of $n operations each, $((2 * n)) in all" objects/mailbox/mailbox.lin 0 \
            "$(case $n in 3) echo 27.8 s 120,166 ;; 4) echo 954 s 3,696,700 ;; *) echo - ;; esac)" \
            --operations $((2 * n)) $r
    done
    row "mailbox with small flags, any number" objects/mailbox/mailbox_bounded.lin 0 - $r
    for n in 6 8; do
        row "SNZI, 2 threads, $n operations" objects/snzi/snzi.lin 0 "322 s 341,845" \
            --operations $n $r
    done
    for n in 6 7; do
        row "SNZI, 3 threads, $n operations" objects/snzi/snzi.lin 0 "6214 s 8,451,568" \
            --threads 3 --operations $n $r
    done
}

# The paper's models as processes, where they are ours, too.
processes() { # REDUCTIONS
    head_line "as processes, --reduce $1" "PAT: seconds, states"
    local m=$scratch/model.lin r="--reduce $1"
    register_processes 4 && row "4-valued register" "$m" 0 "5.72 s 43,977" $r
    register_processes 5 && row "5-valued register" "$m" 0 "60.4 s 307,155" $r
    register_processes 6 && row "6-valued register" "$m" 0 "789 s 1,838,177" $r
    row "3-valued register, 2 readers" objects/register/two_readers_processes.lin 0 "393 s 361,255" $r
    stack_processes 12 2 && row "stack of size 12" "$m" 0 "65.9 s 395,345" $r
    stack_processes 14 2 && row "stack of size 14" "$m" 0 "99.4 s 599,077" $r
    stack_processes 2 3 && row "stack of size 2, 3 threads" "$m" 0 "4321 s 4,767,519" $r
    for n in 6 8; do
        queue_processes $n && row "queue of size $n" "$m" 0 "$([ $n = 6 ] && echo 86.2 s 343,446 || echo 218 s 938,542)" $r
    done
    for n in 3 4 5; do
        make_model mailbox/mailbox_processes "s/OPS = 3/OPS = $n/"
        row "mailbox of $n operations each" "$m" 0 \
            "$(case $n in 3) echo 27.8 s 120,166 ;; 4) echo 954 s 3,696,700 ;; *) echo - ;; esac)" $r
    done
    snzi_processes 2 2 && row "SNZI, 2 users, 2 operations each" "$m" 0 "322 s 341,845" $r
    snzi_processes 2 3 && row "SNZI, 2 users, 3 operations each" "$m" 0 - $r
    snzi_processes 3 1 && row "SNZI, 3 users, 1 operation each" "$m" 0 "6214 s 8,451,568" $r
}

for reductions in all -steps; do
    processes "$reductions"
    echo
done
for reductions in ${REDUCTIONS:-all none dead threads private fold antichain values}; do
    table "$reductions"
    echo
done
[ $failures = 0 ]
