#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every model gets its verdict, with the canonical and with the raw heap, and the
# canonical form never has more states. Models in tests/verify/models say in their
# first line what must come out: `// exit: 1: use after free`. Optimising takes most of the time: in `make test` every
# sixth of these has it, in turns; verify/interpret holds the compiled models against the interpreter, too.

. tests/expect.sh

states() {
    sed -n 's/.*"states":\([0-9]*\).*/\1/p' "$scratch/.out"
}

both() { # CODE MODEL OPTIONS…
    local code=$1 canonical raw
    shift
    run "$code" "$LINCHPIN" verify "$@" --json
    canonical=$(states)
    run "$code" "$LINCHPIN" verify "$@" --json --heap raw
    raw=$(states)
    echo "$*: canonical $canonical, raw $raw"
    checks=$((checks + 1))
    # A search that stops at a violation may stop a little earlier or later.
    [ "$code" != 0 ] || [ "$canonical" -le "$raw" ] ||
        fail "$*: $canonical canonical states, $raw raw ones"
}

both 0 objects/stack/treiber.lin
both 0 objects/stack/treiber.lin --threads 3 --capacity 1
both 0 objects/stack/treiber_lifo.lin
both 1 objects/stack/treiber_aba.lin
both 1 objects/stack/treiber_plain_push.lin
both 0 objects/queue/ms_queue.lin --operations 4
both 1 objects/queue/ms_queue_no_tail_check.lin

# The ABA is a wrong history where freed nodes may be read, and a use after free
# where they may not.
run 1 "$LINCHPIN" verify objects/stack/treiber_aba.lin
out_has 'not linearizable: no order of the operations explains'
out_has 'at the address of the freed one'
sed 's/ reuse;//' objects/stack/treiber_aba.lin >"$scratch/no_reuse.lin"
run 1 "$LINCHPIN" verify "$scratch/no_reuse.lin"
out_has 'use after free'

