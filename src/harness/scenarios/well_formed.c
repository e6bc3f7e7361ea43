// SPDX-License-Identifier: MIT
// See well_formed.h. How much is inside follows from how far each thread has
// come, so the orders are paths through a small grid.

#include "harness/scenarios/well_formed.h"

#include "base/intern.h"

#include <string.h>

bool well_formed_known(const subject *s, error *e)
{
    bool adds = false, takes = false;
    for (uint32_t i = 0; i < s->method_count; i++) {
        adds = adds || s->object->methods[i].flow == LP_IN;
        takes = takes || s->object->methods[i].flow == LP_OUT;
    }
    return (adds && takes) ||
           error_set(e,
                     "object '%s' does not say which methods put something in and which take "
                     "something out: set .flow = LP_IN and .flow = LP_OUT",
                     s->object->name);
}

static int effect(const subject *s, const scenario_call *call)
{
    lp_flow is = s->object->methods[subject_method(s, call->method)].flow;
    return is == LP_IN ? 1 : is == LP_OUT ? -1 : 0;
}

// What is inside after these calls; -1: it would have to wait.
static int run_alone(const subject *s, const scenario_part *part, int inside)
{
    for (uint32_t i = 0; i < part->count && inside >= 0; i++)
        inside += effect(s, &part->calls[i]);
    return inside;
}

// How far each thread has come.
typedef struct place {
    uint8_t next[SCENARIO_MAX_THREADS];
} place;

static int inside_at(const subject *s, const scenario *sc, const place *p, int inside)
{
    for (uint32_t t = 0; t < sc->thread_count; t++)
        for (uint32_t i = 0; i < p->next[t]; i++)
            inside += effect(s, &sc->threads[t].calls[i]);
    return inside;
}

static bool never_stuck(const subject *s, const scenario *sc, int begin)
{
    intern *seen = intern_new();
    place first;
    memset(&first, 0, sizeof first);
    intern_add(seen, &first, sizeof first);
    bool fine = true;
    for (uint32_t i = 0; i < intern_count(seen) && fine; i++) {
        const place *p = intern_get(seen, i, NULL);
        int inside = inside_at(s, sc, p, begin);
        bool moves = false, done = true;
        for (uint32_t t = 0; t < sc->thread_count; t++) {
            if (p->next[t] == sc->threads[t].count)
                continue;
            done = false;
            if (inside + effect(s, &sc->threads[t].calls[p->next[t]]) < 0)
                continue;
            moves = true;
            place after = *p;
            after.next[t]++;
            intern_add(seen, &after, sizeof after);
        }
        fine = moves || done;
    }
    intern_free(seen);
    return fine;
}

bool scenario_well_formed(const subject *s, const scenario *sc)
{
    int inside = run_alone(s, &sc->before, 0);
    if (inside < 0 || !never_stuck(s, sc, inside))
        return false;
    for (uint32_t t = 0; t < sc->thread_count; t++)
        for (uint32_t i = 0; i < sc->threads[t].count; i++)
            inside += effect(s, &sc->threads[t].calls[i]);
    return run_alone(s, &sc->after, inside) == 0;
}
