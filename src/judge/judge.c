// SPDX-License-Identifier: MIT
// From a history and a condition to a verdict with evidence: see judge.h.

#include "judge/judge.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "history/history_sound.h"
#include "judge/evidence/deciders.h"
#include "judge/evidence/explain.h"
#include "judge/evidence/other_conditions.h"
#include "judge/partition.h"
#include "judge/resolve.h"
#include "judge/search/oracle.h"
#include "spec/made_spec.h"
#include "spec/registry.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// Fewer operations than this are not worth a second thread.
enum { PARALLEL_FROM = 4096 };

// One violated part is enough, so no part may keep the others waiting: all get a
// few steps first, those not decided then get more, and at last as many as it takes.
static const uint64_t budgets[] = {20000, 400000, 8000000, 0};
enum { BUDGETS = sizeof budgets / sizeof *budgets };

// All parts, judged by several threads. The violated part with the lowest number
// is the one that is reported, whichever thread is first.
typedef struct judging {
    const judge *judge;
    const lp_spec *spec;
    limits *limits;
    bool want_witness;
    bool bare; // no evidence is wanted
    partition parts;
    uint64_t budget;
    uint32_t *round; // the parts to be judged in this round; NULL: all
    uint32_t round_count;
    _Atomic uint32_t next;      // in this round
    _Atomic uint32_t violated;  // lowest part that is; UINT32_MAX: none
    _Atomic bool unknown;       // some part was not decided
    _Atomic bool wrong, silent; // a witness did not hold; a judge gave none
    pthread_mutex_t lock;       // of what follows
    uint32_t reached;           // by the judge, in the violated part
    deciders deciders;          // of all parts
    char *violated_by;          // the judge of the violated part
    char *reason;               // of unknown
    uint32_t *undecided;        // parts for the next round
    uint32_t undecided_count;
    size_t undecided_capacity;
    lp_effect *witness;
    size_t witness_count, witness_capacity;
} judging;

// How many steps the round may take for each part.
static uint64_t round_budget(const judging *g, int round)
{
    uint64_t most = g->limits ? g->limits->steps : 0, usual = budgets[round];
    return most && (!usual || usual > most) ? most : usual;
}

static void name_judges(judging *g, lp_verdict *v)
{
    text all = {0};
    deciders_print(&g->deciders, &all);
    verdict_copy(&v->judge, g->violated_by ? g->violated_by
                            : all.length   ? all.bytes
                                           : g->judge->name);
    text_fini(&all);
}

static void take_witness(judging *g, const uint32_t *original, const lp_verdict *w)
{
    MEMORY_GROW(g->witness, g->witness_capacity, g->witness_count + w->witness_count);
    for (uint32_t i = 0; i < w->witness_count; i++) {
        lp_effect effect = w->witness[i];
        for (uint32_t k = 0; original && k < effect.count; k++)
            effect.ops[k] = original[effect.ops[k]];
        g->witness[g->witness_count++] = effect;
    }
}

static void judge_part(judging *g, uint32_t number, const judge_task *task,
                       const uint32_t *original)
{
    lp_verdict w;
    lp_verdict_init(&w);
    *task->reached = 0;
    const judge *j = g->judge;
    j->run(task, &w);
    // Before the lock: it takes as long as judging did.
    bool shown = w.outcome == LP_HOLDS && w.has_witness;
    bool wrong = shown && j->precedes &&
                 !oracle_check_witness(task, j->precedes, w.witness, w.witness_count);
    pthread_mutex_lock(&g->lock);
    if (wrong)
        g->wrong = true;
    if (w.outcome == LP_VIOLATED && number < g->violated) {
        g->violated = number;
        g->reached = *task->reached;
        verdict_copy(&g->violated_by, w.judge ? w.judge : g->judge->name);
    }
    if (w.outcome == LP_ERROR)
        g->wrong = true;
    if (w.outcome == LP_UNKNOWN && g->budget && !limits_reached(task->limits)) {
        MEMORY_GROW(g->undecided, g->undecided_capacity, (size_t)g->undecided_count + 1);
        g->undecided[g->undecided_count++] = number;
    } else if (w.outcome == LP_UNKNOWN) {
        g->unknown = true;
        verdict_copy(&g->reason, w.reason ? w.reason : "not decided");
    }
    deciders_note(&g->deciders, w.judge ? w.judge : g->judge->name, number);
    if (shown)
        take_witness(g, original, &w);
    g->silent |= w.outcome == LP_HOLDS && !w.has_witness;
    pthread_mutex_unlock(&g->lock);
    lp_verdict_fini(&w);
}

