#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `threads *`: what is proved, what is unknown and why, what is refused, and that nothing holds for any number of threads
# that is violated with 2, 3 or 4.

. tests/expect.sh
compile_quickly # this is about the views

any=docs/examples/any

# Proofs.
for model in objects/stack/treiber.lin objects/set/marked_list.lin objects/set/harris_michael.lin \
    objects/stack/counter_stack.lin; do
    run 0 "$LINCHPIN" verify "$model" --threads '*'
    out_says 'for any number of threads, operations take effect at their marks, or only look'
done
for model in ticket_lock one_bit_lock k_register; do
    run 0 "$LINCHPIN" verify $any/$model.lin
    out_says 'for any number of threads'
done
out_says 'by views of thread 0 and one other'
run 0 "$LINCHPIN" verify $any/ticket_lock.lin
out_says 'by views of two threads'
# A number on the command line is instead of *, and the other way round.
run 0 "$LINCHPIN" verify $any/ticket_lock.lin --threads 3
out_says 'all states of this finite instance (3 threads'
run 0 "$LINCHPIN" verify objects/stack/treiber.lin --threads '*' --capacity 1
out_says 'at most 1 inside'
run 0 "$LINCHPIN" verify objects/stack/treiber.lin --threads '*' --json
out_has '"views":'

# Unknown, with the reason.
sed 's/ operations 5;/ capacity 1;/; s/int 0..1/int 0..0/' objects/queue/ms_queue.lin >"$scratch/ms.lin"
run 3 "$LINCHPIN" verify "$scratch/ms.lin" --threads '*' --timeout 20s
out_says 'there is no end of what a thread can hold on to'
echo 'shared int x; object o { f() { faa(x, 1); } } verify o { threads *; }' >"$scratch/grows.lin"
run 3 "$LINCHPIN" verify "$scratch/grows.lin" --timeout 2s
out_says 'the time limit was reached'
run 3 "$LINCHPIN" verify "$scratch/grows.lin" --memory 60M
out_says 'the memory limit was reached'
run 3 "$LINCHPIN" verify objects/queue/herlihy_wing.lin --threads '*' --timeout 10s
# Three threads with two flags each want the other: views of two are too coarse, but nothing is wrong.
cat >"$scratch/coarse.lin" <<'END'
shared int a; shared int turn;
object o {
  f() @only(0) { await(a == 0); a = 1; }
  g() @only(1..*) { int t = faa(turn, 1); int u = faa(turn, -1); assert(u <= 3 || t <= 3); }
}
verify o { threads *; }
END
run 3 "$LINCHPIN" verify "$scratch/coarse.lin" --timeout 20s

# A violation is shown as it is with so many threads.
run 1 "$LINCHPIN" verify objects/stack/treiber_plain_push.lin --threads '*'
out_has 'no order of the operations explains'
out_says 'verify objects/stack/treiber_plain_push.lin --threads 2'
cat >"$scratch/three.lin" <<'END'
shared int inside;
object o { f() { faa(inside, 1); assert(inside < 3); faa(inside, -1); } }
verify o { threads *; }
END
run 1 "$LINCHPIN" verify "$scratch/three.lin"
out_has '--threads 3'

# What threads have from the start is the same node, though `init` has left nothing shared that leads to it.
from_the_start() { # DECLARATIONS BODY
    printf '%s\n' "struct node { int val; node* next; }" "$1" "object o { go() { $2 } }" 'verify o { threads *; }' >"$scratch/m.lin"
    run 1 "$LINCHPIN" verify "$scratch/m.lin"
    out_has '--threads 2'
}
own='atomic { assert(m.val == 0); m.val = 1; } m.val = 0;'
from_the_start 'shared node* top = new node{0}; thread node* mine = top; init { top = null; }' "node* m = mine; $own"
from_the_start 'shared node* top = new node{0}; thread node* mine = top; init { top = new node{0}; }' "node* m = mine; $own"
from_the_start 'shared node* top = new node{0}; thread node* mine = new node{0, top}; init { top = null; }' "node* m = mine.next; $own"
from_the_start 'shared seq<node*> q; shared node* n = new node{0}; thread node* mine = n; init { q.push(n); n = null; node* z = q.pop(); }' \
    "node* m = mine; $own"
printf '%s\n' 'struct node { int val; }' 'thread node* mine = new node{0};' "object o { go() { node* m = mine; $own } }" \
    'verify o { threads *; }' >"$scratch/m.lin"
run 0 "$LINCHPIN" verify "$scratch/m.lin"

