// SPDX-License-Identifier: MIT
// See verdict_difference.h. The two verdicts have pools of their own, so values are compared by
// content. Steps are compared by who does what: a line that was added above moves the places of
// all steps, and changes none.

#include "judge/evidence/verdict_difference.h"

#include "judge/evidence/figures.h"
#include "judge/evidence/verdict.h"

#include <assert.h>
#include <string.h>

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

// As deep as the reader of verdicts lets values nest.
static bool same_value(const lp_pool *a_pool, lp_value a, const lp_pool *b_pool, lp_value b)
{
    if (a.kind != b.kind)
        return false;
    size_t a_count, b_count;
    switch (a.kind) {
    case LP_KIND_STRING: {
        const char *x = lp_string_bytes(a_pool, a, &a_count);
        const char *y = lp_string_bytes(b_pool, b, &b_count);
        return a_count == b_count && memcmp(x, y, a_count) == 0;
    }
    case LP_KIND_TUPLE:
    case LP_KIND_VECTOR:
    case LP_KIND_MAP: {
        const lp_value *x = lp_items(a_pool, a, &a_count), *y = lp_items(b_pool, b, &b_count);
        bool same = a_count == b_count;
        for (size_t i = 0; same && i < a_count; i++)
            same = same_value(a_pool, x[i], b_pool, y[i]);
        return same;
    }
    default:
        return a.bits == b.bits;
    }
}

// Also where they stand among the others: what overlaps is part of a counterexample.
static bool same_operation(const lp_history *a, const lp_history *b, uint32_t i)
{
    const lp_op *x = &a->ops[i], *y = &b->ops[i];
    return x->process == y->process && x->call == y->call && x->ret == y->ret &&
           same_value(a->pool, x->method, b->pool, y->method) &&
           same_value(a->pool, x->object, b->pool, y->object) &&
           same_value(a->pool, x->arg, b->pool, y->arg) &&
           (lp_op_pending(x) || same_value(a->pool, x->result, b->pool, y->result));
}

static uint32_t first_operation(const lp_verdict *a, const lp_verdict *b)
{
    uint32_t i = 0, a_count = a->history ? a->history->op_count : 0;
    uint32_t b_count = b->history ? b->history->op_count : 0;
    while (i < a_count && i < b_count && same_operation(a->history, b->history, i))
        i++;
    return i == a_count && i == b_count ? (uint32_t)LP_NO_EVENT : i;
}

static uint32_t first_step(const lp_verdict *a, const lp_verdict *b)
{
    uint32_t i = 0;
    while (i < a->trace_count && i < b->trace_count && a->trace[i].thread == b->trace[i].thread &&
           same_text(a->trace[i].what, b->trace[i].what))
        i++;
    return i == a->trace_count && i == b->trace_count ? (uint32_t)LP_NO_EVENT : i;
}

static bool has_evidence(const lp_verdict *v)
{
    return v->trace_count || (v->history && v->history->op_count);
}

static const lp_figure *find_figure(const lp_verdict *v, lp_figure_id id)
{
    for (uint32_t i = 0; i < v->figure_count; i++)
        if (v->figures[i].id == id)
            return &v->figures[i];
    return NULL;
}

static void compare_figures(verdict_difference *d)
{
    for (lp_figure_id id = 0; id < LP_FIGURE_COUNT; id++) {
        const lp_figure *a = find_figure(d->before, id), *b = find_figure(d->now, id);
        bool same = a && b ? !(a->value < b->value || a->value > b->value) : a == b;
        if (same || figure_measured(id) || lp_figure_unit(id) == LP_UNIT_IDENTIFIER)
            continue;
        d->figures[d->figure_count++] = (figure_change){.id = id,
                                                        .before_given = a,
                                                        .now_given = b,
                                                        .before = a ? a->value : 0,
                                                        .now = b ? b->value : 0};
    }
}

static bool same_question(const lp_verdict *a, const lp_verdict *b)
{
    return same_text(a->condition, b->condition) && same_text(a->spec, b->spec) &&
           same_text(a->coverage, b->coverage) && same_text(a->warning, b->warning);
}

