# SPDX-License-Identifier: MIT
# Where threads that wait for ever are judged (`progressible`): the reduced search
# says the same as the one by states, which reduces nothing but equal states, with
# the same histories, and folded with the same maximal ones, open calls and all.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0 stuck=0
cc -O1 -o "$dir/maximal" tests/explore/maximal.c || exit 1

search() { # NAME OPTIONS…
    name=$1
    shift
    "$LINCHPIN" explore --json --quiet objects/sync/"$object"_test.c "objects/sync/$file.c" "${which[@]}" \
        --condition progressible --scenario "$scenario" --histories "$dir/$name" "$@" >"$dir/$name.out"
    code=$?
    "$dir/maximal" <"$dir/$name" >"$dir/$name.max"
}

same() { # OBJECT FILE SCENARIO OPTIONS…
    object=$1 file=$2 scenario=$3
    shift 3
    which=("$@")
    search want --search states --all-histories
    want=$code
    grep -q '"complete executions":0,' "$dir/want.out" && stuck=$((stuck + 1))
    for options in "" "--all-histories" "--all-histories --all-loops" "--search dpor"; do
        search got $options
        if [ $code != $want ]; then
            echo "$file '$scenario' $options: exit code $code, not $want"
            head -c 400 "$dir/got.out"
            failed=1
        fi
        [ $want = 0 ] || continue
        case $options in
        *all-histories*) cmp "$dir/want" "$dir/got" || failed=1 ;;
        *) cmp "$dir/want.max" "$dir/got.max" || failed=1 ;;
        esac
    done
}

same sync_chan sync_chan 'send(1) | send(2) | receive receive'
same sync_chan sync_chan 'send(1) | receive | receive'
same sync_chan sync_chan 'send(1) send(2) | receive'
same sync_chan sync_chan_signal 'send(1) | send(2) | receive'
same sync_chan sync_chan_if 'send(1) send(2) | receive | receive'
same exchanger exchanger 'exchange(1) | exchange(2) | exchange(3)'
same exchanger exchanger 'exchange(1) | exchange(1) | exchange(1)'
same men_women men_women 'man(1) | man(2) | woman(3)'
same men_women men_women_signal 'man(1) | man(2) | woman(3) woman(4)'
same one_family one_family 'meet(0) | meet(1)'
same abc abc 'a(1) | b(3) | c(5)'
same abc abc_signal 'a(1) a(2) | b(3) b(4) | c(5) c(6)'
same barrier barrier 'sync(0) sync(0) | sync(1)' --object barrier_2
same barrier barrier_reuse 'sync(0) sync(0) | sync(1) sync(1)' --object barrier_2
same enrollable_barrier enrollable_barrier_resign 'enrol(0) sync(0) resign(0) | enrol(1) sync(1) resign(1)'
same timeout_chan timeout_chan 'send(1) | receive receive'
same closeable_chan closeable_chan 'send(1) | receive close'
same terminating_queue terminating_queue 'deq deq | enq(1) deq'
same terminating_queue terminating_queue_count 'deq deq | enq(1) deq'
[ $stuck -ge 4 ] || { echo "only $stuck scenarios in which somebody always waits"; failed=1; }
exit $failed
