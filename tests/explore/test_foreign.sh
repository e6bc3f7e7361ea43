#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Calls that leave the instrumented code: what explore says of libraries that it does not
# see into, by every search and with both compilers (in `make test` with clang every third, in turns). See
# docs/explore.md.

. tests/expect.sh

# A library, built as a distribution does: WHAT it has is a function of the same name.
library() { # NAME FLAGS…, source on stdin
    local name=$1
    shift
    cat >"$scratch/$name.c"
    cc -O2 -w -fPIC -shared "$@" "$scratch/$name.c" -o "$scratch/$name.so" || fail "$name does not compile"
}

# An object with one method, `next`, whose body and what is before it are given.
object() { # NAME BODY, declarations on stdin
    {
        echo '#include <linchpin/linchpin.h>'
        echo '#include <stdlib.h>'
        cat
        echo 'static lp_value next(void *o, const lp_value *args) { (void)o; (void)args;'
        echo "$2 }"
        echo 'LP_OBJECT(object, .create = create, .destroy = destroy, .spec = "counter", .methods = {{"next", next}})'
    } >"$scratch/$1_test.c"
}
plain='static void *create(void) { return calloc(1, 8); } static void destroy(void *o) { free(o); }'

# Explores an object with a library in every way.
says() { # EXIT-CODE NAME LIBRARY SCENARIO FLAGS…
    local code=$1 name=$2 library=$3 scenario=$4
    shift 4
    for cc in gcc clang; do
        command -v $cc >/dev/null || continue
        [ $cc = gcc ] || turn 3 || continue
        for search in dpor states paths; do
            run "$code" "$LINCHPIN" explore "$scratch/${name}_test.c" $library --cc $cc --search $search \
                --scenario "$scenario" -- "$@"
        done
    done
}

# One step for each call, named; two calls are two steps.
library counts <<<'static int n; int count(void) { return n++; } int get(void) { return n; } void set(int v) { n = v; }'
object counts 'return lp_int(count());' <<<"int count(void); $plain"
says 0 counts "$scratch/counts.so" 'next | next'
out_says 'with one step for each call of count'
object parts 'int v = get(); set(v + 1); return lp_int(v);' <<<"int get(void); void set(int); $plain"
says 1 parts "$scratch/counts.so" 'next | next'

# What the C library gives to its caller to free is memory as malloc's: reset, and checked.
gives='#include <stdio.h>
#include <stdatomic.h>
#include <string.h>
int asprintf(char **, const char *, ...); char *realpath(const char *, char *); char *getcwd(char *, size_t);
typedef long lines; long getline(char **, size_t *, FILE *);
static _Atomic int n;'
object gives 'char *s = NULL, *t = realpath("/", NULL), *u = getcwd(NULL, 0);
    asprintf(&s, "%d", n++); int v = atoi(s) + (*t != 47) + (*u != 47);
    free(s); free(t); free(u); return lp_int(v);' <<<"$gives $plain"
says 0 gives '' 'next | next'
out_lacks 'one step for each call'
run 0 "$LINCHPIN" explore "$scratch/gives_test.c" --leaks --scenario 'next | next'
object gone 'char *s = NULL; asprintf(&s, "%d", n++); free(s); return lp_int(s[0] - 48);' <<<"$gives $plain"
run 1 "$LINCHPIN" explore "$scratch/gone_test.c" --scenario next
out_has 'use after free'
object kept 'char *s = NULL; asprintf(&s, "%d", n); return lp_int(*s - 48 + n++);' <<<"$gives $plain"
run 1 "$LINCHPIN" explore "$scratch/kept_test.c" --leaks --scenario next
out_has '1 block is not freed at the end: t0#1 of 2 bytes, allocated at kept_test.c:'
seq 0 9 >"$scratch/lines"
stream='static FILE *in; static void *create(void) { in = fopen(LINES, "r"); return in; } static void destroy(void *o) { fclose(o); }'
object lines 'char *line = NULL; size_t size = 0; getline(&line, &size, o); int v = atoi(line); free(line); return lp_int(v);' \
    <<<"$gives $stream"
for search in dpor states paths; do
    run 0 "$LINCHPIN" explore "$scratch/lines_test.c" --leaks --search $search --scenario 'next next | next' -- -DLINES="\"$scratch/lines\""
done
object again 'static char *line; static size_t size; getline(&line, &size, o); return lp_int(atoi(line));' <<<"$gives $stream"
run 1 "$LINCHPIN" explore "$scratch/again_test.c" --search paths --scenario 'next | next' -- -DLINES="\"$scratch/lines\""

