// SPDX-License-Identifier: MIT
// Bad addresses given to atomics and to functions that the runner replaces are
// the object's crash, not the runner's; stacks that end; leaving in odd ways.
//
// run: --object atomics --scenario 'a'
// expect: 1 crashed: null pointer dereference at misuse.c:[0-9]+
// run: --object atomics --scenario 'b'
// expect: 1 crashed: null pointer dereference at misuse.c:[0-9]+
// run: --object atomics --scenario 'c'
// expect: 1 crashed: null pointer dereference at misuse.c:[0-9]+
// run: --object atomics --scenario 'd'
// expect: 1 crashed: invalid memory access at 0x123456789000 .signal 11. at misuse.c:[0-9]+
// run: --object locks --scenario 'a'
// expect: 1 crashed: null pointer dereference at misuse.c:[0-9]+
// run: --object locks --scenario 'b'
// expect: 1 crashed: null pointer dereference at misuse.c:[0-9]+
// run: --object locks --scenario 'c'
// expect: 1 crashed: null pointer dereference at misuse.c:[0-9]+
// run: --object locks --scenario 'd'
// expect: 1 crashed: null pointer dereference at misuse.c:[0-9]+
// run: --object stacks --scenario 'a | b'
// expect: 1 use of a variable on the stack after its function has returned at misuse.c:[0-9]+
// run: --object dead --scenario 'a | a'
// expect: 1 use of a variable on the stack after its function has returned at misuse.c:[0-9]+
// run: --object stacks --scenario 'a'
// expect: 0 "verdict":"holds"
// run: --object stacks --scenario 'c'
// expect: 3 needs more stack
// run: --object stacks --scenario 'd'
// expect: 3 needs more stack
// run: --object leaves --scenario 'a'
// expect: 1 the object called _Exit\(0\) at misuse.c:[0-9]+
// run: --object leaves --scenario 'b'
// expect: 1 the object called quick_exit\(0\) at misuse.c:[0-9]+
// run: --object leaves --scenario 'c'
// expect: 0 "verdict":"holds"

#include "specs.h"

#include <alloca.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Volatile: a compiler that knows they are null makes something else of it.
static _Atomic int *volatile number;
static pthread_mutex_t *volatile mutex;
static pthread_mutex_t real_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *volatile condition;
static sem_t *volatile semaphore;
static volatile size_t zero;

static lp_value add(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    atomic_fetch_add(number, 1);
    return LP_TRUE;
}

static lp_value load(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_bool(atomic_load(number) == 0);
}

static lp_value exchange(void *o, const lp_value *args)
{
    int zero_is = 0;
    (void)o;
    (void)args;
    return lp_bool(atomic_compare_exchange_strong(number, &zero_is, 1));
}

static lp_value store_wild(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    atomic_store((_Atomic int *)(0x123456789000 + zero), 1);
    return LP_TRUE;
}

LP_OBJECT(atomics, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", add}, {"b", load}, {"c", exchange}, {"d", store_wild}})

static lp_value lock(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    pthread_mutex_lock(mutex);
    return LP_TRUE;
}

static lp_value take(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    sem_wait(semaphore);
    return LP_TRUE;
}

static lp_value signal_nothing(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    pthread_cond_signal(condition);
    return LP_TRUE;
}

static lp_value wait_for_nothing(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    pthread_mutex_lock(&real_mutex);
    pthread_cond_wait(condition, &real_mutex);
    return LP_TRUE;
}

LP_OBJECT(locks, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", lock}, {"b", take}, {"c", signal_nothing}, {"d", wait_for_nothing}})

static int *left_behind;

static __attribute__((noinline)) void leave_behind(void)
{
    int gone = 7;
    int *volatile p = &gone;
    left_behind = p;
}

static lp_value leave_pointer(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    leave_behind();
    return LP_TRUE;
}

static lp_value use_pointer(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    if (left_behind)
        *(volatile int *)left_behind = 1;
    return LP_TRUE;
}

static void *create_on_stack(void)
{
    volatile int gone = 0;
    volatile int *volatile p = &gone;
    return (void *)(uintptr_t)p;
}

static lp_value count(void *o, const lp_value *args)
{
    (void)args;
    ++*(volatile int *)o;
    return LP_TRUE;
}

LP_OBJECT(dead, .create = create_on_stack, .custom_spec = &fine, .methods = {{"a", count}})

// More than the stack and its guard together.
static lp_value large_frame(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    volatile char *bytes = alloca(1000000 + zero);
    bytes[0] = 1;
    return lp_bool(bytes[0] == 1);
}

static int deep(int n)
{
    volatile char bytes[100];
    bytes[0] = (char)n;
    return n ? deep(n - 1) + bytes[0] * 0 : 0;
}

static lp_value recurse(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_bool(deep(100000) == 0);
}

LP_OBJECT(stacks, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", leave_pointer}, {"b", use_pointer}, {"c", large_frame}, {"d", recurse}})

static lp_value leave(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    _Exit(0);
}

static lp_value leave_quickly(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    quick_exit(0);
}

static lp_value shrink_to_nothing(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    void *volatile block = malloc(4 + zero);
    return lp_bool(!realloc(block, zero));
}

static lp_value print(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    fprintf(stderr, "printed to stderr\n");
    printf("printed to stdout\n");
    return LP_TRUE;
}

LP_OBJECT(leaves, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", leave}, {"b", leave_quickly}, {"c", shrink_to_nothing}, {"d", print}})
