// SPDX-License-Identifier: MIT
// A thread with k accesses in a call takes k + 2 steps: call, accesses, return.
// The number of interleavings is a multinomial coefficient.
//
// run: --search paths --all-histories --scenario 'a | a'
// expect: 0 "executions":6[,}]
// expect: 0 "histories":3[,}]
// run: --search paths --all-histories --scenario 'a | a | a'
// expect: 0 "executions":90[,}]
// run: --search paths --all-histories --scenario 'b | c'
// expect: 0 "executions":35[,}]
// run: --search paths --all-histories --scenario 'c | c'
// expect: 0 "executions":70[,}]
// run: --search paths --all-histories --scenario 'a a | a'
// expect: 0 "executions":15[,}]
// run: --search paths --all-histories --scenario 'b ; a | a ; c c'
// expect: 0 "executions":6[,}]
// run: --search paths --all-histories --scenario 'b b c'
// expect: 0 "executions":1[,}]
// run: --search paths --all-histories --scenario 'd | d'
// expect: 0 "executions":20[,}]
// compare: 'c | c'
// compare: 'b a | a b'

#include "specs.h"

#include <stdatomic.h>
#include <stdlib.h>

static volatile int x, y;
static _Atomic int z;

static lp_value none(void *o, const lp_value *args)
{
    volatile int local = 1; // a thread's own stack is no business of others
    (void)o;
    (void)args;
    return lp_bool(local == 1);
}

static lp_value one(void *o, const lp_value *args)
{
    x = 1;
    (void)o;
    (void)args;
    return LP_TRUE;
}

static lp_value two(void *o, const lp_value *args)
{
    x = 2;
    y = 3;
    (void)o;
    (void)args;
    return LP_TRUE;
}

// malloc is no step without --reuse.
static lp_value atomically(void *o, const lp_value *args)
{
    void *volatile block = malloc(8);
    atomic_fetch_add(&z, 1);
    (void)o;
    (void)args;
    return lp_bool(block != NULL);
}

LP_OBJECT(counts, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", none}, {"b", one}, {"c", two}, {"d", atomically}})
