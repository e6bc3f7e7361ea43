// SPDX-License-Identifier: MIT
// See losing_play.h.

#include "verify/compare/losing_play.h"

#include "base/memory.h"
#include "verify/counterexample/move_description.h"

#include <stdlib.h>

enum { MOST_LINES = 60, INDENT = 2, MOST_INDENT = 20 };

typedef struct telling {
    const losing_play *p;
    uint32_t lines;
    text *out;
} telling;

static bool begin_line(telling *t, uint32_t depth)
{
    if (t->lines++ == MOST_LINES)
        text_add(t->out, "\n  …");
    if (t->lines > MOST_LINES)
        return false;
    depth = depth < MOST_INDENT ? depth : MOST_INDENT;
    text_add(t->out, "\n%*s", (int)(INDENT + depth * INDENT), "");
    return true;
}

static void tell_step(telling *t, const lost_pair *l, uint32_t number, uint32_t depth)
{
    step_graph *g = t->p->graph;
    const transition_system *s = step_graph_system(g);
    const int32_t *cells = step_graph_cells(g, l->s);
    uint32_t count;
    const graph_edge *e = step_graph_edges(g, l->s, &count) + l->tag;
    graph_edge step = *e;
    move m;
    text where = {0};
    describer d;
    if (!begin_line(t, depth) || !step_graph_move(g, l->s, &step, &m))
        return;
    text_add(t->out, "%2u ", number);
    if (s->front->component)
        text_add(t->out, "%s %u: ", s->front->component, m.thread);
    describer_init(&d, s, cells);
    describe_move(&d, &m, cells, t->out, &where);
    describer_fini(&d);
    text_fini(&where);
}

static void tell_state(telling *t, uint32_t u)
{
    t->p->other->print(t->p->other->context, u, t->out);
}

static void tell(telling *t, uint32_t pair, uint32_t number, uint32_t depth)
{
    lost_pair l = game_lost(t->p->game, pair);
    // Where there is no choice, the play goes on in the same column.
    for (;; number++) {
        tell_step(t, &l, number, depth);
        if (l.answer_count != 1 || t->lines > MOST_LINES)
            break;
        l = game_lost(t->p->game, l.answers[0]);
    }
    if (l.answer_count == 0 && begin_line(t, depth)) {
        text_add(t->out, "   %s has no answer in: ", t->p->other_name);
        tell_state(t, l.u);
    }
    for (uint32_t i = 0; i < l.answer_count && t->lines <= MOST_LINES; i++) {
        if (begin_line(t, depth)) {
            text_add(t->out, "   answer %u of %u: ", i + 1, l.answer_count);
            tell_state(t, game_lost(t->p->game, l.answers[i]).u);
        }
        tell(t, l.answers[i], number + 1, depth + 1);
    }
}

bool losing_play_confirm(const losing_play *p)
{
    uint32_t all = game_met(p->game), count = 1;
    bool *seen = memory_new(all, sizeof *seen), confirmed = true;
    uint32_t *stack = memory_new(all, sizeof *stack);
    stack[0] = game_first(p->game);
    seen[stack[0]] = true;
    while (confirmed && count) {
        lost_pair l = game_lost(p->game, stack[--count]);
        uint32_t edges;
        graph_edge step = step_graph_edges(p->graph, l.s, &edges)[l.tag];
        confirmed = step_graph_confirm(p->graph, l.s, &step);
        for (uint32_t i = 0; i < l.answer_count; i++) {
            if (!seen[l.answers[i]])
                stack[count++] = l.answers[i];
            seen[l.answers[i]] = true;
        }
    }
    free(stack);
    free(seen);
    return confirmed;
}

bool losing_play_fault(error *e)
{
    return error_set(e, "a play of the game is not confirmed: this is a fault of linchpin, please "
                        "report it with the model");
}

void losing_play_print(const losing_play *p, text *out)
{
    telling t = {.p = p, .out = out};
    text_add(out, "Steps of %s that %s cannot follow, whatever it answers:", p->name,
             p->other_name);
    tell(&t, game_first(p->game), 1, 0);
}
