// SPDX-License-Identifier: MIT
// Memory before the first step of a trace: see step_evidence.h and docs/json.md.

#include "base/error.h"
#include "base/memory.h"
#include "judge/evidence/step_evidence.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {
    [LP_BOX_GLOBAL] = "global",
    [LP_BOX_NODE] = "node",
    [LP_BOX_THREAD] = "thread",
    [LP_BOX_COMPONENT] = "component",
    [LP_BOX_SPECIFICATION] = "specification",
};
_Static_assert(sizeof kinds / sizeof *kinds == BOX_KINDS, "every kind has a name");

const char *lp_box_kind_name(lp_box_kind k)
{
    REQUIRE((unsigned)k < BOX_KINDS);
    return kinds[k];
}

static lp_memory *memory_of(lp_verdict *v)
{
    if (!v->memory)
        v->memory = memory_new(1, sizeof *v->memory);
    return v->memory;
}

uint32_t verdict_box(lp_verdict *v, const char *name, lp_box_kind kind, const char *type)
{
    lp_memory *m = memory_of(v);
    m->boxes = memory_resize(m->boxes, m->box_count + 1, sizeof *m->boxes);
    m->boxes[m->box_count] = (lp_memory_box){memory_string(name), kind, memory_string(type)};
    return m->box_count++;
}

void verdict_cell(lp_verdict *v, const lp_memory_cell *c)
{
    lp_memory *m = memory_of(v);
    assert(c->box < m->box_count && c->cell && c->value);
    m->cells = memory_resize(m->cells, m->cell_count + 1, sizeof *m->cells);
    m->cells[m->cell_count++] =
        (lp_memory_cell){c->box, memory_string(c->cell), memory_string(c->value), c->to};
}

void memory_clear(lp_verdict *v)
{
    lp_memory *m = v->memory;
    for (uint32_t i = 0; i < v->trace_count; i++)
        step_clear(&v->trace[i]);
    for (uint32_t i = 0; m && i < m->box_count; i++) {
        free(m->boxes[i].name);
        free(m->boxes[i].type);
    }
    for (uint32_t i = 0; m && i < m->cell_count; i++) {
        free(m->cells[i].cell);
        free(m->cells[i].value);
    }
    if (m) {
        free(m->boxes);
        free(m->cells);
    }
    free(m);
    v->memory = NULL;
}

void memory_write(json_writer *w, const lp_verdict *v)
{
    const lp_memory *m = v->memory;
    if (!m)
        return;
    json_key(w, "memory");
    json_open(w, '{');
    json_key(w, "boxes");
    json_open(w, '[');
    for (uint32_t i = 0; i < m->box_count; i++) {
        json_open(w, '{');
        json_member_text(w, "name", m->boxes[i].name);
        json_member_text(w, "kind", kinds[m->boxes[i].kind]);
        json_member_some(w, "type", m->boxes[i].type);
        json_close(w);
    }
    json_close(w);
    json_key(w, "cells");
    json_open(w, '[');
    for (uint32_t i = 0; i < m->cell_count; i++) {
        const lp_memory_cell *c = &m->cells[i];
        json_open(w, '{');
        json_member_integer(w, "box", c->box);
        json_member_text(w, "cell", c->cell);
        json_member_text(w, "value", c->value);
        if (c->to != LP_NO_BOX)
            json_member_integer(w, "to", c->to);
        json_close(w);
    }
    json_close(w);
    json_close(w);
}

static bool read_kind(json *j, lp_box_kind *out)
{
    if (json_next(j) != JSON_STRING)
        return false;
    for (uint32_t k = 0; k < BOX_KINDS; k++) {
        *out = (lp_box_kind)k;
        if (strcmp(kinds[k], j->string.bytes) == 0)
            return true;
    }
    return false;
}

static bool read_box(json *j, lp_memory *m)
{
    bool kind = false;
    m->boxes = memory_resize(m->boxes, m->box_count + 1, sizeof *m->boxes);
    lp_memory_box *b = &m->boxes[m->box_count++];
    *b = (lp_memory_box){0};
    json_token t;
    while ((t = json_next(j)) == JSON_KEY) {
        bool fine = strcmp(j->string.bytes, "name") == 0   ? json_take_string(j, &b->name)
                    : strcmp(j->string.bytes, "type") == 0 ? json_take_string(j, &b->type)
                                                           : (kind = read_kind(j, &b->kind));
        if (!fine)
            return false;
    }
    return t == JSON_CLOSE && b->name && kind;
}

static bool read_cell(json *j, lp_memory *m)
{
    m->cells = memory_resize(m->cells, m->cell_count + 1, sizeof *m->cells);
    lp_memory_cell *c = &m->cells[m->cell_count++];
    *c = (lp_memory_cell){.box = LP_NO_BOX, .to = LP_NO_BOX};
    json_token t;
    while ((t = json_next(j)) == JSON_KEY) {
        bool to = strcmp(j->string.bytes, "to") == 0, fine;
        if (strcmp(j->string.bytes, "cell") == 0) {
            fine = json_take_string(j, &c->cell);
        } else if (strcmp(j->string.bytes, "value") == 0) {
            fine = json_take_string(j, &c->value);
        } else {
            fine = json_next(j) == JSON_INTEGER && j->integer >= 0 && j->integer < LP_NO_BOX;
            *(to ? &c->to : &c->box) = (uint32_t)j->integer;
        }
        if (!fine)
            return false;
    }
    return t == JSON_CLOSE && c->cell && c->value;
}

bool memory_read(json *j, lp_verdict *v)
{
    lp_memory *m = memory_of(v);
    json_token t = json_next(j);
    if (t != JSON_OBJECT)
        return false;
    while ((t = json_next(j)) == JSON_KEY) {
        bool cells = strcmp(j->string.bytes, "cells") == 0;
        if (json_next(j) != JSON_ARRAY)
            return false;
        while ((t = json_next(j)) == JSON_OBJECT)
            if (!(cells ? read_cell(j, m) : read_box(j, m)))
                return false;
        if (t != JSON_CLOSE)
            return false;
    }
    return t == JSON_CLOSE;
}

static bool points(uint32_t to, uint32_t boxes)
{
    return to == LP_NO_BOX || to < boxes;
}

bool memory_fits(const lp_verdict *v)
{
    const lp_memory *m = v->memory;
    uint32_t boxes = m ? m->box_count : 0, events = 0, happened = 0;
    for (uint32_t i = 0; m && i < m->cell_count; i++)
        if (m->cells[i].box >= boxes || !points(m->cells[i].to, boxes))
            return false;
    for (uint32_t i = 0; i < v->trace_count; i++) {
        const lp_trace_step *s = &v->trace[i];
        for (uint32_t k = 0; k < s->change_count; k++)
            if (s->changes[k].box >= boxes || !points(s->changes[k].to, boxes))
                return false;
        if (s->happened != LP_NO_EVENT && s->happened < happened)
            return false;
        happened = s->happened == LP_NO_EVENT ? happened : s->happened;
        if (s->events == LP_NO_EVENT)
            continue;
        if (s->events < events || !v->history || s->events > v->history->event_count)
            return false;
        events = s->events;
    }
    return true;
}
