// SPDX-License-Identifier: MIT
// Random containers that are more or less out of order, and every relaxed condition. Here they
// are run in every order of their steps, and every complete history is judged by the judge of
// `check`. `verify` must say the same of each condition, with reductions and without, of all
// clients with a few operations and of scenarios, and find the same least factor.
//
// Compiling a model takes longer than everything else, so most files hold many: a value tells
// by which code it is to be put in, and a variable which one is to take it out; a claim gives
// the clients only the values of one. The others hold one, and values that are mere data.

#include "base/intern.h"
#include "base/io/limits.h"
#include "base/random.h"
#include "base/text.h"
#include "judge/evidence/verdict.h"
#include "judge/judge.h"
#include "model/model.h"
#include "setting.h"
#include "spec/spec_get.h"
#include "verify/system/reduction.h"
#include "verify/verify.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    MOST_OF_A_FILE = 8, // containers
    VALUES = 4,         // of one, the first of which is not used
    STEPS = 4,          // of a method, at most
    OPERATIONS = 3,     // of clients that call anything
    SCRIPT = 3,         // calls of a thread in a scenario, at most
    MOST_CALLS = 2 * SCRIPT,
    THREADS = 3, // at most
    ROOM = 2 * MOST_CALLS,
    MOST_FACTOR = 8
};

typedef enum step {
    SKIP,
    PUSH_BACK,
    PUSH_FRONT,
    PUSH_ODD,
    TAKE_FRONT,
    TAKE_BACK,
    TAKE_SECOND,
    LOOK_FRONT,
    REMOVE_SEEN,
    STEP_KINDS
} step;

static const char second_spelled[] = "atomic { if (!s.empty()) { int y = s.pop_front(); r = y; "
                                     "if (!s.empty()) { r = s.pop_front(); s.push_front(y); } } } ";

static const char *const spelled[STEP_KINDS] = {
    "d = x; ",
    "s.push(v); ",
    "s.push_front(v); ",
    "atomic { if (s.len() == 1) s.push_front(v); else s.push(v); } ",
    "atomic { if (!s.empty()) r = s.pop_front(); } ",
    "atomic { if (!s.empty()) r = s.pop(); } ",
    second_spelled,
    "atomic { if (!s.empty()) r = s.front(); } ",
    "s.remove(r); ",
};

typedef struct container_kind {
    const char *spec, *put, *take;
    bool bounds; // it has relaxed specs
} container_kind;
static const container_kind kinds[] = {
    {"queue", "enq", "deq", true},
    {"stack", "push", "pop", true},
    {"bag", "add", "take", false},
    {"priority-queue", "insert", "remove_min", true},
    {"per-producer-fifo", "enq", "deq", false}}; // looks at who calls
enum { KINDS = sizeof kinds / sizeof *kinds };

// %s: the two methods.
static const char *const relaxed_ones[] = {
    "quiescent",       "quasi:0",
    "quasi:1",         "quasi:2",
    "quasi-literal:1", "quasi-literal:2",
    "quasi:%s=0,%s=1", "stuttering:1",
    "out-of-order:1", // from here on of three of them
    "lateness:1",      "strict-out-of-order:1",
};
enum { CONDITIONS = sizeof relaxed_ones / sizeof *relaxed_ones, OF_ALL = 8 };

typedef struct body {
    step steps[STEPS];
    uint32_t count;
} body;

typedef struct container {
    body put, take;
} container;

typedef struct file {
    container all[MOST_OF_A_FILE];
    uint32_t count, threads, conditions;
    const container_kind *kind;
    bool many; // the code depends on the value
} file;

typedef struct event {
    uint32_t thread, returns;
    int32_t value; // 0: none
    uint32_t puts;
} event;

typedef struct running {
    int32_t items[ROOM];
    uint32_t length;
    int32_t which; // + 1
    struct {
        uint32_t open, puts, at, calls;
        int32_t value, r;
    } threads[THREADS];
    uint32_t calls, event_count;
    event events[2 * MOST_CALLS];
} running;

