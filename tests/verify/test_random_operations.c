// SPDX-License-Identifier: MIT
// Random automata and systems with calls and returns (operation_cases.h) against all of their
// histories: here every trace is made by tables, and every order of the operations of its history
// is tried. `refines`, `sequential`, `serializable` and `quiescent` must say the same; a history that is shown
// must be one of the automaton's, and have no such order; and what is no history, because a
// process calls while it has an operation open or returns without one, must be called so.

#include "base/io/limits.h"
#include "model/model.h"
#include "operation_cases.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "verify/verify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <xxhash.h>

enum { OPERATIONS = 4, EVENTS = 2 * OPERATIONS, IDLE = 0 };

// An event: who, what is called or has returned, and the argument or the result.
typedef struct event {
    uint8_t returns, process, method, value;
} event;

typedef struct trace_state {
    shared_pair m;
    struct {
        uint8_t open, at, r, v, done; // open: method + 1
    } of[PROCESSES];
    uint8_t count;
    event events[EVENTS];
} trace_state;

typedef struct explored {
    const operation_file *f;
    const subject *x;
    trace_state *list;
    uint32_t count, capacity, *slots, slot_count;
    bool misuse, wrong;
    const event *shown; // is it the history of a wrong trace?
    uint32_t shown_count;
    bool shown_is_wrong;
} explored;

// By definition: what the specs do.

typedef struct spec_state {
    shared_pair m;
    uint8_t items[OPERATIONS], count; // of the queue
} spec_state;

// The result, in the numbers of results.
static uint8_t spec_step(const explored *w, spec_state *s, uint8_t which, uint8_t v)
{
    uint8_t was, r = 0;
    uint8_t *at = v == 0 ? &s->m.a : &s->m.b;
    switch (w->f->kind) {
    case REGISTER:
        was = s->m.a;
        s->m.a = which == 0 ? v : was;
        return which == 0 ? 0 : was;
    case COUNTER:
        was = s->m.a;
        s->m.a = which < 2 ? was + 1 : was;
        return which == 0 ? 0 : was;
    case SET:
        was = *at;
        *at = which == 0 || (which == 2 && was);
        return which == 0 ? !was : was;
    case QUEUE:
        if (which == 0) {
            s->items[s->count++] = v;
            return 0;
        }
        if (!s->count)
            return NOTHING;
        was = s->items[0];
        memmove(s->items, s->items + 1, --s->count);
        return was;
    default:
        for (uint32_t i = 0; i < w->x->spec[which].count; i++)
            operation_step(w->x->spec[which].steps[i], v, &s->m, &r);
        return r;
    }
}

typedef struct operation {
    event call;
    uint32_t from, to; // its events; to == EVENTS: open
    uint8_t result;
} operation;

static uint32_t operations_of(const event *events, uint32_t count, operation *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = n;
        if (!events[i].returns) {
            out[n++] = (operation){events[i], i, EVENTS, 0};
            continue;
        }
        while (k-- > 0)
            if (out[k].call.process == events[i].process) {
                out[k].to = i;
                out[k].result = events[i].value;
                break;
            }
    }
    return n;
}

// The values of a set are objects of their own.
static bool same_object(const explored *w, const operation *a, const operation *b)
{
    return w->f->kind != SET || a->call.value == b->call.value;
}

// Was there a moment between them in which none was open?
static bool quiet_between(const explored *w, const operation *list, uint32_t n, const operation *a,
                          const operation *b)
{
    for (uint32_t at = a->to + 1; same_object(w, a, b) && at <= b->from; at++) {
        bool quiet = true;
        for (uint32_t i = 0; i < n; i++)
            quiet &= !same_object(w, a, &list[i]) || list[i].from >= at || list[i].to < at;
        if (quiet)
            return true;
    }
    return false;
}

static bool must_precede(const explored *w, const operation *list, uint32_t n, const operation *a,
                         const operation *b)
{
    asked how = w->x->asked;
    return how == REFINES      ? a->to < b->from
           : how == SEQUENTIAL ? a->call.process == b->call.process && a->from < b->from
           : how == QUIESCENT  ? quiet_between(w, list, n, a, b)
                               : false;
}

