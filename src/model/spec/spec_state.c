// SPDX-License-Identifier: MIT
// See spec_state.h.

#include "model/spec/spec_state.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool is_many(type t)
{
    return t.kind == TYPE_SEQ || t.kind == TYPE_SET || t.kind == TYPE_MAP;
}

void spec_state_init(spec_state *s, const unit *u)
{
    memset(s, 0, sizeof *s);
    s->u = u;
    for (uint32_t i = 0; i < u->state_count; i++) {
        type t = u->state[i].type;
        if (!is_many(t))
            continue;
        s->many[i].width = type_width(t.parts[0]) + (t.kind == TYPE_MAP);
        s->many[i].key = t.kind == TYPE_SEQ ? 0 : type_width(t.parts[0]);
    }
}

void spec_state_fini(spec_state *s)
{
    for (uint32_t i = 0; i < s->u->state_count; i++)
        collection_fini(&s->many[i]);
}

void spec_state_load(spec_state *s, const int64_t *bytes)
{
    for (uint32_t i = 0; i < s->u->state_count; i++) {
        collection *c = &s->many[i];
        if (!c->width) {
            s->scalars[i] = *bytes++;
            continue;
        }
        c->count = c->capacity = (size_t)*bytes++;
        c->cells = memory_copy(bytes, c->count * c->width * sizeof *c->cells);
        bytes += c->count * c->width;
    }
}

int64_t *spec_state_save(const spec_state *s, size_t *size)
{
    int64_t *state = NULL;
    size_t count = 0, capacity = 0;
    for (uint32_t i = 0; i < s->u->state_count; i++) {
        const collection *c = &s->many[i];
        MEMORY_GROW(state, capacity, count + 1 + c->count * c->width);
        assert(state);
        state[count++] = c->width ? (int64_t)c->count : s->scalars[i];
        for (size_t k = 0; k < c->count * c->width; k++)
            state[count++] = c->cells[k];
    }
    *size = count * sizeof *state;
    return state;
}

static void print_cell(const model *m, type t, int64_t cell, text *out)
{
    if (t.optional && cell == spec_none)
        text_add(out, "none");
    else if (t.kind == TYPE_ENUM)
        text_add(out, "%s", m->enums[t.record]->items[cell]);
    else if (t.kind == TYPE_BOOL)
        text_add(out, "%s", cell ? "true" : "false");
    else
        text_add(out, "%lld", (long long)cell);
}

static const int64_t *print_value(const model *m, type t, const int64_t *at, text *out)
{
    for (uint32_t i = 0; i < type_width(t); i++) {
        text_add(out, "%s", t.kind != TYPE_TUPLE ? "" : i ? ", " : "(");
        print_cell(m, type_part(t, i), *at++, out);
    }
    text_add(out, "%s", t.kind == TYPE_TUPLE ? ")" : "");
    return at;
}

static const int64_t *print_many(const model *m, type t, const int64_t *at, text *out)
{
    int64_t count = *at++;
    text_add(out, "[");
    for (int64_t k = 0; k < count; k++) {
        text_add(out, "%s", k ? " " : "");
        at = print_value(m, t.parts[0], at, out);
        if (t.kind == TYPE_MAP) {
            text_add(out, ": ");
            at = print_value(m, t.parts[1], at, out);
        }
    }
    text_add(out, "]");
    return at;
}

void spec_state_print(const model *m, const unit *u, const int64_t *at, text *out)
{
    for (uint32_t i = 0; i < u->state_count; i++) {
        const variable *v = &u->state[i];
        text_add(out, "%s%s = ", i ? ", " : "", v->name);
        at = is_many(v->type) ? print_many(m, v->type, at, out) : print_value(m, v->type, at, out);
    }
}
