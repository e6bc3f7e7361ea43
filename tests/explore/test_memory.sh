# SPDX-License-Identifier: MIT
# Memory after each step of a trace, as boxes and cells, is what the object says that it is: at each call of a function
# that prints it. And what a step says as data it says in words, too.
. tests/expect.sh
here=tests/explore/memory
cc -O1 -fPIC -shared $here/say.c -o "$scratch/libsay.so" || fail 'say.c does not compile'

memory() { # ROOT FILE SCENARIO OPTIONS…: of a violation
    checks=$((checks + 1))
    "$LINCHPIN" explore "$2" "$scratch/libsay.so" --scenario "$3" "${@:4}" ${search:+--search $search} --json \
        >"$scratch/found" 2>"$scratch/.err"
    [ $? = 1 ] || fail "$2: no violation"
    schedule=$(sed -n 's/.*"schedule":"\([^"]*\)".*/\1/p' "$scratch/found")
    "$LINCHPIN" explore "$2" "$scratch/libsay.so" --scenario "$3" "${@:4}" --replay "$schedule" --json \
        >"$scratch/json" 2>"$scratch/said"
    [ $? = 1 ] || fail "$2: no violation in the replay"
    python3 $here/memory.py "$scratch/said" "$1" <"$scratch/json" >"$scratch/.out" || fail "$2"
    python3 tests/docs/validate.py docs/schema/linchpin-1.schema.json <"$scratch/json" || fail "$2: not as the schema has it"
    tr '{}' '\n\n' <"$scratch/json" >"$scratch/parts"
}
parts_have() { # REGEXP
    checks=$((checks + 1))
    grep -q -- "$1" "$scratch/parts" || fail "no part is $1"
}

search=bounded memory main#1.top $here/stack.c 'push(1) push(2) ; pop | pop pop | push(3) ; pop pop' --reuse --cc gcc
out_has 'cas read write and 3 boxes'
out_lacks ' 0 swaps'
parts_have '^"name":"main#3","kind":"node","type":"node"$'
parts_have '^"box":2,"freed":true$'
parts_have '^"kind":"allocate","cell":"main#3"$'
[ "$(grep -c '^"box":2,"made":true$' "$scratch/parts")" -ge 2 ] || fail 'no block is used again'
memory main#1.head $here/queue.c 'enq(1) | enq(2) deq deq' --cc clang
out_has 'cas read write and 4 boxes'
for cc in gcc clang; do
    memory ring.slots $here/ring.c 'enq(1) | enq(2) ; deq deq' --cc $cc
    out_has 'and 2 boxes'
    parts_have '^"name":"ring","kind":"global","type":"struct ring"$'
    parts_have '^"box":1,"cell":"taken","old":"0","new":"1"$'
done
for cc in g++ clang++; do
    memory main#1.head $here/stack.cpp 'push(1) | push(2) ; pop pop' --cc $cc
    out_has 'read update write and 3 boxes'
    parts_have '^"name":"main#1","kind":"node","type":"stack<int>"$'
    parts_have '^"kind":"lock","cell":"[^"]*main#1[^"]*"$'
    parts_have '^"box":0,"cell":"pushed","old":"0","new":"1"$'
done

# The variables of an operation are there from its call on, and what they point to is.
checks=$((checks + 1))
"$LINCHPIN" explore objects/relaxed/queue_test.c objects/relaxed/queue_random_no_window.c --json \
    --scenario 'enq(1) enq(2) enq(3) ; enq(4) deq | deq ; deq deq' -- -DRELAXED_WORST >"$scratch/relaxed"
python3 tests/docs/validate.py docs/schema/linchpin-1.schema.json <"$scratch/relaxed" || fail 'the queue: not as the schema has it'
python3 - "$scratch/relaxed" <<'END' || fail 'variables before the call'
import json, sys
verdict = json.load(open(sys.argv[1]))
boxes = verdict["memory"]["boxes"]
for number, step in enumerate(verdict["trace"]):
    names = [c["cell"] for c in step.get("changes", []) if boxes[c["box"]]["kind"] == "thread" and "new" in c]
    if step["what"] == "call enq(1)":
        break
    assert set(names) <= {"q"}, (number, step)
else:
    assert False, "no call"
after = verdict["trace"][number + 1]
assert {c.get("cell"): c.get("new") for c in after["changes"]}["n"] == "main#3", after
assert any(boxes[c["box"]]["name"] == "main#3" and c.get("made") for c in after["changes"]), after
END

# The return of an operation that the history has is when its event happens, and not before.
python3 - "$scratch/json" <<'END' || fail 'events'
import json, sys
verdict = json.load(open(sys.argv[1]))
events = [step["events"] for step in verdict["trace"]]
history = verdict["history"]
assert events[-1] == len(history) and events[0] == 0, events
for before, now, step in zip([0] + events, events, verdict["trace"]):
    for event in history[before:now]:
        verb = "call " if event["type"] == "invoke" else "return from "
        assert step["what"].startswith(verb + event["f"] + "(") and step["thread"] == event["process"], step
END
checks=$((checks + 1))
done_testing