// Is there an order of those that are left? What is open may be left out.
static bool explained(const explored *w, const operation *list, uint32_t n, uint32_t left,
                      const spec_state *s)
{
    bool returned = false;
    for (uint32_t i = 0; i < n; i++)
        returned |= (left >> i & 1) && list[i].to < EVENTS;
    if (!returned)
        return true;
    for (uint32_t i = 0; i < n; i++) {
        bool first = left >> i & 1;
        for (uint32_t k = 0; first && k < n; k++)
            first = !(left >> k & 1) || k == i || !must_precede(w, list, n, &list[k], &list[i]);
        if (!first)
            continue;
        spec_state next = *s;
        uint8_t r = spec_step(w, &next, list[i].call.method, list[i].call.value);
        if ((list[i].to == EVENTS || r == list[i].result) &&
            explained(w, list, n, left & ~(1u << i), &next))
            return true;
    }
    return false;
}

static bool is_right(const explored *w, const event *events, uint32_t count)
{
    operation list[OPERATIONS];
    uint32_t n = operations_of(events, count, list);
    spec_state s = {.m = {w->f->kind == REGISTER ? NOTHING : 0, 0}};
    return explained(w, list, n, (1u << n) - 1, &s);
}

// All traces: states with the histories that led to them.

static uint32_t slot_of(const explored *w, const trace_state *s)
{
    uint32_t at = (uint32_t)XXH3_64bits(s, sizeof *s) & (w->slot_count - 1);
    while (w->slots[at] && memcmp(&w->list[w->slots[at] - 1], s, sizeof *s) != 0)
        at = (at + 1) & (w->slot_count - 1);
    return at;
}

static void add(explored *w, const trace_state *s)
{
    if (w->count == w->capacity) {
        w->capacity = w->capacity ? 2 * w->capacity : 1 << 10;
        w->slot_count = 4 * w->capacity;
        w->list = realloc(w->list, w->capacity * sizeof *w->list);
        free(w->slots);
        w->slots = calloc(w->slot_count, sizeof *w->slots);
        assert_true(w->list && w->slots);
        for (uint32_t i = 0; i < w->count; i++)
            w->slots[slot_of(w, &w->list[i])] = i + 1;
    }
    uint32_t at = slot_of(w, s);
    if (w->slots[at])
        return;
    w->list[w->count++] = *s;
    w->slots[at] = w->count;
}

static bool anything_open(const trace_state *s)
{
    for (uint32_t i = 0; i < PROCESSES; i++)
        if (s->of[i].open)
            return true;
    return false;
}

static void take_call(explored *w, trace_state s, uint8_t p, uint8_t which, uint8_t v)
{
    if (s.of[p].done == w->f->quota[p] || (s.of[p].open && !w->x->twice))
        return;
    w->misuse |= s.of[p].open != IDLE;
    if (s.of[p].open)
        return;
    s.of[p].open = which + 1;
    s.of[p].at = s.of[p].r = 0;
    s.of[p].v = v;
    s.of[p].done++;
    s.events[s.count++] = (event){0, p, which, method_kinds[w->f->kind][which].takes ? v : 0};
    add(w, &s);
}

static void take_step(explored *w, trace_state s, uint8_t p)
{
    const body *b = &w->x->object[s.of[p].open - 1];
    do
        operation_step(b->steps[s.of[p].at++], s.of[p].v, &s.m, &s.of[p].r);
    while (b->atomic && s.of[p].at < b->count);
    add(w, &s);
}

static void take_return(explored *w, trace_state s, uint8_t p)
{
    uint8_t which = s.of[p].open - 1, r = s.of[p].r;
    result_kind gives = method_kinds[w->f->kind][which].gives;
    r = gives == UNIT ? 0 : gives == FLAG ? r != 0 : r;
    s.of[p].open = s.of[p].at = s.of[p].r = s.of[p].v = 0;
    s.events[s.count++] = (event){1, p, which, r};
    bool judged = w->x->asked == REFINES || !anything_open(&s);
    if (!judged || is_right(w, s.events, s.count)) {
        add(w, &s);
        return;
    }
    w->wrong = true;
    w->shown_is_wrong |= w->shown && s.count == w->shown_count &&
                         memcmp(s.events, w->shown, s.count * sizeof *s.events) == 0;
}

static void explore(explored *w)
{
    trace_state start;
    memset(&start, 0, sizeof start);
    start.m = operation_start(w->f, w->x);
    add(w, &start);
    for (uint32_t i = 0; i < w->count; i++)
        for (uint8_t p = 0; p < w->f->processes; p++) {
            trace_state s = w->list[i];
            for (uint8_t m = 0; m < w->f->methods; m++)
                for (uint8_t v = 0; v < 2; v++)
                    take_call(w, s, p, m, v);
            if (!s.of[p].open)
                w->misuse |= w->x->again;
            else if (s.of[p].at < w->x->object[s.of[p].open - 1].count)
                take_step(w, s, p);
            else
                take_return(w, s, p);
        }
    free(w->list);
    free(w->slots);
}

