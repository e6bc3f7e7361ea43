// SPDX-License-Identifier: MIT
// Verdicts as JSON, both ways: what `--json` prints, and how a runner tells the
// command line its result. docs/json.md describes it.

#include "base/io/json.h"
#include "base/memory.h"
#include "history/history_format.h"
#include "judge/evidence/culprit_window.h"
#include "judge/evidence/figures.h"
#include "judge/evidence/verdict.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1 };

// The fields that are plain strings, in the order in which they are written.
static const struct {
    const char *name;
    size_t offset;
} strings[] = {
    {"condition", offsetof(lp_verdict, condition)}, {"spec", offsetof(lp_verdict, spec)},
    {"subject", offsetof(lp_verdict, subject)},     {"judge", offsetof(lp_verdict, judge)},
    {"covers", offsetof(lp_verdict, covers)},       {"reason", offsetof(lp_verdict, reason)},
    {"warning", offsetof(lp_verdict, warning)},     {"detail", offsetof(lp_verdict, detail)},
    {"scenario", offsetof(lp_verdict, scenario)},   {"schedule", offsetof(lp_verdict, schedule)},
    {"reproduce", offsetof(lp_verdict, reproduce)},
};
enum { STRINGS = sizeof strings / sizeof *strings };

static char **string_field(const lp_verdict *v, size_t i)
{
    return (char **)((uintptr_t)v + strings[i].offset);
}

static void write_history(const lp_history *h, text *out)
{
    text_add(out, "[");
    for (uint32_t i = 0; i < h->event_count; i++) {
        const lp_event *event = &h->events[i];
        const lp_op *op = &h->ops[event->op];
        text_add(out, "%s{\"op\":%u,\"process\":%" PRId64 ",\"type\":\"%s\",\"f\":", i ? "," : "",
                 event->op, op->process, event->is_return ? "ok" : "invoke");
        value_write_json(h->pool, op->method, out);
        lp_value value = event->is_return ? op->result : op->arg;
        // Unit and nil are both null in JSON; here unit is left out instead.
        if (value.kind != LP_KIND_UNIT) {
            text_add(out, ",\"value\":");
            value_write_json(h->pool, value, out);
        }
        if (!lp_is_nil(op->object)) {
            text_add(out, ",\"object\":");
            value_write_json(h->pool, op->object, out);
        }
        uint32_t line = event->is_return ? op->ret_line : op->line;
        if (line)
            text_add(out, ",\"line\":%u", line);
        text_add(out, "}");
    }
    text_add(out, "]");
}

static void write_window(const lp_verdict *v, text *out)
{
    bool *keep = memory_new(v->history->op_count, sizeof *keep);
    if (history_window(v->history, v->culprit, keep)) {
        const char *before = ",\"window\":[";
        for (uint32_t i = 0; i < v->history->op_count; i++) {
            if (!keep[i])
                continue;
            text_add(out, "%s%u", before, i);
            before = ",";
        }
        text_add(out, "]");
    }
    free(keep);
}

static void write_effects(const lp_effect *effects, uint32_t count, text *out)
{
    text_add(out, "[");
    for (uint32_t i = 0; i < count; i++) {
        text_add(out, "%s[", i ? "," : "");
        for (uint32_t k = 0; k < effects[i].count; k++)
            text_add(out, "%s%u", k ? "," : "", effects[i].ops[k]);
        text_add(out, "]");
    }
    text_add(out, "]");
}

static void write_orders(const lp_orders *o, text *out)
{
    text_add(out, ",\"orders\":{\"count\":%" PRIu64 ",\"complete\":%s,\"listed\":[", o->count,
             o->complete ? "true" : "false");
    for (uint32_t i = 0, from = 0; i < o->listed; from = o->ends[i++]) {
        text_add(out, "%s", i ? "," : "");
        write_effects(o->effects + from, o->ends[i] - from, out);
    }
    text_add(out, "]}");
}

static void write_evidence(const lp_verdict *v, text *out)
{
    if (v->history) {
        text_add(out, ",\"history\":");
        write_history(v->history, out);
    }
    if (v->left_out)
        text_add(out, ",\"left_out\":%llu", (unsigned long long)v->left_out);
    if (v->culprit != LP_NO_EVENT)
        text_add(out, ",\"culprit\":%u", v->culprit);
    if (v->outcome == LP_VIOLATED && v->history)
        write_window(v, out);
    if (v->history)
        text_add(out, ",\"rechecked\":%s", v->rechecked ? "true" : "false");
    if (v->has_witness) {
        text_add(out, ",\"witness\":");
        write_effects(v->witness, v->witness_count, out);
    }
    if (v->orders)
        write_orders(v->orders, out);
}

