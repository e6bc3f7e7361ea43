// SPDX-License-Identifier: MIT
// Verdicts from JSON, as verdict_write.c writes them: how the command line learns a runner's
// result.

#include "base/io/json.h"
#include "base/memory.h"
#include "base/value/value_text.h"
#include "judge/evidence/chart_evidence.h"
#include "judge/evidence/explanation_evidence.h"
#include "judge/evidence/figures.h"
#include "judge/evidence/plot_evidence.h"
#include "judge/evidence/point_evidence.h"
#include "judge/evidence/step_evidence.h"
#include "judge/evidence/thread_evidence.h"
#include "judge/evidence/verdict.h"
#include "judge/evidence/verdict_fault.h"
#include "judge/evidence/verdict_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    json j;
    lp_pool *pool;
    lp_verdict *v;
} reader;

static bool read_outcome(reader *r)
{
    if (json_next(&r->j) != JSON_STRING)
        return false;
    for (int o = LP_HOLDS; o <= LP_UNKNOWN; o++) {
        if (strcmp(r->j.string.bytes, outcome_name((lp_outcome)o)) == 0) {
            r->v->outcome = (lp_outcome)o;
            return true;
        }
    }
    return false;
}

static bool read_violation(reader *r)
{
    if (json_next(&r->j) != JSON_STRING)
        return false;
    for (int k = LP_VIOLATION_NONE + 1; k < VIOLATION_COUNT; k++) {
        if (strcmp(r->j.string.bytes, lp_violation_name((lp_violation)k)) == 0) {
            r->v->violation = (lp_violation)k;
            return true;
        }
    }
    return false;
}

static bool read_event(reader *r)
{
    lp_history *h = r->v->history;
    lp_value method = LP_NIL, value = LP_UNIT, object = LP_NIL;
    int64_t op = -1, process = 0, line = 0;
    bool is_return = false, has_method = false;
    for (json_token t; (t = json_next(&r->j)) != JSON_CLOSE;) {
        if (t != JSON_KEY)
            return false;
        char key[16];
        strncpy(key, r->j.string.bytes, sizeof key - 1);
        key[sizeof key - 1] = 0;
        lp_value got;
        if (!value_read_json(r->pool, &r->j, json_next(&r->j), &got))
            return false;
        if (strcmp(key, "op") == 0)
            op = lp_to_int(got);
        else if (strcmp(key, "process") == 0)
            process = lp_to_int(got);
        else if (strcmp(key, "line") == 0)
            line = lp_to_int(got);
        else if (strcmp(key, "type") == 0)
            is_return = lp_value_equal(got, lp_string(r->pool, "ok", 2));
        else if (strcmp(key, "f") == 0)
            method = got, has_method = got.kind == LP_KIND_STRING;
        else if (strcmp(key, "value") == 0)
            value = got;
        else if (strcmp(key, "object") == 0)
            object = got;
    }
    if (is_return) {
        if (op < 0 || op >= h->op_count || !lp_op_pending(&h->ops[op]))
            return false;
        lp_history_return(h, (uint32_t)op, value);
        h->ops[op].ret_line = (uint32_t)line;
        return true;
    }
    if (!has_method || op != h->op_count)
        return false;
    uint32_t n = lp_history_call(h, process, method, value.kind == LP_KIND_UNIT ? LP_NIL : value);
    h->ops[n].object = object;
    h->ops[n].line = (uint32_t)line;
    return true;
}

static bool read_history(reader *r)
{
    if (json_next(&r->j) != JSON_ARRAY)
        return false;
    lp_history_free(r->v->history);
    r->v->history = lp_history_new(r->pool);
    for (json_token t; (t = json_next(&r->j)) != JSON_CLOSE;)
        if (t != JSON_OBJECT || !read_event(r))
            return false;
    return true;
}

