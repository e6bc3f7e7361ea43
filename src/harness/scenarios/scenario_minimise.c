// SPDX-License-Identifier: MIT
// Smaller scenarios that still fail. Each candidate leaves out one call (a lock
// and its unlock together) and is run again for a bounded number of rounds; the
// first that fails is the next to be made smaller. Real threads cannot tell that
// a smaller one never fails, only that it did not: "minimal" means "found".

#include "harness/stress/probe.h"

#include <string.h>

// More rounds than the first finding took, as a smaller scenario may fail more
// rarely; but no more than a fraction of a second.
enum { LEAST_ROUNDS = 500, MOST_ROUNDS = 4000, FACTOR = 10, STUCK_TURNS = 5 };

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

// Arguments that are the thread's own number, as it is now.
static void number_part(const subject *s, scenario_part *part, uint32_t thread)
{
    for (uint32_t i = 0; i < part->count; i++) {
        scenario_call *call = &part->calls[i];
        const lp_method *m = &s->object->methods[subject_method(s, call->method)];
        for (uint32_t a = 0; a < call->arg_count; a++)
            if (m->args[a].kind == LP_GEN_THREAD)
                call->args[a] = lp_int(thread);
    }
}

static void remove_thread(const subject *s, scenario *sc, uint32_t thread)
{
    bool numbered = subject_keeps_roles(s, sc);
    scenario_part *part = &sc->threads[thread];
    memmove(part, part + 1, (sc->thread_count - thread - 1) * sizeof *part);
    sc->thread_count--;
    if (!numbered)
        return;
    for (uint32_t t = thread; t < sc->thread_count; t++)
        number_part(s, &sc->threads[t], t);
    number_part(s, &sc->before, sc->thread_count);
    number_part(s, &sc->after, sc->thread_count);
}

static bool makes_sense(const subject *s, const scenario *from, const scenario *to)
{
    error e;
    return subject_check(s, to, &e) &&
           (subject_keeps_roles(s, to) || !subject_keeps_roles(s, from));
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
    if (index > 0 && index <= to->thread_count && part->count == 0)
        remove_thread(s, to, index - 1);
    return makes_sense(s, from, to);
}

// Does it hang, more often than it fails? One `deq` too many, and threads spin for ever in
// most of its runs: who runs it again would not see it fail.
static bool mostly_hangs(probe *p, const scenario *sc, uint32_t turn, uint64_t rounds)
{
    lp_verdict again;
    lp_verdict_init(&again);
    bool hangs = probe_run(p, sc, 1, turn, rounds, &again) == LP_UNKNOWN;
    lp_verdict_fini(&again);
    return hangs;
}

// If it fails too, it is what is left.
static bool try_smaller(probe *p, scenario *sc, const scenario *smaller, uint64_t rounds,
                        lp_verdict *v)
{
    lp_verdict found;
    lp_verdict_init(&found);
    // Its turn is a part of the rounds: one that only gets stuck is soon given up.
    uint32_t turn = (uint32_t)(rounds / STUCK_TURNS);
    bool fails = probe_run(p, smaller, 1, turn, rounds, &found) == LP_VIOLATED &&
                 !mostly_hangs(p, smaller, turn, rounds);
    // A history that no order explains says more than a crash.
    if (fails && (verdict_breaks_condition(&found) || !verdict_breaks_condition(v))) {
        lp_verdict_fini(v);
        *v = found;
        *sc = *smaller;
        return true;
    }
    lp_verdict_fini(&found);
    return false;
}

static bool drop_thread(probe *p, scenario *sc, uint64_t rounds, lp_verdict *v)
{
    for (uint32_t t = 0; sc->thread_count > 1 && t < sc->thread_count; t++) {
        scenario smaller = *sc;
        remove_thread(p->subject, &smaller, t);
        if (makes_sense(p->subject, sc, &smaller) && !limits_reached(p->limits) &&
            try_smaller(p, sc, &smaller, rounds, v))
            return true;
    }
    return false;
}

static bool drop_call(probe *p, scenario *sc, uint64_t rounds, lp_verdict *v)
{
    for (uint32_t index = 0; index <= sc->thread_count + 1; index++)
        for (uint32_t call = 0; call < part_at(sc, index)->count; call++) {
            scenario smaller;
            if (leave_out(p->subject, sc, index, call, &smaller) && !limits_reached(p->limits) &&
                try_smaller(p, sc, &smaller, rounds, v))
                return true;
        }
    return false;
}

void probe_minimise(probe *p, scenario *sc, lp_verdict *v)
{
    uint64_t rounds = p->rounds > MOST_ROUNDS ? MOST_ROUNDS : p->rounds * FACTOR;
    rounds = rounds < LEAST_ROUNDS ? LEAST_ROUNDS : rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
    while (drop_thread(p, sc, rounds, v))
        ;
    while (drop_call(p, sc, rounds, v))
        ;
}