# Where the sources are at hand more is seen; what is no source is refused.
run 1 "$LINCHPIN" explore "$scratch/counts_test.c" --instrument "$scratch/counts.c" --scenario 'next | next'
run 2 "$LINCHPIN" explore "$scratch/counts_test.c" --instrument "$scratch/counts.so" --scenario 'next | next'
err_has '--instrument takes sources'
run 2 "$LINCHPIN" explore "$scratch/counts_test.c" --instrument "$scratch/none.c" --scenario 'next | next'
err_has 'there is no such file'

# What is linked into the object without instrumentation is refused, however it comes.
(cd "$scratch" && cc -c -fPIC counts.c -o counts.o && ar rcs libcounts.a counts.o) || fail "no archive"
for way in "$scratch/libcounts.a" "$scratch/counts.o" "-L$scratch -Wl,-Bstatic -lcounts -Wl,-Bdynamic"; do
    run 2 "$LINCHPIN" explore "$scratch/counts_test.c" --scenario 'next | next' -- $way
    err_has 'explore would not see what it does'
done

# A function of a library may have the name of one of the runner's, or of the C library's.
for name in step choose decode point error advance arena_free; do
    library named <<<"static int n; int $name(void) { return n++; }"
    object named "return lp_int($name());" <<<"int $name(void); $plain"
    run 0 "$LINCHPIN" explore "$scratch/named_test.c" "$scratch/named.so" --scenario 'next | next'
done

# Arguments arrive as they are: in registers, on the stack, of every size.
library many <<<'#include <stdarg.h>
struct large { long a[5]; };
int many(long a, double b, long c, double d, long e, long f, long g, long h, long i, double j, struct large k, ...)
{
    va_list list;
    va_start(list, k);
    double last = va_arg(list, double);
    va_end(list);
    return a == 1 && b == 2 && c == 3 && d == 4 && e == 5 && f == 6 && g == 7 && h == 8 && i == 9 && j == 10 &&
           k.a[0] == 11 && k.a[4] == 12 && last == 13;
}'
object many 'struct large k = {{11, 0, 0, 0, 12}};
    return lp_int(many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, k, 13.0) ? n++ : 100);' <<<"struct large { long a[5]; };
int many(long, double, long, double, long, long, long, long, long, double, struct large, ...);
static _Atomic int n; $plain"
says 0 many "$scratch/many.so" 'next | next'
if grep -qw avx /proc/cpuinfo; then
    library wide -mavx <<<'#include <immintrin.h>
double wide(__m256d v) { double d[4]; _mm256_storeu_pd(d, v); return d[3]; }'
    object wide 'return lp_int(wide(_mm256_set_pd(1, 2, 3, 4)) == 1 ? n++ : 100);' <<<"#include <immintrin.h>
double wide(__m256d); static _Atomic int n; $plain"
    says 0 wide "$scratch/wide.so" 'next | next' -mavx
fi

# After a function that the library calls back, the library goes on with a step of its own.
library back <<<'void store_result(int *to, int (*of)(void)) { *to = of(); }'
object back 'store_result(&x, plus_one); return lp_int(seen);' <<<'void store_result(int *, int (*)(void));
static int x; static _Thread_local int seen;
static int plus_one(void) { seen = __atomic_load_n(&x, __ATOMIC_SEQ_CST); return seen + 1; }
static void *create(void) { x = 0; return calloc(1, 8); } static void destroy(void *o) { free(o); }'
says 1 back "$scratch/back.so" 'next | next'

# A library that was loaded by the object itself starts anew in every execution.
object loaded 'return lp_int(count());' <<<'#include <dlfcn.h>
static int (*count)(void);
static void *create(void) { void *h = dlopen(LIBRARY, RTLD_NOW); count = (int (*)(void))dlsym(h, "count"); return h; }
static void destroy(void *h) { dlclose(h); }'
says 0 loaded '' 'next | next' "-DLIBRARY=\"$scratch/counts.so\""

# The lock of a stream, while there are steps that may touch anything.
library other <<<'int other(int x) { return x + 1; }'
object stream 'flockfile(f); other(1); int v = p; p = v + 1; funlockfile(f); return lp_int(v);' <<<'#include <stdio.h>
int other(int); static FILE *f; static int p;
static void *create(void) { p = 0; f = tmpfile(); return calloc(1, 8); }
static void destroy(void *o) { fclose(f); free(o); }'
says 0 stream "$scratch/other.so" 'next | next'

# errno is the thread's own, also when its steps are told; the environment starts anew.
object errno 'errno = 44; int v = c; c = v + 1; if (errno != 44) abort(); return lp_int(v);' <<<"#include <errno.h>
static _Atomic int c; $plain"
says 1 errno '' 'next | next'
out_has 'not linearizable'
object environment 'char text[16], *s = getenv("COUNT"); int v = s ? atoi(s) : 0;
    snprintf(text, sizeof text, "%d", v + 1); setenv("COUNT", text, 1); return lp_int(v);' <<<"#include <stdio.h>
$plain"
says 0 environment '' 'next next'
done_testing
