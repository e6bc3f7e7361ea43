// SPDX-License-Identifier: MIT
// See comparison.h.

#include "verify/compare/comparison.h"

#include "base/memory.h"
#include "verify/compare/normal_form.h"
#include "verify/compare/trace_recheck.h"
#include "verify/counterexample/problem_text.h"

#include <stdlib.h>

struct comparison {
    instance against; // B, as if it were verified
    const instance *v;
    const transition_system *a;
    transition_system b;
    visible_labels *labels;
    move_labels of_a, of_b;
    step_graph *graph;
    normal_form *normal;
    orbit_plan *plan; // of B; NULL: names keep what they are
    orbit_form form;
    bool settled; // every trace of A is one of B's: nothing has to be observed
    uint32_t sets;
    uint32_t *noted; // labels of A's run
    uint32_t noted_count;
    size_t noted_capacity;
};

instance comparison_instance(const instance *v)
{
    instance b = *v;
    b.in = v->against_in;
    b.subject = v->against;
    b.object = v->implements;
    b.process = v->against_process;
    b.implements = NULL;
    b.claim = CLAIM_NOTHING;
    b.reachable_from = b.reachable_to = 0;
    b.deadlockfree = b.nonterminating = false;
    return b;
}

comparison *comparison_new(const instance *v, const system_options *o, const transition_system *a,
                           lp_pool *pool, error *e)
{
    comparison *c = memory_new(1, sizeof *c);
    c->v = v;
    c->a = a;
    c->against = comparison_instance(v);
    if (!system_init(&c->b, &c->against, o, pool, e)) {
        free(c);
        return NULL;
    }
    c->labels = visible_labels_new();
    bool events = labels_are_events(v);
    move_labels_init(&c->of_a, c->labels, a, events);
    move_labels_init(&c->of_b, c->labels, &c->b, events);
    return c;
}

static void forget(comparison *c)
{
    normal_form_free(c->normal);
    step_graph_free(c->graph);
    c->normal = NULL;
    c->graph = NULL;
}

void comparison_free(comparison *c)
{
    if (!c)
        return;
    forget(c);
    if (c->plan)
        orbit_form_fini(&c->form);
    orbit_plan_free(c->plan);
    visible_labels_free(c->labels);
    system_fini(&c->b);
    move_labels_fini(&c->of_a);
    move_labels_fini(&c->of_b);
    free(c->noted);
    free(c);
}

void comparison_cut(const comparison *c, enum_symmetry *s)
{
    enum_symmetry other;
    enum_symmetry_find(&other, c->b.p, &c->against);
    for (uint32_t e = 0; e < MODEL_MAX_ENUMS; e++)
        for (uint32_t i = 0; i <= MODEL_MAX_NAMES; i++)
            s->cut[e][i] |= other.cut[e][i];
}

bool comparison_follow(comparison *c, const orbit_plan *plan)
{
    enum_symmetry own;
    enum_symmetry_find(&own, c->b.p, &c->against);
    c->plan = orbit_plan_like(c->b.p, &own, plan);
    if (c->plan)
        orbit_form_init(&c->form, c->plan);
    return c->plan != NULL;
}

static uint32_t observed(uint32_t set)
{
    return set == NORMAL_FAILED ? OBSERVED_STOP : set;
}

_Static_assert((uint32_t)NORMAL_EMPTY == OBSERVED_VIOLATION, "one number for both");

static uint32_t event(void *context, uint32_t state, const move *m)
{
    comparison *c = context;
    uint32_t label = move_label(&c->of_a, m);
    return label == LABEL_UNSEEN ? state : observed(normal_form_after(c->normal, state, label));
}

static uint32_t stay(void *context, uint32_t state, const move *m)
{
    (void)context;
    (void)m;
    return state;
}

static uint32_t permute(void *context, uint32_t state, const enum_permutation *e)
{
    comparison *c = context;
    uint32_t number = orbit_permutation_number(c->plan, e);
    return normal_form_permuted(c->normal, state, &c->form, number);
}

static bool subsumes(void *context, uint32_t less, uint32_t more)
{
    const comparison *c = context;
    return normal_form_within(c->normal, less, more);
}

static uint32_t count(const void *context)
{
    const comparison *c = context;
    return c->settled ? c->sets : normal_form_count(c->normal);
}

bool comparison_failed(const comparison *c, error *e)
{
    const run *r = step_graph_failure(c->graph);
    return r->problem != PROBLEM_NONE && r->problem != PROBLEM_TERMS &&
           !source_error(&c->b.m->source, e, r->where, "verify it on its own",
                         "what %s is compared with, %s, fails: %s", c->v->object, c->v->implements,
                         problem_text((problem)r->problem));
}

bool comparison_grows(const comparison *c)
{
    return step_graph_failure(c->graph)->problem == PROBLEM_TERMS;
}

static bool failed(const void *context, error *e)
{
    return comparison_failed(context, e);
}

problem comparison_lacks(const comparison *c)
{
    problem what = (problem)step_graph_failure(c->graph)->problem;
    return what == PROBLEM_NODES || what == PROBLEM_FULL ? what : PROBLEM_NONE;
}

static problem lacks(const void *context)
{
    return comparison_lacks(context);
}

static void begin_graph(comparison *c, limits *l)
{
    forget(c);
    c->graph = step_graph_new(&(graph_options){.system = &c->b, .seen = &c->of_b, .limits = l});
}

answering comparison_answering(comparison *c, limits *l)
{
    begin_graph(c, l);
    return answering_graph(c->graph);
}

const uint32_t *comparison_labels(const comparison *c)
{
    return c->of_a.of;
}

void comparison_settle(comparison *c, uint32_t sets)
{
    c->settled = true;
    c->sets = sets;
}

property comparison_property(comparison *c, limits *l)
{
    begin_graph(c, l);
    c->normal = normal_form_new(c->graph);
    return (property){.context = c,
                      .start = observed(normal_form_start(c->normal)),
                      .event = c->settled ? stay : event,
                      .permute = c->plan ? permute : NULL,
                      .subsumes = subsumes,
                      .count = count,
                      .failed = failed,
                      .lacks = lacks};
}

void comparison_note(void *context, const move *m)
{
    comparison *c = context;
    uint32_t label = move_label(&c->of_a, m);
    if (label == LABEL_UNSEEN)
        return;
    MEMORY_GROW(c->noted, c->noted_capacity, (size_t)c->noted_count + 1);
    c->noted[c->noted_count++] = label;
}

bool comparison_confirm(comparison *c, limits *l, text *last, text *detail)
{
    trace_recheck t = {.system = &c->b,
                       .labels = c->labels,
                       .seen = &c->of_b,
                       .trace = c->noted,
                       .length = c->noted_count,
                       .limits = l};
    text instead = {0};
    bool lacking = trace_is_lacking(&t, &instead);
    text_add(last, "%s",
             c->noted_count ? visible_label_text(c->labels, c->noted[c->noted_count - 1]) : "");
    text_add(detail, "The trace:");
    for (uint32_t i = 0; i < c->noted_count; i++)
        text_add(detail, "%s %s", i ? "," : "", visible_label_text(c->labels, c->noted[i]));
    text_add(detail, "\nBefore its last %s, %s could only go on with: %s",
             c->b.front->label ? "event" : "action", c->v->implements,
             instead.length ? instead.bytes : "nothing that is seen");
    text_fini(&instead);
    return lacking;
}