typedef struct script {
    int32_t calls[THREADS][SCRIPT]; // what is put in; 0: something is taken out
    uint32_t count[THREADS];
} script;

// All complete histories.
typedef struct found {
    const file *f;
    uint32_t which;
    const script *script; // NULL: clients call anything
    intern *seen, *complete;
} found;

static int32_t take_at(running *w, uint32_t at)
{
    int32_t v = w->items[at];
    memmove(w->items + at, w->items + at + 1, (w->length - at - 1) * sizeof v);
    w->items[--w->length] = 0;
    return v;
}

static void put_at(running *w, uint32_t at, int32_t v)
{
    assert_true(w->length < ROOM);
    memmove(w->items + at + 1, w->items + at, (w->length - at) * sizeof v);
    w->items[at] = v;
    w->length++;
}

static void take_step(step kind, running *w, int32_t v, int32_t *r)
{
    switch (kind) {
    case PUSH_BACK:
        put_at(w, w->length, v);
        break;
    case PUSH_FRONT:
        put_at(w, 0, v);
        break;
    case PUSH_ODD:
        put_at(w, w->length == 1 ? 0 : w->length, v);
        break;
    case TAKE_FRONT:
    case TAKE_BACK:
    case TAKE_SECOND:
        if (w->length)
            *r = take_at(w, kind == TAKE_BACK                      ? w->length - 1
                            : kind == TAKE_SECOND && w->length > 1 ? 1
                                                                   : 0);
        break;
    case LOOK_FRONT:
        if (w->length)
            *r = w->items[0];
        break;
    case REMOVE_SEEN:
        for (uint32_t i = 0; i < w->length; i++)
            if (w->items[i] == *r) {
                take_at(w, i);
                break;
            }
        break;
    default:
        break;
    }
}

static void add_event(running *w, uint32_t thread, bool returns, bool puts, int32_t value)
{
    w->events[w->event_count++] = (event){thread, returns, value, puts};
}

static void run_on(const found *g, const running *w);

static void call(const found *g, const running *before, uint32_t t, int32_t value)
{
    running w = *before;
    w.calls++;
    w.threads[t].calls++;
    w.threads[t].open = 1;
    w.threads[t].puts = value != 0;
    w.threads[t].value = value;
    add_event(&w, t, false, value != 0, value);
    run_on(g, &w);
}

// In a file with many, the first step says which one it is, or asks.
static void go_on(const found *g, const running *before, uint32_t t)
{
    running w = *before;
    const container *c = &g->f->all[g->which];
    const body *b = w.threads[t].puts ? &c->put : &c->take;
    uint32_t first = g->f->many, at = w.threads[t].at++;
    bool nothing_there = first && !w.threads[t].puts && at == 0 && !w.which;
    if (at == first + b->count) {
        add_event(&w, t, true, w.threads[t].puts, w.threads[t].r);
        uint32_t calls = w.threads[t].calls;
        memset(&w.threads[t], 0, sizeof w.threads[t]);
        w.threads[t].calls = calls;
    } else if (nothing_there) {
        w.threads[t].at = first + b->count;
    } else if (at < first) {
        w.which = 1;
    } else {
        take_step(b->steps[at - first], &w, w.threads[t].value, &w.threads[t].r);
    }
    run_on(g, &w);
}

static void run_on(const found *g, const running *w)
{
    bool fresh, open = false;
    uint32_t wanted = 0;
    intern_add_fresh(g->seen, w, sizeof *w, &fresh);
    if (!fresh)
        return;
    for (uint32_t t = 0; t < THREADS; t++) {
        open |= w->threads[t].open;
        wanted += g->script ? g->script->count[t] : 0;
    }
    if (!open && w->event_count && (!g->script || w->calls == wanted))
        intern_add(g->complete, w->events, w->event_count * sizeof *w->events);
    for (uint32_t t = 0; t < g->f->threads; t++) {
        if (w->threads[t].open)
            go_on(g, w, t);
        else if (g->script && w->threads[t].calls < g->script->count[t])
            call(g, w, t, g->script->calls[t][w->threads[t].calls]);
        for (int32_t i = 0; !w->threads[t].open && !g->script && w->calls < OPERATIONS && i < 3;
             i++)
            call(g, w, t, i ? (int32_t)(g->which * VALUES) + i : 0);
    }
}