static void write_frames(const lp_trace_step *t, text *out)
{
    for (uint32_t i = 0; i < t->frame_count; i++) {
        const lp_trace_frame *f = &t->frames[i];
        text_add(out, i ? ",{" : ",\"frames\":[{");
        if (f->where) {
            text_add(out, "\"where\":");
            text_add_json(out, f->where, strlen(f->where));
        }
        if (f->function) {
            text_add(out, f->where ? ",\"function\":" : "\"function\":");
            text_add_json(out, f->function, strlen(f->function));
        }
        text_add(out, i + 1 == t->frame_count ? "}]" : "}");
    }
}

static void write_coverage(const lp_coverage *c, text *out)
{
    static const char *const lacks[] = {"reached", "true", "false"};
    text_add(out, ",\"coverage\":{\"methods\":[");
    for (uint32_t i = 0; i < c->method_count; i++) {
        const lp_covered_method *m = &c->methods[i];
        text_add(out, "%s{\"name\":", i ? "," : "");
        text_add_json(out, m->name, strlen(m->name));
        text_add(out, ",\"called\":%s,\"returned\":%s}", m->called ? "true" : "false",
                 m->returned ? "true" : "false");
    }
    text_add(out, "],\"unreached\":[");
    for (uint32_t i = 0; i < c->unreached_count; i++) {
        const lp_unreached *u = &c->unreached[i];
        text_add(out, "%s{\"never\":\"%s\",\"what\":", i ? "," : "", lacks[u->lack]);
        text_add_json(out, u->what, strlen(u->what));
        text_add(out, ",\"where\":");
        text_add_json(out, u->where, strlen(u->where));
        text_add(out, "}");
    }
    text_add(out, "]}");
}

static void write_warnings(const lp_verdict *v, text *out)
{
    text_add(out, ",\"warnings\":[");
    for (uint32_t i = 0; i < v->warning_count; i++) {
        text_add(out, "%s{\"what\":", i ? "," : "");
        text_add_json(out, v->warnings[i].what, strlen(v->warnings[i].what));
        text_add(out, ",\"where\":");
        text_add_json(out, v->warnings[i].where, strlen(v->warnings[i].where));
        text_add(out, "}");
    }
    text_add(out, "]");
}

void verdict_write_json(const lp_verdict *v, text *out)
{
    assert((v->outcome == LP_VIOLATED) == (v->violation != LP_VIOLATION_NONE));
    text_add(out, "{\"linchpin\":%d,\"verdict\":\"%s\"", VERSION, outcome_name(v->outcome));
    if (v->violation != LP_VIOLATION_NONE)
        text_add(out, ",\"kind\":\"%s\"", lp_violation_name(v->violation));
    for (size_t i = 0; i < STRINGS; i++) {
        const char *s = *string_field(v, i);
        if (!s)
            continue;
        text_add(out, ",\"%s\":", strings[i].name);
        text_add_json(out, s, strlen(s));
    }
    write_evidence(v, out);
    if (v->trace_count) {
        text_add(out, ",\"trace\":[");
        for (uint32_t i = 0; i < v->trace_count; i++) {
            const lp_trace_step *t = &v->trace[i];
            text_add(out, "%s{\"thread\":%" PRId64 ",\"switch\":%s,\"what\":", i ? "," : "",
                     t->thread, t->is_switch ? "true" : "false");
            text_add_json(out, t->what, strlen(t->what));
            if (t->where) {
                text_add(out, ",\"where\":");
                text_add_json(out, t->where, strlen(t->where));
            }
            write_frames(t, out);
            text_add(out, "}");
        }
        text_add(out, "]");
    }
    if (v->trace_setup)
        text_add(out, ",\"setup\":%u", v->trace_setup);
    if (v->coverage)
        write_coverage(v->coverage, out);
    if (v->warning_count)
        write_warnings(v, out);
    text_add(out, ",\"figures\":{");
    for (uint32_t i = 0; i < v->figure_count; i++) {
        text_add(out, "%s", i ? "," : "");
        text_add(out, "\"%s\"", lp_figure_key(v->figures[i].id));
        double x = v->figures[i].value;
        // JSON has no infinities, and a whole number should look like one.
        if (!isfinite(x))
            text_add(out, ":null");
        else if (fabs(x) < 9e15 && x == floor(x))
            text_add(out, ":%" PRId64, (int64_t)x);
        else
            text_add(out, ":%.6g", x);
    }
    text_add(out, "}}");
}

typedef struct reader {
    json j;
    lp_pool *pool;
    lp_verdict *v;
} reader;

static bool take_string(reader *r, char **into)
{
    if (json_next(&r->j) != JSON_STRING)
        return false;
    free(*into);
    *into = memory_string_n(r->j.string.bytes, r->j.string.length);
    return true;
}

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

