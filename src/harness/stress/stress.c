// SPDX-License-Identifier: MIT
// The stress test: which scenarios are run, for how long, and what is said.

#include "harness/stress/stress.h"

#include "base/memory.h"
#include "harness/scenarios/scenario_generate.h"
#include "harness/scenarios/unbalanced.h"
#include "harness/stress/probe.h"

#include <stdlib.h>
#include <string.h>

enum {
    TURN = 300,            // rounds of a scenario before the next
    MOST_GROUP = 64,       // scenarios that a worker process takes turns with,
    VARIED_GROUP = 16,     // when the number of threads varies from group to group
    FIXED_ROUNDS = 200000, // of a given scenario in one process
    MOST_BEFORE = 3,       // varied shapes: calls on the main thread first,
    LEAST_THREADS = 2,     // then so many threads,
    MOST_THREADS = 4,
    LEAST_OPS = 1, // with so many calls each
    MOST_OPS = 4,
};

typedef struct source {
    const subject *subject;
    const stress_options *options;
    scenario_shape shape;
    scenario fixed[LP_MAX_SCENARIOS];
    uint32_t fixed_count, turn;
    rng random;
    scenario group[MOST_GROUP]; // as many threads each
    uint32_t group_count, group_size;
    uint32_t threads; // of a varied shape, in this group
    scenario next;    // made, but of another number of threads
    bool has_next;
} source;

static bool add_fixed(source *src, const char *line, error *e)
{
    scenario *sc = &src->fixed[src->fixed_count++];
    return scenario_parse(src->subject->pool, line, sc, e) && subject_check(src->subject, sc, e);
}

static bool source_init(source *src, const subject *s, const stress_options *o, error *e)
{
    src->subject = s;
    src->options = o;
    src->group_size = 1;
    rng_init(&src->random, o->seed);
    bool shaped = o->calls || o->threads || o->ops;
    if (o->noise.sleep > NOISE_MOST_SLEEP)
        return error_set(e, "--sleep: at most %d s", NOISE_MOST_SLEEP);
    if (o->scenario)
        return add_fixed(src, o->scenario, e);
    if (o->threads > SCENARIO_MAX_THREADS)
        return error_set(e, "--threads: at most %d", SCENARIO_MAX_THREADS);
    if (o->ops > SCENARIO_MAX_CALLS)
        return error_set(e, "--ops: at most %d", SCENARIO_MAX_CALLS);
    if (o->calls && (o->threads || o->ops))
        return error_set(e,
                         "--calls says how many threads and calls: leave --threads and --ops out");
    if (o->calls && !scenario_shape_parse(o->calls, &src->shape, e))
        return false;
    for (uint32_t i = 0; !shaped && i < s->scenario_count; i++)
        if (!add_fixed(src, s->object->scenarios[i], e))
            return false;
    return true;
}

static uint32_t between(rng *r, uint32_t low, uint32_t high)
{
    return low + (uint32_t)rng_below(r, high - low + 1);
}

static bool make_scenario(source *src, scenario *out, error *e)
{
    if (src->fixed_count) {
        scenario_copy(out, &src->fixed[src->turn++ % src->fixed_count]);
        return true;
    }
    scenario_shape shape = src->shape;
    const stress_options *o = src->options;
    rng *r = &src->random;
    if (!o->calls) {
        uint32_t fewest = generate_least_calls(src->subject);
        fewest = fewest > LEAST_OPS ? fewest : LEAST_OPS;
        shape.before = between(r, 0, MOST_BEFORE);
        shape.thread_count = src->threads;
        for (uint32_t t = 0; t < shape.thread_count; t++)
            shape.threads[t] = o->ops ? (uint32_t)o->ops : between(r, fewest, MOST_OPS);
    }
    return generate_scenario(src->subject, &shape, r, out, e);
}

// How many scenarios the next worker process takes turns with, and of how many
// threads if nobody said so. The first groups are small: an early fault is found early.
static uint32_t group_begin(source *src)
{
    const stress_options *o = src->options;
    bool varied = !o->threads && !o->calls;
    if (!src->has_next)
        src->threads =
            varied ? between(&src->random, LEAST_THREADS, MOST_THREADS) : (uint32_t)o->threads;
    uint32_t size = src->group_size, most = varied ? VARIED_GROUP : MOST_GROUP;
    src->group_size = 2 * size < most ? 2 * size : most;
    return src->fixed_count == 1 ? 1 : size;
}

