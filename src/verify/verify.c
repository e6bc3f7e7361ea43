// SPDX-License-Identifier: MIT
// One instance from start to verdict.

#include "verify/verify.h"

#include "history/format.h"
#include "judge/judge.h"
#include "judge/monitor.h"
#include "model/spec_block.h"
#include "spec/registry.h"
#include "verify/dot.h"
#include "verify/histories.h"
#include "verify/points.h"
#include "verify/replay.h"
#include "verify/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Nodes for a start when none are declared, at least.
enum { FIRST_NODES = 8, MANY_STATES = 100000 };

typedef struct job {
    const model *m;
    const instance *v;
    const verify_options *o;
    lp_pool *pool;
    lp_verdict *out;
    error *e;
    space_options bounds;
    const lp_spec *spec; // NULL: none
    spec_block *block;
    monitor *monitor; // without points
    points *points;   // with points
    uint32_t spec_methods[MODEL_MAX_METHODS];
    space space;
    data_cells data;  // of the space's program
    bool wide;        // cells take four bytes
    bool marks_wrong; // operations do not take effect at their marks
    bool exact;       // no hash compaction: it has found something, now the way there is wanted
} job;

static uint32_t monitor_event(void *context, uint32_t state, const move *m)
{
    job *j = context;
    if (m->kind == MOVE_RETURN)
        return monitor_return(j->monitor, state, m->thread, m->result);
    return monitor_call(j->monitor, state, m->thread, j->spec_methods[m->method], m->thread,
                        j->space.calls[m->call].arg, NULL, false);
}

_Static_assert((uint32_t)MONITOR_VIOLATED == OBSERVED_VIOLATION, "one number for both");
_Static_assert((uint32_t)MONITOR_STOPPED == OBSERVED_STOP, "one number for both");

static uint32_t monitor_turn(void *context, uint32_t state, const uint32_t *order)
{
    job *j = context;
    return monitor_reorder(j->monitor, state, order, j->space.p->threads);
}

static bool monitor_allows_less(void *context, uint32_t less, uint32_t more)
{
    const job *j = context;
    return monitor_covers(j->monitor, less, more);
}

static bool find_spec(job *j)
{
    if (!j->v->refines || j->o->no_spec)
        return true;
    if (j->v->spec) {
        j->block = spec_block_new(j->m, j->v->spec);
        j->spec = spec_block_spec(j->block);
    } else if (!(j->spec = spec_find(j->v->refines, j->e))) {
        return false;
    }
    for (uint32_t i = 0; i < j->v->subject->method_count; i++)
        j->spec_methods[i] = spec_method(j->spec, j->v->subject->methods[i]->name);
    return true;
}

// What the object holds, and two more for each thread. If they do not suffice, all begins
// again with more, and the model is compiled again.
static uint32_t first_nodes(const space_options *b)
{
    int64_t values = b->has_range ? b->high - b->low + 1 : 0;
    int64_t nodes = (b->has_capacity ? b->capacity : values) + 2 * (int64_t)b->threads + 2;
    nodes = nodes > FIRST_NODES ? nodes : FIRST_NODES;
    return (uint32_t)(nodes < MODEL_MAX_NODES ? nodes : MODEL_MAX_NODES);
}

static bool set_bounds(job *j)
{
    const verify_options *o = j->o;
    const instance *v = j->v;
    j->bounds = (space_options){.threads = o->threads ? o->threads : v->threads,
                                .clear = o->reductions & REDUCE_DEAD,
                                .reuse = v->reuse,
                                .has_capacity = o->has_capacity || v->has_capacity,
                                .capacity = o->has_capacity ? o->capacity : v->capacity,
                                .operations = o->operations ? o->operations : v->operations,
                                .has_range = v->has_range,
                                .low = v->low,
                                .high = v->high,
                                .script = o->scenario,
                                .cc = o->cc,
                                .limits = o->limits};
    if (o->scenario) {
        bool main_thread = o->scenario->before.count || o->scenario->after.count;
        j->bounds.threads = o->scenario->thread_count + main_thread;
    }
    if (j->bounds.threads > MODEL_MAX_THREADS + (o->scenario != NULL))
        return error_set(j->e, "a model has at most %d threads", MODEL_MAX_THREADS);
    j->bounds.nodes = o->nodes ? o->nodes : v->has_nodes ? v->nodes : first_nodes(&j->bounds);
    if (j->bounds.nodes > MODEL_MAX_NODES)
        return error_set(j->e, "a model has at most %d nodes of each struct", MODEL_MAX_NODES);
    if (v->reuse && !v->subject->frees)
        return source_error(&j->m->source, j->e, v->at, "leave it out, or free nodes in the object",
                            "reuse is declared, but %s never frees a node", v->subject->name);
    return true;
}

