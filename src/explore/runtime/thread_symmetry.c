// SPDX-License-Identifier: MIT
// See thread_symmetry.h.

#include "explore/runtime/thread_symmetry.h"

#include "explore/runtime/arena.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/schedule.h"
#include "explore/runtime/tls.h"

#include <string.h>

static uint32_t before[FIBERS_MAX];

static bool same_calls(const scenario_part *a, const scenario_part *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const scenario_call *x = &a->calls[i], *y = &b->calls[i];
        if (!lp_value_equal(x->method, y->method) || x->arg_count != y->arg_count)
            return false;
        for (uint32_t k = 0; k < x->arg_count; k++)
            if (!lp_value_equal(x->args[k], y->args[k]))
                return false;
    }
    return true;
}

void symmetry_find(const scenario *sc)
{
    memset(before, 0, sizeof before);
    for (uint32_t t = 1; t < sc->thread_count; t++)
        for (uint32_t earlier = t; earlier-- > 0 && !before[t + 1];)
            if (sc->threads[t].count && same_calls(&sc->threads[t], &sc->threads[earlier]))
                before[t + 1] = earlier + 1;
}

bool symmetry_in_use(void)
{
    for (uint32_t t = 0; t < FIBERS_MAX; t++)
        if (before[t])
            return learnt.symmetry;
    return false;
}

uint32_t symmetric_predecessor(uint32_t number)
{
    return learnt.symmetry ? before[number] : 0;
}

static bool own(const fiber *f, const void *address)
{
    return fiber_of_stack(address, NULL) == f || tls_owns(f, address) ||
           (arenas_own(address) && arena_number(address) == f->number);
}

void symmetry_note(fiber *f)
{
    op_kind kind = f->s.next.kind;
    bool reads = kind <= OP_READ || kind == OP_LOAD || kind == OP_YIELD || kind == OP_CHOICE ||
                 kind == OP_JOIN_ALL;
    f->s.competes = !reads && !own(f, f->s.next.address);
}

bool symmetry_waits(const fiber *f)
{
    uint32_t earlier = f->s.competes && !f->s.begun ? symmetric_predecessor(f->number) : 0;
    return earlier && !rt.fibers[earlier].s.begun;
}

void symmetry_broken(void)
{
    if (!learnt.symmetry || rt.current->number == FIBER_MAIN)
        return;
    learnt.symmetry = false;
    execution_end(END_RESTART, NULL, "the object tells threads apart");
}
