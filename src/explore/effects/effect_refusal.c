// SPDX-License-Identifier: MIT
// See effect_refusal.h.

#include "explore/effects/effect_refusal.h"

#include "base/memory.h"
#include "base/value/value_text.h"
#include "explore/effects/effect_text.h"
#include "explore/runtime/schedule_text.h"
#include "judge/evidence/verdict.h"

#include <stdlib.h>

enum { MOST_LINES = 120, INDENT = 2, MOST_INDENT = 20 };

typedef struct telling {
    const effect_game *g;
    const subject *subject;
    const effect_scenario *scenario;
    char *file;
    uint32_t lines;
    schedule taken; // to where the play is
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

static const effect_edge *edge_of(const telling *t, const lost_pair *l)
{
    uint32_t count;
    return effect_graph_edges(t->g->graph, l->s, &count) + l->tag;
}

static void add_call(const telling *t, const effect_label *l)
{
    text_add(t->out, "%s(", t->subject->object->methods[l->method].name);
    if (l->value.kind != LP_KIND_NIL)
        value_print(t->subject->pool, l->value, t->out);
    text_add(t->out, ")");
}

static void tell_label(telling *t, const effect_label *l)
{
    text_add(t->out, "thread %u: ", l->process);
    if (l->move == MOVE_RETURN) {
        text_add(t->out, "return ");
        value_print(t->subject->pool, l->value, t->out);
        return;
    }
    if (l->move == MOVE_ALONE || l->begins) {
        add_call(t, l);
        text_add(t->out, l->move == MOVE_ALONE ? ", alone" : " ");
    }
    if (l->move == MOVE_STEP)
        effect_text_step(t->file, effect_graph_place_get(t->g->graph, l->place).pc, 0, t->out);
}

static void tell_step(telling *t, const lost_pair *l, uint32_t *number, uint32_t depth)
{
    const effect_edge *e = edge_of(t, l);
    const effect_label *label = effect_graph_label(t->g->graph, e->label);
    if (l->s != EFFECT_START && e->choice != NO_CHOICE)
        schedule_add(&t->taken, (uint16_t)e->choice);
    if (label->move == MOVE_NOTHING || !begin_line(t, depth))
        return;
    text_add(t->out, "%2u ", (*number)++);
    tell_label(t, label);
}

static void tell_state(telling *t, uint32_t u)
{
    atomic_print(t->g->object, u, t->out);
}

static void tell_schedule(telling *t, uint32_t depth)
{
    if (!begin_line(t, depth))
        return;
    text_add(t->out, "   --replay ");
    schedule_print(&t->taken, t->out);
}

static void tell(telling *t, uint32_t pair, uint32_t number, uint32_t depth)
{
    lost_pair l = game_lost(t->g->game, pair);
    uint32_t before = t->taken.count;
    // Where there is no choice, the play goes on in the same column.
    for (;;) {
        tell_step(t, &l, &number, depth);
        if (l.answer_count != 1 || t->lines > MOST_LINES)
            break;
        l = game_lost(t->g->game, l.answers[0]);
    }
    if (l.answer_count == 0 && begin_line(t, depth)) {
        text_add(t->out, "   no order of operations explains this after: ");
        tell_state(t, l.u);
        tell_schedule(t, depth);
    }
    for (uint32_t i = 0; i < l.answer_count && t->lines <= MOST_LINES; i++) {
        if (begin_line(t, depth)) {
            text_add(t->out, "   if it is decided now, way %u of %u: ", i + 1, l.answer_count);
            tell_state(t, game_lost(t->g->game, l.answers[i]).u);
        }
        tell(t, l.answers[i], number, depth + 1);
    }
    t->taken.count = before;
}

void effect_refusal_print(const effect_game *g, lp_verdict *v, text *out)
{
    telling t = {.g = g, .subject = effect_graph_subject(g->graph), .out = out};
    lost_pair first = game_lost(g->game, game_first(g->game));
    t.scenario = effect_graph_scenario(g->graph, edge_of(&t, &first));
    t.file = effect_text_file(g->graph);
    t.taken.plain = true;
    t.taken.shared_stacks = t.scenario->shared_stacks;
    t.taken.shared_tls = t.scenario->shared_tls;
    verdict_copy(&v->scenario, t.scenario->name);
    text_add(out, "Whatever is decided when the steps are taken, it turns out to be wrong%s%s:",
             t.file ? ", with lines of " : "", t.file ? t.file : "");
    tell(&t, game_first(g->game), 1, 0);
    schedule_fini(&t.taken);
    free(t.file);
}
