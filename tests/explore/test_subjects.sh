# SPDX-License-Identifier: MIT
# The Treiber stack and the Michael–Scott queue: the correct ones hold, the faulty
# ones are refuted, with gcc and clang; both searches find the same histories.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
stack="objects/stack/treiber_test.c objects/stack"
queue="objects/queue/ms_queue_test.c objects/queue"

explore() { # EXIT-CODE PATTERN ARGUMENTS…
    want=$1 pattern=$2
    shift 2
    "$LINCHPIN" explore --json --quiet --cc "$cc" "$@" >"$dir/out" 2>"$dir/err"
    code=$?
    if [ $code != "$want" ] || ! grep -qE -- "$pattern" "$dir/out"; then
        echo "$cc: explore $*: exit code $code, wanted $want and $pattern"
        head -c 1000 "$dir/out"
        cat "$dir/err"
        failed=1
    fi
}

for cc in gcc clang; do
    command -v $cc >/dev/null || continue
    for level in -O0 -O2; do
        # Distinct histories: known from an independent explorer too.
        explore 0 '"histories":32[,}]' $stack/treiber.c --scenario 'push(1) pop | push(2) pop' --all-loops \
            -- $level
        explore 0 '"histories":30[,}]' $queue/ms_queue.c --scenario 'enq(1) deq | enq(2) deq' --all-loops \
            -- $level
        explore 1 'no order of the operations explains' $stack/treiber_plain_push.c \
            --scenario 'push(1) pop | push(2) pop' -- $level
        explore 1 'no order of the operations explains' $queue/ms_queue_no_tail_check.c \
            --scenario 'enq(1) deq | enq(2) deq' -- $level
    done
    explore 1 'use after free' $stack/treiber_aba.c --scenario 'push(1) ; pop | pop'
    # Freed memory may be touched with --reuse, so what is left is ABA itself.
    explore 1 'double free|no order of the operations explains' $stack/treiber_aba.c --reuse \
        --scenario 'push(1) push(2) ; pop | pop push(3) | pop ; pop pop'
    explore 0 'with blocks reused' $stack/treiber.c --reuse --scenario 'push(1) push(2) ; pop | pop push(3)'
    # A scenario of a shape: the methods one after the other.
    explore 0 '"scenario":"push\(1\) pop \| push\(2\) pop"' $stack/treiber.c --calls 2x2
    explore 0 '"scenario":"push\(1\) ; push\(2\) \| push\(3\) pop ; pop"' $stack/treiber.c --calls 1+1x2+1
    for search in paths states; do
        explore 0 '"histories":9[,}]' $stack/treiber.c --scenario 'push(1) pop | push(2)' \
            --search $search --histories "$dir/$search"
    done
    cmp "$dir/paths" "$dir/states" || failed=1
    # What is written does not depend on whether it is judged.
    explore 0 '"histories":30[,}]' $queue/ms_queue.c --scenario 'enq(1) deq | enq(2) deq' \
        --condition none --all-loops --histories "$dir/unjudged"
    explore 3 'the limit of 20 executions' $queue/ms_queue.c --calls 2x2 --max-executions 20
    explore 3 'memory' $queue/ms_queue.c --calls 2x2 --memory 1M
done

# One canonical line for each history, sorted.
"$LINCHPIN" explore --quiet $queue/ms_queue.c --scenario 'enq(1) | deq' --histories "$dir/lines" || failed=1
LC_ALL=C sort -c "$dir/lines" || failed=1
[ "$(wc -l <"$dir/lines")" = "$(LC_ALL=C sort -u "$dir/lines" | wc -l)" ] || failed=1
grep -qxF '[{"process":0,"type":"invoke","f":"enq","value":1},{"process":1,"type":"invoke","f":"deq","value":null},{"process":0,"type":"ok","f":"enq","value":null},{"process":1,"type":"ok","f":"deq","value":1}]' \
    "$dir/lines" || { echo "a history is missing"; cat "$dir/lines"; failed=1; }
exit $failed