static void work(void *context, uint32_t thread)
{
    judging *g = context;
    const judge *j = g->judge;
    const lp_history *h = g->parts.whole;
    pthread_mutex_lock(&g->lock);
    limits mine = g->limits ? *g->limits : (limits){0};
    pthread_mutex_unlock(&g->lock);
    if (thread)
        mine.progress = NULL;
    uint32_t reached;
    judge_task task = {.history = h,
                       .methods = g->parts.methods,
                       .spec = g->spec,
                       .limits = &mine,
                       .budget = g->budget,
                       .want_witness = g->want_witness,
                       .reached = &reached,
                       .setting = j->setting};
    if (j->session_new)
        task.session = j->session_new(g->spec, h->pool);
    part t = {0};
    if (g->parts.of) {
        part_init(&t, &g->parts);
        task.history = &t.history;
    }
    for (;;) {
        uint32_t place = g->next++;
        if (place >= g->round_count || g->unknown)
            break;
        uint32_t number = g->round ? g->round[place] : place;
        if (number > g->violated)
            break;
        if (g->parts.of) {
            part_load(&t, &g->parts, number);
            task.methods = t.methods;
        }
        judge_part(g, number, &task, t.original);
    }
    if (g->limits && mine.reached) {
        pthread_mutex_lock(&g->lock);
        g->limits->reached = mine.reached; // any thread's will do
        pthread_mutex_unlock(&g->lock);
    }
    if (j->session_free)
        j->session_free(task.session);
    part_fini(&t);
}

// Objects and keys were judged one by one; locality says that their orders can
// be merged into one that keeps real time. An effect gets the time of the latest
// call up to it in its own order; that lies before its operations' returns.
// Going by these times keeps every order, and real time: what returned before
// another was called has the earlier time.
static lp_effect *merge_witness(const judging *g)
{
    const lp_history *h = g->parts.whole;
    uint32_t *first = memory_new((size_t)h->event_count + 1, sizeof *first); // at a time, plus one
    uint32_t *last = memory_new((size_t)h->event_count + 1, sizeof *last);
    uint32_t *next = memory_new(g->witness_count, sizeof *next);
    uint32_t current = UINT32_MAX, time = 0;
    for (uint32_t i = 0; i < g->witness_count; i++) {
        const lp_effect *effect = &g->witness[i];
        if (g->parts.of[effect->ops[0]] != current) {
            current = g->parts.of[effect->ops[0]];
            time = 0;
        }
        for (uint32_t k = 0; k < effect->count; k++)
            time = h->ops[effect->ops[k]].call > time ? h->ops[effect->ops[k]].call : time;
        if (first[time])
            next[last[time]] = i + 1;
        else
            first[time] = i + 1;
        last[time] = i;
    }
    lp_effect *merged = memory_new(g->witness_count, sizeof *merged);
    size_t filled = 0;
    for (uint32_t t = 0; t < h->event_count; t++)
        for (uint32_t i = first[t]; i; i = next[i - 1])
            merged[filled++] = g->witness[i - 1];
    free(first);
    free(last);
    free(next);
    return merged;
}

static void give_witness(judging *g, lp_verdict *v)
{
    const lp_history *h = g->parts.whole;
    v->witness_count = (uint32_t)g->witness_count;
    v->witness = g->parts.of ? merge_witness(g) : g->witness;
    if (!g->parts.of)
        g->witness = NULL;
    v->has_witness = true;
    v->rechecked = g->judge->precedes != NULL;
    bool *all = memory_new(h->op_count, sizeof *all);
    memset(all, true, h->op_count);
    v->history = lp_history_select(h, all);
    free(all);
}

