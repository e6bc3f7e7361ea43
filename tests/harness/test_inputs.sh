# SPDX-License-Identifier: MIT
# What `linchpin test` is given: compilers, languages, specs, names, and mistakes.
. tests/expect.sh

cases=tests/harness/cases

# A spec written in C.
run 0 "$LINCHPIN" test $cases/counter_test.c --rounds 1000
out_has 'spec counter'
run 1 "$LINCHPIN" test $cases/counter_test.c --timeout 1m -- -DLOST
out_has 'not linearizable'

# A fault that shows only when somebody is held up for long.
run 1 "$LINCHPIN" test $cases/counter_test.c --scenario 'inc(1) inc(1) | inc(1) inc(1)' \
    --sleep 5ms --timeout 1m -- -DHASTY
out_has 'not linearizable'
out_has '--sleep 5ms'
run 0 "$LINCHPIN" test $cases/counter_test.c --sleep 100us --no-jolt --rounds 200
run 2 "$LINCHPIN" test $cases/counter_test.c --sleep 2s
err_has '--sleep: at most 1 s'
run 2 "$LINCHPIN" test $cases/counter_test.c --sleep short
err_has '50us'

# C++, by either compiler.
run 0 "$LINCHPIN" test $cases/register_test.cpp --rounds 1000
if command -v clang++ >/dev/null; then
    run 0 "$LINCHPIN" test $cases/register_test.cpp --rounds 1000 --cc clang -- -std=c++20
fi

# Every atomic operation of the language, done by the runner.
wide=
[ "$(uname -m)" = x86_64 ] && wide="-DWIDE -mcx16"
for cc in cc clang; do
    command -v $cc >/dev/null || continue
    run 0 "$LINCHPIN" test $cases/atomics_test.c --rounds 100 --cc $cc -- -O2 $wide
    err_empty
done

# A sanitizer of the user's own: then ours is left out.
run 0 "$LINCHPIN" test $cases/counter_test.c --rounds 100 -- -fsanitize=undefined \
    -fsanitize-undefined-trap-on-error

# Several objects.
run 2 "$LINCHPIN" test $cases/two_test.c
err_has 'remembers, forgets'
run 0 "$LINCHPIN" test $cases/two_test.c --object remembers --rounds 500
run 1 "$LINCHPIN" test $cases/two_test.c --object forgets --timeout 1m
run 2 "$LINCHPIN" test $cases/two_test.c --object forget
err_has "Did you mean 'forgets'?"

# Scenarios that the object does not have.
run 2 "$LINCHPIN" test $cases/counter_test.c --scenario 'inc(1) | gte'
err_has "Did you mean 'get'?"
run 2 "$LINCHPIN" test $cases/counter_test.c --scenario 'inc | get'
err_has 'inc takes 1 argument, the scenario gives 0'
run 2 "$LINCHPIN" test $cases/counter_test.c --scenario 'inc(1 | get'
run 2 "$LINCHPIN" test $cases/counter_test.c --calls 3y4
err_has '3y4'
run 2 "$LINCHPIN" test $cases/counter_test.c --threads 17
err_has 'at most 16'
run 2 "$LINCHPIN" test $cases/counter_test.c --threads 2 --calls 2x2
run 2 "$LINCHPIN" test $cases/counter_test.c --condition linearisable
for bad in x '' -1 9007199254740992 99999999999999999999; do
    run 2 "$LINCHPIN" test $cases/counter_test.c "--seed=$bad"
    err_has '--seed:'
done
run 0 "$LINCHPIN" test $cases/counter_test.c --seed 0 --rounds 10
run 2 "$LINCHPIN" test $cases/counter_test.c --rounds 0
err_has 'from 1 up'
run 2 "$LINCHPIN" test $cases/counter_test.c --rounds 10 --histories "$scratch/h"
err_has '--scenario'
run 2 "$LINCHPIN" test $cases/counter_test.c --scenario 'get' --rounds 10 --histories $scratch/nowhere/h
err_has "$scratch/nowhere/h"

