#!/bin/bash
# SPDX-License-Identifier: MIT
# Everything that --json prints is as docs/schema says, and every violation has the kind that it
# should have; so do the files for continuous integration. The schema's lists are those of the
# sources.
. tests/expect.sh
schema=docs/schema/linchpin-1.schema.json

printed=$scratch/printed
: >"$printed"

written=0
kinds=$scratch/kinds # that the files should have
: >"$kinds"
judged() { # CODE KIND COMMAND…: KIND "-": none
    local code=$1 kind=$2 files=()
    shift 2
    # With a file to write, check explains, which without it --json does on demand only.
    if [[ "$*" != @(specs|new|check)* || "$*" == *--explain* ]]; then
        written=$((written + 1))
        files=(--junit "$scratch/$written.xml" --sarif "$scratch/$written.sarif")
        [ "$kind" = - ] || echo "$kind" >>"$kinds"
    fi
    run "$code" "$LINCHPIN" "$1" --json "${files[@]}" "${@:2}"
    checks=$((checks + 1))
    case $(grep -o '"verdict":"[a-z]*","kind":"[a-z-]*"' "$scratch/.out" | head -1) in
    *"\"kind\":\"$kind\"") ;;
    '') [ "$kind" = - ] || fail "no kind: $*" ;;
    *) fail "the kind is not $kind: $*" ;;
    esac
    cat "$scratch/.out" >>"$printed"
}

# linchpin check
e=docs/examples
judged 0 - check $e/queue_good.jsonl --spec queue
judged 0 - check $e/queue_good.jsonl --spec queue --witness --times
judged 0 - check $e/set_remove_false.txt --spec set --witness=all
judged 1 condition check $e/queue_bad.jsonl --spec queue
judged 1 condition check $e/queue_bad.jsonl --spec queue --explain
judged 1 condition check $e/queue_bad.jsonl --spec queue --follow
judged 1 condition check $e/queue_good.jsonl $e/queue_bad.jsonl --spec queue
judged 1 condition check $e/bank_bad.jsonl --spec $e/bank.c --explain
judged 1 condition check $e/sync/channel_stuck.txt --spec channel --condition progressible --explain
judged 0 - check $e/quasi/overtaken.jsonl --spec queue --quasi-factor
judged 2 - check "$scratch/nowhere" --spec queue
judged 2 - check $e/queue_bad.jsonl --spec nothing

# linchpin verify: one model for each kind, and what a model's verdict adds
f=tests/verify/failing
judged 3 - verify objects/stack/treiber.lin --walk 1000 --seed 1
judged 0 - verify docs/examples/lin/bridge.lin
judged 0 - verify docs/examples/lin/in_flight.lin
judged 1 assertion verify $f/fn_assert.lin --walk 1000 --seed 1
judged 1 arithmetic verify $f/assert_div.lin
judged 1 assertion verify $f/fn_assert.lin
judged 1 endless verify $f/fn_loop.lin
judged 1 invariant verify $f/inv_start.lin
judged 1 linearization-point verify $f/mark_thread.lin
judged 1 misuse verify $f/seq_empty.lin
judged 1 null-dereference verify $f/field_null.lin
judged 1 out-of-bounds verify $f/field_bounds.lin
judged 1 use-after-free verify $f/field_freed.lin
out_has '"access":{"kind":"allocate","cell":"node1"}'
out_has ',"made":true}'
out_has ',"freed":true}'
judged 1 condition verify $e/verify/once.lin
judged 0 - verify $e/verify/once_cas.lin --times --coverage
judged 1 deadlock verify $e/verify/handover.lin
judged 1 temporal verify $e/temporal/test_and_set.lin
judged 1 trace verify $e/processes/tickets.lin
judged 1 invariant verify $e/lin/lease.lin
judged 1 condition verify objects/stack/treiber_aba.lin
out_has '"access":{"kind":"cas","cell":"top","old":"node1","new":"node2"}'
out_has '"cell":"is freed","new":"true"'

judged 0 - verify objects/relaxed/queue_segment.lin --quasi-factor --jobs 1
out_has '"trace":['
out_lacks '"history":'

