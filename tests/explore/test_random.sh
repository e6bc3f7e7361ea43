# SPDX-License-Identifier: MIT
# Random small objects: both searches find exactly the histories that an
# enumeration by separate code finds, also where threads wait or spin for ever; the
# search without states or reductions does where no thread spins. PROGRAMS and SEED may be set for a longer run.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0 most=0 spins=0 stuck=0
first=${SEED:-1}
cc -O1 -o "$dir/random_program" tests/explore/random_program.c || exit 1
cc -O1 -shared -fPIC -o "$dir/libsteps.so" tests/explore/foreign/steps.c || exit 1
for ((seed = first; seed < first + ${PROGRAMS:-24}; seed++)); do
    "$dir/random_program" $seed "$dir/test.c" "$dir/want" "$dir/scenario" || exit 1
    n=$(wc -l <"$dir/want")
    [ "$n" -gt "$most" ] && most=$n
    compiler=gcc
    ((seed % 2)) && command -v clang >/dev/null && compiler=clang
    searches="dpor states paths"
    if grep -q '    while' "$dir/test.c"; then
        searches="dpor states"
        spins=$((spins + 1))
        # As many returns as calls in every history, or somebody is stuck.
        awk '{ if (gsub(/"invoke"/, "") != gsub(/"ok"/, "")) found = 1 } END { exit !found }' "$dir/want" && stuck=$((stuck + 1))
    fi
    for search in $searches; do
        "$LINCHPIN" explore --quiet --cc $compiler "$dir/test.c" "$dir/libsteps.so" --scenario "$(cat "$dir/scenario")" \
            --search $search --condition progressible --all-threads --all-histories --histories "$dir/got" >"$dir/out" 2>&1
        code=$?
        if [ $code != 0 ] || ! cmp -s "$dir/want" "$dir/got"; then
            echo "seed $seed, $compiler, $search: exit code $code"
            cat "$dir/out"
            diff "$dir/want" "$dir/got" | head -5
            cat "$dir/test.c"
            failed=1
        fi
    done
done
[ "$most" -gt 10 ] || { echo "the programs are too simple: at most $most histories"; failed=1; }
[ "$spins" -gt 2 ] && [ "$stuck" -gt 2 ] || { echo "$spins programs spin, $stuck of them for ever"; failed=1; }
exit $failed
