#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a model says that can hardly be meant: on stderr with its place, in JSON, and as an error
# with --strict; and never where it may be meant. That a warning of dead code is right is also
# for the search to say, which reaches none of it.
. tests/expect.sh
compile_quickly

number=0
model() { # TEXT: of a file
    number=$((number + 1))
    file=$scratch/m$number.lin
    printf '%s\n' "$1" >"$file"
}
warns() { # POSITION SENTENCE…: of the model, these and no others
    local want=$scratch/.want
    run 0 "$LINCHPIN" verify "$file" --emit-c
    : >"$want"
    while [ $# -gt 1 ]; do
        echo "linchpin: $file:$1: warning: $2" >>"$want"
        shift 2
    done
    checks=$((checks + 1))
    grep 'warning: ' "$scratch/.err" | cmp -s - "$want" || fail "warnings of $file, not: $(cat "$want")"
}
in_object() { # STATEMENTS: of a method with a parameter v, from line 3 on
    model "shared int a; shared int b;
object o { f(int v) { a = b; b = v;
$1
} }
verify o { threads 1; int 0..1; }"
}

# Code that nothing reaches.
in_object 'return; a = 1; a = 2;'
warns 3:9 'this is never reached: it stands after a return'
in_object 'loop { a = 1; break; a = 2; }'
warns 3:22 'this is never reached: it stands after a break'
in_object 'while (a == 0) { continue; a = 2; }'
warns 3:28 'this is never reached: it stands after a continue'
in_object 'loop { a = 1; } a = 2;'
warns 3:17 'this is never reached: it stands after a loop without an end'
in_object 'while (true) { a = 1; loop { a = 2; break; } } a = 2;'
warns 3:48 'this is never reached: it stands after a loop without an end'
in_object 'for (;;) a = 1; a = 2;'
warns 3:17 'this is never reached: it stands after a loop without an end'
in_object 'if (a == 1) return; else { atomic { a = 2; return; } } a = 2;'
warns 3:56 'this is never reached: what stands before it never lets control go on'
in_object '@lin return; @lin;'
warns 3:14 'this is never reached: it stands after a return'
in_object 'if (false) a = 1;'
warns 3:12 'this is never reached: the condition is always false'
in_object 'if (v == 1 && !(2 > 1)) { a = 1; } else a = 2;'
warns 3:27 'this is never reached: the condition is always false'
in_object 'if (1 != 2 || v == 1) a = 1; else if (v == 0) a = 2;'
warns 3:35 'this is never reached: the condition is always true'
in_object 'while (3 <= 2) a = 1;'
warns 3:16 'this is never reached: the condition is always false'
in_object 'if (v == 0) { return; a = 1; } else { return; a = 2; } a = 3;'
warns 3:23 'this is never reached: it stands after a return' \
    3:47 'this is never reached: it stands after a return' \
    3:56 'this is never reached: what stands before it never lets control go on'
# A loop that ends, a branch that is taken, a setting, a value.
in_object 'while (true) { if (a == 0) break; a = 1; } a = 2;'
warns
in_object 'loop { loop { break; } if (a == 1) break; else continue; } a = 2;'
warns
in_object 'if (true) a = 1; if (v == v) return; a = 2; await(false); a = 3;'
warns
in_object 'if (v == 0) return; else a = 1; a = 2; loop { a = 3; return; }'
warns
model 'const DEBUG = 0; shared int a;
object o { f() { if (DEBUG == 1) a = 1; while (DEBUG != 0) a = 2; } }
verify o { threads 1; }'
warns
# Who has to return something may say so after if (true), but not after a loop without an end,
# which is an end of the method.
model 'shared int a;
object o { f() -> int { if (true) return 1; return a; } g() -> int { while (true) { if (a == 0) return 1; } } }
verify o { threads 1; }'
warns
run 0 "$LINCHPIN" verify "$file"
out_lacks 'never returns'

# In specs, functions, procedures and the init block, too. What the search reaches is not in it.
model 'shared int a = 1;
init { loop { a = 2; break; a = 3; } }
function f1(int n) -> int { if (false) return 3; return n; n = 2; }
procedure p1(int n) { a = n; return; a = 4; }
object o { f() -> int { p1(1); return f1(1); } g() { p1(2); } }
spec s { f() -> int { return 1; return 2; } sync g() { if (false) return; } }
verify o refines s { threads 2; }'
warns 2:29 'this is never reached: it stands after a break' \
    3:40 'this is never reached: the condition is always false' \
    3:60 'this is never reached: it stands after a return' \
    4:38 'this is never reached: it stands after a return' \
    6:33 'this is never reached: it stands after a return' \
    6:67 'this is never reached: the condition is always false'
run 0 "$LINCHPIN" verify "$file"
out_has '✓ linearizable'
out_has ':3    return 3;'
out_has ':4    a = 4;'

# Names that nobody uses.
model 'const ONE = 1;
const TWO = 2;
shared int a;
shared (int, bool) pair;
shared (int, bool) part;
ghost int g;
thread int mine;
shared int[TWO] many;
function f1(int n) -> int { return n; }
procedure p1() { }
object o { f(int v) { many[0] = 1; part.1 = true; { int x; int y = v; } int z = 2; z = 3; { int x = 1; int w = x; many[w] = 1; } } }
object p { f() { } }
spec s { int n; set<int> t; f(int v) { } }
spec unrelated { int n; f() { n = 1; } }
verify o refines s { threads 1; int 1..2; }'
warns 1:7 'the constant ONE is never used' \
    3:12 'the shared variable a is never used' \
    4:20 'the shared variable pair is never used' \
    6:11 'the ghost variable g is never used' \
    7:12 'the per-thread variable mine is never used' \
    9:10 'the function f1 is never called' \
    10:11 'the procedure p1 is never called' \
    11:57 'the variable x is never used' \
    11:64 'the variable y is never used' \
    12:8 'no verify block is about the object p' \
    13:14 'the state variable n is never used' \
    13:26 'the state variable t is never used'
# A read is a step and a choice is one too; written is used; parameters belong to the signature;
# initial values, invariants, marks, lengths, bounds and ranges use names.
model 'const LOW = 0;
const HIGH = 1;
const THREADS = 2;
const LENGTH = 2;
struct node { int n; }
shared int a;
shared int b = a + 1;
shared int 0..HIGH c;
shared bool[LENGTH] d;
ghost int g;
ghost int h;
thread int mine;
procedure look() { int x = a; node* n = new node{1}; choose y in 0..1; int z = ll(c); }
function even(int n) -> bool { return n == 0 || odd(n - 1); }
function odd(int n) -> bool { return n != 0 && even(n - 1); }
object o { f(int v) -> bool { look(); ghost { g = 1; } mine = 1; @lin(h == 0) return even(2); } g() @only(LOW) { } }
invariant i { b == 1 && !d[0] }
verify o { threads THREADS; int 0..1; }'
warns

# Names that hide others: only what is seen there can be hidden.
model 'const ONE = 1;
enum color { RED, GREEN }
shared color a = GREEN;
ghost int g;
thread int mine;
function f1(int a) -> int { int mine = ONE; return a + mine; }
function f2(int RED) -> int { return RED; }
procedure p1(int mine) -> int { int g = mine; return g; }
object o { f(int ONE) -> int { int a = f1(ONE) + f2(1) + p1(1); (int, int) GREEN = (a, a); return GREEN.0; } g() { mine = 1; ghost { g = 1; } a = RED; } }
spec s { int v; int mine; int RED; f(int v) -> int { int a = v; return a + mine + RED; } g() { v = 1; } }
verify o refines s { threads 1; int 1..1; }'
warns 7:17 'the parameter RED hides the constant of that name' \
    8:18 'the parameter mine hides the per-thread variable of that name' \
    8:37 'the variable g hides the ghost variable of that name' \
    9:18 'the parameter ONE hides the constant of that name' \
    9:36 'the variable a hides the shared variable of that name' \
    9:76 'the variable GREEN hides the constant of that name' \
    10:31 'the state variable RED hides the constant of that name' \
    10:42 'the parameter v hides the state variable of that name'

# An automaton does not see the variables of others, so it hides none of them.
model 'automaton a { int 0..2 n; internal up() when n < 2 do n += 1; }
automaton b { int 0..2 k; internal on(int 0..2 j) when k < 2 do { int n = j; k = n; }
  internal off() do { int k = 1; assert(k == 1); } }
system s = a || b;
verify s {}'
warns 3:27 'the variable k hides the state variable of that name'

# Methods that only the spec has; of a built-in spec, and of one that another object has, none.
model 'shared int a;
object o { f() { a = 1; } }
object p { f() { a = 1; } g() { a = 1; } }
spec s { f() { } g() { } h() { } }
spec t { f() { } sync f() with k() { } }
verify o refines s { threads 1; }
verify p refines s { threads 1; }
verify o synchronised t { threads 1; }
verify o { threads 1; }'
warns 4:26 'spec s has a method h, but object p has none' \
    5:32 'spec t has a method k, but object o has none'
model 'shared int a;
object o { write(int v) { a = v; } }
verify o refines register { threads 1; int 0..1; }'
warns
# The reverse is an error.
model 'object o { f() { } g() { } } spec s { f() { } }
verify o refines s { threads 1; }'
run 2 "$LINCHPIN" verify "$file"
err_has "$file:2:18: spec s has no method g"

# A verdict stays what it is, and each of several says it in JSON.
model 'shared int a;
object o { f() -> int { int x; return a; } }
spec s { f() -> int { return 0; } }
verify o refines s { threads 1; }
verify o { threads 2; }'
run 0 "$LINCHPIN" verify "$file"
cat >"$scratch/.want" <<END
linchpin: $file:2:29: warning: the variable x is never used
  object o { f() -> int { int x; return a; } }
                              ^
END
checks=$((checks + 1))
cmp -s "$scratch/.err" "$scratch/.want" || fail 'the warning has no caret, or is there twice'
out_lacks warning
run 0 "$LINCHPIN" verify "$file" --json
checks=$((checks + 1))
[ "$(grep -cF '"warnings":[{"what":"the variable x is never used","where":"'"$file"':2:29"}],"figures"' "$scratch/.out")" = 2 ] ||
    fail 'not each verdict has the warning'
err_has 'warning: the variable x is never used'
run 0 "$LINCHPIN" verify "$file" --quiet
err_empty
run 2 "$LINCHPIN" verify "$file" --strict
out_empty
err_has "$file:2:29: warning: the variable x is never used"
err_has "linchpin: $file:2:29: the variable x is never used: an error with --strict"
run 2 "$LINCHPIN" verify "$file" --strict --json
out_has '"verdict":"error","reason":"'"$file"':2:29: the variable x is never used: an error with --strict"'
sed -i 's/return 0/return 1/' "$file"
run 1 "$LINCHPIN" verify "$file"
run 2 "$LINCHPIN" verify "$file" --strict
run 0 "$LINCHPIN" verify docs/examples/verify/once_cas.lin --json --strict
out_lacks warnings
err_empty

# The models of this repository have none, but for the one that shows them.
models=0
for file in objects/*/*.lin docs/examples/*/*.lin tests/verify/*/*.lin; do
    [ "${file##*/}" != leftover.lin ] || continue
    grep -q "^verify" "$file" || continue # a spec alone
    models=$((models + 1))
    if grep -q 'threads \*' "$file"; then # of which one is emitted
        run 0 "$LINCHPIN" verify "$file" --emit-c --strict --threads 2
    else
        run 0 "$LINCHPIN" verify "$file" --emit-c --strict
    fi
    err_empty
done
[ "$models" -gt 150 ] || fail "only $models models were found"
# A long line is shown in part, and says so on both sides; the caret stays in its place.
file=$scratch/long.lin
printf '%s\n' "shared int a; $(printf 'shared int b%02d; ' {1..12})object o { f() { a = a + 1; } }" \
    'verify o { threads 1; operations 1; }' >"$file"
run 0 "$LINCHPIN" verify "$file"
grep -A2 'b01 is never used' "$scratch/.err" | sed -n 2p | grep -q '^  shared int a;.*…$' ||
    fail 'a line cut at its end'
grep -A2 'b08 is never used' "$scratch/.err" | sed -n 2p | grep -q '^  ….*…$' || fail 'a line cut twice'
excerpt=$(grep -A2 'b08 is never used' "$scratch/.err" | sed -n 2p)
caret=$(grep -A2 'b08 is never used' "$scratch/.err" | sed -n 3p)
checks=$((checks + 3))
[ "$(LC_ALL=C.UTF-8 bash -c 'echo "${1:$((${#2} - 1)):3}"' - "$excerpt" "$caret")" = b08 ] || fail 'the caret'
done_testing