static void describe_cover(job *j)
{
    text t = {0};
    const space_options *b = &j->bounds;
    const char *what = j->spec ? "histories" : "states";
    if (b->script) {
        text_add(&t, "all %s of this scenario, under sequential consistency", what);
    } else {
        text_add(&t, "all %s of this finite instance (%u thread%s", what, b->threads,
                 b->threads == 1 ? "" : "s");
        if (b->has_range)
            text_add(&t, ", int %lld..%lld", (long long)b->low, (long long)b->high);
        if (b->has_capacity)
            text_add(&t, ", capacity %u", b->capacity);
        if (b->reuse)
            text_add(&t, ", freed nodes reused");
        if (b->operations)
            text_add(&t, ", at most %u operations)", b->operations);
        else
            text_add(&t, ", any number of operations)");
    }
    verdict_set(&j->out->covers, "%s", t.bytes);
    text_fini(&t);
}

static void add_figures(job *j, const search *q)
{
    uint32_t states = search_count(q);
    verdict_figure(j->out, "states", states);
    verdict_figure(j->out, "transitions", (double)q->transitions);
    verdict_figure(j->out, "depth", q->depth);
    if (j->m->record_count) {
        verdict_figure(j->out, "nodes", j->bounds.nodes);
        verdict_figure(j->out, "nodes at once", search_peak(q));
    }
    // Of few states it would say nothing: tables have a size to begin with.
    if (states >= MANY_STATES)
        verdict_figure(j->out, "bytes per state", round((double)search_bytes(q) / states));
    if (j->monitor)
        verdict_figure(j->out, "monitor states", monitor_set_count(j->monitor));
    if (j->points)
        verdict_figure(j->out, "monitor states", points_count(j->points));
}

static bool decide_problem(job *j, search *q)
{
    lp_verdict *out = j->out;
    problem what = (problem)q->run.problem;
    uint32_t line, column;
    source_position(&j->m->source, q->run.where, &line, &column);
    if (!replay(q, out, j->e))
        return false;
    if (what == PROBLEM_NODES) {
        verdict_decide(out, LP_ERROR, "%s:%u:%u: the %u nodes of a struct are not enough: %s",
                       j->m->source.file, line, column, j->bounds.nodes,
                       j->v->has_nodes || j->o->nodes
                           ? "declare more nodes"
                           : "the object holds more and more; declare a capacity, mark the "
                             "methods @insert and @remove, or look for a leak");
        return true;
    }
    out->rechecked = true;
    if (what == PROBLEM_CHOICES)
        verdict_decide(out, LP_ERROR, "%s:%u:%u: %s", j->m->source.file, line, column,
                       problem_text(what));
    else
        verdict_break(out, "%s:%u:%u: %s", j->m->source.file, line, column, problem_text(what));
    return true;
}

// The history alone must convince the judge, who knows nothing of the model.
static bool recheck(job *j)
{
    lp_verdict again;
    lp_verdict_init(&again);
    error e = {0};
    const judge *linearizable = judge_find("linearizable", &e);
    bool ok = linearizable &&
              judge_history(linearizable, j->out->history, j->spec, NULL, false, &again, &e);
    ok = ok && again.outcome == LP_VIOLATED;
    if (ok && again.detail)
        verdict_set(&j->out->detail, "%s", again.detail);
    lp_verdict_fini(&again);
    j->out->rechecked = ok;
    return ok || error_set(j->e, "the judge does not confirm the counterexample: this is a fault "
                                 "of linchpin, please report it with the model");
}

// With points, the marks may be wrong and the object right. Then the history
// can be explained, and the search is done again without them.
static bool marks_wrong(job *j, search *q)
{
    if (!j->points || q->end != SEARCH_VIOLATED)
        return false;
    lp_verdict path, again;
    error e = {0};
    lp_verdict_init(&path);
    lp_verdict_init(&again);
    const judge *linearizable = judge_find("linearizable", &e);
    j->marks_wrong = linearizable && replay(q, &path, &e) &&
                     judge_history(linearizable, path.history, j->spec, NULL, false, &again, &e) &&
                     again.outcome == LP_HOLDS;
    lp_verdict_fini(&again);
    lp_verdict_fini(&path);
    return j->marks_wrong;
}

static bool decide_violation(job *j, search *q)
{
    lp_verdict *out = j->out;
    if (!replay(q, out, j->e) || !recheck(j))
        return false;
    text op = {0};
    op_print(j->pool, &out->history->ops[out->culprit], &op);
    verdict_decide(out, LP_VIOLATED, "no order of the operations explains %s", op.bytes);
    text_fini(&op);
    return true;
}

