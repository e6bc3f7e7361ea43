// SPDX-License-Identifier: MIT
// Verdicts: see linchpin/judge.h and verdict.h.

#include "judge/evidence/verdict.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "judge/evidence/chart_evidence.h"
#include "judge/evidence/explanation_evidence.h"
#include "judge/evidence/plot_evidence.h"
#include "judge/evidence/point_evidence.h"
#include "judge/evidence/step_evidence.h"
#include "judge/evidence/thread_evidence.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

void lp_verdict_init(lp_verdict *v)
{
    *v = (lp_verdict){.outcome = LP_UNKNOWN, .culprit = LP_NO_EVENT};
}

static void free_coverage(lp_model_coverage *c)
{
    if (!c)
        return;
    for (uint32_t i = 0; i < c->method_count; i++)
        free(c->methods[i].name);
    for (uint32_t i = 0; i < c->unreached_count; i++) {
        free(c->unreached[i].what);
        free(c->unreached[i].where);
    }
    free(c->methods);
    free(c->unreached);
    free(c);
}

static void free_texts(char **texts, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

static void free_trace(lp_verdict *v)
{
    memory_clear(v);
    for (uint32_t i = 0; i < v->trace_count; i++) {
        free(v->trace[i].what);
        free(v->trace[i].where);
        for (uint32_t k = 0; k < v->trace[i].frame_count; k++) {
            free(v->trace[i].frames[k].where);
            free(v->trace[i].frames[k].function);
        }
        free(v->trace[i].frames);
    }
    free(v->trace);
}

void lp_verdict_fini(lp_verdict *v)
{
    char *strings[] = {v->condition, v->spec,     v->subject,  v->claimed,
                       v->judge,     v->coverage, v->reason,   v->warning,
                       v->detail,    v->scenario, v->schedule, v->reproduce};
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        free(strings[i]);
    lp_history_free(v->history);
    lp_history_free(v->whole);
    free(v->witness);
    if (v->orders) {
        free(v->orders->effects);
        free(v->orders->ends);
        free(v->orders);
    }
    free_trace(v);
    free_texts(v->limits, v->limit_count);
    free_texts(v->assumptions, v->assumption_count);
    explanation_clear(v);
    thread_evidence_clear(v);
    chart_clear(v);
    free(v->figures);
    free_coverage(v->model_coverage);
    for (uint32_t i = 0; i < v->warning_count; i++) {
        free(v->warnings[i].what);
        free(v->warnings[i].where);
    }
    free(v->warnings);
    for (uint32_t i = 0; i < v->extreme_count; i++) {
        free(v->extremes[i].condition);
        free(v->extremes[i].of);
        free(v->extremes[i].where);
    }
    free(v->extremes);
    point_evidence_clear(v);
    plots_clear(v);
    lp_verdict_init(v);
}

const char *outcome_name(lp_outcome o)
{
    static const char *const names[] = {"holds", "violated", "error", "unknown"};
    return names[o];
}

const char *lp_violation_name(lp_violation v)
{
    static const char *const names[] = {
        [LP_VIOLATION_NONE] = "none",
        [LP_VIOLATION_CONDITION] = "condition",
        [LP_VIOLATION_DEADLOCK] = "deadlock",
        [LP_VIOLATION_LIVELOCK] = "livelock",
        [LP_VIOLATION_BLOCKING] = "blocking",
        [LP_VIOLATION_RACE] = "data-race",
        [LP_VIOLATION_INVARIANT] = "invariant",
        [LP_VIOLATION_ASSERTION] = "assertion",
        [LP_VIOLATION_NULL] = "null-dereference",
        [LP_VIOLATION_FREED] = "use-after-free",
        [LP_VIOLATION_DOUBLE_FREE] = "double-free",
        [LP_VIOLATION_BAD_FREE] = "bad-free",
        [LP_VIOLATION_BOUNDS] = "out-of-bounds",
        [LP_VIOLATION_LEAK] = "leak",
        [LP_VIOLATION_ARITHMETIC] = "arithmetic",
        [LP_VIOLATION_MISUSE] = "misuse",
        [LP_VIOLATION_POINT] = "linearization-point",
        [LP_VIOLATION_ENDLESS] = "endless",
        [LP_VIOLATION_CRASH] = "crash",
        [LP_VIOLATION_EXIT] = "exit",
        [LP_VIOLATION_UNREACHABLE] = "unreachable",
        [LP_VIOLATION_SIMULATION] = "simulation",
        [LP_VIOLATION_END] = "end-state",
        [LP_VIOLATION_TRACE] = "trace",
        [LP_VIOLATION_TEMPORAL] = "temporal",
        [LP_VIOLATION_REFUSAL] = "refusal",
        [LP_VIOLATION_DIVERGENCE] = "divergence",
    };
    _Static_assert(sizeof names / sizeof *names == VIOLATION_COUNT, "every kind has a name");
    REQUIRE((unsigned)v < VIOLATION_COUNT);
    return names[v];
}

void verdict_set(char **field, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *fresh = text_format_list(format, list);
    va_end(list);
    free(*field);
    *field = fresh;
}

void verdict_copy(char **field, const char *from)
{
    char *fresh = memory_string(from);
    free(*field);
    *field = fresh;
}

__attribute__((format(printf, 4, 0))) static void
decide(lp_verdict *v, lp_outcome o, lp_violation kind, const char *format, va_list list)
{
    char *fresh = text_format_list(format, list);
    free(v->reason);
    v->reason = fresh;
    v->outcome = o;
    v->violation = kind;
}

void verdict_decide(lp_verdict *v, lp_outcome o, const char *format, ...)
{
    assert(o != LP_VIOLATED);
    va_list list;
    va_start(list, format);
    decide(v, o, LP_VIOLATION_NONE, format, list);
    va_end(list);
}

void verdict_violate(lp_verdict *v, lp_violation kind, const char *format, ...)
{
    assert(kind != LP_VIOLATION_NONE);
    va_list list;
    va_start(list, format);
    decide(v, LP_VIOLATED, kind, format, list);
    va_end(list);
}

void verdict_break(lp_verdict *v, lp_violation kind, const char *format, ...)
{
    assert(kind != LP_VIOLATION_NONE && kind != LP_VIOLATION_CONDITION);
    va_list list;
    va_start(list, format);
    decide(v, LP_VIOLATED, kind, format, list);
    va_end(list);
    free(v->condition);
    v->condition = NULL;
}

void verdict_hold(lp_verdict *v)
{
    v->outcome = LP_HOLDS;
    v->violation = LP_VIOLATION_NONE;
}

bool verdict_breaks_condition(const lp_verdict *v)
{
    return v->outcome == LP_VIOLATED && v->violation == LP_VIOLATION_CONDITION;
}

// Counts are always small arrays: growing by one is fine.
void verdict_figure(lp_verdict *v, lp_figure_id id, double value)
{
    for (uint32_t i = 0; i < v->figure_count; i++) {
        if (v->figures[i].id == id) {
            v->figures[i].value = value;
            return;
        }
    }
    v->figures = memory_resize(v->figures, v->figure_count + 1, sizeof *v->figures);
    v->figures[v->figure_count++] = (lp_figure){id, value};
}

double verdict_figure_get(const lp_verdict *v, lp_figure_id id, double otherwise)
{
    for (uint32_t i = 0; i < v->figure_count; i++)
        if (v->figures[i].id == id)
            return v->figures[i].value;
    return otherwise;
}

void verdict_trace(lp_verdict *v, int64_t thread, bool is_switch, const char *where,
                   const char *what)
{
    v->trace = memory_resize(v->trace, v->trace_count + 1, sizeof *v->trace);
    v->trace[v->trace_count++] = (lp_trace_step){.thread = thread,
                                                 .what = memory_string(what),
                                                 .where = memory_string(where),
                                                 .is_switch = is_switch,
                                                 .events = LP_NO_EVENT,
                                                 .happened = LP_NO_EVENT};
}

static void add_text(char ***texts, uint32_t *count, char *fresh)
{
    *texts = memory_resize(*texts, *count + 1, sizeof **texts);
    (*texts)[(*count)++] = fresh;
}

void verdict_limit(lp_verdict *v, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add_text(&v->limits, &v->limit_count, text_format_list(format, list));
    va_end(list);
}

void verdict_assume(lp_verdict *v, const char *what)
{
    add_text(&v->assumptions, &v->assumption_count, memory_string(what));
}

void verdict_trace_call(lp_verdict *v)
{
    v->trace[v->trace_count - 1].is_call = true;
}

void verdict_trace_frame(lp_verdict *v, const char *where, const char *function)
{
    lp_trace_step *s = &v->trace[v->trace_count - 1];
    s->frames = memory_resize(s->frames, s->frame_count + 1, sizeof *s->frames);
    s->frames[s->frame_count++] = (lp_trace_frame){memory_string(where), memory_string(function)};
}

void verdict_warning(lp_verdict *v, const char *where, const char *what)
{
    v->warnings = memory_resize(v->warnings, v->warning_count + 1, sizeof *v->warnings);
    v->warnings[v->warning_count++] = (lp_warning){memory_string(what), memory_string(where)};
}

void verdict_extreme(lp_verdict *v, const lp_extreme *e)
{
    v->extremes = memory_resize(v->extremes, v->extreme_count + 1, sizeof *v->extremes);
    v->extremes[v->extreme_count++] = *e;
}
