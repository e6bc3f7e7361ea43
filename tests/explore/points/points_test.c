// SPDX-License-Identifier: MIT
// Objects for --infer-points, one for each way in which operations take effect, and some that are wrong.
// tests/explore/test_infer_points.sh finds the lines by their text.

#include <linchpin/linchpin.h>
#include <stdatomic.h>

static _Atomic int x, version, guard;
static _Atomic unsigned word, announced[2];

static void *create(void)
{
    return &x;
}

static lp_value get(void *s, const lp_value *args)
{
    (void)s;
    (void)args;
    return lp_int(atomic_load(&x));
}

static lp_value value_of(int value)
{
    return value ? lp_int(value) : LP_NIL;
}

static lp_value read_now(void *s, const lp_value *args)
{
    (void)s;
    (void)args;
    return value_of(atomic_load(&x)); // reads
}

// Fixed.
static lp_value inc(void *s, const lp_value *args)
{
    (void)s;
    (void)args;
    atomic_load(&guard);
    atomic_fetch_add(&x, 1); // adds
    atomic_load(&guard);
    return LP_UNIT;
}

LP_OBJECT(fixed, .create = create, .spec = "counter", .methods = {{"inc", inc}, {"get", get}})

// Two steps where one was needed: not linearizable.
static lp_value inc_lost(void *s, const lp_value *args)
{
    (void)s;
    (void)args;
    int old = atomic_load(&x);
    atomic_store(&x, old + 1);
    return LP_UNIT;
}

LP_OBJECT(lost, .create = create, .spec = "counter", .methods = {{"inc", inc_lost}, {"get", get}})

// In the one step or in the other: which, the step does not say.
static lp_value write_two(void *s, const lp_value *args)
{
    int value = (int)lp_to_int(args[0]);
    (void)s;
    atomic_store(value == 1 ? &x : &guard, value); // first
    atomic_store(value == 2 ? &x : &guard, value); // second
    return LP_UNIT;
}

LP_OBJECT(sometimes, .create = create, .spec = "register",
          .methods = {{"write", write_two, .args = {LP_INTS(1, 2)}}, {"read", read_now}})

// By hindsight: what is read counts if the version is the same afterwards.
static lp_value write_versioned(void *s, const lp_value *args)
{
    (void)s;
    atomic_store(&x, (int)lp_to_int(args[0]));
    atomic_fetch_add(&version, 1);
    return LP_UNIT;
}

static lp_value read_versioned(void *s, const lp_value *args)
{
    (void)s;
    (void)args;
    for (;;) {
        int before = atomic_load(&version);
        int value = atomic_load(&x); // looks
        if (atomic_load(&version) == before)
            return value_of(value);
    }
}

LP_OBJECT(hindsight, .create = create, .spec = "register",
          .methods = {{"write", write_versioned, .args = {LP_INTS(1, 2)}},
                      {"read", read_versioned}})

// In another thread's step: who announces an addition may find that another thread has made it.
static void add_all(unsigned me)
{
    atomic_store(&announced[me], 1);
    for (;;) {
        unsigned now = atomic_load(&word), next = now;
        if (now >> me & 1)
            return;
        for (unsigned t = 0; t < 2; t++)
            if (atomic_load(&announced[t]) && !(now >> t & 1))
                next = (next + 256) | 1u << t;
        if (atomic_compare_exchange_strong(&word, &now, next))
            return;
    }
}

static lp_value add_first(void *s, const lp_value *args)
{
    (void)s;
    (void)args;
    add_all(0);
    return LP_UNIT;
}

static lp_value add_second(void *s, const lp_value *args)
{
    (void)s;
    (void)args;
    add_all(1);
    return LP_UNIT;
}

static lp_value count(void *s, const lp_value *args)
{
    (void)s;
    (void)args;
    return lp_int(atomic_load(&word) >> 8);
}

static void initial(const lp_spec *self, lp_step *s)
{
    lp_value zero = lp_int(0);
    (void)self;
    lp_step_emit_values(s, LP_UNIT, &zero, 1);
}

enum { COUNT = 2 };

static void step(lp_step *s)
{
    int64_t n = lp_to_int(lp_step_values(s, NULL)[0]);
    lp_value next = lp_int(s->sync == COUNT ? n : n + 1);
    lp_step_emit_values(s, s->sync == COUNT ? lp_int(n) : LP_UNIT, &next, 1);
}

static const lp_spec additions = {.name = "additions",
                                  .methods = {{"first"}, {"second"}, {"count"}},
                                  .initial = initial,
                                  .step = step};

LP_OBJECT(helped, .create = create, .custom_spec = &additions,
          .methods = {{"first", add_first}, {"second", add_second}, {"count", count}})

// As in Herlihy and Wing's queue: which of two writes was first, a read decides.
static _Atomic int slots[2], back;

static lp_value enq(void *s, const lp_value *args)
{
    (void)s;
    int place = atomic_fetch_add(&back, 1);
    atomic_store(&slots[place], (int)lp_to_int(args[0])); // stores
    return LP_UNIT;
}

static lp_value deq(void *s, const lp_value *args)
{
    (void)s;
    (void)args;
    for (int i = 0;; i = !i) {
        int value = atomic_exchange(&slots[i], 0);
        if (value)
            return lp_int(value);
    }
}

LP_OBJECT(nowhere, .create = create, .spec = "queue",
          .methods = {{"enq", enq, .args = {LP_INTS(1, 2)}}, {"deq", deq}})
