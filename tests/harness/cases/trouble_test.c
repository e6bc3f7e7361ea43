// SPDX-License-Identifier: MIT
// A register whose write does something bad, as -DTROUBLE says.

#include <linchpin/linchpin.h>

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    NONE,
    SEGFAULT,
    EXIT,
    ABORT,
    HANG,
    OVERFLOW_STACK,
    CRASH_IN_CREATE,
    CRASH_IN_DESTROY,
    HANG_IN_CREATE,
    INVARIANT,
    STRING_RESULT,
    CRASH_WHEN_LOADED,
    EXIT_WHEN_LOADED,
    HANG_WHEN_LOADED,
    EXIT_IN_SPEC,
    BREAKPOINT,
};

static _Atomic int64_t cell;
static _Atomic int gate;

static void crash(void)
{
    *(volatile int *)8 = 1;
}

static void hang(void)
{
    while (!atomic_load(&gate))
        ;
}

static int64_t deeper(int64_t n)
{
    volatile char room[4096];
    memset((char *)room, (int)n, sizeof room);
    return n < 0 ? room[0] : deeper(n + 1) + room[1];
}

__attribute__((constructor)) static void loaded(void)
{
    if (TROUBLE == CRASH_WHEN_LOADED)
        crash();
    if (TROUBLE == EXIT_WHEN_LOADED)
        exit(0);
    if (TROUBLE == HANG_WHEN_LOADED)
        hang();
}

static void *create(void)
{
    if (TROUBLE == CRASH_IN_CREATE)
        crash();
    if (TROUBLE == HANG_IN_CREATE)
        hang();
    atomic_store(&cell, INT64_MIN);
    return NULL;
}

static void destroy(void *object)
{
    (void)object;
    if (TROUBLE == CRASH_IN_DESTROY)
        crash();
}

static bool invariant(void *object)
{
    (void)object;
    return TROUBLE != INVARIANT || atomic_load(&cell) == INT64_MIN;
}

static lp_value write_value(void *object, const lp_value *args)
{
    (void)object;
    switch (TROUBLE) {
    case SEGFAULT:
        crash();
        break;
    case EXIT:
        exit(3);
    case ABORT:
        abort();
    case HANG:
        hang();
        break;
    case OVERFLOW_STACK:
        deeper(0);
        break;
    case STRING_RESULT:
        return (lp_value){LP_KIND_STRING, 12345};
    case BREAKPOINT:
        raise(SIGTRAP);
        break;
    default:
        break;
    }
    atomic_store(&cell, lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value read_value(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    int64_t v = atomic_load(&cell);
    return v == INT64_MIN ? LP_NIL : lp_int(v);
}

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value nil = LP_NIL;
    s->emit(s, NULL, &nil, sizeof nil);
}

static void step(lp_step *s)
{
    const lp_value *now = lp_step_values(s, NULL);
    if (TROUBLE == EXIT_IN_SPEC)
        exit(0);
    if (s->calls[0].method == 0)
        lp_step_emit_values(s, *now, now, 1);
    else
        lp_step_emit_values(s, LP_UNIT, &s->calls[0].arg, 1);
}

static const lp_spec spec = {.name = "cell",
                             .methods = {{"read", NULL, 0, ""}, {"write", NULL, 1, ""}},
                             .initial = initial,
                             .step = step};

LP_OBJECT(cell, .create = create, .destroy = destroy, .custom_spec = &spec,
          .methods = {{"read", read_value}, {"write", write_value, .args = {LP_INTS(1, 9)}}},
          .scenarios = {"write(1) read | write(2) read"}, .invariant = invariant)
