// SPDX-License-Identifier: MIT
// Objects that do not come to a good end.
//
// run: --object ends --scenario 'a | b'
// expect: 1 crashed: null pointer dereference at ends.c:[0-9]+
// expect: 1 "trace":\[
// run: --object ends --scenario 'c | b'
// expect: 1 crashed: assertion '[^']*' failed in .*check.* at ends.c:[0-9]+
// expect: 1 "schedule":"[0-9x,]+"
// run: --object ends --scenario 'd' --timeout 8
// expect: 3 comes to no scheduling point
// run: --object worse --scenario 'a'
// expect: 1 the object called exit\(3\)
// run: --object worse --scenario 'b'
// expect: 1 crashed: abort was called
// run: --object worse --scenario 'c'
// expect: 3 needs more stack
// run: --object worse --scenario 'd | d | d' --max-executions 3
// expect: 3 the limit of 3 executions
// run: --object worse --scenario 'd | d' --replay 0x99
// expect: 2 the schedule does not fit
// run: --object worse --scenario 'd | d' --replay zebra
// expect: 2 the schedule has no thread number
// run: --object worse --scenario 'd | e'
// expect: 2 has no method 'e'
// run: --object nobody
// expect: 2 declares no object 'nobody'
// run: --object uneven --scenario 'a ; a | a'
// expect: 1 the invariant of the object does not hold

#include "specs.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic pointer;
static int pointee;
static _Atomic int last;

static void *create(void)
{
    pointer = &pointee;
    return NULL;
}

static lp_value use(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_bool(*(volatile int *)atomic_load(&pointer) == 0);
}

static lp_value clear(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    pointer = NULL;
    last = 1;
    return LP_TRUE;
}

static lp_value check(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    assert(pointer || last);
    return LP_TRUE;
}

static lp_value forever(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    for (volatile int i = 0; i >= 0;)
        i = 1;
    return LP_TRUE;
}

LP_OBJECT(ends, .create = create, .custom_spec = &fine,
          .methods = {{"a", use}, {"b", clear}, {"c", check}, {"d", forever}})

static lp_value leave(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    exit(3);
}

static lp_value give_up(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    abort();
}

static int deep(volatile char *above, int n)
{
    volatile char here[4096];
    here[0] = above[0];
    return n ? deep(here, n - 1) + here[0] : 0;
}

static lp_value recurse(void *o, const lp_value *args)
{
    volatile char start = 1;
    (void)o;
    (void)args;
    return lp_bool(deep(&start, 1000) != 5);
}

static lp_value nothing(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return LP_TRUE;
}

LP_OBJECT(worse, .create = create, .custom_spec = &fine,
          .methods = {{"a", leave}, {"b", give_up}, {"c", recurse}, {"d", nothing}})

static int steps;

static bool is_even(void *o)
{
    (void)o;
    return steps < 2;
}

static lp_value step(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    steps++;
    return LP_TRUE;
}

LP_OBJECT(uneven, .create = create, .custom_spec = &fine, .methods = {{"a", step}},
          .invariant = is_even)