static lp_history *history_of(const found *g, uint32_t number, lp_pool *pool)
{
    size_t length;
    const event *e = intern_get(g->complete, number, &length);
    uint32_t open[THREADS] = {0};
    lp_history *h = lp_history_new(pool);
    for (size_t i = 0; i < length / sizeof *e; i++) {
        const char *name = e[i].puts ? g->f->kind->put : g->f->kind->take;
        lp_value value = e[i].value ? lp_int(e[i].value) : LP_NIL;
        if (e[i].returns)
            lp_history_return(h, open[e[i].thread], e[i].puts ? LP_UNIT : value);
        else
            open[e[i].thread] =
                lp_history_call(h, e[i].thread, lp_string(pool, name, strlen(name)), value);
    }
    return h;
}

// What `check` says of all of them.
static bool all_hold(const found *g, const char *condition)
{
    error e = {0};
    lp_pool *pool = lp_pool_new();
    const lp_spec *spec = spec_get(g->f->kind->spec, NULL, &e);
    const judge *j = judge_find(condition, &e);
    if (!j) {
        fail_msg("%s", e.message);
        return false;
    }
    bool hold = true;
    for (uint32_t i = 0; i < intern_count(g->complete) && hold; i++) {
        lp_verdict v;
        lp_verdict_init(&v);
        lp_history *h = history_of(g, i, pool);
        assert_true(judge_outcome(j, h, spec, NULL, &v, &e));
        assert_true(v.outcome == LP_HOLDS || v.outcome == LP_VIOLATED);
        hold = v.outcome == LP_HOLDS;
        lp_history_free(h);
        lp_verdict_fini(&v);
    }
    judge_release(j);
    spec_release(spec);
    lp_pool_free(pool);
    return hold;
}

static step put_step(rng *r)
{
    static const step likely[] = {PUSH_BACK, PUSH_BACK, PUSH_BACK, PUSH_FRONT, PUSH_ODD};
    return likely[rng_below(r, sizeof likely / sizeof *likely)];
}

static container random_container(rng *r)
{
    static const step likely[] = {TAKE_FRONT,  TAKE_FRONT, TAKE_FRONT, TAKE_SECOND,
                                  TAKE_SECOND, TAKE_BACK,  LOOK_FRONT};
    container c = {.put = {{put_step(r)}, 1}};
    if (rng_below(r, 8) == 0)
        c.put.steps[c.put.count++] = put_step(r);
    if (rng_below(r, 4) == 0)
        c.put.steps[c.put.count++] = SKIP;
    c.take.count = 0;
    if (rng_below(r, 3) == 0)
        c.take.steps[c.take.count++] = SKIP;
    step first = likely[rng_below(r, sizeof likely / sizeof *likely)];
    c.take.steps[c.take.count++] = first;
    if (first == LOOK_FRONT && rng_below(r, 4) > 0)
        c.take.steps[c.take.count++] = REMOVE_SEEN;
    if (rng_below(r, 3) == 0)
        c.take.steps[c.take.count++] = rng_below(r, 3) ? SKIP : (step)rng_below(r, STEP_KINDS);
    for (uint32_t i = 0; i < c.take.count; i++)
        if (c.take.steps[i] >= PUSH_BACK && c.take.steps[i] <= PUSH_ODD)
            c.take.steps[i] = SKIP; // there is nothing to put in
    return c;
}

static void spell_body(const file *f, bool puts, text *out)
{
    for (uint32_t i = 0; i < f->count; i++) {
        const body *b = puts ? &f->all[i].put : &f->all[i].take;
        if (f->many)
            text_add(out, "    if (w == %u) { ", i);
        for (uint32_t k = 0; k < b->count; k++)
            text_add(out, "%s", spelled[b->steps[k]]);
        text_add(out, f->many ? "}\n" : "\n");
    }
}