static void explain_part(judging *g, lp_verdict *v)
{
    const partition *p = &g->parts;
    judge_task task = {.history = p->whole,
                       .methods = p->methods,
                       .spec = g->spec,
                       .limits = g->limits,
                       .reached = &g->reached,
                       .setting = g->judge->setting};
    part t = {0};
    if (p->of) {
        part_init(&t, p);
        part_load(&t, p, g->violated);
        task.history = &t.history;
        task.methods = t.methods;
    }
    explain_violation(g->judge, &task, v);
    part_fini(&t);
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void judge_parts(judging *g, lp_verdict *v)
{
    uint32_t threads = processors();
    if (g->parts.count < 2 || g->parts.whole->op_count < PARALLEL_FROM)
        threads = 1;
    if (threads > g->parts.count)
        threads = g->parts.count ? g->parts.count : 1;
    pthread_mutex_init(&g->lock, NULL);
    g->round_count = g->parts.count;
    for (int i = g->parts.count > 1 ? 0 : BUDGETS - 1; i < BUDGETS && g->round_count; i++) {
        uint64_t before = g->budget;
        g->budget = round_budget(g, i);
        if (before && g->budget == before)
            break; // they would get no further
        g->next = 0;
        parallel(threads, work, g);
        free(g->round);
        g->round = g->undecided;
        g->round_count = g->violated == UINT32_MAX && !g->unknown ? g->undecided_count : 0;
        g->undecided = NULL;
        g->undecided_count = 0;
        g->undecided_capacity = 0;
        if (g->round)
            qsort(g->round, g->round_count, sizeof *g->round, compare_numbers);
    }
    free(g->round);
    pthread_mutex_destroy(&g->lock);
    verdict_hold(v);
    name_judges(g, v);
    if (g->violated != UINT32_MAX && g->bare)
        verdict_violate(v, LP_VIOLATION_CONDITION,
                        "no order of the operations explains this history");
    else if (g->violated != UINT32_MAX)
        explain_part(g, v);
    else if (g->unknown)
        verdict_decide(v, LP_UNKNOWN, "%s", g->reason);
    else if (g->round_count)
        verdict_decide(v, LP_UNKNOWN, "not decided in %llu steps", (unsigned long long)g->budget);
    else if (g->wrong)
        verdict_decide(v, LP_ERROR,
                       "internal error: judges disagree about this history; please report it");
    else if (g->want_witness && !g->silent)
        give_witness(g, v);
    else if (g->want_witness)
        verdict_copy(&v->detail, "It holds, but an order to show was not found.");
}

static void judge_planned(judging *g, const judge_plan *p, lp_history *h, const uint32_t *methods,
                          lp_verdict *v)
{
    g->judge = &p->judge;
    g->spec = p->spec;
    g->violated = UINT32_MAX;
    partition_init(&g->parts, &p->judge, h, p->spec, methods);
    judge_parts(g, v);
    if (v->outcome == LP_VIOLATED && v->history)
        v->left_out = h->op_count - v->history->op_count;
    verdict_figure(v, LP_FIGURE_OPERATIONS, h->op_count);
    if (g->parts.count > 1)
        verdict_figure(v, LP_FIGURE_PARTS, g->parts.count);
    partition_fini(&g->parts);
    deciders_fini(&g->deciders);
    free(g->violated_by);
    free(g->reason);
    free(g->witness);
}

bool judge_plan_init(judge_plan *p, const judge *j, const lp_spec *spec, error *e)
{
    *p = (judge_plan){.judge = *j, .spec = spec};
    if (j->only && !spec_is(spec, j->only))
        return error_set(e, "%s is about the spec \"%s\", not about \"%s\"", j->name, j->only,
                         spec->name);
    return !j->plan || p->judge.plan(p, e);
}

void judge_plan_fini(judge_plan *p)
{
    if (p->own)
        p->own_free(p->own);
    *p = (judge_plan){0};
}

extern const judge judge_linearizable;

bool judge_plan_linearizable(const judge_plan *p)
{
    return p->judge.precedes == judge_linearizable.precedes && p->judge.prefix_closed &&
           !p->judge.stuck;
}

// Can this condition be judged of this history?
static bool plan_suits(const judge_plan *p, const lp_history *h, const uint32_t *methods, error *e)
{
    const judge *j = &p->judge;
    if (j->local)
        return true;
    partition all;
    partition_init(&all, j, h, p->spec, methods);
    bool one = all.count < 2;
    partition_fini(&all);
    return one || error_set(e,
                            "%s is not local: a history of several objects cannot be judged "
                            "object by object, and one spec for all of them is not given",
                            j->name);
}

static bool judge_all(const judge *j, lp_history *h, const lp_spec *spec, judging *g, lp_verdict *v,
                      error *e)
{
    assert(history_is_sound(h));
    uint32_t *methods = memory_new(h->op_count, sizeof *methods);
    judge_plan plan = {0};
    verdict_copy(&v->condition, j->name);
    verdict_copy(&v->spec, spec->name);
    verdict_copy(&v->coverage, h->op_count ? "this history" : VERDICT_NOTHING);
    bool fine = resolve_methods(h, spec, methods, e) && judge_plan_init(&plan, j, spec, e) &&
                plan_suits(&plan, h, methods, e);
    if (fine)
        judge_planned(g, &plan, h, methods, v);
    if (!fine || spec_failed(spec, e)) {
        verdict_decide(v, LP_ERROR, "%s", e->message);
        fine = false;
    } else if (v->outcome == LP_VIOLATED && !g->bare) {
        judge_other_conditions(j, spec, g->limits, v);
    }
    judge_plan_fini(&plan);
    free(methods);
    return fine;
}

bool judge_history(const judge *j, lp_history *h, const lp_spec *spec, limits *l, bool want_witness,
                   lp_verdict *v, error *e)
{
    judging g = {.limits = l, .want_witness = want_witness};
    return judge_all(j, h, spec, &g, v, e);
}

bool judge_outcome(const judge *j, lp_history *h, const lp_spec *spec, limits *l, lp_verdict *v,
                   error *e)
{
    judging g = {.limits = l, .bare = true};
    return judge_all(j, h, spec, &g, v, e);
}
