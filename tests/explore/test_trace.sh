# SPDX-License-Identifier: MIT
# What the steps of a trace say: where, what is waited for, pointers with tags, the set-up.
. tests/expect.sh
here=tests/explore/trace

trace() { # COMPILER FILE SCENARIO OPTIONS…: one line per step, "where  what"
    checks=$((checks + 1))
    "$LINCHPIN" explore "$2" --cc "$1" --scenario "$3" --json --quiet "${@:4}" >"$scratch/json" 2>"$scratch/.err"
    [ $? = 1 ] || fail "$*: no violation"
    sed 's/.*"trace":\[//; s/{"thread"/\n&/g' "$scratch/json" |
        sed -n 's/.*"what":"\([^"]*\)","where":"\([^"]*\)".*/\2  \1/p' >"$scratch/.out"
}

at() { # FILE COMMENT: the line that has it
    printf '%s:%s' "$(basename "$1")" "$(grep -n "// $2\$" "$1" | cut -d: -f1)"
}

for cc in gcc clang; do
    file=$here/waits.c
    trace $cc $file semaphore
    out_has '  semaphore init t->sem [main#1]: 2'
    out_has '  semaphore wait t->sem [main#1]: 2 → 1'
    out_has '  semaphore try t->sem [main#1]: 1 → 0'
    out_has '  semaphore try t->sem [main#1]: fails, it is 0'
    out_has '  semaphore value t->sem [main#1]: 0'
    out_has '  semaphore post t->sem [main#1]: 0 → 1'
    out_has '  mutex init t->mutex [main#1]'
    out_has '  condition init t->cond [main#1]'
    out_has '  barrier init t->barrier [main#1]: for 2 threads'
    out_has '  mutex init t->c11 [main#1]' # and not where explore has C11 threads
    out_lacks 'c11.c'
    out_lacks 'operation on'
    trace $cc $file futex_late
    out_has '  futex wait on t->word [main#1]: expects 2, finds 3: returns at once'
    trace $cc $file 'futex_sleep | futex_wake' --replay 2,0,1,0,1,0,2
    out_has '  futex wait on t->word [main#1]: expects 3, finds 3: sleeps'
    out_has '  futex wake t->word [main#1]: wakes thread 0'
    out_has '  futex wait on t->word [main#1]: woken'
    trace $cc $file 'futex_sleep | futex_wake'
    out_has '  futex wake t->word [main#1]: wakes nobody'
    trace $cc $file 'await | announce' --replay 2,0,1,0x2,1x4,0x2,2
    out_has '  wait on t->cond [main#1]: unlocks the mutex and sleeps'
    out_has '  signal t->cond [main#1]: wakes thread 0'
    out_has '  wait on t->cond [main#1]: woken, locks the mutex again'
    out_has '  broadcast t->cond [main#1]: wakes nobody'
    trace $cc $file 'meet | meet'
    out_has ': 1 of 2 have come, sleeps'
    out_has ': 2 of 2 have come: wakes thread 1'
    trace $cc $file rest
    out_has '  once t->once [main#1]: begins'
    out_has '  once t->once [main#1]: done before'
    out_has '  create key 0'
    out_has '  trylock t->rwlock [main#1]: fails'
    out_has '  trylock t->mutex [main#1]: taken'
    out_has '  trylock t->mutex [main#1]: fails, thread 0 has it'
    out_has '  lock t->c11 [main#1]'
    out_lacks 'operation on'

    trace $cc $here/tags.c next
    out_has ' = t0#1 | tag 1'
    out_has ' = t0#1 | tag 5 << 48'
    out_has ' = variable | tag 3'
    out_has ' = (0, 0)'
    out_has ': (0, 0) → (t0#1, 7)'
    out_has ' = t0#1+17'
    out_has ' = letters+21'
    # Pointers into a block or a variable too, unless letters lie there.
    out_has ' = t0#2+16 | tag 1'
    out_has ' = t0#2+57'
    out_has ' = t0#3+32 | tag 1'
    out_has ' = spare+24 | tag 2'
    out_has ' = spare+49'
    out_has ' = t0#3+16 | tag 9 << 48'
    out_has ' = t0#3+32 | tag 1 | tag 9 << 48'
    out_has ' = t0#3+48'
    out_has ' = 0x5000000000007'

    # A function that is handed a word is shown where it is called, one that is handed a
    # structure where it is.
    trace $cc $here/places.c next
    out_has "$(at $here/places.c 'in run')  store b->ready [main#1] = 1 (release)"
    take=$(grep -n 'at = load_long' $here/words.h | cut -d: -f1)
    out_has "words.h:$take  load r->head [main#1"
    out_has "words.h:$((take + 1))  store r->head [main#1"