static void spell_condition(const file *f, uint32_t which, text *out)
{
    // The only one that names methods.
    if (strchr(relaxed_ones[which], '%'))
        text_add(out, "quasi:%s=0,%s=1", f->kind->put, f->kind->take);
    else
        text_add(out, "%s", relaxed_ones[which]);
}

static char *spell_file(const file *f)
{
    text out = {0};
    text_add(&out, "shared seq<int> s; shared int x; shared int which = -1;\nobject o {\n");
    text_add(&out, "  %s(int v) { int r = 0; int d = 0;%s\n", f->kind->put,
             f->many ? " int w = v / 4; which = w;" : "");
    spell_body(f, true, &out);
    text_add(&out, "  }\n  %s() -> int? { int v = 0; int r = 0; int d = 0;%s\n", f->kind->take,
             f->many ? " int w = which;" : "");
    spell_body(f, false, &out);
    text_add(&out, "    if (r == 0) return none; return r;\n  }\n}\n");
    for (uint32_t i = 0; i < f->count; i++)
        for (uint32_t k = 0; k < f->conditions; k++) {
            text_add(&out, "verify o ");
            spell_condition(f, k, &out);
            text_add(&out, " %s { threads %u; int %u..%u; operations %d; }\n", f->kind->spec,
                     f->threads, VALUES * i + 1, VALUES * i + 2, OPERATIONS);
        }
    return out.bytes;
}

typedef struct asked {
    const model *m;
    const char *written;
    uint32_t claim;
    uint32_t reductions;
    const char *calls; // NULL: none
    bool least;
} asked;

static lp_outcome judged(const asked *a, uint32_t *factor)
{
    error e = {0};
    limits l = {0};
    limits_start(&l);
    lp_pool *pool = lp_pool_new();
    lp_verdict v;
    lp_verdict_init(&v);
    scenario *parsed = a->calls ? calloc(1, sizeof *parsed) : NULL;
    if (parsed)
        assert_true(scenario_parse(pool, a->calls, parsed, &e));
    verify_options o = {.limits = &l,
                        .reductions = a->reductions,
                        .jobs = 1,
                        .scenario = parsed,
                        .quasi_factor = a->least,
                        .cc = setting_quick_cc()};
    if (!verify_instance(&a->m->instances[a->claim], &o, pool, &v, &e))
        FAIL(a->written, "claim %u: %s", a->claim, e.message);
    lp_outcome outcome = v.outcome;
    assert_true(outcome != LP_VIOLATED || (v.rechecked && v.history && v.trace_count));
    if (factor)
        *factor = (uint32_t)verdict_figure_get(&v, LP_FIGURE_QUASI_FACTOR, 0);
    lp_verdict_fini(&v);
    lp_pool_free(pool);
    free(parsed);
    return outcome;
}

typedef struct tally {
    uint64_t held[CONDITIONS], of[CONDITIONS], factors[MOST_FACTOR + 1];
} tally;

static void compare_least(const found *g, asked a, tally *t)
{
    uint32_t least = 0, got;
    while (least < MOST_FACTOR) {
        char condition[30];
        snprintf(condition, sizeof condition, "quasi:%u", least);
        if (all_hold(g, condition))
            break;
        least++;
    }
    // Nothing is moved, or skipped, by more than there are operations.
    a.least = true;
    a.reductions = REDUCE_ALL;
    lp_outcome outcome = judged(&a, &got);
    if ((outcome == LP_HOLDS) != (least < MOST_FACTOR) || (outcome == LP_HOLDS && got != least))
        FAIL(a.written, "claim %u, scenario %s: the least factor is %u, not %u (outcome %d)",
             a.claim, a.calls ? a.calls : "none", least, got, (int)outcome);
    t->factors[least]++;
}

