// SPDX-License-Identifier: MIT
// See trace_chart.h.

#include "run/record/trace_chart.h"

#include "base/memory.h"
#include "base/words.h"
#include "judge/evidence/chart_evidence.h"
#include "run/record/traced_steps.h"

#include <stdlib.h>
#include <string.h>

// ---- When the operations were called ----

typedef struct looking {
    traced_steps *steps;
    uint32_t lines[TRACED_OPERATIONS]; // of the calls in the history
} looking;

static void look_for_time(void *data, const char *line, uint64_t number)
{
    looking *l = data;
    for (size_t i = 0; i < l->steps->operation_count; i++)
        if (l->lines[i] == number)
            l->steps->operations[i].called = traced_number(line, "time");
}

// The last ones, up to the culprit and beyond, if there are more than fit.
static void find_operations(const chart_sources *s, const lp_history *h, char *const *traces,
                            traced_steps *t)
{
    looking l = {.steps = t};
    uint32_t first = h->op_count > TRACED_OPERATIONS ? h->op_count - TRACED_OPERATIONS : 0;
    for (uint32_t i = first; i < h->op_count; i++) {
        size_t client = s->fleet->servers + (size_t)h->ops[i].process / s->sessions;
        l.lines[t->operation_count] = h->ops[i].line;
        t->operations[t->operation_count++].trace = traces[client];
    }
    traced_lines(s->history, look_for_time, &l);
}

// ---- The chart ----

static uint32_t component_of(const lp_verdict *v, const char *name)
{
    for (uint32_t i = 0; v->chart && i < v->chart->component_count; i++)
        if (strcmp(v->chart->components[i], name) == 0)
            return i;
    return LP_NO_COMPONENT;
}

static void add_components(const chart_sources *s, const traced_steps *t, lp_verdict *v)
{
    for (size_t i = 0; i < t->operation_count; i++)
        if (t->operations[i].name && component_of(v, t->operations[i].name) == LP_NO_COMPONENT)
            chart_component(v, t->operations[i].name);
    for (size_t i = 0; i < s->fleet->servers; i++)
        if (s->fleet->members[i].called)
            chart_component(v, s->fleet->members[i].called);
}

// Of what was sent: has it arrived?
static bool arrived(const traced_steps *t, size_t sent)
{
    const traced_step *s = &t->steps[sent];
    for (size_t i = sent + 1; i < t->count; i++) {
        const traced_step *r = &t->steps[i];
        if (strcmp(r->step, "receive") == 0 && r->with && strcmp(r->with, s->at) == 0 &&
            strcmp(r->at, s->with) == 0 && strcmp(r->what, s->what) == 0)
            return true;
    }
    return false;
}

static void add_step(const traced_steps *t, const traced_step *s, uint32_t number, lp_verdict *v)
{
    lp_chart_event it = {.step = number, .what = s->what, .to = LP_NO_COMPONENT};
    it.from = component_of(v, s->at);
    if (strcmp(s->step, "call") == 0) {
        it.kind = LP_CHART_ACTION;
        it.to = it.from;
        it.from = LP_NO_COMPONENT;
    } else if (strcmp(s->step, "receive") == 0 && s->with) {
        it.kind = LP_CHART_MESSAGE;
        it.to = it.from;
        it.from = component_of(v, s->with);
    } else if (strcmp(s->step, "act") == 0 && traced_steps_wants(t, s->at)) {
        it.kind = LP_CHART_ACTION;
    } else {
        return;
    }
    chart_event(v, &it);
}

static void add_pending(const traced_steps *t, lp_verdict *v)
{
    for (size_t i = 0; i < t->count; i++) {
        const traced_step *s = &t->steps[i];
        if (strcmp(s->step, "send") != 0 || !s->with || !traced_steps_wants(t, s->at) ||
            arrived(t, i))
            continue;
        lp_chart_event it = {.kind = LP_CHART_PENDING,
                             .step = (uint32_t)t->count,
                             .from = component_of(v, s->at),
                             .to = component_of(v, s->with),
                             .what = s->what};
        chart_event(v, &it);
    }
}

void trace_chart(const chart_sources *s, lp_verdict *v)
{
    words traces = {0};
    traced_steps t = {0};
    if (!v->history || !v->history->op_count || !s->fleet->count)
        return;
    for (size_t i = 0; i < s->fleet->count; i++)
        words_add(&traces, text_format("%s/%s.jsonl", s->traces, s->fleet->members[i].name));
    find_operations(s, v->history, traces.items, &t);
    traced_steps_read(&t, (const char *const *)traces.items, traces.count);
    if (t.count) {
        add_components(s, &t, v);
        for (size_t i = 0; i < t.count; i++)
            add_step(&t, &t.steps[i], (uint32_t)i, v);
        add_pending(&t, v);
    }
    traced_steps_fini(&t);
    words_fini(&traces);
}

// ---- The last steps of a process ----

static uint32_t known_component(lp_verdict *v, const char *name)
{
    if (component_of(v, name) == LP_NO_COMPONENT)
        chart_component(v, name);
    return component_of(v, name);
}

void trace_chart_last(const chart_sources *s, const member *by, lp_verdict *v)
{
    traced_steps t = {0};
    char *path = text_format("%s/%s.jsonl", s->traces, by->name);
    traced_steps_last(&t, path);
    free(path);
    for (size_t i = 0; i < t.count; i++) {
        const traced_step *it = &t.steps[i];
        bool message = strcmp(it->step, "receive") == 0 && it->with;
        uint32_t other = message ? known_component(v, it->with) : LP_NO_COMPONENT;
        uint32_t own = known_component(v, it->at);
        bool called = strcmp(it->step, "call") == 0;
        lp_chart_event e = {.kind = message ? LP_CHART_MESSAGE : LP_CHART_ACTION,
                            .step = (uint32_t)i,
                            .from = message || called ? other : own,
                            .to = message || called ? own : LP_NO_COMPONENT,
                            .what = it->what};
        chart_event(v, &e);
    }
    traced_steps_fini(&t);
}
