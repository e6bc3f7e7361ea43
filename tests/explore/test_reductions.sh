# SPDX-License-Identifier: MIT
# Random small objects: every search, folded or not, says the same as the one
# without any reduction: the same verdict, with --all-histories the same
# histories, folded the same maximal ones, up to swapping threads with the same
# calls where one order of them is run; whether or not loops are cut. LINCHPIN_CASES and SEED for more.
# `make test` has a fifth of the objects, six after each other, in turns.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0 compared=0 violated=0 histories=0 spins=0
runner=$(dirname "$LINCHPIN")/../libexec/linchpin/linchpin-explore
seed=${SEED:-1}
cases=${LINCHPIN_CASES:-60}
cc -O1 -o "$dir/random_objects" tests/explore/random_objects.c || exit 1
cc -O1 -o "$dir/maximal" tests/explore/maximal.c || exit 1
cc -O1 -o "$dir/swapped" tests/explore/swapped.c || exit 1
# Some call functions that are not instrumented.
cc -O1 -shared -fPIC -o "$dir/libsteps.so" tests/explore/foreign/steps.c || exit 1
others=("all-loops=1" "thread-symmetry=1" "all-loops=1 thread-symmetry=1")

# One search of one object; sets $code, writes $dir/$1 and $dir/$1.max.
search() { # NAME KEY=VALUE…
    name=$1
    shift
    "$runner" "$so" "object=$object" "scenario=$scenario" "condition=$condition" "histories=$dir/$name" "$@" 3>"$dir/$name.out" 2>/dev/null
    code=$?
    "$dir/swapped" "$scenario" <"$dir/$name" | LC_ALL=C sort -u >"$dir/$name.all"
    "$dir/maximal" <"$dir/$name.all" >"$dir/$name.max"
}

compare() { # NAME-OF-ORACLE NAME SUFFIX
    cmp -s "$dir/$1$3" "$dir/$2$3" && return
    echo "seed $seed, $object, '$scenario': $2 differs from $1"
    diff "$dir/$1$3" "$dir/$2$3" | head -4
    failed=1
}

while [ "$cases" -gt 0 ]; do
    "$dir/random_objects" "$seed" 50 "$dir/test.c" "$dir/list" || exit 1
    # What the compiler leaves behind in registers and frames is not always the same.
    compiler=gcc
    ((seed % 4 == 3)) && command -v clang >/dev/null && compiler=clang
    kept=$("$LINCHPIN" explore --keep --cc $compiler --object o0 --calls 1x1 --max-executions 1 "$dir/test.c" "$dir/libsteps.so" \
        -- -O$((seed % 3)) 2>&1 >"$dir/say" | sed -n 's/.*files are in //p')
    so=$kept/test.so
    [ -f "$so" ] || { cat "$dir/say"; exit 1; }
    # Some with several processes, however small the search is.
    more=""
    [ $((seed % 2)) = 0 ] && more="split=1 jobs=2"
    while IFS=$'\t' read -r object scenario; do
        if [ "${LINCHPIN_TURN:-}" ] && [ $(((cases / 6 + LINCHPIN_TURN) % 5)) != 0 ]; then
            cases=$((cases - 1))
            continue
        fi
        # By one a deadlock is asked about first, by the other it is a history like others.
        condition=linearizable
        [ $((cases % 2)) = 0 ] && condition=progressible
        search oracle search=paths all-histories=1 max-steps=300 max-executions=50000
        if [ "$code" = 3 ]; then # it spins, or is large: then what was seen must be remembered
            search oracle search=states all-histories=1
            spins=$((spins + 1))
        fi
        want=$code
        [ "$want" = 3 ] && continue # too large
        # An error of the reference would make every search that fails the same way right.
        if [ "$want" != 0 ] && [ "$want" != 1 ]; then
            echo "seed $seed, $object, '$scenario': the reference gives exit code $want"
            cat "$dir/oracle.out"
            exit 1
        fi
        compared=$((compared + 1))
        [ "$want" = 1 ] && violated=$((violated + 1))
        n=$(wc -l <"$dir/oracle")
        histories=$((histories + n))
        [ "$want" = 0 ] && ! cmp -s "$dir/oracle" "$dir/oracle.all" &&
            { echo "seed $seed, $object, '$scenario': swapping threads gives other histories"; failed=1; }
        # Each case with the usual reductions, and with others.
        other=${others[cases % 3]}
        for kind in "dpor 1" "states 1" "dpor 0" "states 0" "dpor 1 $other" "dpor 0 $other"; do
            read -r by all options <<<"$kind"
            search got "search=$by" "all-histories=$all" $options $more
            # Who goes on spinning comes to no end.
            case $options$code in *all-loops*3) continue ;; esac
            if [ "$code" != "$want" ]; then
                echo "seed $seed, $object, '$scenario': $kind gives exit code $code, not $want"
                cat "$dir/got.out" "$dir/oracle.out"
                failed=1
            elif [ "$want" = 0 ]; then
                case $options in *symmetry*) set=.all ;; *) set= ;; esac
                [ "$all" = 1 ] && compare oracle got "$set"
                compare oracle got .max
            fi
        done
        cases=$((cases - 1))
        [ "$cases" -le 0 ] && break
    done <"$dir/list"
    rm -rf "$kept"
    seed=$((seed + 1))
done
echo "$compared objects compared, $violated of them violated, $spins that spin, $histories histories"
[ "$histories" -gt "$compared" ] && [ "$compared" -gt 4 ] || failed=1
# So few as are in one turn need not have these.
[ "${LINCHPIN_TURN:-}" ] || { [ "$violated" -gt $((compared / 50)) ] && [ "$spins" -gt 0 ]; } || failed=1
exit $failed
