// SPDX-License-Identifier: MIT
// See effect_refusal.h.

#include "explore/effects/effect_refusal.h"

#include "base/memory.h"
#include "base/value/value_text.h"
#include "explore/effects/effect_text.h"
#include "explore/runtime/schedule_text.h"
#include "judge/evidence/verdict.h"
#include "judge/simulation/lost_play.h"

#include <stdlib.h>

enum { MOST_LINES = 120 };

typedef struct telling {
    const effect_game *g;
    const subject *subject;
    const effect_scenario *scenario;
    char *file;
    schedule taken; // to where the play is
} telling;

static const effect_edge *edge_of(const telling *t, const lost_pair *l)
{
    uint32_t count;
    return effect_graph_edges(t->g->graph, l->s, &count) + l->tag;
}

static void add_call(const telling *t, const effect_label *l, text *out)
{
    text_add(out, "%s(", t->subject->object->methods[l->method].name);
    if (l->value.kind != LP_KIND_NIL)
        value_print(t->subject->pool, l->value, out);
    text_add(out, ")");
}

static void tell_label(const telling *t, const effect_label *l, text *out)
{
    text_add(out, "thread %u: ", l->process);
    if (l->move == MOVE_RETURN) {
        text_add(out, "return ");
        value_print(t->subject->pool, l->value, out);
        return;
    }
    if (l->move == MOVE_ALONE || l->begins) {
        add_call(t, l, out);
        text_add(out, l->move == MOVE_ALONE ? ", alone" : " ");
    }
    if (l->move == MOVE_STEP)
        effect_text_step(t->file, effect_graph_place_get(t->g->graph, l->place).pc, 0, out);
}

static bool tell_step(lost_play *p, const lost_pair *l, uint32_t number, uint32_t depth)
{
    telling *t = p->context;
    const effect_edge *e = edge_of(t, l);
    const effect_label *label = effect_graph_label(t->g->graph, e->label);
    if (l->s != EFFECT_START && e->choice != NO_CHOICE)
        schedule_add(&t->taken, (uint16_t)e->choice);
    if (label->move == MOVE_NOTHING || !lost_play_line(p, depth))
        return false;
    text_add(p->out, "%2u ", number);
    tell_label(t, label, p->out);
    return true;
}

static void tell_answer(lost_play *p, uint32_t i, uint32_t count, uint32_t u)
{
    const telling *t = p->context;
    text_add(p->out, "   if it is decided now, way %u of %u: ", i, count);
    atomic_print(t->g->object, u, p->out);
}

static void tell_end(lost_play *p, uint32_t u, uint32_t depth)
{
    const telling *t = p->context;
    if (!lost_play_line(p, depth))
        return;
    text_add(p->out, "   no order of operations explains this after: ");
    atomic_print(t->g->object, u, p->out);
    if (!lost_play_line(p, depth))
        return;
    text_add(p->out, "   --replay ");
    schedule_print(&t->taken, p->out);
}

void effect_refusal_print(const effect_game *g, lp_verdict *v, text *out)
{
    telling t = {.g = g, .subject = effect_graph_subject(g->graph)};
    lost_pair first = game_lost(g->game, game_first(g->game));
    t.scenario = effect_graph_scenario(g->graph, edge_of(&t, &first));
    t.file = effect_text_file(g->graph);
    t.taken.plain = true;
    t.taken.shared_stacks = t.scenario->shared_stacks;
    t.taken.shared_tls = t.scenario->shared_tls;
    verdict_copy(&v->scenario, t.scenario->name);
    text_add(out, "Whatever is decided when the steps are taken, it turns out to be wrong%s%s:",
             t.file ? ", with lines of " : "", t.file ? t.file : "");
    lost_play play = {.game = g->game,
                      .most_lines = MOST_LINES,
                      .context = &t,
                      .step = tell_step,
                      .answer = tell_answer,
                      .no_answer = tell_end,
                      .count = &t.taken.count,
                      .out = out};
    lost_play_tell(&play);
    schedule_fini(&t.taken);
    free(t.file);
}