// The next scenarios for one worker process: all have as many threads, since
// those that had nothing to do would stand in the others' way.
static bool source_next(source *src, uint64_t *rounds, error *e)
{
    uint32_t most = group_begin(src);
    *rounds = src->fixed_count == 1 ? FIXED_ROUNDS : 0;
    for (src->group_count = 0; src->group_count < most; src->group_count++) {
        if (!src->has_next && !make_scenario(src, &src->next, e))
            return false;
        src->has_next = src->next.thread_count != src->group[0].thread_count;
        if (src->group_count && src->has_next)
            break;
        src->has_next = false;
        scenario_copy(&src->group[src->group_count], &src->next);
    }
    if (!*rounds)
        *rounds = (uint64_t)src->group_count * TURN;
    return true;
}

// How far the search came; what shrinking a finding adds is not counted.
typedef struct tally {
    uint64_t rounds, judged, distinct, overlapping, stuck, found_round;
} tally;

static tally tally_take(const probe *p)
{
    return (tally){
        p->rounds, p->collector.judged, collector_distinct(&p->collector), p->overlapping,
        p->stuck,  p->found_round};
}

// A factor that was to be found may have been raised since.
static const char *condition_name(const stress_options *o)
{
    return (o->least ? o->least->judge : o->judge)->name;
}

static void conclude(const subject *s, const stress_options *o, const tally *t, const scenario *sc,
                     lp_verdict *v)
{
    verdict_copy(&v->spec, s->spec_name);
    verdict_copy(&v->subject, s->object->name);
    if (v->outcome == LP_VIOLATED)
        verdict_copy(&v->coverage, "one recorded history");
    else
        verdict_set(&v->coverage, "the %llu histories that were recorded",
                    (unsigned long long)t->judged);
    if (v->outcome != LP_VIOLATED)
        verdict_limit(v, "schedules that happened in %llu rounds", (unsigned long long)t->rounds);
    if (v->outcome == LP_HOLDS)
        verdict_copy(&v->condition, condition_name(o));
    if (sc) {
        text line = {0};
        scenario_print(s->pool, sc, &line);
        verdict_copy(&v->scenario, line.bytes);
        text_fini(&line);
    }
    v->figure_count = 0; // those of a single history
    // The judge comes after the threads: some rounds were run after the one that failed.
    if (v->outcome == LP_VIOLATED)
        verdict_figure(v, LP_FIGURE_FOUND_IN_ROUND, (double)t->found_round);
    verdict_figure(v, LP_FIGURE_ROUNDS, (double)t->rounds);
    verdict_figure(v, LP_FIGURE_HISTORIES_JUDGED, (double)t->judged);
    verdict_figure(v, LP_FIGURE_DISTINCT, (double)t->distinct);
    verdict_figure(v, LP_FIGURE_OVERLAPPING, (double)t->overlapping);
    if (t->stuck)
        verdict_figure(v, LP_FIGURE_STUCK, (double)t->stuck);
    verdict_figure(v, LP_FIGURE_SEED, (double)o->seed);
}

// The budget is used up, or a limit cut it short.
static void end_of_budget(const stress_options *o, const probe *p, const limits *l, lp_verdict *v)
{
    bool by_time = l->reached && !(l->interrupted && *l->interrupted) && l->timeout > 0 &&
                   clock_seconds() - l->started > l->timeout;
    if (!p->collector.judged)
        verdict_decide(v, LP_UNKNOWN, "no history was recorded: %s", limits_reason(l));
    else if (o->rounds && p->rounds < o->rounds)
        verdict_decide(v, LP_UNKNOWN, "%s after %llu of %llu rounds", limits_reason(l),
                       (unsigned long long)p->rounds, (unsigned long long)o->rounds);
    else if (!o->rounds && !by_time)
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(l));
    else
        v->outcome = LP_HOLDS;
    if (v->outcome == LP_UNKNOWN)
        verdict_copy(&v->condition, condition_name(o));
}

