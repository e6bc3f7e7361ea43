// SPDX-License-Identifier: MIT
// A spec block for the judges and the monitor.

#include "model/spec_block.h"

#include "base/memory.h"
#include "model/spec_eval.h"

#include <stdlib.h>
#include <string.h>

struct spec_block {
    lp_spec spec;
    const model *m;
    const unit *u;
    error *failure; // the first; in a place of its own, since specs are const
};

static void initial(const lp_spec *self, lp_step *s)
{
    const spec_block *b = self->context;
    uint32_t turns = 0;
    spec_state *state = memory_new(1, sizeof *state);
    spec_frame f = {.m = b->m, .failure = b->failure, .state = state, .turns = &turns};
    spec_state_init(state, b->u);
    for (uint32_t i = 0; i < b->u->state_count; i++) {
        const variable *v = &b->u->state[i];
        state->scalars[i] = v->type.optional ? spec_none : 0;
    }
    for (uint32_t i = 0; i < b->u->state_count; i++)
        if (b->u->state[i].initial)
            spec_eval(&f, b->u->state[i].initial, &state->scalars[i]);
    size_t size;
    int64_t *bytes = spec_state_save(state, &size);
    s->emit(s, NULL, bytes, size);
    free(bytes);
    spec_state_fini(state);
    free(state);
}

static lp_value cell_value(const spec_block *b, lp_pool *pool, type t, int64_t n)
{
    if (n == spec_none)
        return LP_NIL;
    if (t.kind == TYPE_ENUM) {
        const char *name = b->m->enums[t.record]->items[n];
        return lp_string(pool, name, strlen(name));
    }
    return t.kind == TYPE_BOOL ? lp_bool(n != 0) : lp_int(n);
}

static lp_value result_value(const spec_block *b, const spec_frame *f, lp_pool *pool)
{
    type t = f->f->result;
    lp_value parts[MODEL_MAX_PARTS];
    if (t.kind == TYPE_UNIT)
        return LP_UNIT;
    for (uint32_t i = 0; i < type_width(t); i++)
        parts[i] = cell_value(b, pool, type_part(t, i), f->result[i]);
    return t.kind == TYPE_TUPLE ? lp_vector(pool, parts, t.part_count) : parts[0];
}

// Does the value fit the parameter?
static bool take_argument(const spec_block *b, lp_pool *pool, type t, lp_value v, int64_t *out)
{
    for (uint32_t i = 0; t.kind == TYPE_ENUM && i < b->m->enums[t.record]->item_count; i++)
        if (lp_value_equal(cell_value(b, pool, t, i), v)) {
            *out = i;
            return true;
        }
    *out = v.bits;
    return v.kind == (t.kind == TYPE_INT ? LP_KIND_INT : LP_KIND_BOOL) && t.kind != TYPE_ENUM;
}

static void step(lp_step *s)
{
    const spec_block *b = s->spec->context;
    uint32_t turns = 0;
    spec_state *state = memory_new(1, sizeof *state);
    spec_frame *f = memory_new(1, sizeof *f);
    f->m = b->m;
    f->failure = b->failure;
    f->f = b->u->methods[s->calls[0].method];
    f->state = state;
    f->turns = &turns;
    spec_state_init(state, b->u);
    spec_state_load(state, s->state);
    bool fits = true;
    for (uint32_t i = 0; i < f->f->param_count; i++)
        fits &=
            take_argument(b, s->pool, f->f->locals[i].type, lp_step_arg(s, 0, i), &f->locals[i]);
    if (fits)
        spec_run(f);
    if (fits && !f->failed && !f->refused) {
        size_t size;
        int64_t *next = spec_state_save(state, &size);
        lp_value result = result_value(b, f, s->pool);
        s->emit(s, &result, next, size);
        free(next);
    }
    spec_state_fini(state);
    free(state);
    free(f);
}

static void print(const lp_spec *self, const lp_pool *pool, const void *state, size_t size,
                  void (*put)(void *to, const char *text), void *to)
{
    (void)pool;
    (void)size;
    const spec_block *b = self->context;
    text out = {0};
    spec_state_print(b->m, b->u, state, &out);
    if (out.bytes)
        put(to, out.bytes);
    text_fini(&out);
}

spec_block *spec_block_new(const model *m, const unit *u)
{
    spec_block *b = memory_new(1, sizeof *b);
    b->m = m;
    b->u = u;
    b->failure = memory_new(1, sizeof *b->failure);
    b->spec = (lp_spec){.name = u->name,
                        .summary = "a spec block",
                        .initial = initial,
                        .step = step,
                        .print = print,
                        .context = b};
    for (uint32_t i = 0; i < u->method_count; i++) {
        b->spec.methods[i].name = u->methods[i]->name;
        b->spec.methods[i].args = (int)u->methods[i]->param_count;
        b->spec.methods[i].returns_nothing = u->methods[i]->result.kind == TYPE_UNIT;
    }
    return b;
}

void spec_block_free(spec_block *b)
{
    if (!b)
        return;
    free(b->failure);
    free(b);
}

const lp_spec *spec_block_spec(const spec_block *b)
{
    return &b->spec;
}

bool spec_block_failed(const spec_block *b, error *e)
{
    if (!b || !b->failure->message[0])
        return false;
    *e = *b->failure;
    return true;
}
