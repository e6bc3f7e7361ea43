// SPDX-License-Identifier: MIT
// From the end of a search to the verdict. Evidence is run again, and judged again,
// before it is shown.

#include "history/history_format.h"
#include "judge/evidence/explain.h"
#include "judge/judge.h"
#include "verify/counterexample/move_description.h"
#include "verify/counterexample/path_replay.h"
#include "verify/counterexample/problem_text.h"
#include "verify/end_states.h"
#include "verify/find_progress.h"
#include "verify/property/extremes.h"
#include "verify/property/reachability.h"
#include "verify/property/reached.h"
#include "verify/related_states.h"
#include "verify/temporal/find_lasso.h"
#include "verify/verdict_plots.h"
#include "verify/verdict_text.h"
#include "verify/walk_verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MANY_STATES = 100000 };

static void add_figures(job *j, const search *q)
{
    if (j->walks) {
        walks_figures(j, q);
        return;
    }
    uint32_t states = search_count(q);
    verdict_figure(j->out, LP_FIGURE_STATES, states);
    verdict_figure(j->out, LP_FIGURE_TRANSITIONS, (double)q->transitions);
    verdict_figure(j->out, LP_FIGURE_DEPTH, q->depth);
    if (j->m->record_count) {
        verdict_figure(j->out, LP_FIGURE_NODES, j->bounds.nodes);
        verdict_figure(j->out, LP_FIGURE_NODES_AT_ONCE, search_peak(q));
    }
    if (program_collects(j->system.p))
        verdict_figure(j->out, LP_FIGURE_ITEMS, j->bounds.items);
    uint64_t bytes = search_bytes(q) + (j->lassos ? lasso_finder_bytes(j->lassos) : 0);
    // Of few states it would say nothing: tables have a size to begin with.
    if (states >= MANY_STATES)
        verdict_figure(j->out, LP_FIGURE_BYTES_PER_STATE, round((double)bytes / states));
    if (property_count(&j->property))
        verdict_figure(j->out, LP_FIGURE_MONITOR_STATES, property_count(&j->property));
    if (j->related)
        verdict_figure(j->out, LP_FIGURE_RELATED_PAIRS, (double)related_pairs(j->related));
}

// Of what comes after the search. It takes no memory that would be worth a limit, and what was
// found is not given up for it.
static limits explain_limits(const job *j)
{
    limits l = j->o->limits ? *j->o->limits : (limits){0};
    l.memory = 0;
    l.reached = NULL;
    return l;
}

static bool not_run_again(job *j)
{
    return error_set(j->e, "the counterexample could not be run again: this is a fault of "
                           "linchpin, please report it with the model");
}

// The way to what was found. False: a fault. Without one, the verdict says why.
static bool find_way(job *j, search *q)
{
    limits l = explain_limits(j);
    replay_end end = replay(q, &l, j->out);
    if (end == REPLAY_STOPPED)
        verdict_set(&j->out->detail, "What leads there is not shown: %s before it was found.",
                    limits_reason(&l));
    j->out->rechecked = end == REPLAY_DONE;
    return end != REPLAY_FAULT || not_run_again(j);
}

bool job_decide_growing(job *j, const char *process)
{
    verdict_decide(j->out, LP_UNKNOWN,
                   "%s grows without an end: it has come to a process that is nested too deeply, "
                   "or to more of them than can be numbered",
                   process);
    return true;
}

static bool decide_problem(job *j, search *q)
{
    lp_verdict *out = j->out;
    uint32_t line, column;
    problem what = (problem)q->run.problem;
    if (what == PROBLEM_TERMS)
        return job_decide_growing(j, j->v->object);
    if (!find_way(j, q))
        return false;
    source_position(&j->m->source, q->run.where, &line, &column);
    if (what == PROBLEM_NODES) {
        bool given = j->v->has_nodes || j->o->nodes;
        verdict_decide(out, LP_ERROR, "%s:%u:%u: the %u nodes of a struct are not enough: %s%s",
                       j->m->source.file, line, column, j->bounds.nodes,
                       given                         ? "declare more nodes"
                       : j->v->subject->is_automaton ? "the automaton holds more and more; let "
                                                       "guards bound it, or look for a leak"
                                                     : "the object holds more and more; declare a "
                                                       "capacity, mark the methods @insert and "
                                                       "@remove, or look for a leak",
                       given || (j->o->reductions & REDUCE_DEAD)
                           ? ""
                           : "; or locals that are not needed any more keep them: --reduce dead "
                             "clears these");
        return true;
    }
    if (what == PROBLEM_FULL) {
        describe_full(j, q);
        return true;
    }
    if (step_claim_says(j, q) || simulation_says(j, q))
        return true;
    if (what == PROBLEM_DIFFERS)
        verdict_violate(out, LP_VIOLATION_CONDITION, "%s", problem_text(what));
    else if (what == PROBLEM_CHOICES || what == PROBLEM_WAITS || what >= PROBLEM_COPIES)
        verdict_decide(out, LP_ERROR, "%s:%u:%u: %s", j->m->source.file, line, column,
                       problem_text(what));
    else if (what == PROBLEM_INVARIANT)
        verdict_break(out, LP_VIOLATION_INVARIANT, "%s:%u:%u: the invariant %s does not hold",
                      j->m->source.file, line, column, invariant_at(j->m, q->run.where));
    else
        verdict_break(out, problem_violation(what), "%s:%u:%u: %s", j->m->source.file, line, column,
                      problem_text(what));
    return true;
}

