// SPDX-License-Identifier: MIT
// From a history and a condition to a verdict with evidence: see judge.h.

#include "judge/judge.h"

#include "base/intern.h"
#include "base/memory.h"
#include "history/format.h"
#include "judge/oracle.h"
#include "judge/shrink.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

// Steps the oracle may try to confirm a counterexample: well under a second.
enum { RECHECK_BUDGET = 2000000 };

const judge *judge_find(const char *name, error *e)
{
    const char *names[64] = {0};
    size_t count = 0;
    for (size_t i = 0; judges[i]; i++) {
        if (strcmp(judges[i]->name, name) == 0)
            return judges[i];
        if (count < sizeof names / sizeof *names)
            names[count++] = judges[i]->name;
    }
    const char *near = did_you_mean(name, names, count);
    text all = {0};
    for (size_t i = 0; i < count; i++)
        text_add(&all, "%s%s", i ? ", " : "", names[i]);
    if (near)
        error_set(e, "there is no condition \"%s\"; did you mean \"%s\"?", name, near);
    else
        error_set(e, "there is no condition \"%s\"; there are: %s", name, all.bytes);
    text_fini(&all);
    return NULL;
}

static bool unknown_method(const lp_op *op, const char *name, const lp_spec *spec, error *e)
{
    char *near = spec_method_near(spec, name);
    text hint = {0};
    if (near)
        text_add(&hint, "did you mean \"%s\"?", near);
    for (uint32_t i = 0; !near && i < spec_method_count(spec); i++)
        text_add(&hint, "%s%s", i ? ", " : "it has: ", spec->methods[i].name);
    error_at(e, NULL, op->line, 0, "the spec \"%s\" has no method \"%s\"; %s", spec->name, name,
             hint.bytes);
    text_fini(&hint);
    free(near);
    return false;
}

static bool check_arguments(const lp_op *op, const lp_spec_method *method, const lp_pool *pool,
                            error *e)
{
    size_t given = lp_is_nil(op->arg) || op->arg.kind == LP_KIND_UNIT ? 0 : 1;
    if (method->args >= 2)
        lp_items(pool, op->arg, &given);
    if ((int)given == method->args)
        return true;
    return error_at(e, NULL, op->line, 0, "%s takes %d argument%s, but here it has %zu",
                    method->name, method->args, method->args == 1 ? "" : "s", given);
}

static bool normalise_result(lp_op *op, const lp_spec_method *method, error *e)
{
    return lp_op_pending(op) || spec_normal_result(method, op->arg, &op->result) ||
           error_at(e, NULL, op->line, 0, "%s returns nothing, but here it returned a value",
                    method->name);
}

// Resolves methods, once per distinct name.
static bool resolve(lp_history *h, const lp_spec *spec, uint32_t *methods, error *e)
{
    intern *seen = intern_new();
    uint32_t *known = NULL;
    size_t capacity = 0;
    bool fine = true;
    for (uint32_t i = 0; i < h->op_count && fine; i++) {
        lp_op *op = &h->ops[i];
        bool fresh;
        uint32_t n = intern_add_fresh(seen, &op->method, sizeof op->method, &fresh);
        MEMORY_GROW(known, capacity, (size_t)n + 1);
        const char *name = lp_string_bytes(h->pool, op->method, NULL);
        if (fresh)
            known[n] = spec_method(spec, name);
        methods[i] = known[n];
        if (methods[i] == UINT32_MAX)
            fine = unknown_method(op, name, spec, e);
        else
            fine = check_arguments(op, &spec->methods[methods[i]], h->pool, e) &&
                   normalise_result(op, &spec->methods[methods[i]], e);
    }
    intern_free(seen);
    free(known);
    return fine;
}

// Which part each operation belongs to: by object, and by the spec's key.
// Gives the number of parts. If any operation is on the whole of an object,
// that object is not split by key.
static uint32_t split(const judge *j, const lp_history *h, const lp_spec *spec,
                      const uint32_t *methods, uint32_t *part)
{
    typedef struct key {
        lp_value object, key;
    } key;
    bool by_key = j->local && spec->split;
    for (uint32_t i = 0; by_key && i < h->op_count; i++)
        by_key = !lp_is_nil(spec->split(spec, h->pool, methods[i], h->ops[i].arg));
    intern *parts = intern_new();
    for (uint32_t i = 0; i < h->op_count; i++) {
        key k = {.object = h->ops[i].object};
        if (by_key)
            k.key = spec->split(spec, h->pool, methods[i], h->ops[i].arg);
        part[i] = intern_add(parts, &k, sizeof k);
    }
    uint32_t count = intern_count(parts);
    intern_free(parts);
    return count;
}