static bool read_frames(reader *r, lp_trace_step *into)
{
    if (json_next(&r->j) != JSON_ARRAY)
        return false;
    for (json_token t; (t = json_next(&r->j)) != JSON_CLOSE;) {
        if (t != JSON_OBJECT)
            return false;
        into->frames = memory_resize(into->frames, into->frame_count + 1, sizeof *into->frames);
        lp_trace_frame *f = &into->frames[into->frame_count++];
        *f = (lp_trace_frame){0};
        while ((t = json_next(&r->j)) == JSON_KEY) {
            bool function = strcmp(r->j.string.bytes, "function") == 0;
            if (!json_take_string(&r->j, function ? &f->function : &f->where))
                return false;
        }
        if (t != JSON_CLOSE)
            return false;
    }
    return true;
}

static bool read_step_member(reader *r, lp_trace_step *s)
{
    const char *key = r->j.string.bytes;
    bool known, fine = step_evidence_read(&r->j, key, s, &known);
    if (known)
        return fine;
    if (strcmp(key, "what") == 0)
        return json_take_string(&r->j, &s->what);
    if (strcmp(key, "where") == 0)
        return json_take_string(&r->j, &s->where);
    if (strcmp(key, "frames") == 0)
        return read_frames(r, s);
    bool *flag = strcmp(key, "switch") == 0 ? &s->is_switch
                 : strcmp(key, "call") == 0 ? &s->is_call
                                            : NULL;
    json_token t = json_next(&r->j);
    if (flag)
        *flag = t == JSON_TRUE;
    else
        s->thread = r->j.integer;
    return flag || t == JSON_INTEGER;
}

static bool read_trace(reader *r)
{
    lp_verdict *v = r->v;
    if (json_next(&r->j) != JSON_ARRAY)
        return false;
    for (json_token t; (t = json_next(&r->j)) != JSON_CLOSE;) {
        if (t != JSON_OBJECT)
            return false;
        verdict_trace(v, 0, false, NULL, NULL);
        while ((t = json_next(&r->j)) == JSON_KEY)
            if (!read_step_member(r, &v->trace[v->trace_count - 1]))
                return false;
        if (t != JSON_CLOSE || !v->trace[v->trace_count - 1].what)
            return false;
    }
    return true;
}

static bool read_texts(reader *r, char ***texts, uint32_t *count)
{
    json_token t = json_next(&r->j);
    if (t != JSON_ARRAY)
        return false;
    while ((t = json_next(&r->j)) == JSON_STRING) {
        *texts = memory_resize(*texts, *count + 1, sizeof **texts);
        (*texts)[(*count)++] = memory_string(r->j.string.bytes);
    }
    return t == JSON_CLOSE;
}

static bool read_figures(reader *r)
{
    if (json_next(&r->j) != JSON_OBJECT)
        return false;
    for (json_token t; (t = json_next(&r->j)) != JSON_CLOSE;) {
        if (t != JSON_KEY)
            return false;
        lp_figure_id id = figure_find(r->j.string.bytes);
        t = json_next(&r->j);
        if (t != JSON_INTEGER && t != JSON_REAL && t != JSON_NULL)
            return false;
        if (id != LP_FIGURE_COUNT)
            verdict_figure(r->v, id,
                           t == JSON_INTEGER ? (double)r->j.integer
                           : t == JSON_REAL  ? r->j.real
                                             : (double)INFINITY);
    }
    return true;
}