static void say_not_judged(lp_verdict *out, const limits *l)
{
    verdict_set(&out->detail, "The history was not judged a second time: %s.", limits_reason(l));
}

// The history alone must convince the judge, who knows nothing of the model.
static bool recheck(job *j)
{
    lp_verdict again;
    lp_verdict_init(&again);
    error e = {0};
    limits l = explain_limits(j);
    limits_progress(&l, "judging the history again");
    const judge *condition = j->condition ? j->condition : judge_find(job_condition(j), &e);
    bool ok =
        condition && judge_history(condition, j->out->history, j->spec, &l, false, &again, &e);
    bool stopped = ok && again.outcome == LP_UNKNOWN && limits_reached(&l);
    ok = ok && again.outcome == LP_VIOLATED;
    if (ok && again.detail && *again.detail)
        verdict_copy(&j->out->detail, again.detail);
    if (ok && again.reason && job_claim(j) == CLAIM_PROGRESSIBLE)
        verdict_violate(j->out, LP_VIOLATION_CONDITION, "%s", again.reason);
    if (stopped)
        say_not_judged(j->out, &l);
    if (ok)
        explain_whole(condition, j->spec, &l, j->out);
    lp_verdict_fini(&again);
    j->out->rechecked = ok;
    return ok || stopped ||
           error_set(j->e, "the judge does not confirm the counterexample: this is a fault "
                           "of linchpin, please report it with the model");
}

bool job_marks_wrong(job *j, search *q)
{
    if (!j->property.marks || q->end != SEARCH_VIOLATED || job_claim(j) != CLAIM_LINEARIZABLE)
        return false;
    lp_verdict path, again;
    error e = {0};
    lp_verdict_init(&path);
    lp_verdict_init(&again);
    limits l = explain_limits(j);
    const judge *linearizable = judge_find("linearizable", &e);
    replay_end end = replay(q, &l, &path);
    bool judged = end == REPLAY_DONE && linearizable &&
                  judge_history(linearizable, path.history, j->spec, &l, false, &again, &e);
    j->marks_wrong = judged && again.outcome == LP_HOLDS;
    if (j->marks_wrong && j->o->marks_refused)
        *j->o->marks_refused = true;
    // A violation of the marks is none of the history, and the time is up.
    j->marks_undecided =
        end == REPLAY_STOPPED || (judged && again.outcome == LP_UNKNOWN && limits_reached(&l));
    if (j->marks_undecided) {
        q->end = SEARCH_LIMIT;
        limits_reached(j->o->limits);
    }
    lp_verdict_fini(&again);
    lp_verdict_fini(&path);
    return j->marks_wrong;
}

// Labels went by that the observer does not allow, and did so again when they were replayed.
static bool decide_observed(job *j, search *q)
{
    if (!find_way(j, q))
        return false;
    verdict_violate(j->out, LP_VIOLATION_CONDITION, "%s", j->observer->violated);
    return true;
}

// What the actions call and return makes no history.
static void say_unpaired(job *j, const operation_label *o)
{
    uint32_t line, column;
    source_position(&j->m->source, o->at, &line, &column);
    verdict_break(j->out, LP_VIOLATION_MISUSE, "%s:%u:%u: %s", j->m->source.file, line, column,
                  o->returns ? "an operation returns that was not called, or has returned already"
                             : "an operation is called while another of the same process is open");
}

static bool decide_violation(job *j, search *q)
{
    lp_verdict *out = j->out;
    if (j->observer)
        return decide_observed(j, q);
    bool alone = job_claim(j) == CLAIM_COMMIT_ATOMIC; // the judge cannot run the object
    if (!find_way(j, q))
        return false;
    if (j->compared)
        return job_decide_trace(j);
    if (q->unpaired) {
        say_unpaired(j, q->unpaired);
        return true;
    }
    if (!alone && out->history && !recheck(j))
        return false;
    text op = {0}, news = {0};
    if (out->history)
        op_print(j->pool, &out->history->ops[out->culprit], &op);
    else
        text_add(&op, "a history of depth %u", q->depth);
    describe_unexplained(j, op.bytes, &news);
    if (job_judged_whole(j))
        out->culprit = LP_NO_EVENT;
    verdict_violate(out, LP_VIOLATION_CONDITION, "%s", news.bytes);
    text_fini(&news);
    text_fini(&op);
    return true;
}