// A finding deserves a bounded while beyond the budget.
static void minimise(probe *p, const limits *l, scenario *sc, lp_verdict *v)
{
    limits more = {.timeout = STRESS_SHRINK, .interrupted = l->interrupted};
    double left = p->times.judge > 0 ? p->times.judge - clock_seconds() : STRESS_SHRINK;
    if (left <= 0)
        return;
    if (left < STRESS_SHRINK)
        more.timeout = left;
    limits_start(&more);
    p->limits = &more;
    p->silent = true;
    probe_minimise(p, sc, v);
}

static void say_progress(const probe *p, limits *l)
{
    double seconds = clock_seconds() - l->started;
    limits_progress(l, "%llu histories, %u distinct, %.0f per second",
                    (unsigned long long)p->rounds, collector_distinct(&p->collector),
                    seconds > 0 ? (double)p->rounds / seconds : 0);
}

// Of a violated condition whose factor is to be found: goes on with a larger one, if
// that may be enough. What held so far holds with it too.
static bool raise_factor(probe *p, const stress_options *o, lp_verdict *v)
{
    if (!o->least || !verdict_breaks_condition(v) || !v->history)
        return false;
    text line = {0};
    scenario_print(p->subject->pool, p->found, &line);
    verdict_copy(&v->scenario, line.bytes);
    text_fini(&line);
    bool raised = minimal_relaxation_raise(o->least, v, p->subject->spec);
    p->collector.judge = o->least->judge;
    return raised;
}

static lp_outcome search(probe *p, source *src, const stress_options *o, limits *l, scenario *sc,
                         lp_verdict *v, error *e)
{
    while ((!o->rounds || p->rounds < o->rounds) && !limits_reached(l)) {
        uint64_t rounds;
        if (!source_next(src, &rounds, e))
            return LP_ERROR;
        if (o->rounds && rounds > o->rounds - p->rounds)
            rounds = o->rounds - p->rounds;
        lp_outcome outcome = probe_run(p, src->group, src->group_count, TURN, rounds, v);
        if (outcome == LP_VIOLATED && raise_factor(p, o, v))
            continue;
        if (outcome != LP_HOLDS) {
            *sc = *p->found;
            return outcome;
        }
        if (limits_progress_due(l))
            say_progress(p, l);
    }
    return LP_HOLDS;
}

bool stress_run(const subject *s, const stress_options *o, limits *l, lp_verdict *v, error *e)
{
    source *src = memory_new(1, sizeof *src);
    probe p;
    if (!source_init(src, s, o, e) || !probe_init(&p, s, o->judge, o->histories != NULL, e)) {
        free(src);
        return false;
    }
    bool ok = true;
    if (o->histories && src->fixed_count != 1)
        ok = error_set(e, "--histories needs one fixed scenario: give it with --scenario");
    p.noise = o->noise;
    p.private_fd = o->private_fd;
    p.hang = o->hang;
    p.limits = l;
    if (o->strict && l->timeout > 0) { // and a little, to end in order
        p.times.judge = l->started + 1.025 * l->timeout + 0.2;
        p.times.end = l->started + 1.05 * l->timeout + 0.4;
    }
    rng_init(&p.seeds, o->seed + 1);
    progress_curve curve;
    curve_begin(&curve);
    p.curve = o->series ? &curve : NULL;

    scenario sc;
    if (ok) {
        lp_outcome outcome = search(&p, src, o, l, &sc, v, e);
        tally found = tally_take(&p);
        ok = outcome != LP_ERROR || v->outcome == LP_ERROR;
        curve_add(&curve, found.rounds, found.distinct);
        p.curve = NULL;
        if (outcome == LP_HOLDS)
            end_of_budget(o, &p, l, v);
        else if (outcome == LP_VIOLATED && !o->scenario)
            minimise(&p, l, &sc, v);
        if (ok)
            conclude(s, o, &found, outcome == LP_HOLDS ? NULL : &sc, v);
        if (ok && o->series)
            curve_tell(&curve, found.rounds, found.distinct, "histories", v);
        if (ok && o->least)
            minimal_relaxation_describe(o->least, v);
        for (uint32_t i = 0; ok && i < src->fixed_count && o->scenario; i++)
            unbalanced_note(s, p.collector.judge, &src->fixed[i], v);
    }
    if (ok && o->histories)
        ok = collector_write(&p.collector, o->histories, e);
    probe_fini(&p);
    free(src);
    return ok;
}