for model in tests/verify/models/*.lin; do
    head=$(head -1 "$model")
    code=$(sed -n 's|^// exit: \([0-9]\).*|\1|p' <<<"$head")
    want=$(sed -n 's|^// exit: [0-9]: ||p' <<<"$head")
    if turn 6; then unset CC; else compile_quickly; fi
    run "$code" "$LINCHPIN" verify "$model"
    checks=$((checks + 1))
    [ -z "$want" ] || cat "$scratch/.out" "$scratch/.err" | grep -qF -- "$want" ||
        fail "$model: does not say: $want"
    run "$code" "$LINCHPIN" verify "$model" --heap raw --json
    cat "$scratch/.out" >>"$scratch/printed"
done
documented "$scratch/printed"

unset CC

# Limits give "unknown" and say what was covered.
run 3 "$LINCHPIN" verify objects/stack/treiber.lin --threads 4 --reduce none --timeout 2s --jobs 1
out_has 'time limit'
out_has 'the states to depth'
out_has ' % were expanded'

# One time for all blocks: the second would be done in no time.
{
    grep -v '^verify' objects/stack/treiber.lin
    echo 'verify treiber refines stack { threads 4; int 0..3; capacity 9; }'
    echo 'verify treiber refines stack { threads 1; int 0..0; capacity 1; }'
} >"$scratch/two.lin"
run 3 "$LINCHPIN" verify "$scratch/two.lin" --reduce none --timeout 2s --jobs 1
out_lacks '✓'

# What a model becomes is compiled with -O1, unless the compiler's command names a level.
printf '#!/bin/sh\necho "$*" >>"%s"\nexec cc "$@"\n' "$scratch/asked" >"$scratch/noting"
chmod +x "$scratch/noting"
run 0 env CC="$scratch/noting" "$LINCHPIN" verify objects/stack/treiber.lin
run 0 env CC="$scratch/noting -O0" "$LINCHPIN" verify objects/stack/treiber.lin
checks=$((checks + 1))
[ "$(tr ' ' '\n' <"$scratch/asked" | grep -x -- '-O[0-9]' | tr '\n' ' ')" = '-O1 -O0 -O0 ' ] || # the last: it links
    fail "compiled with $(cat "$scratch/asked")"

# Locals that are not cleared hold on to a chain of nodes without an end.
cat >"$scratch/chain.lin" <<'EOF'
struct node { node* next; }
shared node* tail;
object o { f() { node* n = new node{}; node* old = swap(tail, n); if (old != null) old.next = n; } }
verify o { threads 2; }
EOF
run 0 "$LINCHPIN" verify "$scratch/chain.lin"
run 2 "$LINCHPIN" verify "$scratch/chain.lin" --reduce none
err_has '--reduce dead clears these'

# Scenarios and their histories. The two numbers are known from other tools.
run 0 "$LINCHPIN" verify objects/queue/ms_queue.lin --scenario 'enq(1) deq | enq(2) deq' \
    --histories "$scratch/queue"
[ "$(wc -l <"$scratch/queue")" = 30 ] || fail "Michael-Scott 2x2 has 30 histories"
LC_ALL=C sort -uc "$scratch/queue" || fail "the histories are not sorted"
run 0 "$LINCHPIN" verify objects/stack/treiber.lin \
    --scenario 'push(11) pop | push(21) pop | push(31) pop' --histories "$scratch/stack"
[ "$(wc -l <"$scratch/stack")" = 8550 ] || fail "Treiber 3x2 has 8550 histories"
run 0 "$LINCHPIN" verify objects/stack/treiber.lin --scenario 'push(7) ; pop | pop ; push(1) pop'
run 1 "$LINCHPIN" verify objects/queue/ms_queue_no_tail_check.lin \
    --scenario 'enq(1) deq | enq(2) deq' --histories "$scratch/faulty"
# One history in the file is the counterexample: a nil while something is inside.
[ "$(wc -l <"$scratch/faulty")" -gt 30 ] || fail "the faulty queue has more histories"

# Each of those histories judged alone: exactly those of the faulty object are refuted.
refuted() { # FILE SPEC
    local bad=0 line
    while IFS= read -r line; do
        sed 's/^\[//; s/\]$//; s/},{/}\n{/g' <<<"$line" >"$scratch/one.jsonl"
        "$LINCHPIN" check "$scratch/one.jsonl" --spec "$2" >/dev/null 2>&1 || bad=$((bad + 1))
    done <"$1"
    echo "$bad"
}
checks=$((checks + 2))
[ "$(refuted "$scratch/queue" queue)" = 0 ] || fail "a history of the correct queue is refuted"
[ "$(refuted "$scratch/faulty" queue)" -gt 0 ] || fail "no history of the faulty queue is refuted"

# A model that fails is refuted, also when histories are asked for.
run 1 "$LINCHPIN" verify tests/verify/models/null_dereference.lin --scenario 'pop' \
    --histories "$scratch/none"
out_has 'null dereference'
out_has 'The histories were not written: the model fails.'
[ ! -e "$scratch/none" ] || fail "histories of a model that fails were written"

# An editor may have put a byte order mark in front.
{ printf '\xef\xbb\xbf' && cat tests/verify/models/lost_update.lin; } >"$scratch/marked.lin"
run 1 "$LINCHPIN" verify "$scratch/marked.lin"
run 0 "$LINCHPIN" fmt "$scratch/marked.lin"
cmp -s "$scratch/marked.lin" tests/verify/models/lost_update.lin || fail "the mark is still there"

# A model may be in a file of any name.
cp tests/verify/models/lost_update.lin "$scratch/"$'new\nline\\'
run 1 "$LINCHPIN" verify "$scratch/"$'new\nline\\'

# The graph has a node for each state and an edge for each transition.
run 0 "$LINCHPIN" verify tests/verify/models/atomic_update.lin --no-spec --json --dot "$scratch/graph"
[ "$(grep -c '^  s[0-9]* \[' "$scratch/graph")" = "$(states)" ] || fail "not a node for each state"
[ "$(grep -c -- '->' "$scratch/graph")" = \
    "$(sed -n 's/.*"transitions":\([0-9]*\).*/\1/p' "$scratch/.out")" ] ||
    fail "not an edge for each transition"
run 1 "$LINCHPIN" verify tests/verify/models/null_dereference.lin --dot "$scratch/graph"
grep -q 'label="null dereference"' "$scratch/graph" || fail "the error is not in the graph"
run 2 "$LINCHPIN" verify objects/set/harris_michael.lin --dot "$scratch/graph"
err_has 'too many to draw'

# Bad use.
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --heap row
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --histories "$scratch/x"
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --scenario 'psh(1)'
err_has 'did you mean push?'
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --scenario 'push'
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --scenario 'push("a")'
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --nodes 2
err_has 'declare more nodes'
run 2 "$LINCHPIN" verify nowhere.lin
run 2 "$LINCHPIN" verify
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --cc /nonexistent/cc
run 0 "$LINCHPIN" verify objects/stack/treiber.lin --emit-c
out_has 'struct thread'
done_testing