# linchpin explore
judged 0 - explore objects/queue/ms_queue_test.c objects/queue/ms_queue.c --up-to 2x1 --infer-points
judged 0 - explore objects/snzi/snzi_test.c objects/snzi/snzi.c --infer-points
out_has '"points":[{"operation":"arrive","way":"own step","where":"snzi.c:'
judged 1 linearization-point explore objects/queue/hw_queue_test.c objects/queue/hw_queue.c --scenario 'enq(1) deq | enq(2) deq' --infer-points
c=tests/explore/conformance
judged 0 - explore $c/heap.c --object twice --scenario 'a'
judged 1 use-after-free explore $c/heap.c --object after_free --scenario 'a | b'
judged 1 double-free explore $c/heap.c --object twice --scenario 'a | b'
judged 1 out-of-bounds explore $c/heap.c --object past --scenario 'a'
judged 1 bad-free explore $c/heap.c --object past --scenario 'b'
judged 1 condition explore $c/heap.c --object again --reuse --scenario 'a | b'
judged 1 leak explore $c/heap.c --object leaky --leaks --scenario 'a'
judged 1 null-dereference explore $c/ends.c --object ends --scenario 'a | b'
judged 1 assertion explore $c/ends.c --object ends --scenario 'c | b'
judged 1 exit explore $c/ends.c --object worse --scenario 'a'
judged 1 crash explore $c/ends.c --object worse --scenario 'b'
judged 1 invariant explore $c/ends.c --object uneven --scenario 'a ; a | a'
judged 3 - explore $c/ends.c --object worse --scenario 'd | d | d' --max-executions 3
judged 2 - explore $c/ends.c --object nobody
judged 1 data-race explore $c/counter.c --object plain --scenario 'inc | inc' --races
judged 1 condition explore objects/stack/treiber_test.c objects/stack/treiber_plain_push.c \
    --scenario 'push(1) | push(2) ; pop pop'
# Both have returned, and only one of them is in the history that is shown.
out_has '"left_out":2,'
out_has '"states":[["[]"],["[]","[2]"],'
out_has '"what":"all threads have returned","events":2,"happened":4'
out_has ',["[2 1]","[1 2]"],["[2 1]","[1 2]","[1]"],["[1]"],["[1]"],[]],"partials"'
judged 1 deadlock explore tests/explore/deadlock_test.c --object abba --scenario 'inc | inc_other'
out_has '"waiting":[{"thread":0,"for":"mutex","what":"'
judged 1 livelock explore $c/threads.c --object spin --scenario 'a | b'
judged 1 blocking explore tests/explore/lock_free/counters_test.c --object spin --condition none \
    --scenario 'next(0) | next(1)' --lock-free

# linchpin test
judged 0 - test objects/queue/ms_queue_test.c objects/queue/ms_queue.c --rounds 50
judged 1 condition test tests/harness/cases/two_test.c --object forgets --timeout 1m
t=tests/harness/cases/trouble_test.c
judged 1 crash test $t --rounds 200 -- -DTROUBLE=SEGFAULT
judged 1 exit test $t --rounds 200 -- -DTROUBLE=EXIT
judged 1 invariant test $t --rounds 200 -- -DTROUBLE=INVARIANT
judged 3 - test $t --rounds 200 --hang 1 -- -DTROUBLE=HANG

judged 0 - specs
judged 0 - new
judged 0 - new queue --output "$scratch/queue_test.c"

documented "$printed"

# What is printed can be read again.
grep '"verdict":' "$printed" >"$scratch/verdicts"
run 0 "$LINCHPIN" report "$scratch/verdicts" -o "$scratch/all.html"

same_kinds() { # in the files as in what was expected
    checks=$((checks + 1))
    sed -n "$1" "$scratch/cases" | diff "$kinds" - >"$scratch/.out" || fail 'other kinds'
}
sarif=() xml=()
for ((i = 1; i <= written; i++)); do
    sarif+=("$scratch/$i.sarif") xml+=("$scratch/$i.xml")
done
run 0 python3 tests/cli/sarif.py "${sarif[@]}"
cp "$scratch/.out" "$scratch/cases"
same_kinds 's/ error [^ ]* [0-9a-f]\{32\}$//p'
run 0 xmllint --noout --schema tests/cli/junit.xsd "${xml[@]}"
run 0 python3 tests/cli/junit.py "${xml[@]}"
cp "$scratch/.out" "$scratch/cases"
same_kinds 's/^failure \([^ ]*\) .*/\1/p'

