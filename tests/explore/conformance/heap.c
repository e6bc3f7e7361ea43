// SPDX-License-Identifier: MIT
// run: --object after_free --scenario 'a | b'
// expect: 1 use after free at heap.c:[0-9]+
// expect: 1 was allocated at heap.c:[0-9]+, freed at heap.c:[0-9]+
// run: --object after_free --reuse --scenario 'a | b'
// expect: 0 with blocks reused
// run: --object twice --scenario 'a | b'
// expect: 1 double free
// run: --object twice --scenario 'a'
// expect: 0 "verdict":"holds"
// run: --object past --scenario 'a'
// expect: 1 access past the end of a block
// run: --object past --scenario 'b'
// expect: 1 free of an address that malloc did not give
// run: --object past --scenario 'c'
// expect: 0 "verdict":"holds"
// run: --object past --scenario 'd'
// expect: 1 access outside of any block
// run: --object again --scenario 'a | b'
// expect: 0 "verdict":"holds"
// run: --object again --reuse --scenario 'a | b'
// expect: 1 no order of the operations explains
// run: --object leaky --leaks --scenario 'a'
// expect: 1 not freed at the end
// run: --object leaky --scenario 'a'
// expect: 0 "verdict":"holds"

#include "specs.h"

#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic block;

static void *create(void)
{
    atomic_store(&block, malloc(sizeof(int)));
    return NULL;
}

static lp_value release(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    free(atomic_load(&block));
    return LP_TRUE;
}

static lp_value touch(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    *(volatile int *)atomic_load(&block) = 1;
    return LP_TRUE;
}

LP_OBJECT(after_free, .create = create, .custom_spec = &fine,
          .methods = {{"a", release}, {"b", touch}})
LP_OBJECT(twice, .create = create, .custom_spec = &fine,
          .methods = {{"a", release}, {"b", release}})

// Compilers do not report accesses to a block whose address stays in a function.
static char *volatile seen;

static lp_value overflow(void *o, const lp_value *args)
{
    char *p = malloc(13);
    (void)o;
    (void)args;
    seen = p;
    p[13] = 1;
    return LP_TRUE;
}

static lp_value middle(void *o, const lp_value *args)
{
    char *volatile p = malloc(13);
    (void)o;
    (void)args;
    free(p + 1);
    return LP_TRUE;
}

static lp_value grow(void *o, const lp_value *args)
{
    char *p = malloc(3);
    void *aligned = NULL;
    (void)o;
    (void)args;
    p[2] = 7;
    p = realloc(p, 100);
    p[99] = 8;
    bool kept = p[2] == 7;
    free(p);
    if (posix_memalign(&aligned, 256, 100))
        return LP_FALSE;
    kept = kept && (size_t)aligned % 256 == 0;
    free(aligned);
    int *zeroed = calloc(4, sizeof *zeroed);
    kept = kept && zeroed[3] == 0;
    free(zeroed);
    return lp_bool(kept);
}

static lp_value wild(void *o, const lp_value *args)
{
    char *p = malloc(16);
    (void)o;
    (void)args;
    seen = p;
    p[-1] = 1;
    return LP_TRUE;
}

LP_OBJECT(past, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", overflow}, {"b", middle}, {"c", grow}, {"d", wild}})

// The address of a freed block comes back only with --reuse.
static void *_Atomic old;

static lp_value give(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    void *p = malloc(24);
    atomic_store(&old, p);
    free(p);
    return LP_TRUE;
}

static lp_value take(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    void *p = malloc(24);
    return lp_bool(p != atomic_load(&old));
}

LP_OBJECT(again, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", give}, {"b", take}})

static lp_value forget(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    atomic_store(&old, malloc(1));
    return LP_TRUE;
}

LP_OBJECT(leaky, .create = create_nothing, .custom_spec = &fine, .methods = {{"a", forget}})