static bool decide_stuck(job *j, search *q)
{
    if (!find_way(j, q))
        return false;
    if (j->v->subject->is_automaton) {
        verdict_break(j->out, LP_VIOLATION_DEADLOCK,
                      !j->v->process          ? "no action is enabled"
                      : !j->v->nonterminating ? "the process can go on with nothing, and has not "
                                                "terminated"
                                              : "the process can go on with nothing");
        return true;
    }
    if (job_claim(j) == CLAIM_PROGRESS) {
        bool rounds = q->lap_count > 0;
        verdict_violate(j->out, rounds ? LP_VIOLATION_LIVELOCK : LP_VIOLATION_BLOCKING, "%s",
                        progress_broken(j->v->progress, rounds));
        return !rounds || !j->out->rechecked ||
               progress_confirmed(j->shown, j->v->progress, q->lap_count) || not_run_again(j);
    }
    if (job_claim(j) == CLAIM_PROGRESSIBLE && (q->stuck == STUCK_SPINNING || !j->v->deadlockfree)) {
        verdict_violate(j->out, LP_VIOLATION_CONDITION,
                        "operations are stuck that the spec does not allow to wait");
        return !j->out->history || recheck(j);
    }
    verdict_break(j->out, LP_VIOLATION_DEADLOCK,
                  q->stuck == STUCK_SOME
                      ? "operations are open that can never go on, whatever other threads do"
                      : "operations are open and no thread can go on");
    return true;
}

// Never "holds": states may have been left out.
static bool decide_compact(job *j, const search *q)
{
    verdict_set(&j->out->coverage, "%u states, told apart by %d bits of their hashes",
                search_count(q), COMPACT_BITS);
    verdict_decide(j->out, LP_UNKNOWN,
                   "nothing wrong was found, but about %.2g states may have been taken for others "
                   "and left out",
                   compact_missed(q->compact));
    extremes_so_far_of(j, q);
    return true;
}

static bool decide_complete(job *j, search *q)
{
    lp_verdict *out = j->out;
    if (q->compact)
        return decide_compact(j, q);
    describe_cover(j);
    if (j->walks) {
        walks_decide(j);
        return true;
    }
    if (out->outcome != LP_VIOLATED && !reachability_lacks(j, q)) {
        const char *ends = ends_news(j, q);
        if (!ends && ends_wanted(j->m, j->v))
            return false;
        describe_success(j, ends);
        job_say_never(j, q);
    }
    coverage_add(j);
    return out->outcome == LP_VIOLATED || reachability_show(j, q);
}

static void describe_expanded(job *j, search *q)
{
    uint32_t count = search_count(q);
    verdict_set(&j->out->coverage, "the states to depth %u, of which %.0f %% were expanded",
                q->depth, count ? 100.0 * search_expanded(q) / count : 0);
}

bool job_decide(job *j, search *q)
{
    lp_verdict *out = j->out;
    add_figures(j, q);
    job_add_series(j, q);
    if (spec_block_failed(j->block, j->e) || property_failed(&j->property, j->e))
        return false;
    if (j->compared && comparison_grows(j->compared)) {
        describe_expanded(j, q);
        return job_decide_growing(j, j->v->implements);
    }
    switch (q->end) {
    case SEARCH_COMPLETE:
        return decide_complete(j, q);
    case SEARCH_LIMIT:
        if (j->walks) {
            walks_cover(j);
            walks_extremes(j);
            coverage_add(j);
        } else {
            extremes_so_far_of(j, q);
            describe_expanded(j, q);
        }
        verdict_decide(out, LP_UNKNOWN, "%s%s",
                       j->exact ? "something is wrong, but the way there was not found: "
                       : j->marks_undecided
                           ? "a history does not fit the marks, and it is not known "
                             "whether something else explains it: "
                           : "",
                       property_trouble(&j->property) ? property_trouble(&j->property)
                       : q->reason                    ? q->reason
                                                      : limits_reason(q->o.limits));
        return true;
    case SEARCH_PROBLEM:
    case SEARCH_INVARIANT:
        if (q->run.problem == PROBLEM_TERMS)
            describe_expanded(j, q);
        else
            describe_cover(j);
        return decide_problem(j, q);
    case SEARCH_VIOLATED:
        describe_cover(j);
        return decide_violation(j, q);
    case SEARCH_STUCK:
        describe_cover(j);
        return decide_stuck(j, q);
    case SEARCH_LASSO:
        describe_cover(j);
        return find_way(j, q) && (job_decide_run(j, q) || not_run_again(j));
    case SEARCH_ENDED:
        describe_cover(j);
        if (!find_way(j, q))
            return false;
        ends_break(j, q);
        return true;
    case SEARCH_WIDE:
    case SEARCH_EXPOSED:
        break;
    }
    return false;
}
