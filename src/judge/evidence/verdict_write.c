// SPDX-License-Identifier: MIT
// Verdicts as JSON: what `--json` prints, and how a runner tells the command line its result.
// docs/json.md describes it.

#include "base/io/json_write.h"
#include "base/memory.h"
#include "base/value/value_text.h"
#include "history/text/json_event.h"
#include "judge/evidence/chart_evidence.h"
#include "judge/evidence/culprit_window.h"
#include "judge/evidence/explanation_evidence.h"
#include "judge/evidence/plot_evidence.h"
#include "judge/evidence/point_evidence.h"
#include "judge/evidence/step_evidence.h"
#include "judge/evidence/thread_evidence.h"
#include "judge/evidence/verdict.h"
#include "judge/evidence/verdict_json.h"

#include <assert.h>
#include <stdlib.h>

static void write_history(json_writer *w, const lp_history *h)
{
    json_key(w, "history");
    json_open(w, '[');
    for (uint32_t i = 0; i < h->event_count; i++) {
        const lp_event *event = &h->events[i];
        const lp_op *op = &h->ops[event->op];
        json_open(w, '{');
        json_member_integer(w, "op", event->op);
        json_event_write(w, h->pool, op, event->is_return ? "ok" : "invoke");
        // Unit and nil are both null in JSON; here unit is left out instead.
        lp_value value = event->is_return ? op->result : op->arg;
        if (value.kind != LP_KIND_UNIT)
            value_write_member(w, "value", h->pool, value);
        if (!lp_is_nil(op->object))
            value_write_member(w, "object", h->pool, op->object);
        uint32_t line = event->is_return ? op->ret_line : op->line;
        if (line)
            json_member_integer(w, "line", line);
        json_close(w);
    }
    json_close(w);
}

static void write_window(json_writer *w, const lp_verdict *v)
{
    bool *keep = memory_new(v->history->op_count, sizeof *keep);
    if (history_window(v->history, v->culprit, keep)) {
        json_key(w, "window");
        json_open(w, '[');
        for (uint32_t i = 0; i < v->history->op_count; i++)
            if (keep[i])
                json_integer(w, i);
        json_close(w);
    }
    free(keep);
}

static void write_orders(json_writer *w, const lp_orders *o)
{
    json_key(w, "orders");
    json_open(w, '{');
    json_key(w, "count");
    json_unsigned(w, o->count);
    json_member_bool(w, "complete", o->complete);
    json_key(w, "listed");
    json_open(w, '[');
    for (uint32_t i = 0, from = 0; i < o->listed; from = o->ends[i++])
        effects_write(w, o->effects + from, o->ends[i] - from);
    json_close(w);
    json_close(w);
}

static void write_evidence(json_writer *w, const lp_verdict *v)
{
    if (v->history)
        write_history(w, v->history);
    if (v->left_out) {
        json_key(w, "left_out");
        json_unsigned(w, v->left_out);
    }
    if (v->culprit != LP_NO_EVENT)
        json_member_integer(w, "culprit", v->culprit);
    if (v->outcome == LP_VIOLATED && v->history)
        write_window(w, v);
    if (v->history)
        json_member_bool(w, "rechecked", v->rechecked);
    if (v->has_witness) {
        json_key(w, "witness");
        effects_write(w, v->witness, v->witness_count);
    }
    if (v->orders)
        write_orders(w, v->orders);
    explanation_write(w, v);
}

static void write_step(json_writer *w, const lp_trace_step *t)
{
    json_open(w, '{');
    json_member_integer(w, "thread", t->thread);
    json_member_bool(w, "switch", t->is_switch);
    json_member_text(w, "what", t->what);
    json_member_some(w, "where", t->where);
    if (t->is_call)
        json_member_bool(w, "call", true);
    if (t->frame_count) {
        json_key(w, "frames");
        json_open(w, '[');
        for (uint32_t i = 0; i < t->frame_count; i++) {
            json_open(w, '{');
            json_member_some(w, "where", t->frames[i].where);
            json_member_some(w, "function", t->frames[i].function);
            json_close(w);
        }
        json_close(w);
    }
    step_evidence_write(w, t);
    json_close(w);
}

static void write_trace(json_writer *w, const lp_verdict *v)
{
    if (v->trace_count) {
        json_key(w, "trace");
        json_open(w, '[');
        for (uint32_t i = 0; i < v->trace_count; i++)
            write_step(w, &v->trace[i]);
        json_close(w);
    }
    if (v->trace_setup)
        json_member_integer(w, "setup", v->trace_setup);
    memory_write(w, v);
}