# Files.
run 2 "$LINCHPIN" test
err_has 'needs a file'
run 2 "$LINCHPIN" test $cases
err_has 'this is a folder'
run 2 "$LINCHPIN" test README.md
err_has 'neither C or C++'

# What the violation says to run again replaces the options it was found with.
run 1 "$LINCHPIN" test $cases/counter_test.c --seed=7 --timeout 1m --json -- -DLOST
line=$(grep -o '"reproduce":"[^"]*' "$scratch/.out")
checks=$((checks + 1))
[ "$(grep -o -e '--seed' <<<"$line" | wc -l) $(grep -o -e '--scenario' <<<"$line" | wc -l)" = '1 1' ] ||
    fail 'the command to reproduce it'
# An error is said on stderr also with --json.
run 2 "$LINCHPIN" test $cases/two_test.c --json
err_has 'remembers, forgets'
out_has '"verdict":"error"'
run 2 "$LINCHPIN" test "$scratch/missing_test.c"
err_has 'missing_test.c'
out_empty
echo 'int main(void) { return }' >"$scratch/wrong.c"
run 2 "$LINCHPIN" test "$scratch/wrong.c"
err_has 'wrong.c:1:'
err_has 'wrong.c does not compile'
echo 'int nothing;' >"$scratch/nothing.c"
run 2 "$LINCHPIN" test "$scratch/nothing.c"
err_has 'LP_OBJECT'
run 2 "$LINCHPIN" test objects/stack/treiber_test.c
err_has 'undefined symbol: stack_'
run 2 "$LINCHPIN" test $cases/counter_test.c --cc no-such-compiler
err_has 'no-such-compiler'
run 2 "$LINCHPIN" test $cases/counter_test.c --cc false
err_has "false fails and says nothing: $cases/counter_test.c does not compile"

# Declarations that make no sense.
declare_object() { # FIELDS
    cat >"$scratch/d.c" <<END
#include <linchpin/linchpin.h>
static void *make(void) { return 0; }
static lp_value m(void *o, const lp_value *a) { (void)o; (void)a; return LP_UNIT; }
LP_OBJECT(it, $1)
END
    run 2 "$LINCHPIN" test "$scratch/d.c" --rounds 1 -- -Wno-unused-function
}
declare_object '.spec = "queue", .methods = {{"enq", m}}'
err_has 'no .create'
declare_object '.create = make, .spec = "queeu", .methods = {{"enq", m}}'
err_has 'queue'
declare_object '.create = make, .methods = {{"enq", m}}'
err_has 'has no spec'
declare_object '.create = make, .spec = "queue"'
err_has 'has no methods'
declare_object '.create = make, .spec = "queue", .methods = {{"enk", m}}'
err_has "Did you mean 'enq'?"
declare_object '.create = make, .spec = "queue", .methods = {{"deq", m}, {"deq", m}}'
err_has "two methods named 'deq'"
declare_object '.create = make, .spec = "queue", .methods = {{"deq"}}'
err_has 'no function'
declare_object '.create = make, .spec = "queue", .methods = {{"enq", m}}'
err_has 'LP_INTS(1, 4)'
declare_object '.create = make, .spec = "queue", .methods = {{"deq", m, .args = {LP_BOOLS}}}'
err_has "spec 'queue' has 0"
declare_object '.create = make, .spec = "queue", .methods = {{"deq", m, .role = LP_ACQUIRE}}'
err_has 'none that releases'
declare_object '.create = make, .spec = "queue", .methods = {{"enq", m, .args = {LP_INTS(4, 1)}}}'
err_has 'from 4 to 1'

# The compiled files are kept on request, and only then.
run 0 "$LINCHPIN" test $cases/counter_test.c --rounds 10 --keep
kept=$(sed -n 's/.*files are in //p' "$scratch/.err")
checks=$((checks + 1))
[ -f "$kept/test.so" ] || fail "--keep kept nothing"
rm -rf "$kept"
mkdir "$scratch/tmp"
TMPDIR="$scratch/tmp" run 0 "$LINCHPIN" test $cases/counter_test.c --rounds 10
checks=$((checks + 1))
[ -z "$(ls "$scratch/tmp")" ] || fail "files were left behind"

done_testing
