// SPDX-License-Identifier: MIT
// A spec written in the test file: a counter that gives its old value. With
// -DLOST an increment is a read and a write. With -DHASTY it is taken for granted that
// nobody needs a millisecond for it.

#include <linchpin/linchpin.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { INC, GET };

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value zero = lp_int(0);
    s->emit(s, NULL, &zero, sizeof zero);
}

static void step(lp_step *s)
{
    int64_t n = lp_to_int(lp_step_values(s, NULL)[0]);
    lp_value next = lp_int(s->calls[0].method == INC ? n + lp_to_int(lp_step_arg(s, 0, 0)) : n);
    lp_step_emit_values(s, lp_int(n), &next, 1);
}

static const lp_spec counter_spec = {
    .name = "counter",
    .methods = {{"inc", NULL, 1, "inc(1) -> 0"}, {"get", NULL, 0, "get() -> 1"}},
    .initial = initial,
    .step = step,
};

static void *create(void)
{
    _Atomic int64_t *n = malloc(sizeof *n);
    atomic_init(n, 0);
    return n;
}

#ifdef HASTY
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
#endif

static lp_value inc(void *object, const lp_value *args)
{
    _Atomic int64_t *n = object;
#ifdef LOST
    int64_t old = atomic_load(n);
    atomic_store(n, old + lp_to_int(args[0]));
    return lp_int(old);
#elif defined HASTY
    int64_t old = atomic_load(n);
    double from = now();
    while (!atomic_compare_exchange_strong(n, &old, old + lp_to_int(args[0])))
        if (now() - from > 0.001) {
            atomic_store(n, old - 1 + lp_to_int(args[0]));
            return lp_int(old - 1);
        }
    return lp_int(old);
#else
    return lp_int(atomic_fetch_add(n, lp_to_int(args[0])));
#endif
}

static lp_value get(void *object, const lp_value *args)
{
    (void)args;
    return lp_int(atomic_load((_Atomic int64_t *)object));
}

LP_OBJECT(counter, .create = create, .destroy = free, .custom_spec = &counter_spec,
          .methods = {{"inc", inc, .args = {LP_INTS(1, 3)}}, {"get", get}})
