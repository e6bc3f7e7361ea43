#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every reduction alone, all but one, and all together: the same verdict on every
# model as without any, never more states, and the same histories of small
# scenarios where a reduction keeps histories. A model gets all together and a third of
# the others, the next model the next third; one with more than 50,000 states gets a ninth of
# them: nine such models took most of the time; in `make test` a ninth and an eighteenth, in turns. With
# LINCHPIN_ALL, as in make soak, every one.

. tests/expect.sh
compile_quickly # this is about the search

sets="dead threads private fold antichain values messages components receipts all
      -dead -threads -private -fold -antichain -values -messages -components -receipts"

models=0 large=0

# Of the last run, all its blocks: the number of states, and what was reached (methods called and returned,
# statements and branches never reached).
figures() {
    local line rest
    states=0 reached=
    while IFS= read -r line; do
        [[ $line == *'"states":'* ]] && rest=${line##*'"states":'} && states=$((states + ${rest%%[!0-9]*}))
        [[ $line == *'"coverage":'*'},"figures"'* ]] && rest=${line##*'"coverage":'} && reached+=${rest%'},"figures"'*}$'}\n'
    done <"$scratch/.out"
}

compare() { # MODEL OPTIONS…
    local code=0 plain reduction all want number=0 tried part turn states reached
    "$LINCHPIN" verify "$@" --reduce none --json >"$scratch/.out" 2>"$scratch/.err" || code=$?
    # An error of the reference would make every reduction that fails the same way right:
    # only a model that says so in its first line may have one.
    want=$(sed -n '1s,^// exit: \([0-9]\).*,\1,p' "$1")
    [[ $code =~ ^[${want:-01}]$ ]] || { fail "$*: exit code $code without reductions"; return; }
    figures
    plain=$states all=$reached
    [ "$code" != 0 ] || [ -n "$all" ] || fail "$*: no coverage"
    models=$((models + 1))
    part=3 turn=$models
    [ "$plain" -le 50000 ] || part=9 turn=$((large += 1))
    [ ! "${LINCHPIN_TURN:-}" ] || part=$((part == 3 ? 9 : 18)) turn=$((turn + LINCHPIN_TURN))
    for reduction in $sets; do
        number=$((number + 1))
        [ "${LINCHPIN_ALL:-}" ] || [ "$reduction" = all ] || [ $((number % part)) = $((turn % part)) ] || continue
        run "$code" "$LINCHPIN" verify "$@" --reduce "$reduction" --json
        figures
        tried=$reduction
        [ "$code" != 0 ] || [ "$reached" = "$all" ] ||
            fail "$*: reached with $reduction: $reached, without: $all"
        # A search that stops at a violation may stop a little earlier or later.
        [ "$code" != 0 ] || { [ "$states" -gt 0 ] && [ "$states" -le "$plain" ]; } ||
            fail "$*: $states states with $reduction, $plain without"
    done
    echo "$*: exit $code, $plain states, $states with $tried"
}

for model in tests/verify/models/*.lin; do
    compare "$model"
done
compare objects/stack/treiber.lin
compare objects/stack/treiber.lin --threads 3 --capacity 1
compare objects/stack/treiber_aba.lin
# Values that are mere data, three of them.
for model in stack/treiber stack/treiber_aba stack/treiber_plain_push queue/ms_queue_no_tail_check; do
    sed "s/int 0..1/int 1..3/" "objects/$model.lin" >"$scratch/three.lin"
    compare "$scratch/three.lin"
done
compare objects/stack/treiber_plain_push.lin
compare objects/stack/counter_stack.lin --capacity 4
compare objects/queue/ms_queue.lin --operations 4
compare objects/queue/ms_queue_no_tail_check.lin
compare objects/queue/herlihy_wing.lin
compare objects/queue/position_queue.lin --operations 8
compare objects/register/bits_register.lin
compare objects/register/bits_register_two_readers.lin
for model in objects/mailbox/*.lin objects/snzi/*.lin objects/deque/*.lin; do
    compare "$model"
done
# Keys are ordered: there is nothing to rename, and nobody sends messages. The one with overlapping ghosts has
# millions of states.
sets=$(tr " " "\n" <<<"$sets" | grep -vx "values\|messages\|dead,threads,private,fold,antichain,\(values\|messages\)")
for model in objects/set/*.lin; do
    [ "$model" = objects/set/marked_list_ghosts_overlap.lin ] || compare "$model"
done

histories() { # MODEL SCENARIO: the same with what must keep them
    local reduction
    run 0 "$LINCHPIN" verify "$1" --scenario "$2" --histories "$scratch/none" --reduce none
    [ -s "$scratch/none" ] || fail "$1: no histories"
    for reduction in dead private dead,private all; do
        run 0 "$LINCHPIN" verify "$1" --scenario "$2" --histories "$scratch/some" --reduce $reduction
        cmp -s "$scratch/none" "$scratch/some" || fail "$1: other histories with $reduction"
    done
    echo "$1: $2: $(wc -l <"$scratch/none") histories"
}
histories objects/stack/treiber.lin 'push(1) pop | push(2) pop'
histories objects/queue/ms_queue.lin 'enq(1) deq | enq(2) deq'
histories objects/set/marked_list.lin 'add(1) remove(1) | add(1) contains(1)'
histories objects/set/lazy_list.lin 'add(1) remove(2) | remove(1) contains(1)'
histories objects/set/harris_michael.lin 'add(2) remove(1) | add(1) contains(1)'
histories objects/queue/herlihy_wing.lin 'enq(1) deq | enq(2) deq'

run 2 "$LINCHPIN" verify objects/stack/treiber.lin --reduce dead,thread
err_has 'and not "thread"'

run 2 "$LINCHPIN" verify objects/stack/treiber.lin --reduce ""
err_has 'and not ""'
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --reduce dead,
err_has 'and not ""'
run 2 "$LINCHPIN" verify objects/stack/treiber.lin --reduce -dead,
err_has 'and not ""'

# A channel that fills up with messages that can no longer change anything: what holds with the
# reduction is not refuted without it, and the error says what would help.
cat >"$scratch/flood.lin" <<'LIN'
message note;
automaton teller { internal tell() do send note to listener; }
automaton listener { bool heard; input receive note from teller do heard = true; }
system talk = teller || listener { channel teller -> listener reliable; }
verify talk {}
LIN
run 2 "$LINCHPIN" verify "$scratch/flood.lin" --reduce none
err_has 'flood.lin:2:52: the channel from teller to listener has room for 64 messages, and more and more are sent: let a guard bound how many, or declare the channel bounded; or messages that can no longer change anything fill it: --reduce messages drops these'
sed 's/heard = true/heard = !heard/; s/reliable;/reliable; invariant i { listener.heard || !listener.heard }/' "$scratch/flood.lin" >"$scratch/counts.lin"
run 2 "$LINCHPIN" verify "$scratch/counts.lin"
err_has 'the channel from teller to listener has room for 64 messages, and more and more are sent: let a guard bound how many, or declare the channel bounded'
sed 's/listener reliable/listener bounded 2/' "$scratch/counts.lin" >"$scratch/bounded.lin"
run 0 "$LINCHPIN" verify "$scratch/bounded.lin"
done_testing
