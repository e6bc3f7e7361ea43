#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What explore and test compile is kept, and compiled again when anything has changed that
# decides what it is. The compiler is a script that writes down what it is asked for.
. tests/expect.sh
own_cache
runner=$(dirname "$LINCHPIN")/../libexec/linchpin/linchpin-explore
[ -x "$runner" ] || exit 77
unset COMPILER_PATH GCC_EXEC_PREFIX CCC_OVERRIDE_OPTIONS DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES
mkdir "$scratch/first" "$scratch/second" "$scratch/bin"
object=$scratch/counter_test.c cc=$scratch/bin/cc asked=$scratch/asked
cat >"$object" <<'C'
#include <linchpin/linchpin.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <counter.h>
static lp_value next(void *o, const lp_value *args)
{
    (void)args;
    return lp_int(increment((counter *)o));
}
static void *create(void)
{
    return calloc(1, sizeof(counter));
}
LP_OBJECT(counter, .create = create, .destroy = free, .spec = "counter", .methods = {{"next", next}})
C
right='typedef atomic_int counter;
static int increment(counter *c) { return atomic_fetch_add(c, 1); }'
wrong='typedef atomic_int counter;
static int increment(counter *c) { int v = *c; *c = v + 1; return v; }'
echo "$right" >"$scratch/second/counter.h"
compiler() { # COMMENT
    cat >"$cc" <<C
#!/bin/bash
# $1
printf '%s\n' "\$*" >>"$asked"
exec gcc "\$@"
C
    chmod +x "$cc"
}
compiler first

explore() { # CODE FLAG…
    : >"$asked"
    run "$1" "$LINCHPIN" explore "$object" --cc "$cc" --scenario 'next | next' --json --quiet -- \
        -I"$scratch/first" -I"$scratch/second" "${@:2}"
}
compiled() { # YES|NO
    local now=no
    ! grep -qE -- ' -(S|c) ' "$asked" || now=yes
    [ $now = "$1" ] || fail "compiled: $now, not $1"
    checks=$((checks + 1))
}
again() { # YES|NO CODE FLAG…: compiled now, and not the next time, with the same result
    explore "${@:2}"
    compiled "$1"
    cp "$scratch/.out" "$scratch/before"
    explore "${@:2}"
    compiled no
    checks=$((checks + 1))
    cmp -s "$scratch/before" "$scratch/.out" || fail "another result"
}

again yes 0
! grep -q -e '-shared' -e '--version' "$asked" || fail "linked or asked again: $(cat "$asked")"

# A header that has changed, in what it says or only in its columns; one that comes before it.
echo "$wrong" >"$scratch/second/counter.h"
again yes 1
echo "$right" >"$scratch/second/counter.h"
again no 0
echo "/* */  $right" >"$scratch/second/counter.h"
again yes 0
echo "$wrong" >"$scratch/first/counter.h"
again yes 1
rm "$scratch/first/counter.h"
again no 0

# The source, a flag, the folder, the compiler.
echo >>"$object"
again yes 0
again yes 0 -DNOTHING
again yes 0 -O2
here=$PWD
cd "$scratch"
again yes 0
cd "$here"
again no 0
compiler second
again yes 0
PATH=$scratch/bin:$PATH
for tool in as ld; do # what the compiler starts
    printf '#!/bin/bash\nexec /usr/bin/%s "$@"\n' $tool >"$scratch/bin/$tool"
    chmod +x "$scratch/bin/$tool"
    again yes 0
done

# What is found there is not as it was kept, or others may write to it.
for file in "$LINCHPIN_CACHE"/*.so; do truncate -s -1 "$file"; done
again yes 0
chmod 666 "$LINCHPIN_CACHE"/*.so
again yes 0
chmod 777 "$LINCHPIN_CACHE"
explore 0
compiled yes
chmod 700 "$LINCHPIN_CACHE"
again no 0

# What the compiler reads and nobody looks at: nothing is kept.
each_time() { # CODE FLAG…
    explore "$@"
    compiled yes
    explore "$@"
    compiled yes
}
touch "$scratch/options"
each_time 0 "@$scratch/options"
each_time 0 -Wa,--no-pad-sections
echo 'x' >"$scratch/bytes"
echo "__asm__(\".pushsection .rodata; .incbin \\\"$scratch/bytes\\\"; .popsection\");" >>"$object"
each_time 0
sed -i '$d' "$object"
COMPILER_PATH=/nowhere each_time 0
LINCHPIN_CACHE=off each_time 0

# A library may have changed: linked again, not compiled.
explore 0 -lm
explore 0 -lm
compiled no
grep -q -e -shared "$asked" || fail "not linked again"

# What was noted about the assembly is kept too.
echo 'void add(int *at); void add(int *at) { __asm__ volatile("lock incl %0" : "+m"(*at)); }' >>"$object"
again yes 3
out_has assembly
sed -i '$d' "$object"

# test keeps what it compiles, as explore does.
for time in 1 2; do
    : >"$asked"
    run 0 "$LINCHPIN" test "$object" --cc "$cc" --rounds 10 --quiet -- -I"$scratch/second"
    compiled $([ $time = 1 ] && echo yes || echo no)
done
done_testing