static void write_coverage(json_writer *w, const lp_model_coverage *c)
{
    static const char *const lacks[] = {"reached", "true", "false"};
    json_key(w, "coverage");
    json_open(w, '{');
    json_key(w, "methods");
    json_open(w, '[');
    for (uint32_t i = 0; i < c->method_count; i++) {
        json_open(w, '{');
        json_member_text(w, "name", c->methods[i].name);
        json_member_bool(w, "called", c->methods[i].called);
        json_member_bool(w, "returned", c->methods[i].returned);
        if (c->counted)
            json_member_integer(w, "times", (int64_t)c->methods[i].times);
        json_close(w);
    }
    json_close(w);
    json_key(w, "unreached");
    json_open(w, '[');
    for (uint32_t i = 0; i < c->unreached_count; i++) {
        json_open(w, '{');
        json_member_text(w, "never", lacks[c->unreached[i].lack]);
        json_member_text(w, "what", c->unreached[i].what);
        json_member_text(w, "where", c->unreached[i].where);
        json_close(w);
    }
    json_close(w);
    json_close(w);
}

static void write_warnings(json_writer *w, const lp_verdict *v)
{
    json_key(w, "warnings");
    json_open(w, '[');
    for (uint32_t i = 0; i < v->warning_count; i++) {
        json_open(w, '{');
        json_member_text(w, "what", v->warnings[i].what);
        json_member_text(w, "where", v->warnings[i].where);
        json_close(w);
    }
    json_close(w);
}

static void write_extremes(json_writer *w, const lp_verdict *v)
{
    json_key(w, "extremes");
    json_open(w, '[');
    for (uint32_t i = 0; i < v->extreme_count; i++) {
        const lp_extreme *e = &v->extremes[i];
        json_open(w, '{');
        json_member_text(w, "condition", e->condition);
        json_member_text(w, e->greatest ? "greatest" : "least", e->of);
        json_member_integer(w, "value", e->value);
        json_member_bool(w, "exact", e->exact);
        json_member_text(w, "where", e->where);
        json_close(w);
    }
    json_close(w);
}

static void write_figures(json_writer *w, const lp_verdict *v)
{
    json_key(w, "figures");
    json_open(w, '{');
    for (uint32_t i = 0; i < v->figure_count; i++) {
        json_key(w, lp_figure_key(v->figures[i].id));
        json_number(w, v->figures[i].value);
    }
    json_close(w);
}

static void write_texts(json_writer *w, const char *key, char *const *texts, uint32_t count)
{
    if (!count)
        return;
    json_key(w, key);
    json_open(w, '[');
    for (uint32_t i = 0; i < count; i++)
        json_text(w, texts[i]);
    json_close(w);
}

void verdict_write_json(const lp_verdict *v, text *out)
{
    verdict_write_json_with(v, NULL, NULL, out);
}

void verdict_write_json_with(const lp_verdict *v, void (*more)(json_writer *w, void *context),
                             void *context, text *out)
{
    assert((v->outcome == LP_VIOLATED) == (v->violation != LP_VIOLATION_NONE));
    json_writer w;
    json_write_init(&w, out);
    json_open(&w, '{');
    json_member_integer(&w, "linchpin", VERDICT_JSON_VERSION);
    json_member_text(&w, "verdict", outcome_name(v->outcome));
    if (v->violation != LP_VIOLATION_NONE)
        json_member_text(&w, "kind", lp_violation_name(v->violation));
#define WRITE(field, member) json_member_some(&w, member, v->field);
    VERDICT_STRINGS(WRITE)
#undef WRITE
    write_texts(&w, "limits", v->limits, v->limit_count);
    write_texts(&w, "assumptions", v->assumptions, v->assumption_count);
    write_evidence(&w, v);
    write_trace(&w, v);
    thread_evidence_write(&w, v);
    chart_write(&w, v);
    point_evidence_write(&w, v);
    if (v->extreme_count)
        write_extremes(&w, v);
    if (v->model_coverage)
        write_coverage(&w, v->model_coverage);
    if (v->warning_count)
        write_warnings(&w, v);
    plots_write(&w, v);
    write_figures(&w, v);
    if (more)
        more(&w, context);
    json_close(&w);
    json_write_fini(&w);
}
