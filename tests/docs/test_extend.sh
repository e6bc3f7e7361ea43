#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A new spec, condition, reader, front end and property are one file each, a new strategy
# is one file and one row: the examples of docs/internals.md, dropped into a copy of the
# source, are built and found without any other change.
set -euo pipefail

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r CMakeLists.txt cmake include src man "$scratch/"
mkdir "$scratch/report" && cp report/page.html "$scratch/report/"
cp docs/examples/extend/toggle.c "$scratch/src/spec/builtin/"
cp docs/examples/extend/skewed.c "$scratch/src/judge/conditions/"
cp docs/examples/extend/tsv.c "$scratch/src/history/formats/"
cp docs/examples/extend/unit_net.c "$scratch/src/model/front/"
cp docs/examples/extend/property_alternating.c "$scratch/src/verify/property/"
cp docs/examples/extend/eager_strategy.c "$scratch/src/explore/search/"
row=$(sed -n 's|^// *\(SEARCH(.*)\)$|\1|p' docs/examples/extend/eager_strategy.c)
sed -i "s|^SEARCH(PCT.*|&\n$row|" "$scratch/src/explore/search/search_kinds.def"

# What the compiler would see just as it stands in the repository has been compiled there: the
# launcher takes such objects from the build that is tested. Tables, which the build makes, and what
# reads the row that was added are compiled, like the new files.
cat >"$scratch/launcher" <<'EOF'
#!/bin/bash
object='' source=''
for ((i = 1; i < $#; i++)); do
    next=$((i + 1))
    case ${!i} in -o) object=${!next} ;; -c) source=${!next} ;; esac
