// SPDX-License-Identifier: MIT
// A spec block for the judges and the monitor.

#include "model/spec/spec_block.h"

#include "base/memory.h"
#include "model/emit/emitted.h"
#include "model/spec/spec_eval.h"
#include "model/spec/spec_why.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Judges may step a spec in several threads.
typedef struct failure {
    pthread_mutex_t lock;
    error first;
} failure;

struct spec_block {
    lp_spec spec;
    const model *m;
    const unit *u;
    lp_sync syncs[MODEL_MAX_SYNCS + MODEL_MAX_METHODS];
    char *examples[MODEL_MAX_METHODS];
    failure *failure; // the first; in a place of its own, since specs are const
};

_Static_assert((int)MODEL_MAX_MEETING == (int)LP_MAX_ARITY, "as many as a spec lets meet");

static void note_failure(const spec_block *b, const error *e)
{
    if (!e->message[0])
        return;
    pthread_mutex_lock(&b->failure->lock);
    if (!b->failure->first.message[0])
        b->failure->first = *e;
    pthread_mutex_unlock(&b->failure->lock);
}

static void initial(const lp_spec *self, lp_step *s)
{
    const spec_block *b = self->context;
    uint32_t turns = 0;
    spec_state *state = memory_new(1, sizeof *state);
    error e = {0};
    spec_frame f = {.m = b->m, .failure = &e, .state = state, .turns = &turns};
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
    note_failure(b, &e);
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

static lp_value result_value(const spec_block *b, const spec_frame *f, uint32_t part, lp_pool *pool)
{
    type t = f->sync->parts[part].result;
    lp_value parts[MODEL_MAX_PARTS];
    if (t.kind == TYPE_UNIT)
        return LP_UNIT;
    for (uint32_t i = 0; i < type_width(t); i++)
        parts[i] = cell_value(b, pool, type_part(t, i), f->result[part][i]);
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
    if (t.ranged && (v.bits < t.low || v.bits > t.high))
        return false;
    return v.kind == (t.kind == TYPE_INT ? LP_KIND_INT : LP_KIND_BOOL) && t.kind != TYPE_ENUM;
}

// How many calls a participant stands for: the last takes what is left.
static uint32_t calls_of(const synchronisation *y, uint32_t part, uint32_t count, uint32_t before)
{
    return part + 1 == y->part_count ? count - before : y->parts[part].low;
}

typedef struct row {
    int64_t cells[MODEL_MAX_ARGS];
} row;

static int compare_rows(const void *a, const void *b)
{
    const row *x = a, *y = b;
    for (uint32_t i = 0; i < MODEL_MAX_ARGS; i++)
        if (x->cells[i] != y->cells[i])
            return x->cells[i] < y->cells[i] ? -1 : 1;
    return 0;
}

// The members of a group are sorted by what they brought. So the order in which they
// come says nothing, and one order is enough.
static void fill_locals(spec_frame *f, const participant *q, row *rows, uint32_t count)
{
    if (q->group)
        qsort(rows, count, sizeof *rows, compare_rows);
    for (uint32_t i = 0; i < q->param_count; i++) {
        collection *c = &f->many[q->first + i];
        c->width = 1;
        for (uint32_t k = 0; q->group && k < count; k++)
            collection_insert(c, k, &rows[k].cells[i]);
        if (!q->group)
            f->locals[q->first + i] = rows[0].cells[i];
    }
}

static bool take_arguments(const spec_block *b, const lp_step *s, spec_frame *f)
{
    const synchronisation *y = f->sync;
    for (uint32_t p = 0, from = 0, count; p < y->part_count; p++, from += count) {
        const participant *q = &y->parts[p];
        row rows[LP_MAX_ARITY] = {0};
        count = calls_of(y, p, s->count, from);
        for (uint32_t k = 0; k < count; k++)
            for (uint32_t i = 0; i < q->param_count; i++)
                if (!take_argument(b, s->pool, b->u->methods[q->method]->locals[i].type,
                                   lp_step_arg(s, from + k, i), &rows[k].cells[i])) {
                    spec_fail(f, q->at, "an argument does not fit its parameter");
                    return false;
                }
        fill_locals(f, q, rows, count);
        if (y->number && p + 1 == y->part_count)
            f->locals[y->number - 1] = count;
    }
    return true;
}

static void emit(const spec_block *b, lp_step *s, const spec_frame *f)
{
    const synchronisation *y = f->sync;
    lp_value results[LP_MAX_ARITY];
    for (uint32_t p = 0, from = 0, count; p < y->part_count; p++, from += count) {
        count = calls_of(y, p, s->count, from);
        for (uint32_t k = 0; k < count; k++)
            results[from + k] = result_value(b, f, p, s->pool);
    }
    size_t size;
    int64_t *next = spec_state_save(f->state, &size);
    s->emit(s, results, next, size);
    free(next);
}

// One way that the step may go.
static void go(const spec_block *b, lp_step *s, spec_frame *f)
{
    spec_state *state = memory_new(1, sizeof *state);
    f->m = b->m;
    f->sync = b->u->syncs[s->sync];
    f->f = f->sync->body;
    f->state = state;
    f->me = s->calls[0].process;
    spec_state_init(state, b->u);
    spec_state_load(state, s->state);
    if (take_arguments(b, s, f)) {
        spec_run(f);
        if (!f->failed && !f->refused)
            emit(b, s, f);
    }
    for (uint32_t i = 0; i < f->f->param_count; i++)
        collection_fini(&f->many[i]);
    spec_state_fini(state);
    free(state);
}

// All ways, as often as there are choices.
static void step(lp_step *s)
{
    const spec_block *b = s->spec->context;
    uint32_t turns = 0, ways = 0;
    bool failed = false;
    error e = {0};
    run r = {0};
    spec_frame *f = memory_new(1, sizeof *f);
    do {
        run_reset(&r);
        *f = (spec_frame){.failure = &e, .run = &r, .turns = &turns};
        if (++ways > RUN_MAX_WAYS)
            spec_fail(f, b->u->syncs[s->sync]->at, "too many choices");
        else
            go(b, s, f);
        failed = f->failed;
    } while (!failed && run_next(&r));
    note_failure(b, &e);
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
    put(to, out.bytes ? out.bytes : "[]");
    text_fini(&out);
}

static void why(const lp_why *w)
{
    const spec_block *b = w->spec->context;
    spec_why(b->u, w);
}

// "receive(int) → int?"
static char *example_of(const model *m, const method *f)
{
    text out = {0};
    text_add(&out, "%s(", f->name);
    for (uint32_t i = 0; i < f->param_count; i++) {
        text_add(&out, "%s", i ? ", " : "");
        type_print(m, f->locals[i].type, &out);
    }
    text_add(&out, ")%s", f->result.kind == TYPE_UNIT ? "" : " → ");
    if (f->result.kind != TYPE_UNIT)
        type_print(m, f->result, &out);
    return out.bytes;
}

static void sync_init(lp_sync *out, const synchronisation *y)
{
    *out = (lp_sync){.name = y->body->name, .alike = y->alike};
    for (uint32_t i = 0; i < y->part_count; i++) {
        const participant *q = &y->parts[i];
        out->up_to = q->high > q->low ? out->count + q->high : 0;
        for (uint32_t k = 0; k < q->low; k++)
            out->methods[out->count++] = q->method;
    }
}

spec_block *spec_block_new(const model *m, const unit *u)
{
    spec_block *b = memory_new(1, sizeof *b);
    b->m = m;
    b->u = u;
    b->failure = memory_new(1, sizeof *b->failure);
    pthread_mutex_init(&b->failure->lock, NULL);
    b->spec = (lp_spec){.name = u->name,
                        .summary = "a spec block",
                        .initial = initial,
                        .step = step,
                        .print = print,
                        .looks_at_process = u->looks_at_threads,
                        .context = b};
    for (uint32_t i = 0; i < u->method_count; i++) {
        b->spec.methods[i].name = u->methods[i]->name;
        b->spec.methods[i].args = (int)u->methods[i]->param_count;
        b->spec.methods[i].example = b->examples[i] = example_of(m, u->methods[i]);
        b->spec.methods[i].returns_nothing = u->methods[i]->result.kind == TYPE_UNIT;
        b->spec.methods[i].returns_nil = u->methods[i]->result.optional;
    }
    for (uint32_t i = 0; i < u->sync_count; i++)
        sync_init(&b->syncs[i], u->syncs[i]);
    if (u->meets) {
        b->spec.why = why;
        b->spec.syncs = b->syncs;
        b->spec.sync_count = u->sync_count;
    }
    return b;
}

void spec_block_free(spec_block *b)
{
    if (!b)
        return;
    pthread_mutex_destroy(&b->failure->lock);
    for (uint32_t i = 0; i < b->u->method_count; i++)
        free(b->examples[i]);
    free(b->failure);
    free(b);
}

const lp_spec *spec_block_spec(const spec_block *b)
{
    return &b->spec;
}

bool spec_block_failed(const spec_block *b, error *e)
{
    if (!b)
        return false;
    pthread_mutex_lock(&b->failure->lock);
    bool failed = b->failure->first.message[0];
    if (failed)
        *e = b->failure->first;
    pthread_mutex_unlock(&b->failure->lock);
    return failed;
}
