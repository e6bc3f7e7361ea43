#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# explore --infer-points: the C twins of models name the lines that the inferred marks of the models stand for; objects
# for each way in which operations take effect; nobody gets points who is not linearizable; the graph of states says the
# same as the tree of all executions; and what the option is not for.
. tests/expect.sh

line_of() { # FILE TEXT: the line of the statement that has it
    grep -nF -- "$2" "$1" | sed -n '1s/:.*//p'
}

# A row of the table that was printed: the operation, the line of a statement, what follows.
has_row() { # OPERATION FILE TEXT [REST]
    local line
    line=$(line_of "$2" "$3")
    [ "$line" ] || fail "nothing in $2 has '$3'"
    tr '\n' '\r' <"$scratch/.out" | sed 's/\r    / /g' | tr '\r' '\n' |
        grep -E -- "^  $1 +:$line +" | grep -qF -- "${4:-}" || fail "no row for $1 in line $line with '${4:-}'"
}

model() { # NAME
    twin=objects/$1.lin
    run 0 "$LINCHPIN" verify "$twin" --infer-points
}
code() { # TEST FILE OPTIONS…
    twin=objects/$2
    run 0 "$LINCHPIN" explore "objects/$1" "$twin" "${@:3}" --infer-points
}

# Treiber's stack: fixed.
fixed='linearizable: operations take effect in fixed steps of their own threads'
model stack/treiber
has_row push $twin 'cas(top, t, n)'
has_row 'pop → a value' $twin 'cas(top, t, u)'
code stack/treiber_test.c stack/treiber.c --up-to 2x2
out_has "$fixed"
out_lacks hindsight
has_row push $twin 'compare_exchange_strong(&s->top, &t, n)' 'when it succeeds'
has_row 'pop → a value' $twin 'compare_exchange_strong(&s->top, &t, u)' 'when it succeeds'
grep -q "^  pop → nil  *:$(grep -nF 'node *t = atomic_load(&s->top);' $twin | sed -n 's/:.*//p' | tail -1) " "$scratch/.out" ||
    fail 'pop → nil'

# Michael and Scott's queue: that it is empty is known only later.
model queue/ms_queue
has_row enq $twin 'cas(t.next, u, n)'
has_row 'deq → none' $twin 'node* u = h.next;' hindsight
has_row 'deq → a value' $twin 'cas(head, h, u)'
for sizes in 2x2 1x1x1 1+2x1; do
    code queue/ms_queue_test.c queue/ms_queue.c --up-to $sizes
    has_row enq $twin 'compare_exchange_strong(&t->next, &next, n)' 'when it succeeds'
    has_row 'deq → nil' $twin 'node *next = atomic_load(&h->next);' hindsight
    has_row 'deq → a value' $twin 'compare_exchange_strong(&q->head, &h, next)' 'when it succeeds'
done

# The lists. That a key is not there may have no step at all: somebody puts it back.
some='by hindsight: at some moment since its call, but in no step of its own'
model set/lazy_list
has_row 'add → true' $twin 'pred.next = n;'
has_row 'remove → true' $twin 'curr.marked = true;'
has_row 'contains → true' $twin 'return !curr.marked;'
out_has "contains → false    $some"
code set/list_set_test.c set/list_set_lazy.c --values 1 --up-to 1+2x1
has_row 'add → true' $twin 'atomic_store(&before->next, node_new(key, n))'
has_row 'remove → true' $twin 'atomic_store(&n->gone, true)'
has_row 'contains → true' $twin 'return n->key == key && !atomic_load(&n->gone)'
has_row 'remove → false' $twin 'pthread_mutex_unlock(&before->lock)' 'called at :'
out_lacks 'under some condition'
out_has "contains → false    $some"

model set/harris_michael
has_row 'add → true' $twin 'if (dcas(pred.next, pred.marked, curr, false, n, false))'
has_row 'remove → true' $twin 'if (!dcas(curr.next, curr.marked, after, false, after, true))'
has_row 'contains → true' $twin 'return !curr.marked;'
out_has "contains → false    $some"
code set/list_set_test.c set/list_set_harris.c --values 1 --up-to 1+2x1
has_row 'add → true' $twin 'compare_exchange_strong(&before->next, &old, (uintptr_t)fresh' 'when it succeeds'
has_row 'remove → true' $twin 'compare_exchange_strong(&n->next, &link, link |' 'when it succeeds'
has_row 'contains → true' $twin 'return n->key == key && !(atomic_load(&n->next) & 1)'
out_has "contains → false    $some"

