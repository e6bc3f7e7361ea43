#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --infer-points and --strong on the catalogue: the lines in which operations take effect, as those who know the
# algorithms tell them; the marks that are written, verified; mutants, of which none is accepted that the monitor
# refutes; and what these options are not for. (test_random_points.c has the definitions.)

. tests/expect.sh
compile_quickly

line_of() { # MODEL TEXT [N]: the line of the N-th statement that has it
    grep -nF -- "$2" "objects/$1" | sed -n "${3:-1}s/:.*//p"
}

has_row() { # OPERATION LINE REST: a row of the table that was printed
    grep -qE -- "^  $1 +:$2 +" "$scratch/.out" && grep -E -- "^  $1 +:$2 +" "$scratch/.out" | grep -qF -- "$3" ||
        fail "no row for $1 in line $2 with '$3'"
}

# Treiber's stack: fixed.
model=stack/treiber.lin
run 0 "$LINCHPIN" verify objects/$model --infer-points --marked "$scratch/marked.lin"
out_has 'linearizable: operations take effect in fixed steps of their own threads'
has_row push "$(line_of $model 'cas(top, t, n)')" 'if (cas(top, t, n))'
has_row 'pop → none' "$(line_of $model 'node* t = top;' 2)" 'node* t = top;'
has_row 'pop → a value' "$(line_of $model 'cas(top, t, u)')" 'if (cas(top, t, u))'
out_has 'if (cas(top, t, n)) @lin return;'
out_lacks hindsight
# The marks that are written are those of the model, whose verify block has no `using points`.
sed 's/ using points//' "$scratch/marked.lin" | diff - objects/$model >"$scratch/.out" || fail "other marks"
grep -q 'refines stack using points' "$scratch/marked.lin" || fail "not using points"

# Michael and Scott's queue: that it is empty is known only later.
model=queue/ms_queue.lin
run 0 "$LINCHPIN" verify objects/$model --infer-points --marked "$scratch/marked.lin"
has_row enq "$(line_of $model 'cas(t.next, u, n)')" 'going on to'
has_row 'deq → a value' "$(line_of $model 'cas(head, h, u)')" 'if (cas(head, h, u))'
has_row 'deq → none' "$(line_of $model 'node* u = h.next;')" 'by hindsight'
run 0 "$LINCHPIN" verify "$scratch/marked.lin" --strict
out_has 'operations take effect at their marks, or only look'

# The lazy list and Harris's: the link, the mark, and hindsight for contains.
model=set/lazy_list.lin
run 0 "$LINCHPIN" verify objects/$model --infer-points --marked "$scratch/marked.lin"
has_row 'add → true' "$(line_of $model 'pred.next = n;')" 'pred.next = n;'
has_row 'remove → true' "$(line_of $model 'curr.marked = true;')" 'curr.marked = true;'
has_row 'contains → true' "$(line_of $model 'return !curr.marked;')" 'return !curr.marked;'
out_has 'contains → false    by hindsight'
run 0 "$LINCHPIN" verify "$scratch/marked.lin" --strict
out_has 'operations take effect at their marks, or only look'
run 0 "$LINCHPIN" fmt --check "$scratch/marked.lin"
model=set/harris_michael.lin
run 0 "$LINCHPIN" verify objects/$model --infer-points
has_row 'add → true' "$(line_of $model 'if (dcas(pred.next, pred.marked, curr, false, n, false))')" 'dcas'
has_row 'remove → true' "$(line_of $model 'if (!dcas(curr.next, curr.marked, after, false, after, true))')" 'dcas'
out_has 'contains → false    by hindsight'

# SNZI: in another thread's step. No marks can be written, and that is said.
run 0 "$LINCHPIN" verify objects/snzi/snzi.lin --infer-points --marked "$scratch/none.lin"
out_has "or in other threads' steps"
out_has "of another thread's query"
out_has 'no marks say it'
[ ! -e "$scratch/none.lin" ] || fail "a model was written"

# Herlihy and Wing's queue has none of any kind; every step of the play was made again.
run 1 "$LINCHPIN" verify objects/queue/herlihy_wing.lin --infer-points
out_has '✗ linearizable, but without linearization points'
out_has 'queue has no answer in'
out_has 'thread 1: '
out_has 'Reproduce: '
run 1 "$LINCHPIN" verify objects/queue/herlihy_wing.lin --infer-points --json
out_has '"kind":"linearization-point"'

# Strong linearizability. The lazy list is strongly linearizable: a thread that looks for a key is on nodes that are
# still in the list, and then finds what is in it, or on removed ones, whose links nobody changes any more, and then what
# it will find is known. That of Harris is not: what a thread finds there depends on who helps.
for yes in stack/treiber stack/counter_stack set/lazy_list set/hand_over_hand snzi/snzi; do
    run 0 "$LINCHPIN" verify objects/$yes.lin --strong
    out_has 'strongly linearizable: there is a forward simulation'
done
for no in queue/ms_queue set/harris_michael queue/herlihy_wing; do
    run 1 "$LINCHPIN" verify objects/$no.lin --strong
    out_has 'not strongly linearizable'
done
run 1 "$LINCHPIN" verify docs/examples/distributed/abd_pair.lin --strong
out_has 'not strongly linearizable'

