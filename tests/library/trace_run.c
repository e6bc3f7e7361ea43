// SPDX-License-Identifier: MIT
// Runs a trace against the public library and checks what the headers promise: values
// read back as they were made and are ordered, histories hold what they were told, and
// verdicts keep to the laws of the conditions.

#include "library/trace.h"

#include <linchpin/judge.h>

#include <stdlib.h>
#include <string.h>

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);          \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

enum { MOST_VALUES = TRACE_MOST + 1, MOST_OPS = 8 };

static const char *const specs[] = {"queue",   "stack", "register", "set",
                                    "counter", "kv",    "channel",  "mutex"};
static const char *const words[] = {"", "a", "x y", ":k", "17"};

typedef struct world {
    lp_pool *pool;
    lp_history *history;
    const lp_spec *spec;
    lp_value values[MOST_VALUES];
    uint32_t value_count;
    bool judged;
} world;

static lp_value value_of(const world *w, uint32_t n)
{
    return w->values[n % w->value_count];
}

static void add_value(world *w, lp_value v)
{
    MUST(lp_value_compare(w->pool, v, v) == 0);
    for (uint32_t i = 0; i < w->value_count; i++) {
        int one = lp_value_compare(w->pool, v, w->values[i]);
        int other = lp_value_compare(w->pool, w->values[i], v);
        MUST((one < 0) == (other > 0) && (one == 0) == (other == 0));
        MUST((one == 0) == lp_value_equal(v, w->values[i]));
    }
    w->values[w->value_count++] = v;
}

static void add_string(world *w, const char *s)
{
    lp_value v = lp_string(w->pool, s, strlen(s));
    size_t length;
    MUST(strcmp(lp_string_bytes(w->pool, v, &length), s) == 0 && length == strlen(s));
    add_value(w, v);
}

static void add_vector(world *w, lp_value a, lp_value b)
{
    lp_value items[2] = {a, b}, v = lp_vector(w->pool, items, 2);
    size_t count;
    const lp_value *back = lp_items(w->pool, v, &count);
    MUST(count == 2 && lp_value_equal(back[0], a) && lp_value_equal(back[1], b));
    add_value(w, v);
}

static void add_map(world *w, lp_value a, lp_value b)
{
    lp_value one[4] = {a, b, b, a}, other[4] = {b, a, a, b};
    lp_value v = lp_map(w->pool, one, 2);
    size_t count;
    lp_items(w->pool, v, &count);
    MUST(count == (lp_value_equal(a, b) ? 2 : 4));
    MUST(lp_value_equal(v, lp_map(w->pool, other, 2)));
    add_value(w, v);
}

static void check_history(const lp_history *h)
{
    uint32_t calls = 0;
    for (uint32_t i = 0; i < h->event_count; i++) {
        const lp_event *event = &h->events[i];
        MUST(event->op < h->op_count);
        MUST(event->is_return ? h->ops[event->op].ret == i : h->ops[event->op].call == i);
        MUST(event->is_return || event->op == calls++);
    }
    MUST(calls == h->op_count);
}

static void call_method(world *w, const step *s)
{
    uint32_t methods = 0, n = w->history->op_count;
    while (w->spec->methods[methods].name)
        methods++;
    if (n == MOST_OPS)
        return;
    const char *name = w->spec->methods[s->b % methods].name;
    lp_value method = lp_string(w->pool, name, strlen(name));
    // One process at a time waits for one operation.
    for (uint32_t i = 0; i < n; i++)
        if (lp_op_pending(&w->history->ops[i]) && w->history->ops[i].process == s->a % 4)
            return;
    MUST(lp_history_call(w->history, s->a % 4, method, value_of(w, s->c)) == n);
    MUST(w->history->op_count == n + 1 && lp_op_pending(&w->history->ops[n]));
    check_history(w->history);
}

static void return_one(world *w, const step *s, bool planted)
{
    uint32_t n = w->history->op_count ? s->a % w->history->op_count : 0;
    lp_value result = value_of(w, s->b);
    if (!w->history->op_count || !lp_op_pending(&w->history->ops[n]))
        return;
    MUST(!planted || !w->judged || result.kind != LP_KIND_VECTOR);
    lp_history_return(w->history, n, result);
    MUST(lp_value_equal(w->history->ops[n].result, result));
    check_history(w->history);
}

static void select_some(world *w, const step *s)
{
    bool keep[MOST_OPS];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->history->op_count; i++)
        kept += keep[i] = s->a >> (i % 6) & 1;
    lp_history *part = lp_history_select(w->history, keep);
    MUST(part->op_count == kept);
    check_history(part);
    lp_history_free(part);
}

static lp_outcome judge(const lp_history *h, const lp_spec *spec, const char *condition)
{
    lp_verdict v;
    lp_verdict_init(&v);
    lp_outcome outcome = lp_history_judge(h, spec, condition, &v);
    MUST(outcome == v.outcome);
    MUST((outcome != LP_ERROR && outcome != LP_UNKNOWN) || (v.reason && v.reason[0]));
    MUST(outcome != LP_VIOLATED || (v.history && v.history->op_count <= h->op_count));
    lp_verdict_fini(&v);
    return outcome;
}

static lp_history *first_events(const lp_history *h, uint32_t count)
{
    lp_history *first = lp_history_new(h->pool);
    for (uint32_t i = 0; i < count; i++) {
        const lp_op *op = &h->ops[h->events[i].op];
        if (h->events[i].is_return)
            lp_history_return(first, h->events[i].op, op->result);
        else
            lp_history_call(first, op->process, op->method, op->arg);
    }
    return first;
}

// Judging again says the same. Linearizability is closed under prefixes, and stronger
// than sequential consistency.
static void judge_laws(world *w, const step *s)
{
    const lp_history *h = w->history;
    lp_outcome outcome = judge(h, w->spec, NULL);
    MUST(judge(h, w->spec, "linearizable") == outcome);
    if (outcome == LP_HOLDS) {
        lp_history *first = first_events(h, h->event_count ? s->a % h->event_count : 0);
        MUST(judge(first, w->spec, NULL) == LP_HOLDS);
        lp_history_free(first);
        MUST(w->spec->syncs || judge(h, w->spec, "sequential") == LP_HOLDS);
    }
    w->judged = true;
}

static void take(world *w, const step *s, bool planted)
{
    switch (s->verb) {
    case SPEC:
        w->spec = lp_spec_find(specs[s->a % (sizeof specs / sizeof *specs)]);
        lp_history_free(w->history);
        w->history = lp_history_new(w->pool);
        w->judged = false;
        break;
    case INT:
        add_value(w, lp_int((int64_t)(s->a % 4)));
        break;
    case STRING:
        add_string(w, words[s->a % (sizeof words / sizeof *words)]);
        break;
    case VECTOR:
        add_vector(w, value_of(w, s->a), value_of(w, s->b));
        break;
    case MAP:
        add_map(w, value_of(w, s->a), value_of(w, s->b));
        break;
    case CALL:
        call_method(w, s);
        break;
    case RETURN:
        return_one(w, s, planted);
        break;
    case SELECT:
        select_some(w, s);
        break;
    default:
        judge_laws(w, s);
    }
}

void trace_run(const trace *t, bool planted)
{
    world w = {.pool = lp_pool_new(), .spec = lp_spec_find("queue"), .value_count = 1};
    w.history = lp_history_new(w.pool);
    w.values[0] = LP_NIL;
    for (uint32_t i = 0; i < t->count; i++)
        take(&w, &t->steps[i], planted);
    lp_history_free(w.history);
    lp_pool_free(w.pool);
}