// What linchpin says.

static uint8_t result_number(lp_value v)
{
    return v.kind == LP_KIND_NIL ? NOTHING : (uint8_t)lp_to_int(v);
}

// The events of a history. False: it is none of ours.
static bool events_of(const operation_file *f, const lp_history *h, event *out)
{
    if (h->event_count > EVENTS)
        return false;
    for (uint32_t i = 0; i < h->event_count; i++) {
        const lp_op *op = &h->ops[h->events[i].op];
        int64_t p = op->process - operation_file_first(f);
        size_t length;
        const char *name = lp_string_bytes(h->pool, op->method, &length);
        uint8_t m = 0;
        while (m < f->methods && strcmp(method_kinds[f->kind][m].name, name) != 0)
            m++;
        if (p < 0 || p >= f->processes || m == f->methods)
            return false;
        uint8_t arg = method_kinds[f->kind][m].takes ? (uint8_t)lp_to_int(op->arg) : 0;
        if (!h->events[i].is_return)
            out[i] = (event){0, (uint8_t)p, m, arg};
        else
            out[i] = (event){1, (uint8_t)p, m, result_number(op->result)};
    }
    return true;
}

typedef struct tally {
    uint64_t held, wrong, misuse;
} tally;

// The order of labels says which of two wrongs comes first; either is right.
static const char *compare_one(const operation_file *f, const subject *x, const lp_verdict *v,
                               tally *t)
{
    event shown[EVENTS] = {{0}};
    explored w = {.f = f, .x = x};
    bool violated = v->outcome == LP_VIOLATED;
    bool history = violated && v->violation == LP_VIOLATION_CONDITION;
    if (history && (!v->history || !v->rechecked || !events_of(f, v->history, shown)))
        return "it shows no history";
    if (history) {
        w.shown = shown;
        w.shown_count = v->history->event_count;
    }
    explore(&w);
    t->held += v->outcome == LP_HOLDS;
    t->wrong += history;
    t->misuse += violated && !history;
    if (v->outcome != (w.misuse || w.wrong ? LP_VIOLATED : LP_HOLDS))
        return "another verdict";
    if (history && !w.shown_is_wrong)
        return "it shows no wrong history of the automaton";
    if (violated && !history &&
        (v->violation != LP_VIOLATION_MISUSE || !w.misuse || !v->trace_count))
        return "another kind of violation";
    return NULL;
}

static void compare(const operation_file *f, uint64_t seed, tally *t)
{
    char *written = operation_file_write(f);
    error e = {0};
    model *m = model_read("random.lin", written, strlen(written), &e);
    if (!m) {
        fail_msg("seed %d: %s\n%s", (int)seed, e.message, written);
        return;
    }
    for (uint32_t i = 0; i < OF_A_FILE; i++) {
        limits l = {0};
        lp_pool *pool = lp_pool_new();
        lp_verdict v;
        limits_start(&l);
        lp_verdict_init(&v);
        verify_options o = {.limits = &l, .reductions = (seed + i) % 2 ? REDUCE_ALL : 0, .jobs = 1};
        if (!verify_instance(&m->instances[i], &o, pool, &v, &e))
            fail_msg("seed %d, %u: %s\n%s", (int)seed, i, e.message, written);
        const char *differs = compare_one(f, &f->of[i], &v, t);
        if (differs)
            fail_msg("seed %d, %u: %s, outcome %d: %s\n%s", (int)seed, i, differs, (int)v.outcome,
                     v.reason ? v.reason : "", written);
        lp_verdict_fini(&v);
        lp_pool_free(pool);
    }
    model_free(m);
    free(written);
}

static void test_operations(void **state)
{
    (void)state;
    uint64_t files = setting("LINCHPIN_CASES", 2000) / OF_A_FILE + 1,
             first = setting("LINCHPIN_SEED", 1);
    tally t = {0};
    for (uint64_t seed = first; seed < first + files; seed++) {
        rng r;
        operation_file f;
        rng_init(&r, seed);
        operation_file_random(&r, &f);
        compare(&f, seed, &t);
    }
    print_message("%d hold, %d have wrong histories, %d have none\n", (int)t.held, (int)t.wrong,
                  (int)t.misuse);
    uint64_t all = files * OF_A_FILE;
    assert_true(t.held > all / 10 && t.wrong > all / 10 && t.misuse > all / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_operations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
