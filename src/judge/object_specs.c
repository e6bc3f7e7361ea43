// SPDX-License-Identifier: MIT
// Object by object, each with its own spec: see object_specs.h.

#include "judge/object_specs.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/value/value_text.h"

#include <stdlib.h>
#include <string.h>

static char *name_of(const lp_pool *pool, lp_value object)
{
    text t = {0};
    if (object.kind == LP_KIND_STRING)
        text_add(&t, "%s", lp_string_bytes(pool, object, NULL));
    else
        value_write_json(pool, object, &t);
    return text_take(&t);
}

static void say_names(const object_specs *specs, text *out)
{
    for (uint32_t i = 0; i < specs->count; i++)
        text_add(out, "%s%s", i ? i + 1 == specs->count ? " and " : ", " : "",
                 specs->list[i].object);
}

uint32_t objects_find(const object_specs *specs, const lp_pool *pool, lp_value object,
                      uint32_t line, error *e)
{
    char *name = name_of(pool, object);
    uint32_t i = 0;
    while (i < specs->count && (lp_is_nil(object) || strcmp(specs->list[i].object, name) != 0))
        i++;
    if (i == specs->count) {
        text names = {0};
        say_names(specs, &names);
        if (lp_is_nil(object))
            error_at(e, NULL, line, 0, "this operation names no object; --spec has specs for %s",
                     names.bytes);
        else
            error_at(e, NULL, line, 0, "the object \"%s\" has no spec; --spec has them for %s",
                     name, names.bytes);
        text_fini(&names);
        i = UINT32_MAX;
    }
    free(name);
    return i;
}

char *objects_describe(const object_specs *specs)
{
    text t = {0};
    for (uint32_t i = 0; i < specs->count; i++)
        text_add(&t, "%s%s=%s", i ? ", " : "", specs->list[i].object, specs->list[i].spec->name);
    return text_take(&t);
}

// What is put together from the verdicts on the objects.
typedef struct gathering {
    lp_history *whole;
    uint32_t *of;      // of each operation: its object
    uint32_t *numbers; // of each operation of the object at hand: its number in the whole
    lp_effect *witness;
    uint32_t *times; // of each effect
    size_t witness_count, witness_capacity, times_capacity;
    uint32_t parts;
    bool rechecked, silent;
} gathering;

// An effect gets the time of the latest call up to it in the order of its object. Going by
// these times keeps each order, and real time: see merge_witness in judge.c.
static void take_witness(gathering *g, const lp_verdict *w)
{
    uint32_t time = 0;
    MEMORY_GROW(g->witness, g->witness_capacity, g->witness_count + w->witness_count + 1);
    MEMORY_GROW(g->times, g->times_capacity, g->witness_count + w->witness_count + 1);
    for (uint32_t i = 0; i < w->witness_count; i++) {
        lp_effect effect = w->witness[i];
        for (uint32_t k = 0; k < effect.count; k++) {
            effect.ops[k] = g->numbers[effect.ops[k]];
            uint32_t call = g->whole->ops[effect.ops[k]].call;
            time = call > time ? call : time;
        }
        g->times[g->witness_count] = time;
        g->witness[g->witness_count++] = effect;
    }
}

static void give_witness(gathering *g, lp_verdict *v)
{
    v->witness = memory_new(g->witness_count + 1, sizeof *v->witness);
    uint32_t *first = memory_new((size_t)g->whole->event_count + 2, sizeof *first);
    for (size_t i = 0; i < g->witness_count; i++)
        first[g->times[i] + 1]++;
    for (uint32_t t = 0; t < g->whole->event_count; t++)
        first[t + 1] += first[t];
    for (size_t i = 0; i < g->witness_count; i++)
        v->witness[first[g->times[i]]++] = g->witness[i];
    free(first);
    v->witness_count = (uint32_t)g->witness_count;
    v->has_witness = true;
    v->rechecked = g->rechecked;
    bool *all = memory_new(g->whole->op_count, sizeof *all);
    memset(all, true, g->whole->op_count);
    v->history = lp_history_select(g->whole, all);
    free(all);
}

