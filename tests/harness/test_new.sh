# SPDX-License-Identifier: MIT
# linchpin new: what it writes compiles and holds, under test and under explore; in `make test` for one kind in three
# of each language, in turns.
. tests/expect.sh

tried() { # LANGUAGE FILE KIND FLAGS…
    local file=$2 kind=$3
    run 0 "$LINCHPIN" new "$kind" --lang "$1" --output "$file"
    out_has "linchpin test $file"
    checks=$((checks + 1))
    ! grep -q SPDX "$file" || fail "$kind: a licence line that is not the user's"
    turn 3 || return
    run 0 "$LINCHPIN" test "$file" --rounds 1000 -- -Wall -Wextra -Werror -pthread "${@:4}"
    how=(--calls 1x1)
    [ "$kind" != lock ] || how=(--calls 2x2)
    [ "$kind" != channel ] || how=(--scenario 'send(1) | receive' --condition progressible)
    run 0 "$LINCHPIN" explore "$file" "${how[@]}" -- -pthread "${@:4}"
}

run 0 "$LINCHPIN" new
kinds=$(cat "$scratch/.out")
for kind in queue stack register lock channel; do
    out_has "$kind"
done
for kind in $kinds; do
    tried c "$scratch/${kind}_test.c" "$kind"
done

# The same kinds in C++, without a warning in two standards and with two compilers: gcc with both,
# clang with one of them, and with the other for the next kind.
run 0 "$LINCHPIN" new --lang c++
checks=$((checks + 1))
[ "$(cat "$scratch/.out")" = "$kinds" ] || fail "not the same kinds in C++"
standard=17
for kind in $kinds; do
    file=$scratch/${kind}_test.cpp
    tried c++ "$file" "$kind" -Wpedantic -std=c++17
    turn 3 || continue
    for compiler in "g++ -std=c++20" "clang++ -std=c++$standard"; do
        command -v ${compiler%% *} >/dev/null || continue
        run 0 $compiler -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only "$file"
    done
    standard=$((37 - standard))
done
(cd "$scratch" && mkdir here && cd here && "$LINCHPIN" new queue --lang c++ >said) || fail "nothing was written"
grep -q 'queue_test.cpp: a test that holds' "$scratch/here/said" || fail "another name: $(cat "$scratch/here/said")"
[ -f "$scratch/here/queue_test.cpp" ] || fail "no queue_test.cpp"
run 2 "$LINCHPIN" new queue --lang C++
err_has "Did you mean 'c++'?"
run 2 "$LINCHPIN" new queue --lang pascal
err_has "--lang is c or c++, not 'pascal'"

# A file that is there is left alone; what is misspelt is guessed.
run 2 "$LINCHPIN" new queue --output "$scratch/queue_test.c"
err_has 'is there already'
run 2 "$LINCHPIN" new quue --output -
err_has "Did you mean 'queue'?"
# The name of the file says which language.
for name in q.cpp q.cc q.cxx; do
    run 0 "$LINCHPIN" new queue --output "$scratch/$name"
    run 0 cmp "$scratch/$name" "$scratch/here/queue_test.cpp"
    run 2 "$LINCHPIN" new queue --lang c --output "$scratch/other.$name"
    err_has 'is a file in C++: leave --lang c out'
done
run 2 "$LINCHPIN" new queue --lang c++ --output "$scratch/other.c"
err_has 'is a file in C: leave --lang c++ out'
checks=$((checks + 1))
[ -z "$(ls "$scratch"/other.* 2>/dev/null)" ] || fail 'a file was written'
run 2 "$LINCHPIN" new zebra
err_has 'only: channel, '
run 2 "$LINCHPIN" new queue stack
run 2 "$LINCHPIN" new queue --output "$scratch/no/such/folder.c"
err_has 'cannot be written'
run 0 "$LINCHPIN" new lock --output -
out_has 'LP_MAIN'

# A lock needs two calls of a thread: what is made up has them, whatever the seed.
for seed in 101 104 108; do
    run 0 "$LINCHPIN" test templates/lock_test.c --rounds 3000 --seed $seed --no-jolt
done
done_testing
