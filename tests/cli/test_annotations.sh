# SPDX-License-Identifier: MIT
# What headers call when they are compiled for ThreadSanitizer, and atomics of odd sizes,
# link and do what they should, in both runners and with both compilers.
. tests/expect.sh

file=tests/cli/annotations_test.c
cat >"$scratch/large.cpp" <<'EOF'
#include <linchpin/linchpin.h>
#include <atomic>
#include <cstdlib>
struct large { long a, b, c; };
static void *create() { return new std::atomic<large>(large{0, 0, 0}); }
static void destroy(void *o) { delete static_cast<std::atomic<large> *>(o); }
static lp_value inc(void *o, const lp_value *)
{
    auto *x = static_cast<std::atomic<large> *>(o);
    large old = x->load(), next;
    do {
        if (old.a != old.b || old.b != old.c)
            std::abort();
        next = large{old.a + 1, old.b + 1, old.c + 1};
    } while (!x->compare_exchange_weak(old, next));
    return LP_UNIT;
}
static lp_value get(void *o, const lp_value *)
{
    return lp_int(static_cast<std::atomic<large> *>(o)->load().c);
}
LP_OBJECT(large_counter, .create = create, .destroy = destroy, .spec = "counter",
          .methods = {{.name = "inc", .run = inc}, {.name = "get", .run = get}})
EOF

for cc in gcc clang; do
    command -v $cc >/dev/null || continue
    # gcc 12 has the header in a folder of its own; clang beside its others.
    run 0 "$LINCHPIN" explore $file --cc $cc --object tally --scenario 'inc get | inc' -- -w
    run 0 "$LINCHPIN" explore "$scratch/large.cpp" --cc $cc --scenario 'inc get | inc' -- -w
    for jolt in "" --no-jolt; do
        run 0 "$LINCHPIN" test $file --cc $cc --object tally --scenario 'inc get | inc get' --rounds 2000 $jolt -- -w
        run 0 "$LINCHPIN" test "$scratch/large.cpp" --cc $cc --scenario 'inc get | inc get' --rounds 2000 $jolt -- -w
        err_empty
    done

    # They order, where data races are looked for.
    race() { run "$1" "$LINCHPIN" explore $file --cc $cc --object message --races --scenario 'tell | hear' -- -w "${@:2}"; }
    race 1
    out_has 'data race on'
    race 0 '-DORDERED(a,b)=a'
    race 0 '-DORDERED(a,b)=b'
done
done_testing
