// SPDX-License-Identifier: MIT
// See losing_play.h.

#include "verify/compare/losing_play.h"

#include "base/memory.h"
#include "judge/simulation/lost_play.h"
#include "verify/counterexample/move_description.h"

#include <stdlib.h>

enum { MOST_LINES = 60 };

static bool tell_step(lost_play *t, const lost_pair *l, uint32_t number, uint32_t depth)
{
    const losing_play *p = t->context;
    step_graph *g = p->graph;
    const transition_system *s = step_graph_system(g);
    const int32_t *cells = step_graph_cells(g, l->s);
    uint32_t count;
    const graph_edge *e = step_graph_edges(g, l->s, &count) + l->tag;
    graph_edge step = *e;
    move m;
    text where = {0};
    describer d;
    if (!lost_play_line(t, depth) || !step_graph_move(g, l->s, &step, &m))
        return true;
    text_add(t->out, "%2u ", number);
    if (s->front->component)
        text_add(t->out, "%s %u: ", s->front->component, m.thread);
    describer_init(&d, s, cells);
    describe_move(&d, &m, cells, t->out, &where);
    describer_fini(&d);
    text_fini(&where);
    return true;
}

static void tell_state(const lost_play *t, uint32_t u)
{
    const losing_play *p = t->context;
    p->other->print(p->other->context, u, t->out);
}

static void tell_answer(lost_play *t, uint32_t i, uint32_t count, uint32_t u)
{
    text_add(t->out, "   answer %u of %u: ", i, count);
    tell_state(t, u);
}

static void tell_end(lost_play *t, uint32_t u, uint32_t depth)
{
    const losing_play *p = t->context;
    if (!lost_play_line(t, depth))
        return;
    text_add(t->out, "   %s has no answer in: ", p->other_name);
    tell_state(t, u);
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
    losing_play copy = *p;
    lost_play t = {.game = p->game,
                   .most_lines = MOST_LINES,
                   .context = &copy,
                   .step = tell_step,
                   .answer = tell_answer,
                   .no_answer = tell_end,
                   .out = out};
    text_add(out, "Steps of %s that %s cannot follow, whatever it answers:", p->name,
             p->other_name);
    lost_play_tell(&t);
}