done
made=$BUILD${PWD#"$COPY/build"}/$object original=$PWD_BEFORE${source#"$COPY"}
case $source in
"$COPY"/src/* | "$COPY"/tests/*)
    if [ "$made" -nt "$original" ] && [ -f "$made.d" ] && ! grep -q search_kinds.def "$made.d"; then
        exec cp "$made" "$object"
    fi
    ;;
esac
exec "$@"
EOF
chmod +x "$scratch/launcher"
export COPY=$scratch PWD_BEFORE=$PWD BUILD=${BUILD:-/nonexistent}
launcher=()
if grep -qsx 'LP_DEVELOP:BOOL=ON' "$BUILD/CMakeCache.txt" && grep -qx 'CMAKE_C_FLAGS:STRING=' "$BUILD/CMakeCache.txt" &&
    grep -qx 'LP_SANITIZE:STRING=OFF' "$BUILD/CMakeCache.txt"; then
    launcher=(-DCMAKE_C_COMPILER_LAUNCHER="$scratch/launcher")
fi
cmake -S "$scratch" -B "$scratch/build" -DLP_DEVELOP=ON -DBUILD_TESTING=OFF \
    -DCMAKE_BUILD_TYPE=Plain "${launcher[@]}" >"$scratch/log" 2>&1 &&
    cmake --build "$scratch/build" --target linchpin -j2 >>"$scratch/log" 2>&1 ||
    { cat "$scratch/log"; exit 1; }
explores=$(cmake --build "$scratch/build" --target help | grep -c 'linchpin-explore$' || true)
if [ "$explores" != 0 ]; then
    cmake --build "$scratch/build" --target linchpin-explore -j2 >>"$scratch/log" 2>&1 ||
        { cat "$scratch/log"; exit 1; }
fi
linchpin=$scratch/build/bin/linchpin

expect_exit() {
    local wanted=$1 got=0
    shift
    "$@" >"$scratch/out" 2>&1 || got=$?
    if [ "$got" != "$wanted" ]; then
        echo "exit $got instead of $wanted: $*"
        cat "$scratch/out"
        exit 1
    fi
}

# The light is on although nobody pressed before it was looked at, and off after.
printf '#tsv\n0\tinvoke\tlook\n0\tok\tlook\ttrue\n1\tinvoke\tpress\n1\tok\tpress\n' >"$scratch/h.tsv"
expect_exit 1 "$linchpin" check "$scratch/h.tsv" --spec toggle
expect_exit 0 "$linchpin" check "$scratch/h.tsv" --spec toggle --condition skewed
expect_exit 1 "$linchpin" check "$scratch/h.tsv" --spec toggle --condition linearizable
printf '#tsv\n0\tinvoke\tlook\n0\tok\tlook\tmaybe\n' >"$scratch/bad.tsv"
expect_exit 2 "$linchpin" check "$scratch/bad.tsv" --spec toggle
grep -q 'bad.tsv:3:' "$scratch/out"
"$linchpin" specs | grep -q toggle

expect_words() {
    grep -qF -- "$1" "$scratch/out" || { echo "not said: $1"; cat "$scratch/out"; exit 1; }
}

# Two that take two keys each: in the same order, and crosswise.
net() { # the order of the second
    cat <<END
net keys {
  place a = 1; place b = 1;
  place idle1 = 1; place half1; place in1;
  place idle2 = 1; place half2; place in2;
  transition first1: idle1, a -> half1;
  transition second1: half1, b -> in1;
  transition leave1: in1 -> idle1, a, b;
  transition first2: idle2, $1 -> half2;
  transition second2: half2, $2 -> in2;
  transition leave2: in2 -> idle2, a, b;
  invariant exclusion { in1 + in2 <= 1 }
}
verify keys { deadlockfree; reachable in2 == 1; }
END
}
net a b >"$scratch/same.lin"
expect_exit 0 "$linchpin" verify "$scratch/same.lin"
expect_words 'every invariant holds, some action is always enabled, every reachable condition is reached'
expect_words '5 states'
net b a >"$scratch/cross.lin"
expect_exit 1 "$linchpin" verify "$scratch/cross.lin"
expect_words 'no action is enabled'
expect_words 'first2() (b = 0, idle2 = 0, half2 = 1)'
expect_exit 0 "$linchpin" verify "$scratch/same.lin" --dot -
expect_words 'label="leave1()"'
expect_exit 0 "$linchpin" simulate "$scratch/cross.lin" --steps 3
# Tokens that are named twice, and places that fill up.
printf 'net n { place p = 2; transition t: p, p -> p; }\nverify n { reachable p == 1; reachable p == 2; }\n' >"$scratch/twice.lin"
expect_exit 0 "$linchpin" verify "$scratch/twice.lin"
expect_words '2 states'
printf 'net n { place p; transition t: -> p; }\nverify n { }\n' >"$scratch/full.lin"
expect_exit 1 "$linchpin" verify "$scratch/full.lin"
expect_words 'a value is not in its range'
printf 'net n { place p; transition t: q -> p; }\nverify n { }\n' >"$scratch/unknown.lin"
expect_exit 2 "$linchpin" verify "$scratch/unknown.lin"
expect_words 'no variable is called q'

# A property of labels: of an automaton, a net and an object, with arguments that do not matter.
automaton() { # a guard
    printf 'automaton a { bool up; action fall() when up do up = false; action rise(bool b) when %s do up = true; }\nverify a { property alternating; }\n' "$1"
}
automaton '!up' >"$scratch/turns.lin"
expect_exit 0 "$linchpin" verify "$scratch/turns.lin"
expect_words 'alternating: nothing is begun twice in a row'
automaton 'true' >"$scratch/again.lin"
expect_exit 1 "$linchpin" verify "$scratch/again.lin"
expect_words 'something is begun twice in a row'
expect_words '   2 :1   rise(false)'
for jobs in 1 2; do
    expect_exit 1 "$linchpin" verify "$scratch/again.lin" --json --jobs $jobs
done
expect_words '"condition":"alternating"'
sed 's/deadlockfree.*;/property alternating;/' "$scratch/same.lin" >"$scratch/net_turns.lin"
expect_exit 0 "$linchpin" verify "$scratch/net_turns.lin"
object() {
    printf 'shared bool up;\nobject o { rise() { await(!up); up = true; } fall() { await(up); up = false; } }\nverify o { threads %s; property alternating; }\n' "$1"
}
object 1 >"$scratch/object.lin"
expect_exit 1 "$linchpin" verify "$scratch/object.lin" --reduce none
expect_exit 1 "$linchpin" verify "$scratch/object.lin"
sed 's/alternating/alternatin/' "$scratch/turns.lin" >"$scratch/misspelt.lin"
expect_exit 2 "$linchpin" verify "$scratch/misspelt.lin"
expect_words 'no property is called alternatin'

# The strategy finds the update that is lost between a load and a store, and runs every
# interleaving of what is right.
if [ "$explores" != 0 ]; then
    cat >"$scratch/counter.c" <<'EOF'
#include <linchpin/linchpin.h>
#include <stdatomic.h>
static _Atomic int count;
static lp_value add(void *x, const lp_value *args)
{
    (void)x, (void)args;
#ifdef LOST
    int old = atomic_load(&count);
    atomic_store(&count, old + 1);
#else
    int old = atomic_fetch_add(&count, 1);
#endif
    return lp_int(old);
}
static void *create(void)
{
    return &count;
}
LP_OBJECT(counter, .create = create, .spec = "fetch-and-add", .methods = {{"fetch_inc", add}})
EOF
    for search in eager paths; do
        expect_exit 0 "$linchpin" explore "$scratch/counter.c" --search $search \
            --scenario 'fetch_inc fetch_inc | fetch_inc fetch_inc' --histories "$scratch/$search"
        LC_ALL=C sort -o "$scratch/$search" "$scratch/$search"
    done
    cmp "$scratch/eager" "$scratch/paths"
    expect_exit 1 "$linchpin" explore "$scratch/counter.c" --search eager --scenario "fetch_inc | fetch_inc" -- -DLOST
    expect_exit 2 "$linchpin" explore "$scratch/counter.c" --search lazy
    grep -q 'pct or eager' "$scratch/out"
fi

# The examples' judge and spec are held against enumeration like all others.
cp -r tests "$scratch/tests"
cmake -S "$scratch" -B "$scratch/build" -DBUILD_TESTING=ON >"$scratch/log" 2>&1 &&
    cmake --build "$scratch/build" --target test_judge_against_oracle -j2 >>"$scratch/log" 2>&1 ||
    { cat "$scratch/log"; exit 1; }
expect_exit 0 env LINCHPIN_CASES=500 "$scratch/build/tests/test_judge_against_oracle"
grep -q '^skewed toggle: ' "$scratch/out"