# As many nodes as are asked for.
run 3 "$LINCHPIN" verify objects/stack/treiber.lin --threads '*' --nodes 3
out_has 'as many nodes as are asked for are not enough'

# Refusals.
refused() { # PHRASE MODEL-TEXT
    printf '%s\n' "$2" >"$scratch/m.lin"
    run 2 "$LINCHPIN" verify "$scratch/m.lin"
    err_has "$1"
}
refused 'threads * and `me`, or marks of other threads' 'shared int[16] x; object o { f() { x[me] = 1; } } verify o { threads *; }'
refused 'threads * and deadlockfree' 'shared bool x; object o { f() { lock(x); unlock(x); } } verify o { threads *; deadlockfree; }'
refused 'threads * and progress' 'shared int x; object o { f() { x = 1; } } verify o progress lockfree { threads *; }'
refused 'threads * and reachable' 'shared int x; object o { f() { x = 1; } } verify o { threads *; reachable x == 1; }'
refused 'threads * and capacity without a spec' 'shared int x; object o { f() @insert { x = 1; } } verify o { threads *; capacity 1; }'
refused 'threads * and methods that are all @only' 'shared int x; object o { f() @only(0..3) { x = 1; } } verify o { threads *; }'
refused 'threads * and sequential' 'shared int x; object o { f() { x = 1; } } spec s { f() {} } verify o sequential s { threads *; operations 2; }'
for option in '--heap raw' --hash-compact '--walk 10' --coverage --strong --infer-points --no-points --quasi-factor; do
    # shellcheck disable=SC2086
    run 2 "$LINCHPIN" verify objects/stack/treiber.lin --threads '*' $option
done
run 2 "$LINCHPIN" verify objects/stack/treiber_aba.lin --threads '*'
err_has 'threads * and free'
run 2 "$LINCHPIN" verify objects/register/bits_register.lin --threads '*'
err_has 'write @only(1..*)'
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --threads x
err_has 'is not a whole number from 1 up, or *'
run 2 "$LINCHPIN" verify $any/ticket_lock.lin --dot -
err_has 'threads * and --dot'
run 2 "$LINCHPIN" verify $any/ticket_lock.lin --emit-c
err_has 'threads * and --emit-c'

refused 'threads * and quasi:2' 'shared int x; object o { f() { x = 1; } } spec s { f() {} } verify o quasi:2 s { threads *; operations 2; }'
refused 'threads * and commit-atomic' 'shared int x; object o { f() { @lin x = 1; } } verify o commit-atomic { threads *; }'
refused 'threads * and mutex' 'shared bool x; object o { lock() { lock(x); } unlock() { unlock(x); } } verify o refines mutex { threads *; }'

# Never "holds" where 2, 3 or 4 threads are violated.
mutants=0
proved=0
judge_mutant() { # WHAT OPTIONS…
    local code=0 what=$1 threads
    shift
    "$LINCHPIN" verify "$scratch/mutant.lin" --threads '*' --timeout 4s "$@" >"$scratch/.out" 2>"$scratch/.err" || code=$?
    mutants=$((mutants + 1))
    checks=$((checks + 1))
    [ "$code" != 2 ] || grep -q 'threads \*' "$scratch/.err" || fail "$what: refused without a reason"
    [ "$code" = 0 ] || return 0
    proved=$((proved + 1))
    for threads in 2 3 4; do
        code=0
        "$LINCHPIN" verify "$scratch/mutant.lin" --threads $threads --timeout 4s >"$scratch/.out" 2>"$scratch/.err" || code=$?
        [ "$code" != 1 ] || fail "$what: holds for any number of threads, not for $threads"
    done
}
while IFS='|' read -r model what script want; do
    model=${model// /} want=${want// /}
    [ -n "$model" ] && [ "${model:0:1}" != '#' ] || continue
    turn 16 || continue
    sed "$(sed 's/^ *//; s/ *$//' <<<"$script")" "objects/$model" >"$scratch/mutant.lin"
    judge_mutant "$model,$what"
done <tests/verify/mutants.txt
while IFS='|' read -r model what script; do
    model=${model// /}
    [ -n "$model" ] && [ "${model:0:1}" != '#' ] || continue
    turn 8 || continue
    sed "$(sed 's/^ *//; s/ *$//' <<<"$script")" "$any/$model" >"$scratch/mutant.lin"
    ! cmp -s "$scratch/mutant.lin" "$any/$model" || fail "$model: nothing is changed:$what"
    judge_mutant "$model,$what"
done <tests/verify/any_mutants.txt
echo "$mutants mutants, $proved proved"
done_testing