model set/marked_list
has_row 'add → true' $twin 'atomic {'
out_has 'pred.next = n; @lin return true;'
out_has 'pred.next = r; @lin return true;'
code set/list_set_test.c set/list_set_marked.c --values 1 --up-to 1+2x1
has_row 'add → true' $twin 'atomic_store(&before->next, now);'
has_row 'remove → true' $twin 'atomic_store(&before->next, now);'
out_has 'by hindsight'

# SNZI: in another thread's step.
model snzi/snzi
out_has "or in other threads' steps"
out_has "of another thread's query"
code snzi/snzi_test.c snzi/snzi.c
out_has "or in other threads' steps"
has_row arrive $twin 'return COUNT(atomic_load(&s->indicator)) != 0;' "of another thread's query, when it returns true"
has_row 'query → true' $twin 'return COUNT(atomic_load(&s->indicator)) != 0;'
has_row 'query → false' $twin 'return COUNT(atomic_load(&s->indicator)) != 0;'

# Herlihy and Wing's queue has none. Each way to decide comes with a schedule, and they begin alike.
run 1 "$LINCHPIN" verify objects/queue/herlihy_wing.lin --infer-points
none='linearizable, but without linearization points: in which order operations take effect depends on what happens later'
out_has "$none"
hw="objects/queue/hw_queue_test.c objects/queue/hw_queue.c"
run 1 "$LINCHPIN" explore $hw --infer-points
out_has "$none"
out_has 'Every history is linearizable all the same.'
out_lacks 'not linearizable'
cp "$scratch/.out" "$scratch/none"
scenario=$(sed -n 's/^Scenario: //p' "$scratch/none")
sed -n 's/^ *--replay //p' "$scratch/none" >"$scratch/schedules"
[ "$(wc -l <"$scratch/schedules")" = 2 ] || fail 'not two schedules'
while read -r schedule; do
    run 3 "$LINCHPIN" explore $hw --scenario "$scenario" --replay "$schedule"
    out_has 'the schedule ends before the execution does'
    grep -o 'return from .*' "$scratch/.out" | tail -1 >>"$scratch/ends"
done <"$scratch/schedules"
printf 'return from deq(): 1                           │\nreturn from deq(): 2                           │\n' |
    sed 's/ *│//' >"$scratch/expected"
sed 's/ *│.*//' "$scratch/ends" | sort | diff - "$scratch/expected" >"$scratch/.out" || fail 'the schedules do not end so'
run 0 "$LINCHPIN" explore $hw --scenario "$scenario"

# Objects for each way.
p=tests/explore/points/points_test.c
points() { # CODE OBJECT SCENARIO [OPTIONS]
    run "$1" "$LINCHPIN" explore $p --object "$2" --scenario "$3" --infer-points "${@:4}"
}
for search in states paths; do
    points 0 fixed 'inc get | inc' --search $search
    out_has "$fixed"
    has_row inc $p 'atomic_fetch_add(&x, 1); // adds'
    points 0 sometimes 'write(1) write(2) | read read' --search $search
    out_has 'operations take effect in steps of their own threads, under conditions'
    has_row write $p '// first' 'under some condition'
    has_row write $p '// second'
    has_row 'read → a value' $p '// reads'
    points 0 hindsight 'write(1) write(2) | read' --search $search
    has_row write $p 'atomic_store(&x, (int)lp_to_int(args[0]));'
    has_row 'read → a value' $p '// looks' 'by hindsight: known only later'
    points 0 helped 'first | second | count' --search $search
    out_has "or in other threads' steps"
    has_row first $p 'compare_exchange_strong(&word, &now, next)' 'when it succeeds'
    has_row second $p 'return lp_int(atomic_load(&word) >> 8);' "of another thread's count"
    points 1 nowhere 'enq(1) deq | enq(2) deq' --search $search
    out_has "$none"
done
# Without a read nothing is explained by it.
points 0 hindsight 'write(1) | write(2)'
out_lacks 'by hindsight'

# Who is not linearizable gets none.
points 1 lost 'inc get | inc'
out_has 'not linearizable: no order of the operations explains get()'
out_lacks 'take effect'
# The command that shows it again works.
"$LINCHPIN" explore $p --object lost --scenario 'inc get | inc' --infer-points |
    sed -n 's/^Reproduce: //p' >"$scratch/again.sh"