static void compare(const found *g, const model *m, const char *written, const char *given, rng *r,
                    tally *t)
{
    for (uint32_t k = 0; k < g->f->conditions; k++) {
        text condition = {0};
        spell_condition(g->f, k, &condition);
        bool want = all_hold(g, condition.bytes);
        asked a = {m, written, g->which * g->f->conditions + k, 0, given, false};
        const uint32_t sets[] = {0, REDUCE_ALL, REDUCE_ALL & (uint32_t)rng_next(r)};
        for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
            a.reductions = sets[i];
            if ((judged(&a, NULL) == LP_HOLDS) != want)
                FAIL(written, "claim %u, %s, scenario %s, reductions %u: it holds: %d", a.claim,
                     condition.bytes, given ? given : "none", sets[i], want);
        }
        if (strcmp(condition.bytes, "quasi:1") == 0)
            compare_least(g, a, t);
        text_fini(&condition);
        t->held[k] += want;
        t->of[k]++;
    }
}

static void find(found *g)
{
    g->seen = intern_new();
    g->complete = intern_new();
    run_on(g, &(running){0});
    intern_free(g->seen);
}

static char *random_script(const file *f, uint32_t which, script *s, rng *r)
{
    text out = {0};
    *s = (script){0};
    bool apart =
        rng_below(r, 2) == 0; // one puts in, the other takes out: values are overtaken most
    for (uint32_t t = 0; t < 2; t++) {
        s->count[t] = apart ? SCRIPT : 1 + (uint32_t)rng_below(r, SCRIPT);
        text_add(&out, t ? " |" : "");
        for (uint32_t i = 0; i < s->count[t]; i++) {
            bool puts = apart ? t == 0 : rng_below(r, 2);
            int32_t v = puts ? (int32_t)(which * VALUES + 1 + rng_below(r, VALUES - 1)) : 0;
            if (apart && puts)
                v = (int32_t)(which * VALUES + 1 + i);
            s->calls[t][i] = v;
            if (v)
                text_add(&out, " %s(%d)", f->kind->put, v);
            else
                text_add(&out, " %s", f->kind->take);
        }
    }
    return out.bytes;
}

static void compare_file(const file *f, rng *r, tally *t)
{
    char *written = spell_file(f);
    model *m = written_model(written);
    for (uint32_t i = 0; i < f->count; i++) {
        found g = {.f = f, .which = i};
        find(&g);
        compare(&g, m, written, NULL, r, t);
        intern_free(g.complete);
        script s;
        char *given = random_script(f, i, &s, r);
        file two = *f;
        two.threads = 2;
        g = (found){.f = &two, .which = i, .script = &s};
        find(&g);
        compare(&g, m, written, given, r, t);
        intern_free(g.complete);
        free(given);
    }
    model_free(m);
    free(written);
}

static void test_relaxed(void **state)
{
    (void)state;
    uint64_t files = setting("LINCHPIN_CASES", 2000) / 100, first = setting("LINCHPIN_SEED", 1);
    tally t = {0};
    uint64_t cases = 0;
    for (uint64_t seed = first; seed < first + files; seed++) {
        rng r;
        rng_init(&r, seed);
        const container_kind *kind = &kinds[seed % KINDS];
        file f = {.kind = kind,
                  .threads = 2 + (rng_below(&r, 4) == 0),
                  .many = rng_below(&r, 4) > 0,
                  .conditions = kind->bounds ? CONDITIONS : OF_ALL};
        f.count = f.many ? MOST_OF_A_FILE : 1;
        for (uint32_t i = 0; i < f.count; i++)
            f.all[i] = random_container(&r);
        compare_file(&f, &r, &t);
    }
    for (int k = 0; k < CONDITIONS; k++) {
        print_message("%s: %d of %d\n", relaxed_ones[k], (int)t.held[k], (int)t.of[k]);
        cases += t.of[k];
        assert_true(0 < t.held[k] && t.held[k] < t.of[k]);
    }
    print_message("%d cases; least factors:", (int)cases);
    for (int k = 0; k <= MOST_FACTOR; k++)
        print_message(" %d", (int)t.factors[k]);
    print_message("\n");
    assert_true(t.factors[0] && t.factors[1] && t.factors[2] && t.factors[MOST_FACTOR]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_relaxed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