static lp_history *select_object(gathering *g, uint32_t object)
{
    const lp_history *h = g->whole;
    bool *keep = memory_new(h->op_count, sizeof *keep);
    uint32_t n = 0;
    for (uint32_t i = 0; i < h->op_count; i++) {
        keep[i] = g->of[i] == object;
        if (keep[i])
            g->numbers[n++] = i;
    }
    lp_history *part = lp_history_select(h, keep);
    free(keep);
    return part;
}

// The verdict on the whole is that on this object, which is named.
static void adopt(lp_verdict *v, lp_verdict *w, const char *object)
{
    char *reason = text_format("object \"%s\": %s", object, w->reason ? w->reason : "");
    w->figure_count = 0;
    lp_verdict_fini(v);
    *v = *w;
    lp_verdict_init(w);
    free(v->reason);
    v->reason = reason;
}

static bool judge_one(const judge *j, const object_specs *specs, uint32_t object, limits *l,
                      objects_how how, gathering *g, lp_verdict *v, error *e)
{
    lp_history *part = select_object(g, object);
    lp_verdict w;
    lp_verdict_init(&w);
    const object_spec *s = &specs->list[object];
    bool fine = part->op_count > 0 ||
                error_set(e, "no operation of the history is on the object \"%s\"", s->object);
    if (fine)
        fine = how.bare && !how.want_witness
                   ? judge_outcome(j, part, s->spec, l, &w, e)
                   : judge_history(j, part, s->spec, l, how.want_witness, &w, e);
    for (uint32_t i = 0; i < part->op_count && fine; i++) { // as the spec takes and emits them
        g->whole->ops[g->numbers[i]].arg = part->ops[i].arg;
        g->whole->ops[g->numbers[i]].result = part->ops[i].result;
    }
    if (fine) {
        g->parts += (uint32_t)verdict_figure_get(&w, LP_FIGURE_PARTS, 1);
        g->rechecked &= w.rechecked;
        g->silent |= !w.has_witness;
        if (w.outcome == LP_HOLDS)
            take_witness(g, &w);
        else if (v->outcome != LP_VIOLATED)
            adopt(v, &w, s->object);
    }
    lp_verdict_fini(&w);
    lp_history_free(part);
    return fine;
}

static bool find_objects(gathering *g, const object_specs *specs, error *e)
{
    for (uint32_t i = 0; i < g->whole->op_count; i++) {
        const lp_op *op = &g->whole->ops[i];
        bool again = i && lp_value_equal(op->object, g->whole->ops[i - 1].object);
        g->of[i] =
            again ? g->of[i - 1] : objects_find(specs, g->whole->pool, op->object, op->line, e);
        if (g->of[i] == UINT32_MAX)
            return false;
    }
    return true;
}

bool judge_objects(const judge *j, lp_history *h, const object_specs *specs, limits *l,
                   objects_how how, lp_verdict *v, error *e)
{
    if (!j->local)
        return error_set(e, "%s is not local: objects cannot be judged one by one", j->name);
    gathering g = {.whole = h, .rechecked = true};
    g.of = memory_new(h->op_count, sizeof *g.of);
    g.numbers = memory_new(h->op_count, sizeof *g.numbers);
    verdict_hold(v);
    bool fine = find_objects(&g, specs, e);
    for (uint32_t i = 0; i < specs->count && fine && v->outcome != LP_VIOLATED; i++)
        fine = judge_one(j, specs, i, l, how, &g, v, e);
    if (fine) {
        char *described = objects_describe(specs);
        verdict_copy(&v->spec, described);
        free(described);
        verdict_copy(&v->condition, j->name);
        verdict_copy(&v->coverage, h->op_count ? "this history" : VERDICT_NOTHING);
        if (!v->judge)
            verdict_copy(&v->judge, "object by object");
        verdict_figure(v, LP_FIGURE_OPERATIONS, h->op_count);
        if (v->outcome == LP_HOLDS)
            verdict_figure(v, LP_FIGURE_PARTS, g.parts);
    }
    if (fine && v->outcome == LP_HOLDS && how.want_witness && !g.silent)
        give_witness(&g, v);
    free(g.of);
    free(g.numbers);
    free(g.witness);
    free(g.times);
    return fine;
}