static difference_kind first_difference(const verdict_difference *d)
{
    const lp_verdict *a = d->before, *b = d->now;
    if (a->outcome != b->outcome)
        return DIFFERENCE_OUTCOME;
    bool violated = b->outcome == LP_VIOLATED, reasoned = !same_text(a->reason, b->reason);
    if (violated && (a->violation != b->violation || !same_text(a->condition, b->condition)))
        return DIFFERENCE_VIOLATION;
    if (d->operation != LP_NO_EVENT || d->step != LP_NO_EVENT)
        return DIFFERENCE_COUNTEREXAMPLE;
    if (violated && reasoned && !has_evidence(a) && !has_evidence(b))
        return DIFFERENCE_COUNTEREXAMPLE;
    if ((b->outcome == LP_ERROR || b->outcome == LP_UNKNOWN) && reasoned)
        return DIFFERENCE_REASON;
    if (!same_question(a, b))
        return DIFFERENCE_QUESTION;
    return d->figure_count ? DIFFERENCE_FIGURES : DIFFERENCE_NONE;
}

void verdict_compare(const lp_verdict *before, const lp_verdict *now, verdict_difference *d)
{
    *d = (verdict_difference){
        .before = before, .now = now, .operation = LP_NO_EVENT, .step = LP_NO_EVENT};
    if (before->outcome == LP_VIOLATED && now->outcome == LP_VIOLATED) {
        d->operation = first_operation(before, now);
        d->step = first_step(before, now);
    }
    compare_figures(d);
    d->first = first_difference(d);
}

bool difference_is_news(const verdict_difference *d)
{
    return d->first != DIFFERENCE_NONE && d->first != DIFFERENCE_QUESTION &&
           d->first != DIFFERENCE_FIGURES;
}

static void write_texts(json_writer *w, const char *key, const char *before, const char *now)
{
    if (same_text(before, now))
        return;
    json_key(w, key);
    json_open(w, '{');
    json_member_some(w, "before", before);
    json_member_some(w, "now", now);
    json_close(w);
}

static void write_counts(json_writer *w, const char *key, uint32_t before, uint32_t now)
{
    json_key(w, key);
    json_open(w, '{');
    json_member_integer(w, "before", before);
    json_member_integer(w, "now", now);
    json_close(w);
}

static uint32_t operations(const lp_verdict *v)
{
    return v->history ? v->history->op_count : 0;
}

static void write_counterexample(json_writer *w, const verdict_difference *d)
{
    bool same = d->first != DIFFERENCE_VIOLATION && d->first != DIFFERENCE_COUNTEREXAMPLE;
    json_key(w, "counterexample");
    json_open(w, '{');
    json_member_bool(w, "same", same);
    write_counts(w, "operations", operations(d->before), operations(d->now));
    if (d->operation != LP_NO_EVENT)
        json_member_integer(w, "operation", d->operation);
    write_counts(w, "steps", d->before->trace_count, d->now->trace_count);
    if (d->step != LP_NO_EVENT)
        json_member_integer(w, "step", d->step);
    json_close(w);
}

static void write_figures(json_writer *w, const verdict_difference *d)
{
    json_key(w, "figures");
    json_open(w, '{');
    for (uint32_t i = 0; i < d->figure_count; i++) {
        const figure_change *f = &d->figures[i];
        json_key(w, lp_figure_key(f->id));
        json_open(w, '{');
        if (f->before_given) {
            json_key(w, "before");
            json_number(w, f->before);
        }
        if (f->now_given) {
            json_key(w, "now");
            json_number(w, f->now);
        }
        json_close(w);
    }
    json_close(w);
}

static const char *violation(const lp_verdict *v)
{
    return v->violation == LP_VIOLATION_NONE ? NULL : lp_violation_name(v->violation);
}

void difference_write(json_writer *w, const verdict_difference *d)
{
    static const char *const names[] = {
        [DIFFERENCE_NONE] = "nothing",        [DIFFERENCE_OUTCOME] = "verdict",
        [DIFFERENCE_VIOLATION] = "violation", [DIFFERENCE_COUNTEREXAMPLE] = "counterexample",
        [DIFFERENCE_REASON] = "reason",       [DIFFERENCE_QUESTION] = "question",
        [DIFFERENCE_FIGURES] = "figures",
    };
    const lp_verdict *a = d->before, *b = d->now;
    json_open(w, '{');
    json_member_text(w, "first", names[d->first]);
    write_texts(w, "verdict", outcome_name(a->outcome), outcome_name(b->outcome));
    write_texts(w, "kind", violation(a), violation(b));
    write_texts(w, "condition", a->condition, b->condition);
    write_texts(w, "spec", a->spec, b->spec);
    write_texts(w, "covers", a->coverage, b->coverage);
    write_texts(w, "reason", a->reason, b->reason);
    write_texts(w, "warning", a->warning, b->warning);
    if (a->outcome == LP_VIOLATED && b->outcome == LP_VIOLATED)
        write_counterexample(w, d);
    if (d->figure_count)
        write_figures(w, d);
    json_close(w);
}