run 1 bash "$scratch/again.sh"
for mutant in stack/treiber_test.c:stack/treiber_plain_push.c queue/ms_queue_test.c:queue/ms_queue_no_tail_check.c \
    set/list_set_test.c:set/list_set_harris_no_mark.c set/list_set_test.c:set/list_set_lazy_no_validation.c \
    queue/hw_queue_test.c:queue/hw_queue_two_steps.c snzi/snzi_test.c:snzi/snzi_no_half.c; do
    run 1 "$LINCHPIN" explore "objects/${mutant%:*}" "objects/${mutant#*:}" --infer-points --budget 1min
    out_lacks 'take effect'
    out_lacks 'without linearization points'
done

# Any object can be its own spec.
run 0 "$LINCHPIN" explore objects/stack/treiber_test.c objects/stack/treiber.c --spec self --up-to 2x1 --infer-points
has_row push objects/stack/treiber.c 'compare_exchange_strong(&s->top, &t, n)' 'when it succeeds'

# A limit.
run 3 "$LINCHPIN" explore objects/queue/ms_queue_test.c objects/queue/ms_queue.c --up-to 3x3 --timeout 1ms --infer-points
out_has unknown

# What it is not for.
t="objects/stack/treiber_test.c objects/stack/treiber.c"
refused() { # MESSAGE ARGUMENTS…
    run 2 "$LINCHPIN" explore "${@:2}" --infer-points
    err_has "$1"
}
refused 'leave --search dpor out' $t --search dpor
refused 'leave --search pct out' $t --search pct
refused 'a schedule is one execution' $t --scenario 'push(1) | pop' --replay p,2
refused 'points are those of all executions' $t --preemptions 1
refused 'points are those of all executions' $t --max-executions 10
refused 'histories' $t --up-to 2x1 --histories "$scratch/histories"
refused 'all-histories' $t --all-histories
refused 'lock-free' $t --lock-free
refused 'is about linearizability, not sequential' $t --condition sequential
refused 'is about linearizability, not none' $t --condition none
refused 'quasi' objects/queue/ms_queue_test.c objects/queue/ms_queue.c --quasi-factor
refused 'meet' objects/sync/exchanger_test.c objects/sync/exchanger.c

# Random objects, each its own spec: the graph, in which equal states are one node, gives what the tree gives.
cc -O1 -o "$scratch/random_objects" tests/explore/random_objects.c || exit 1
cc -O1 -shared -fPIC -o "$scratch/libsteps.so" tests/explore/foreign/steps.c || exit 1
table() { # SEARCH: sets $code, writes $scratch/$1.table
    code=0
    "$LINCHPIN" explore "$scratch/test.c" "$scratch/libsteps.so" --object "$object" --spec self --scenario "$calls" \
        --search "$1" --infer-points --timeout 5s --hang 2s >"$scratch/$1.full" 2>/dev/null || code=$?
    sed -n '1p;/^Operations/,/^$/p;/^Whatever/,/^$/p' "$scratch/$1.full" >"$scratch/$1.table"
}
compared=0 won=0 lost=0
for seed in ${SEED:-1 2}; do
    "$scratch/random_objects" "$seed" 30 "$scratch/test.c" "$scratch/list" || exit 1
    while IFS=$'\t' read -r object calls; do
        turn 4 || continue
        table paths
        [ $code = 0 ] || [ $code = 1 ] || continue
        want=$code
        table states
        [ $code = 3 ] && continue
        checks=$((checks + 1))
        compared=$((compared + 1))
        grep -q 'take effect in' "$scratch/states.table" && won=$((won + 1))
        grep -q 'without linearization points' "$scratch/states.table" && lost=$((lost + 1))
        [ $code = $want ] && cmp -s "$scratch/paths.table" "$scratch/states.table" && continue
        # Which of several violations is found first may differ.
        grep -q '^✗' "$scratch/paths.table" && grep -q '^✗' "$scratch/states.table" &&
            ! grep -q 'without linearization points' "$scratch/paths.table" "$scratch/states.table" && continue
        fail "seed $seed, $object, '$calls': $(diff "$scratch/paths.table" "$scratch/states.table" | head -5)"
    done <"$scratch/list"
done
[ $won -gt 4 ] || fail "only $won of $compared objects have points"
echo "$compared random objects, $won with points, $lost without"

done_testing