static bool model_has_ghosts(const model *m)
{
    for (uint32_t i = 0; i < m->shared_count; i++)
        if (m->shared[i].ghost)
            return true;
    return false;
}

static const char *good_news(const job *j)
{
    if (j->points)
        return "operations take effect at their marks, or only look";
    if (j->marks_wrong)
        return "every history is one of the spec's, but operations do not take effect at their "
               "marks";
    if (j->spec)
        return "every history is one of the spec's";
    // SPIN 4.4: that the assertions are enough is for their author to say.
    return model_has_ghosts(j->m) ? "no assertion fails and no memory error happens; the ghost "
                                    "variables prove what their assertions say, and no more"
                                  : "no assertion fails and no memory error happens";
}

static bool decide_stuck(job *j, search *q)
{
    if (!replay(q, j->out, j->e))
        return false;
    j->out->rechecked = true;
    verdict_break(j->out, "operations are open and no thread can go on");
    return true;
}

// Never "holds": states may have been left out.
static bool decide_compact(job *j, const search *q)
{
    verdict_set(&j->out->covers, "%u states, told apart by %d bits of their hashes",
                search_count(q), COMPACT_BITS);
    verdict_decide(j->out, LP_UNKNOWN,
                   "nothing wrong was found, but about %.2g states may have been taken for others "
                   "and left out",
                   compact_missed(q->compact));
    return true;
}

static bool decide(job *j, search *q)
{
    lp_verdict *out = j->out;
    add_figures(j, q);
    if (spec_block_failed(j->block, j->e))
        return false;
    switch (q->end) {
    case SEARCH_COMPLETE:
        if (q->compact)
            return decide_compact(j, q);
        describe_cover(j);
        verdict_decide(out, LP_HOLDS, "%s", good_news(j));
        return true;
    case SEARCH_LIMIT:
        verdict_set(&out->covers, "%u states to depth %u, of which %u were expanded",
                    search_count(q), q->depth, search_expanded(q));
        verdict_decide(out, LP_UNKNOWN, "%s%s",
                       j->exact ? "something is wrong, but the way there was not found: " : "",
                       j->points && points_trouble(j->points) ? points_trouble(j->points)
                       : q->reason                            ? q->reason
                                                              : limits_reason(q->o.limits));
        return true;
    case SEARCH_PROBLEM:
        describe_cover(j);
        return decide_problem(j, q);
    case SEARCH_VIOLATED:
        describe_cover(j);
        return decide_violation(j, q);
    case SEARCH_STUCK:
        describe_cover(j);
        return decide_stuck(j, q);
    case SEARCH_WIDE:
        break;
    }
    return false;
}

static bool out_of_nodes(const job *j, const search *q)
{
    return q->end == SEARCH_PROBLEM && q->run.problem == PROBLEM_NODES && !j->v->has_nodes &&
           !j->o->nodes && j->bounds.nodes < MODEL_MAX_NODES;
}

static void grow_nodes(job *j)
{
    j->bounds.nodes += j->bounds.nodes / 4;
    if (j->bounds.nodes > MODEL_MAX_NODES)
        j->bounds.nodes = MODEL_MAX_NODES;
}

static search_options options_of(const job *j)
{
    // A call that waits would never be made if it had to go with its first step.
    uint32_t without = j->v->deadlockfree ? REDUCE_FOLD : 0;
    without |= j->o->dot ? REDUCE_ANTICHAIN : 0; // a graph has states, not pairs
    return (search_options){.reductions = j->o->reductions & ~without,
                            .jobs = j->o->jobs,
                            .raw_heap = j->o->raw_heap,
                            .wide = j->wide,
                            .compact = j->o->hash_compact && !j->exact,
                            .marks = j->points != NULL,
                            .find_stuck = j->v->deadlockfree,
                            .data = j->data.count > 1 ? &j->data : NULL,
                            .invariants = j->m->invariant_count > 0,
                            .limits = j->o->limits};
}

// True: something did not suffice, and there is more of it now.
static bool try_again(job *j, search *q)
{
    if (q->end == SEARCH_WIDE) {
        j->wide = true;
        return true;
    }
    if (out_of_nodes(j, q)) {
        grow_nodes(j);
        return true;
    }
    if (q->compact && q->end != SEARCH_COMPLETE && q->end != SEARCH_LIMIT) {
        j->exact = true;
        return true;
    }
    return marks_wrong(j, q);
}

static observer spec_observer(job *j)
{
    observer o = {.context = j, .start = 1};
    if (!j->spec)
        return o;
    if (j->v->points && !j->o->no_points && !j->marks_wrong) {
        j->points = points_new(j->spec, j->spec_methods, &j->space);
        return points_observer(j->points);
    }
    j->monitor = monitor_new(j->spec, j->pool);
    o.renames = true;
    monitor_limit(j->monitor, j->o->limits);
    o.start = monitor_start(j->monitor);
    o.event = monitor_event;
    o.covers = monitor_allows_less;
    if (!j->spec->looks_at_process)
        o.reorder = monitor_turn;
    return o;
}