done

for cc in g++ clang++; do
    file=$here/places.cpp
    trace $cc $file next
    out_has "$(at $file load)  load q.head_ [main#1] = 0 (acquire)"
    out_has "$(at $file cas)  cas q.head_ [main#1] fails: it is 0"
    out_has "$(at $file lock)  lock main#1.mutex"
    out_has "$(at $file signal)  signal q.changed [main#1]: wakes nobody"
    out_has "$(at $here/tagged.hpp list)  load first [main#1.items.first] = 0"
    out_has "$(at $here/tagged.hpp tagged)  load "
    out_lacks 'atomic_base.h'
    out_lacks '_ptr_base.h'
    # The functions in between are in the JSON.
    checks=$((checks + 1))
    grep -q '"frames":\[{"where":"atomic_base.h:[0-9]*","function":"std::[^"]*::load"}' "$scratch/json" ||
        fail "$cc: no frames"
done

# A race, a leak and a crash are named as steps are, the crash also by its callers.
for cc in gcc clang; do
    file=$here/faults.c
    run 1 "$LINCHPIN" explore $file --cc $cc --scenario 'race | race' --races --condition none
    out_has '✗ data race on c->value [main#1.cells[2].value]: write by thread 1 at faults.c:'
    run 1 "$LINCHPIN" explore $file --cc $cc --scenario leak --leaks --condition none
    out_has "✗ 1 block is not freed at the end: t0#1 of 32 bytes, allocated at $(at $file leak)"
    run 1 "$LINCHPIN" explore $file --cc $cc --scenario 'leak leak' --leaks --condition none
    out_has "✗ 2 blocks are not freed at the end: t0#1 of 32 bytes, allocated at $(at $file leak)"
    out_has "t0#2 of 32 bytes, allocated at $(at $file leak)"
    for flags in -O0 -O2; do
        run 1 "$LINCHPIN" explore $file --cc $cc --scenario crash -- $flags
        out_has "✗ crashed: null pointer dereference at $(at $file put)"
        out_has "put at $(at $file put)"
        out_has "crash at $(at $file crash)"
        out_has 'call crash()'
        out_has 'NULL+8'
        run 1 "$LINCHPIN" explore $file --cc $cc --scenario crash_in_header -- $flags
        out_has "✗ crashed: null pointer dereference at $(at $file header)"
        out_has 'put_int at words.h:'
    done
done

# The set-up is one line, unless one execution is asked for.
run 1 "$LINCHPIN" explore $here/waits.c --scenario 'futex_sleep | futex_wake' --condition none
out_has 'Set-up by thread 2: create (8 steps; --replay shows them)'
out_lacks 'semaphore init'
out_lacks '│ thread 2'
run 1 "$LINCHPIN" explore $here/waits.c --scenario 'futex_sleep | futex_wake' --replay 2,0,1,0,1,0,2
out_lacks 'Set-up'
out_has 'semaphore init'

# A deadlock names what is waited for.
run 1 "$LINCHPIN" explore $here/waits.c --scenario futex_sleep --condition none
out_has 'deadlock'
out_has 'thread 0 sleeps on t->word [main#1] (waits.c:'
# What is said of the search is wrapped as all is, and counts one as one.
run 0 "$LINCHPIN" explore objects/queue/ms_queue_test.c objects/queue/ms_queue.c --reuse --scenario 'enq(1)'
out_says 'with blocks reused, so that use after free is not looked for'
out_has '1 execution ·'
out_has '1 history'
checks=$((checks + 1))
! grep -qE '^  .{99}' "$scratch/.out" || fail 'a line of more than 100 columns'

# A history that is not all that happened says so.
run 1 "$LINCHPIN" explore objects/queue/ms_queue_test.c objects/queue/ms_queue_no_tail_check.c \
    --scenario 'enq(1) enq(5) deq deq | enq(2) deq deq'
out_has '(shortened: 2 of 7 operations; the others are not needed, the steps below have them)'
run 1 "$LINCHPIN" check docs/examples/queue_bad.jsonl --spec queue
out_has '(shortened: 3 of 4 operations; the other is not needed)'
run 1 "$LINCHPIN" explore $here/tags.c --scenario next
out_lacks shortened
done_testing
