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