static void find_data(job *j)
{
    j->data = (data_cells){0};
    if ((j->o->reductions & REDUCE_VALUES) && !j->o->scenario && !j->o->raw_heap)
        data_find(&j->data, j->space.p, j->v, j->spec && rename_suits(j->spec));
}

static bool run_search(job *j)
{
    for (bool again = true, ok = true; again;) {
        if (!space_init(&j->space, j->m, j->v, &j->bounds, j->pool, j->e))
            return false;
        find_data(j);
        observer o = spec_observer(j);
        search_options options = options_of(j);
        search q;
        search_init(&q, &j->space, o, &options);
        search_run(&q);
        again = try_again(j, &q);
        ok = again || (decide(j, &q) && (!j->o->dot || dot_write(&q, j->o->dot, j->e)));
        search_fini(&q);
        monitor_free(j->monitor);
        points_free(j->points);
        data_fini(&j->data);
        j->monitor = NULL;
        j->points = NULL;
        space_fini(&j->space);
        if (!again)
            return ok;
    }
    return false;
}

// The violation is the answer; the histories behind it are not known.
static void say_no_histories(lp_verdict *out)
{
    verdict_set(&out->detail, "%s%sThe histories were not written: the model fails.",
                out->detail ? out->detail : "", out->detail ? "\n" : "");
}

static bool collect_once(job *j, bool *again)
{
    if (!space_init(&j->space, j->m, j->v, &j->bounds, j->pool, j->e))
        return false;
    histories *h = histories_new(&j->space);
    search q;
    search_options options = options_of(j);
    // Folding would lose histories; the others leave them as they are.
    options.reductions &= REDUCE_DEAD | REDUCE_PRIVATE;
    search_init(&q, &j->space, histories_observer(h), &options);
    search_run(&q);
    bool ok = true;
    *again = try_again(j, &q);
    if (q.end == SEARCH_LIMIT)
        verdict_decide(j->out, LP_UNKNOWN, "%s while collecting the histories",
                       q.reason ? q.reason : limits_reason(q.o.limits));
    else if (q.end != SEARCH_COMPLETE && !*again && j->out->outcome == LP_VIOLATED)
        say_no_histories(j->out);
    else if (q.end != SEARCH_COMPLETE)
        ok = *again || error_set(j->e, "the histories were not written, the model fails: %s",
                                 problem_text((problem)q.run.problem));
    else if ((ok = histories_write(h, j->o->histories, j->e)))
        verdict_figure(j->out, "histories", histories_count(h));
    search_fini(&q);
    histories_free(h);
    space_fini(&j->space);
    return ok;
}

static bool collect_histories(job *j)
{
    bool again = false;
    for (;;) {
        if (!collect_once(j, &again))
            return false;
        if (!again)
            return true;
    }
}

bool verify_instance(const model *m, const instance *v, const verify_options *o, lp_pool *pool,
                     lp_verdict *out, error *e)
{
    job j = {.m = m, .v = v, .o = o, .pool = pool, .out = out, .e = e};
    bool ok = find_spec(&j) && set_bounds(&j);
    if (ok) {
        verdict_set(&out->condition, "%s", j.spec ? "linearizable" : "free of errors");
        if (j.spec)
            verdict_set(&out->spec, "%s", j.spec->name);
        verdict_set(&out->subject, "%s (%s)", v->object, m->source.file);
        verdict_set(&out->judge, "breadth-first search, %s heap",
                    o->raw_heap ? "raw" : "canonical");
        if (o->scenario) {
            text t = {0};
            scenario_print(pool, o->scenario, &t);
            verdict_set(&out->scenario, "%s", t.bytes);
            text_fini(&t);
        }
        ok = run_search(&j);
    }
    if (ok && o->histories && out->outcome != LP_ERROR && out->outcome != LP_UNKNOWN)
        ok = collect_histories(&j);
    spec_block_free(j.block);
    return ok;
}

bool verify_emit(const model *m, const instance *v, const verify_options *o, text *out, error *e)
{
    job j = {.m = m, .v = v, .o = o, .e = e};
    if (!set_bounds(&j))
        return false;
    program_options shape = {.threads = j.bounds.threads,
                             .nodes = j.bounds.nodes,
                             .reuse = j.bounds.reuse,
                             .clear = j.bounds.clear};
    program *p = program_new(m, v->subject, &shape);
    program_emit(p, out);
    program_free(p);
    return true;
}
