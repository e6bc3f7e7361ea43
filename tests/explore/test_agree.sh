# SPDX-License-Identifier: MIT
# Both compilers give the same histories where nothing races, at every level of
# optimisation.
. tests/expect.sh
stack="objects/stack/treiber_test.c objects/stack/treiber.c"
queue="objects/queue/ms_queue_test.c objects/queue/ms_queue.c"
pushes='push(1) pop | push(2) pop'
enqs='enq(1) deq | enq(2) deq'

same() { # SCENARIO FILES…
    local scenario=$1 first=
    shift
    for cc in gcc clang; do
        command -v $cc >/dev/null || continue
        for level in -O0 -O1 -O2; do
            run 0 "$LINCHPIN" explore --quiet --all-histories --cc $cc "$@" --scenario "$scenario" \
                --histories "$scratch/now" -- $level
            [ -n "$first" ] && run 0 cmp "$scratch/first" "$scratch/now"
            first=$level
            mv "$scratch/now" "$scratch/first"
        done
    done
}

same "$pushes" $stack
same "$enqs" $queue
done_testing
