// SPDX-License-Identifier: MIT
// See chart_evidence.h and docs/json.md.

#include "judge/evidence/chart_evidence.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {
    [LP_CHART_MESSAGE] = "message", [LP_CHART_LOSS] = "loss",         [LP_CHART_ACTION] = "action",
    [LP_CHART_CRASH] = "crash",     [LP_CHART_RECOVERY] = "recovery", [LP_CHART_MATCH] = "match",
    [LP_CHART_PENDING] = "pending",
};
_Static_assert(sizeof kinds / sizeof *kinds == CHART_KINDS, "every kind has a name");

static lp_chart *chart_of(lp_verdict *v)
{
    if (!v->chart)
        v->chart = memory_new(1, sizeof *v->chart);
    return v->chart;
}

void chart_component(lp_verdict *v, const char *name)
{
    lp_chart *c = chart_of(v);
    c->components = memory_resize(c->components, c->component_count + 1, sizeof *c->components);
    c->components[c->component_count++] = memory_string(name);
}

void chart_event(lp_verdict *v, const lp_chart_event *it)
{
    lp_chart *c = chart_of(v);
    c->events = memory_resize(c->events, c->event_count + 1, sizeof *c->events);
    c->events[c->event_count] = *it;
    c->events[c->event_count++].what = memory_string(it->what);
}

void chart_clear(lp_verdict *v)
{
    lp_chart *c = v->chart;
    for (uint32_t i = 0; c && i < c->component_count; i++)
        free(c->components[i]);
    for (uint32_t i = 0; c && i < c->event_count; i++)
        free(c->events[i].what);
    if (c) {
        free(c->components);
        free(c->events);
    }
    free(c);
    v->chart = NULL;
}

static void write_end(json_writer *w, const char *key, const lp_chart *c, uint32_t which)
{
    if (which != LP_NO_COMPONENT)
        json_member_text(w, key, c->components[which]);
}

void chart_write(json_writer *w, const lp_verdict *v)
{
    const lp_chart *c = v->chart;
    if (!c)
        return;
    json_key(w, "chart");
    json_open(w, '{');
    json_key(w, "components");
    json_open(w, '[');
    for (uint32_t i = 0; i < c->component_count; i++)
        json_text(w, c->components[i]);
    json_close(w);
    json_key(w, "events");
    json_open(w, '[');
    for (uint32_t i = 0; i < c->event_count; i++) {
        const lp_chart_event *e = &c->events[i];
        json_open(w, '{');
        json_member_text(w, "kind", kinds[e->kind]);
        json_member_integer(w, "step", e->step);
        write_end(w, "from", c, e->from);
        write_end(w, "to", c, e->to);
        json_member_text(w, "what", e->what);
        json_close(w);
    }
    json_close(w);
    json_close(w);
}

static bool read_components(json *j, lp_verdict *v)
{
    json_token t = json_next(j);
    if (t != JSON_ARRAY)
        return false;
    while ((t = json_next(j)) == JSON_STRING)
        chart_component(v, j->string.bytes);
    return t == JSON_CLOSE;
}

// One of the components, by its name, or a kind by its word.
static bool read_choice(json *j, const char *const *names, uint32_t count, uint32_t *out)
{
    if (json_next(j) != JSON_STRING)
        return false;
    *out = 0;
    while (*out < count && strcmp(names[*out], j->string.bytes) != 0)
        ++*out;
    return *out < count;
}

static bool read_event(json *j, lp_verdict *v)
{
    const lp_chart *c = chart_of(v);
    const char *const *names = (const char *const *)c->components;
    lp_chart_event e = {.from = LP_NO_COMPONENT, .to = LP_NO_COMPONENT};
    uint32_t kind = CHART_KINDS;
    bool fine = true;
    json_token t;
    while (fine && (t = json_next(j)) == JSON_KEY) {
        if (strcmp(j->string.bytes, "what") == 0)
            fine = json_take_string(j, &e.what);
        else if (strcmp(j->string.bytes, "kind") == 0)
            fine = read_choice(j, kinds, CHART_KINDS, &kind);
        else if (strcmp(j->string.bytes, "from") == 0)
            fine = read_choice(j, names, c->component_count, &e.from);
        else if (strcmp(j->string.bytes, "to") == 0)
            fine = read_choice(j, names, c->component_count, &e.to);
        else if ((fine = json_next(j) == JSON_INTEGER && j->integer >= 0))
            e.step = (uint32_t)j->integer;
    }
    e.kind = (lp_chart_kind)kind;
    fine = fine && t == JSON_CLOSE && e.what && kind < CHART_KINDS;
    if (fine)
        chart_event(v, &e);
    free(e.what);
    return fine;
}

bool chart_read(json *j, lp_verdict *v)
{
    chart_clear(v);
    chart_of(v);
    json_token t = json_next(j);
    if (t != JSON_OBJECT)
        return false;
    while ((t = json_next(j)) == JSON_KEY) {
        if (strcmp(j->string.bytes, "components") == 0) {
            if (!read_components(j, v))
                return false;
            continue;
        }
        if (json_next(j) != JSON_ARRAY)
            return false;
        while ((t = json_next(j)) == JSON_OBJECT)
            if (!read_event(j, v))
                return false;
        if (t != JSON_CLOSE)
            return false;
    }
    return t == JSON_CLOSE;
}
