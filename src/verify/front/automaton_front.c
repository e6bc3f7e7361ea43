// SPDX-License-Identifier: MIT
// An automaton: the front end with one component, which is never in the middle of something. An
// action with its arguments is one move, from its guard to its last statement; where no guard
// holds, the automaton has come to its end.

#include "model/interpret/interpret.h"
#include "verify/front/action_events.h"
#include "verify/front/front_ends.h"

#include <string.h>

static bool declare(transition_system *s, const instance *v, const system_options *o, error *e)
{
    if (!system_offer_all(s, LABEL_ACTION, v, o, e))
        return false;
    if (v->label_count)
        action_events(s, v);
    return true;
}

// The guard is part of the action, too: the move is blocked where it does not hold. To ask first
// saves the copy of the state that the move would be tried on.
static bool offers(const transition_system *s, const int32_t *cells, uint32_t component,
                   uint32_t which)
{
    (void)component;
    const offer *o = &s->offers[which];
    return s->c.enabled(cells, o->method, o->args);
}

static bool forced(const transition_system *s, const int32_t *cells, uint32_t component, move *m)
{
    (void)s;
    (void)cells;
    (void)component;
    (void)m;
    return false;
}

// An action is lowered to a method without steps, so the call is all of it.
static void make(const transition_system *s, int32_t *cells, move *m, run *r, bool interpreted)
{
    const layout *l = &s->p->layout;
    const int32_t *args = s->offers[m->offer].args;
    if (interpreted)
        interpret_call(s->p, cells, m->thread, m->method, args, r);
    else
        s->c.call(cells, m->thread, m->method, args, r);
    memset(cells + l->threads, 0, l->own * sizeof *cells);
}

// It always has to go on.
static uint32_t obliged(const transition_system *s, const int32_t *cells)
{
    (void)s;
    (void)cells;
    return 1;
}

const front_end automaton_front = {.noun = "automaton",
                                   .declare = declare,
                                   .offers = offers,
                                   .forced = forced,
                                   .make = make,
                                   .obliged = obliged};