static void explain_violation(const judge *j, const judge_task *task, lp_verdict *v)
{
    lp_history *small = shrink_history(j, task);
    uint32_t *methods = memory_new(small->op_count, sizeof *methods);
    error ignored;
    bool fine = resolve(small, task->spec, methods, &ignored);
    REQUIRE(fine);
    judge_task again = {.history = small, .methods = methods, .spec = task->spec};
    lp_verdict w;
    lp_verdict_init(&w);
    j->run(&again, &w);
    REQUIRE(w.outcome == LP_VIOLATED);
    // Of the shortest violated prefix, the last event is the return that nothing
    // explains; a judge that sees the results to come may have noticed earlier.
    if (j->prefix_closed)
        v->culprit = small->events[small->event_count - 1].op;
    free(v->detail);
    v->detail = NULL;
    if (v->culprit == w.culprit) {
        v->detail = w.detail;
        w.detail = NULL;
    }
    lp_verdict_fini(&w);
    v->history = small;
    if (j->precedes) {
        lp_outcome second = oracle_enumerate(&again, j->precedes, RECHECK_BUDGET);
        v->rechecked = second == LP_VIOLATED;
        if (second == LP_HOLDS) {
            verdict_decide(
                v, LP_ERROR,
                "internal error: two judges disagree about this history; please report it");
            free(methods);
            return;
        }
    }
    if (v->culprit != LP_NO_EVENT) {
        text op = {0};
        op_print(small->pool, &small->ops[v->culprit], &op);
        verdict_decide(v, LP_VIOLATED, "no order of the operations explains %s", op.bytes);
        text_fini(&op);
    } else {
        verdict_decide(v, LP_VIOLATED, "no order of the operations explains this history");
    }
    free(methods);
}

typedef struct parts {
    const judge *judge;
    const lp_history *whole; // with results normalised
    const lp_spec *spec;
    const uint32_t *methods;
    const uint32_t *part_of;
    uint32_t count;
} parts;

// Judges one part. Its witness, in the numbers of the whole history, is added
// to `v`; a violation is explained there.
static void judge_part(const parts *p, uint32_t part, limits *l, bool want_witness, lp_verdict *v)
{
    const lp_history *h = p->whole;
    bool *keep = memory_new(h->op_count, sizeof *keep);
    uint32_t *methods = memory_new(h->op_count, sizeof *methods);
    uint32_t *original = memory_new(h->op_count, sizeof *original);
    uint32_t n = 0;
    for (uint32_t i = 0; i < h->op_count; i++) {
        keep[i] = p->part_of[i] == part;
        if (keep[i]) {
            methods[n] = p->methods[i];
            original[n++] = i;
        }
    }
    lp_history *h_part = lp_history_select(h, keep);
    judge_task task = {h_part, methods, p->spec, l, want_witness};
    lp_verdict w;
    lp_verdict_init(&w);
    p->judge->run(&task, &w);
    v->outcome = w.outcome;
    verdict_set(&v->judge, "%s", w.judge ? w.judge : p->judge->name);
    if (w.outcome == LP_UNKNOWN)
        verdict_decide(v, LP_UNKNOWN, "%s", w.reason ? w.reason : "not decided");
    if (w.outcome == LP_VIOLATED)
        explain_violation(p->judge, &task, v);
    if (w.outcome == LP_HOLDS && w.has_witness) {
        bool right = !p->judge->precedes ||
                     oracle_check_witness(&task, p->judge->precedes, w.witness, w.witness_count);
        if (!right)
            verdict_decide(v, LP_ERROR,
                           "internal error: the witness does not hold; please report this history");
        v->rechecked = p->judge->precedes != NULL;
        v->witness = memory_resize(v->witness, (size_t)v->witness_count + w.witness_count,
                                   sizeof *v->witness);
        for (uint32_t i = 0; i < w.witness_count; i++) {
            for (uint32_t k = 0; k < w.witness[i].count; k++)
                w.witness[i].ops[k] = original[w.witness[i].ops[k]];
            v->witness[v->witness_count++] = w.witness[i];
        }
        v->has_witness = true;
    }
    lp_verdict_fini(&w);
    lp_history_free(h_part);
    free(original);
    free(methods);
    free(keep);
}