# Mutants: what the monitor refutes has neither points nor a simulation, and marks that were inferred for the original
# do not make it right. What it does not refute keeps its marks if these are inferred anew.
mutants=0
while IFS='|' read -r model what script want; do
    model=${model// /} want=${want// /}
    [ -n "$model" ] && [ "${model:0:1}" != '#' ] && turn 8 || continue
    script=$(sed 's/^ *//; s/ *$//' <<<"$script")
    sed "$script" "objects/$model" >"$scratch/mutant.lin"
    mutants=$((mutants + 1))
    rm -f "$scratch/marked.lin"
    if [ "$want" = 1 ]; then
        for option in --strong --infer-points; do
            "$LINCHPIN" verify "$scratch/mutant.lin" $option --timeout 60s >"$scratch/.out" 2>"$scratch/.err"
            code=$?
            # A step that fails is an error to a game, which is about steps that do not.
            [ $code = 1 ] || { [ $option = --strong ] && [ $code = 2 ]; } || fail "$model, $what: $option: exit code $code"
        done
        "$LINCHPIN" verify "objects/$model" --infer-points --marked "$scratch/marked.lin" >/dev/null 2>&1
        if [ -e "$scratch/marked.lin" ]; then
            sed "$script" "$scratch/marked.lin" >"$scratch/both.lin"
            # What the script changes in the one text it need not change in the other.
            if ! "$LINCHPIN" verify "$scratch/both.lin" --no-points --quiet; then
                run 1 "$LINCHPIN" verify "$scratch/both.lin"
            fi
        fi
    else
        "$LINCHPIN" verify "$scratch/mutant.lin" --infer-points --marked "$scratch/marked.lin" >"$scratch/.out" 2>"$scratch/.err"
        code=$?
        [ $code -le 1 ] || fail "$model, $what: exit code $code"
        [ ! -e "$scratch/marked.lin" ] || run 0 "$LINCHPIN" verify "$scratch/marked.lin" --strict
    fi
done <tests/verify/mutants.txt
echo "$mutants mutants"
[ $mutants -ge 6 ] || fail "there are only $mutants mutants"

# What they are not for, and what they do not go with.
bad() { # MESSAGE FILE OPTIONS…
    local message=$1
    shift
    run 2 "$LINCHPIN" verify "$@"
    err_has "$message"
}
bad '--infer-points is for verify blocks with refines of an object' objects/sync/barrier.lin --infer-points
bad '--strong is for verify blocks with refines' objects/sync/barrier.lin --strong
bad '--infer-points is for verify blocks with refines of an object' objects/distributed/abd.lin --infer-points
bad 'add --infer-points' objects/stack/treiber.lin --marked "$scratch/marked.lin"
bad 'these are two questions' objects/stack/treiber.lin --strong --infer-points
bad 'a game is played in all states' objects/stack/treiber.lin --infer-points --walk 100
bad 'a game needs all states' objects/stack/treiber.lin --strong --hash-compact
bad 'it is about the spec' objects/stack/treiber.lin --infer-points --no-spec
bad 'cannot be written' objects/stack/treiber.lin --infer-points --marked "$scratch/no/such/folder/m.lin"
cat >"$scratch/choice.lin" <<'END'
shared int x;
object coin { toss() -> int { choose y in 0..1; x = y; return y; } last() -> int { return x; } }
spec any { int v; toss() -> int { choose y in 0..1; v = y; return y; } last() -> int { return v; } }
verify coin refines any { threads 2; }
END
run 0 "$LINCHPIN" verify "$scratch/choice.lin" --strong
run 0 "$LINCHPIN" verify "$scratch/choice.lin" --infer-points
out_has 'x = y;'
# A method without steps takes effect in its call.
cat >"$scratch/call.lin" <<'END'
shared int x;
object o { set() { x = 1; } seven() -> int { return 7; } }
spec s { set() { } seven() -> int { return 7; } }
verify o refines s { threads 2; }
END
run 0 "$LINCHPIN" verify "$scratch/call.lin" --infer-points
out_has 'seven → a value     the call'

# One kind of result, and two ways to return it: each has its mark. A mark in a comment is none.
cat >"$scratch/flag.lin" <<'END'
shared int a; // @lin
object flag {
  set() -> int { if (cas(a, 0, 1)) return 1; return 0; }
  get() -> int { if (a == 0) return 0; return 1; }
}
spec once {
  int a;
  set() -> int { if (a == 0) { a = 1; return 1; } return 0; }
  get() -> int { return a; }
}
verify flag refines once { threads 2; }
END
run 0 "$LINCHPIN" verify "$scratch/flag.lin" --infer-points --marked "$scratch/marked.lin"
out_has ':3    set() -> int { if (cas(a, 0, 1)) @lin return 1; @lin return 0; }'
out_lacks ':1 '
run 0 "$LINCHPIN" verify "$scratch/marked.lin" --strict
out_has 'operations take effect at their marks, or only look'

# Limits are kept.
run 3 "$LINCHPIN" verify objects/set/lazy_list.lin --threads 4 --strong --memory 300M
out_has 'the memory limit was reached'
done_testing