static bool read_witness(reader *r)
{
    if (json_next(&r->j) != JSON_ARRAY)
        return false;
    r->v->has_witness = true;
    for (json_token t; (t = json_next(&r->j)) != JSON_CLOSE;) {
        if (t != JSON_ARRAY)
            return false;
        lp_effect effect = {0};
        while ((t = json_next(&r->j)) == JSON_INTEGER && effect.count < LP_MAX_ARITY)
            effect.ops[effect.count++] = (uint32_t)r->j.integer;
        if (t != JSON_CLOSE)
            return false;
        r->v->witness =
            memory_resize(r->v->witness, r->v->witness_count + 1, sizeof *r->v->witness);
        r->v->witness[r->v->witness_count++] = effect;
    }
    return true;
}

typedef struct frames {
    lp_trace_frame *items;
    uint32_t count;
} frames;

static void frames_free(frames *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        free(f->items[i].where);
        free(f->items[i].function);
    }
    free(f->items);
}

static bool read_frames(reader *r, frames *into)
{
    if (json_next(&r->j) != JSON_ARRAY)
        return false;
    for (json_token t; (t = json_next(&r->j)) != JSON_CLOSE;) {
        if (t != JSON_OBJECT)
            return false;
        into->items = memory_resize(into->items, into->count + 1, sizeof *into->items);
        lp_trace_frame *f = &into->items[into->count++];
        *f = (lp_trace_frame){0};
        while ((t = json_next(&r->j)) == JSON_KEY) {
            bool function = strcmp(r->j.string.bytes, "function") == 0;
            if (!take_string(r, function ? &f->function : &f->where))
                return false;
        }
        if (t != JSON_CLOSE)
            return false;
    }
    return true;
}

static bool read_trace(reader *r)
{
    if (json_next(&r->j) != JSON_ARRAY)
        return false;
    for (json_token t; (t = json_next(&r->j)) != JSON_CLOSE;) {
        if (t != JSON_OBJECT)
            return false;
        char *what = NULL, *where = NULL;
        frames in = {0};
        int64_t thread = 0;
        bool is_switch = false, fine = true;
        while (fine && (t = json_next(&r->j)) == JSON_KEY) {
            if (strcmp(r->j.string.bytes, "what") == 0)
                fine = take_string(r, &what);
            else if (strcmp(r->j.string.bytes, "where") == 0)
                fine = take_string(r, &where);
            else if (strcmp(r->j.string.bytes, "frames") == 0)
                fine = read_frames(r, &in);
            else if (strcmp(r->j.string.bytes, "switch") == 0)
                is_switch = json_next(&r->j) == JSON_TRUE;
            else if ((fine = json_next(&r->j) == JSON_INTEGER))
                thread = r->j.integer;
        }
        fine = fine && t == JSON_CLOSE && what;
        if (fine)
            verdict_trace(r->v, thread, is_switch, where, what);
        for (uint32_t i = 0; fine && i < in.count; i++)
            verdict_trace_frame(r->v, in.items[i].where, in.items[i].function);
        free(what);
        free(where);
        frames_free(&in);
        if (!fine)
            return false;
    }
    return true;
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
    for (size_t i = 0; i < STRINGS; i++)
        if (strcmp(key, strings[i].name) == 0)
            return take_string(r, string_field(r->v, i));
    if (strcmp(key, "verdict") == 0)
        return read_outcome(r);
    if (strcmp(key, "kind") == 0)
        return read_violation(r);
    if (strcmp(key, "history") == 0)
        return read_history(r);
    if (strcmp(key, "witness") == 0)
        return read_witness(r);
    if (strcmp(key, "trace") == 0)
        return read_trace(r);
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
    return json_skip(&r->j, json_next(&r->j));
}

bool verdict_read_json(const char *bytes, size_t length, lp_pool *pool, lp_verdict *v, error *e)
{
    reader r = {.pool = pool, .v = v};
    lp_verdict_init(v);
    json_init(&r.j, bytes, length);
    bool fine = json_next(&r.j) == JSON_OBJECT;
    for (json_token t; fine && (t = json_next(&r.j)) != JSON_CLOSE;)
        fine = t == JSON_KEY && read_field(&r);
    if (fine && v->culprit != LP_NO_EVENT)
        fine = v->history && v->culprit < v->history->op_count;
    fine = fine && (v->outcome == LP_VIOLATED) == (v->violation != LP_VIOLATION_NONE);
    fine = fine && v->trace_setup <= v->trace_count;
    for (uint32_t i = 0; fine && i < v->witness_count; i++)
        for (uint32_t k = 0; k < v->witness[i].count; k++)
            fine &= v->history && v->witness[i].ops[k] < v->history->op_count;
    json_fini(&r.j);
    if (fine)
        return true;
    lp_verdict_fini(v);
    return error_set(e, "this is not a verdict: %s",
                     r.j.problem ? r.j.problem : "unexpected field");
}