# The validator refuses what is wrong.
bad=$(grep -m 1 '"kind":"condition"' "$printed")
for fault in 's/"kind":"condition",//' 's/"kind":"condition"/"kind":"bad luck"/' \
    's/"verdict":"violated"/"verdict":"holds"/' 's/"kind":"condition"/"kind":"deadlock"/' \
    's/"figures":{/"figures":{"luck":1,/' 's/"operations":[0-9]*/"operations":1.5/' \
    's/"linchpin":1/"linchpin":1,"more":true/' 's/"linchpin":1,//' 's/,"figures":{[^}]*}//'; do
    checks=$((checks + 1))
    planted=$(sed "$fault" <<<"$bad")
    [ "$planted" != "$bad" ] || fail "nothing was planted: $fault"
    ! "$python" tests/docs/validate.py $schema <<<"$planted" >/dev/null || fail "accepted: $fault"
done

# So it does steps that speak of what is not there.
change() { # FAULT: of a step that changes what was null to node1
    "$python" tests/docs/validate.py $schema >"$scratch/wrong" <<<"$(sed "$1" <<'END'
{"linchpin":1,"verdict":"holds","history":[{"op":0,"process":0,"type":"invoke","f":"push"}],"rechecked":true,"trace":[{"thread":0,"switch":false,"what":"new","events":1,"changes":[{"box":1,"made":true},{"box":1,"cell":"next","new":"null"},{"box":0,"cell":"top","old":"null","new":"node1","to":1}],"access":{"kind":"cas","cell":"top","old":"null","new":"node1"}}],"memory":{"boxes":[{"name":"shared","kind":"global"},{"name":"node1","kind":"node"}],"cells":[{"box":0,"cell":"top","value":"null"}]},"series":[{"name":"states by depth","x":"depth","y":"states","points":[[0,1],[1,2.5]]}],"graph":{"states":[{"text":"top = null"}],"edges":[{"from":0,"to":0,"what":"push"}],"initial":[0],"path":[0]},"figures":{}}
END
    )"
}
checks=$((checks + 1))
change '' || { rm -f "$scratch/.out"; fail 'steps are refused:'; cat "$scratch/wrong"; }
for fault in 's/"events":1/"events":2/' 's/"old":"null","new":"node1","to":1}]/"new":"node1"}]/' 's/"old":"null"/"old":"node2"/g' \
    's/"to":1/"to":2/' 's/"box":1,"made"/"box":0,"made"/' 's/"made":true/"freed":true/' 's/"path":\[0\]/"path":[1]/' \
    's/"name":"node1"/"name":"shared"/' 's/"kind":"cas"/"kind":"look"/' 's/"made":true/"made":true,"new":"x"/' 's/,2.5\]/]/' \
    's/"value":"null"/"value":"null","to":7/'; do
    checks=$((checks + 1))
    ! change "$fault" || fail "accepted: $fault"
done

# Its lists are those of the sources, and of docs/json.md.
same() { # WHAT, with two lists on descriptors
    checks=$((checks + 1))
    diff "$scratch/schema" "$scratch/sources" >"$scratch/differ" || {
        rm -f "$scratch/.out"
        fail "$1 differ:"
        cat "$scratch/differ"
    }
}
"$python" tests/docs/validate.py $schema --names kind >"$scratch/schema"
sed -n 's/^ *\[LP_VIOLATION_[A-Z_]*\] = "\([a-z-]*\)",$/\1/p' src/judge/evidence/verdict.c |
    grep -vx none >"$scratch/sources"
same 'kinds'
sed -n '/^| kind |/,/^$/s/^| \(`[a-z`, -]*`\) |.*/\1/p' docs/json.md | tr -d '` ' | tr , '\n' \
    >"$scratch/sources"
same 'kinds in docs/json.md'
"$python" tests/docs/validate.py $schema --names wait >"$scratch/schema"
grep -o '\[LP_WAIT_[A-Z_]*\] = "[a-z-]*"' src/judge/evidence/thread_evidence.c |
    sed 's/.*"\(.*\)"/\1/' >"$scratch/sources"
same 'what threads wait for'
sed -n '/^| for |/,/^$/s/^| \(`[a-z`, -]*`\) |.*/\1/p' docs/json.md | tr -d '` ' | tr , '\n' \
    >"$scratch/sources"
same 'what threads wait for in docs/json.md'
"$python" tests/docs/validate.py $schema --names figures >"$scratch/schema"
sed -n 's/^    X([A-Z_]*, "\([a-z0-9 ]*\)".*/\1/p' include/linchpin/figures.h >"$scratch/sources"
same 'figures'

done_testing