// Objects and keys were judged one by one; locality says that their orders can
// be merged into one that keeps real time. Greedily: an effect may go next when
// no operation left returned before one of its operations was called.
static void merge_witness(const parts *p, lp_verdict *v)
{
    const lp_history *h = p->whole;
    uint32_t n = v->witness_count, filled = 0;
    lp_effect *merged = memory_new(n, sizeof *merged);
    uint32_t *next = memory_new(p->count, sizeof *next); // start of each part's rest
    uint32_t *end = memory_new(p->count, sizeof *end);
    bool *done = memory_new(h->op_count, sizeof *done);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t part = p->part_of[v->witness[i].ops[0]];
        if (end[part] == 0)
            next[part] = i;
        end[part] = i + 1;
    }
    uint32_t first_open = 0; // index of the first event whose operation is not done
    while (filled < n) {
        while (first_open < h->event_count &&
               (!h->events[first_open].is_return || done[h->events[first_open].op]))
            first_open++;
        uint32_t before = filled;
        for (uint32_t part = 0; part < p->count; part++) {
            if (next[part] >= end[part])
                continue;
            const lp_effect *effect = &v->witness[next[part]];
            bool fits = true;
            for (uint32_t k = 0; k < effect->count; k++)
                fits &= h->ops[effect->ops[k]].call < first_open;
            if (!fits)
                continue;
            for (uint32_t k = 0; k < effect->count; k++)
                done[effect->ops[k]] = true;
            merged[filled++] = *effect;
            next[part]++;
            break;
        }
        REQUIRE(filled > before); // else locality fails
    }
    free(v->witness);
    v->witness = merged;
    free(next);
    free(end);
    free(done);
}

bool judge_history(const judge *j, const lp_history *given, const lp_spec *spec, limits *l,
                   bool want_witness, lp_verdict *v, error *e)
{
    bool *all = memory_new(given->op_count, sizeof *all);
    for (uint32_t i = 0; i < given->op_count; i++)
        all[i] = true;
    lp_history *h = lp_history_select(given, all);
    free(all);
    uint32_t *methods = memory_new(h->op_count, sizeof *methods);
    uint32_t *part_of = memory_new(h->op_count, sizeof *part_of);
    verdict_set(&v->condition, "%s", j->name);
    verdict_set(&v->spec, "%s", spec->name);
    verdict_set(&v->covers, "this history");
    bool fine = resolve(h, spec, methods, e);
    if (fine) {
        parts p = {j, h, spec, methods, part_of, split(j, h, spec, methods, part_of)};
        if (!j->local && p.count > 1)
            fine = error_set(e,
                             "%s is not local: a history of several objects cannot be judged "
                             "object by object, and one spec for all of them is not given",
                             j->name);
        bool some_unknown = false;
        v->outcome = LP_HOLDS;
        for (uint32_t i = 0;
             fine && i < p.count && v->outcome != LP_VIOLATED && v->outcome != LP_ERROR; i++) {
            judge_part(&p, i, l, want_witness, v);
            some_unknown |= v->outcome == LP_UNKNOWN;
        }
        if (some_unknown && v->outcome == LP_HOLDS)
            v->outcome = LP_UNKNOWN;
        verdict_figure(v, "operations", h->op_count);
        if (p.count > 1)
            verdict_figure(v, "parts", p.count);
        if (fine && v->outcome == LP_HOLDS) {
            if (want_witness && h->op_count == 0)
                v->has_witness = v->rechecked = true;
            if (v->has_witness) {
                if (p.count > 1)
                    merge_witness(&p, v);
                v->history = h;
                h = NULL;
            }
        }
    }
    if (!fine)
        verdict_decide(v, LP_ERROR, "%s", e->message);
    lp_history_free(h);
    free(part_of);
    free(methods);
    return fine;
}
