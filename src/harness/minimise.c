// SPDX-License-Identifier: MIT
// Smaller scenarios that still fail. Each candidate leaves out one call (a lock
// and its unlock together) and is run again for a bounded number of rounds; the
// first that fails is the next to be made smaller. Real threads cannot tell that
// a smaller one never fails, only that it did not: "minimal" means "found".

#include "harness/probe.h"

#include <string.h>

// More rounds than the first finding took, as a smaller scenario may fail more
// rarely; but no more than a fraction of a second.
enum { LEAST_ROUNDS = 500, MOST_ROUNDS = 4000, FACTOR = 10 };

static scenario_part *part_at(scenario *sc, uint32_t index)
{
    return index == 0                  ? &sc->before
           : index <= sc->thread_count ? &sc->threads[index - 1]
                                       : &sc->after;
}

static void remove_call(scenario_part *part, uint32_t i)
{
    memmove(&part->calls[i], &part->calls[i + 1], (part->count - i - 1) * sizeof part->calls[0]);
    part->count--;
}

static lp_role role_of(const subject *s, const scenario_call *call)
{
    return s->object->methods[subject_method(s, call->method)].role;
}

// False: no smaller scenario comes of it.
static bool leave_out(const subject *s, const scenario *from, uint32_t index, uint32_t call,
                      scenario *to)
{
    *to = *from;
    scenario_part *part = part_at(to, index);
    lp_role role = role_of(s, &part->calls[call]);
    if (role == LP_RELEASE)
        return false; // goes with its acquire
    if (index == 0 && call < s->initial_count)
        return false; // others may rely on it
    remove_call(part, call);
    for (uint32_t i = call; role == LP_ACQUIRE && i < part->count; i++)
        if (role_of(s, &part->calls[i]) == LP_RELEASE) {
            remove_call(part, i);
            break;
        }
    if (index > 0 && index <= to->thread_count && part->count == 0) {
        memmove(part, part + 1, (to->thread_count - index) * sizeof *part);
        to->thread_count--;
    }
    error e;
    return subject_check(s, to, &e) &&
           (subject_keeps_roles(s, to) || !subject_keeps_roles(s, from));
}

static bool step_down(probe *p, scenario *sc, uint64_t rounds, lp_verdict *v)
{
    for (uint32_t index = 0; index <= sc->thread_count + 1; index++)
        for (uint32_t call = 0; call < part_at(sc, index)->count; call++) {
            if (limits_reached(p->limits))
                return false;
            scenario smaller;
            if (!leave_out(p->subject, sc, index, call, &smaller))
                continue;
            lp_verdict found;
            lp_verdict_init(&found);
            bool fails = probe_run(p, &smaller, 1, 1, rounds, &found) == LP_VIOLATED;
            // A history that no order explains says more than a crash.
            if (fails && (found.condition || !v->condition)) {
                lp_verdict_fini(v);
                *v = found;
                *sc = smaller;
                return true;
            }
            lp_verdict_fini(&found);
        }
    return false;
}

void probe_minimise(probe *p, scenario *sc, lp_verdict *v)
{
    uint64_t rounds = p->rounds > MOST_ROUNDS ? MOST_ROUNDS : p->rounds * FACTOR;
    rounds = rounds < LEAST_ROUNDS ? LEAST_ROUNDS : rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
    while (step_down(p, sc, rounds, v))
        ;
}