static bool read_field(reader *r)
{
    const char *key = r->j.string.bytes;
#define READ(field, member)                                                                        \
    if (strcmp(key, member) == 0)                                                                  \
        return json_take_string(&r->j, &r->v->field);
    VERDICT_STRINGS(READ)
#undef READ
    if (strcmp(key, "verdict") == 0)
        return read_outcome(r);
    if (strcmp(key, "kind") == 0)
        return read_violation(r);
    if (strcmp(key, "history") == 0)
        return read_history(r);
    if (strcmp(key, "witness") == 0)
        return r->v->has_witness = effects_read(&r->j, &r->v->witness, &r->v->witness_count);
    if (strcmp(key, "trace") == 0)
        return read_trace(r);
    if (strcmp(key, "memory") == 0)
        return memory_read(&r->j, r->v);
    if (strcmp(key, "limits") == 0)
        return read_texts(r, &r->v->limits, &r->v->limit_count);
    if (strcmp(key, "assumptions") == 0)
        return read_texts(r, &r->v->assumptions, &r->v->assumption_count);
    if (strcmp(key, "figures") == 0)
        return read_figures(r);
    if (strcmp(key, "rechecked") == 0) {
        r->v->rechecked = json_next(&r->j) == JSON_TRUE;
        return true;
    }
    if (strcmp(key, "setup") == 0) {
        bool fine = json_next(&r->j) == JSON_INTEGER && r->j.integer >= 0;
        r->v->trace_setup = (uint32_t)r->j.integer;
        return fine;
    }
    if (strcmp(key, "left_out") == 0) {
        bool fine = json_next(&r->j) == JSON_INTEGER && r->j.integer >= 0;
        r->v->left_out = (uint64_t)r->j.integer;
        return fine;
    }
    if (strcmp(key, "culprit") == 0) {
        bool fine = json_next(&r->j) == JSON_INTEGER && r->j.integer >= 0;
        r->v->culprit = (uint32_t)r->j.integer;
        return fine;
    }
    if (strcmp(key, "points") == 0)
        return point_evidence_read(&r->j, r->v);
    if (strcmp(key, "chart") == 0)
        return chart_read(&r->j, r->v);
    bool known, fine = explanation_read(&r->j, key, r->v, &known);
    if (known)
        return fine;
    fine = plots_read(&r->j, key, r->v, &known);
    if (known)
        return fine;
    fine = thread_evidence_read(&r->j, key, r->v, &known);
    return known ? fine : json_skip(&r->j, json_next(&r->j));
}

// Numbers are of what there is.
static bool fits(const lp_verdict *v, error *e)
{
    static const char no_operation[] = "is out of range: there is no such operation in \"history\"";
    uint32_t ops = v->history ? v->history->op_count : 0;
    bool kind = v->violation != LP_VIOLATION_NONE;
    if ((v->outcome == LP_VIOLATED) != kind)
        return verdict_misfit("kind", kind ? "is there, but nothing is violated" : "is missing", e);
    if (v->culprit != LP_NO_EVENT && v->culprit >= ops)
        return verdict_misfit("culprit", no_operation, e);
    if (v->trace_setup > v->trace_count)
        return verdict_misfit("setup", "is out of range: \"trace\" is shorter", e);
    for (uint32_t i = 0; i < v->witness_count; i++)
        for (uint32_t k = 0; k < v->witness[i].count; k++)
            if (v->witness[i].ops[k] >= ops)
                return verdict_misfit("witness", no_operation, e);
    if (!explanation_fits(v))
        return verdict_misfit(
            "partials", "or \"conditions\": an operation or an order is missing or out of range",
            e);
    if (!memory_fits(v))
        return verdict_misfit("trace", "speaks of a box or of events that are out of range", e);
    return plots_fit(v) || verdict_misfit("graph", "has a state that is out of range", e);
}

static bool read_members(reader *r, error *e)
{
    bool decided = false;
    if (json_next(&r->j) != JSON_OBJECT)
        return error_set(e, "this is not a verdict: %s",
                         r->j.problem ? r->j.problem : "it is no object");
    for (json_token t; (t = json_next(&r->j)) != JSON_CLOSE;) {
        if (t != JSON_KEY)
            return error_set(e, "this is not a verdict: %s", r->j.problem);
        char key[40];
        strncpy(key, r->j.string.bytes, sizeof key - 1);
        key[sizeof key - 1] = 0;
        const char *value = r->j.at;
        decided |= strcmp(key, "verdict") == 0;
        if (!read_field(r))
            return verdict_fault(key, value, &r->j, e);
    }
    return decided || verdict_misfit("verdict", "is missing", e);
}

bool verdict_read_json(const char *bytes, size_t length, lp_pool *pool, lp_verdict *v, error *e)
{
    reader r = {.pool = pool, .v = v};
    lp_verdict_init(v);
    json_init(&r.j, bytes, length);
    bool fine = read_members(&r, e) && fits(v, e);
    json_fini(&r.j);
    if (!fine)
        lp_verdict_fini(v);
    return fine;
}
