// SPDX-License-Identifier: MIT
// --infer-points: after a search that found nothing wrong, in which steps do operations take effect? A
// search that needs no points has already decided what is claimed; this explains why it holds, or that no points
// of any kind explain it (Herlihy and Wing's queue has none).

#include "base/io/output.h"
#include "judge/evidence/verdict.h"
#include "verify/compare/losing_play.h"
#include "verify/counterexample/problem_text.h"
#include "verify/job.h"
#include "verify/points/marked_model.h"
#include "verify/points/points_text.h"

#include <string.h>

bool points_may_be_inferred(const instance *v)
{
    return strength_may_be_asked(v) && !v->subject->is_automaton;
}

model *job_read_marked(const job *j, const char *marked, instance *out)
{
    error e = {0};
    model *m = model_read(j->m->source.file, marked, strlen(marked), &e);
    uint32_t which = 0;
    while (which < j->m->instance_count && j->m->instances[which].at != j->v->at)
        which++;
    if (!m || which >= m->instance_count) {
        model_free(m);
        return NULL;
    }
    *out = m->instances[which];
    out->has_range = j->v->has_range;
    out->low = j->v->low;
    out->high = j->v->high;
    return m;
}

// The model with its marks is verified as if somebody had written them: nothing is taken from here but the text.
static bool marks_hold(job *j, const char *marked, double *states)
{
    verify_options o = *j->o;
    error e = {0};
    bool refused = false;
    o.infer_points = false;
    o.marks_refused = &refused;
    o.histories = NULL;
    instance again;
    model *m = job_read_marked(j, marked, &again);
    lp_verdict v;
    lp_verdict_init(&v);
    bool holds =
        m && verify_instance(&again, &o, j->pool, &v, &e) && v.outcome == LP_HOLDS && !refused;
    for (uint32_t i = 0; i < v.figure_count; i++)
        if (v.figures[i].id == LP_FIGURE_STATES)
            *states = v.figures[i].value;
    lp_verdict_fini(&v);
    model_free(m);
    return holds;
}

// False: they cannot be written.
static bool say_marks(job *j, const inferred_points *p, text *out)
{
    text marked = {0};
    double states = 0;
    bool ok = true;
    if (marked_model_print(p, j->v, &marked) && marks_hold(j, marked.bytes, &states)) {
        text_add(
            out,
            "\n\nThe same as marks, with which the model was verified once more (%.0f states):",
            states);
        marked_lines_print(marked.bytes, out);
        ok = !j->o->marked || output_write(j->o->marked, marked.bytes, marked.length, j->e);
    } else if (j->o->marked) {
        verdict_set(&j->out->warning, "no marks say it, so %s was not written", j->o->marked);
    }
    text_fini(&marked);
    return ok;
}

static bool say_found(job *j, inferred_points *p)
{
    text t = {0};
    points_text_summary(p, &t);
    verdict_decide(j->out, LP_HOLDS, "%s", t.bytes);
    text_clear(&t);
    points_text_print(p, &t);
    bool ok = say_marks(j, p, &t);
    verdict_copy(&j->out->detail, t.bytes);
    text_fini(&t);
    verdict_figure(j->out, LP_FIGURE_RELATED_PAIRS, p->pairs);
    return ok;
}

static void print_configuration(void *context, uint32_t number, text *out)
{
    atomic_print(context, number, out);
}

static bool say_none(job *j, inferred_points *p)
{
    answering other = {.context = p->game.object, .print = print_configuration};
    losing_play play = {.game = p->game.game,
                        .graph = p->game.graph,
                        .other = &other,
                        .name = j->v->object,
                        .other_name = j->spec->name};
    if (!losing_play_confirm(&play))
        return losing_play_fault(j->e);
    j->out->rechecked = true;
    text t = {0};
    losing_play_print(&play, &t);
    text_add(&t, "\nEvery history is linearizable all the same.");
    verdict_copy(&j->out->detail, t.bytes);
    text_fini(&t);
    verdict_break(j->out, LP_VIOLATION_POINT,
                  "linearizable, but without linearization points: in which order operations take "
                  "effect depends on what happens later");
    return true;
}

// True: to be done again, with more of what did not suffice.
static bool decide(job *j, inferred_points *p, bool *again, void *context)
{
    (void)context;
    const run *r = step_graph_failure(p->game.graph);
    if (spec_block_failed(j->block, j->e))
        return false;
    if (p->game.end == GAME_WON)
        return say_found(j, p);
    else if (p->game.end == GAME_LOST)
        return say_none(j, p);
    else if (atomic_overflowed(p->game.object))
        return source_error(&j->m->source, j->e, j->v->refines_at, "leave out --infer-points",
                            "%s has too many results to infer points", j->spec->name);
    else if (!r->problem)
        verdict_decide(j->out, LP_UNKNOWN, "%s while points were looked for",
                       limits_reason(j->o->limits));
    else if (!(*again = job_grow(j, (problem)r->problem)))
        return source_error(&j->m->source, j->e, r->where, "leave out --infer-points",
                            "%s fails: %s", j->v->object, problem_text((problem)r->problem));
    return true;
}

// The spec must say which results there are, one operation at a time, and begin in one way.
static bool suits(job *j)
{
    const lp_spec *s = j->spec;
    if (!s->needs_result && !s->syncs)
        return true;
    return source_error(&j->m->source, j->e, j->v->refines_at, "leave out --infer-points",
                        s->syncs ? "operations of %s meet: none takes effect alone"
                                 : "%s has too many results to try them all",
                        s->name);
}

// What is done with what was found. *again: as above. False: with an error.
typedef bool (*decision)(job *j, inferred_points *p, bool *again, void *context);

static bool infer(job *j, decision decided, limits *l, void *context, bool *again)
{
    if (!job_compile(j))
        return false;
    operation_steps *steps = operation_steps_new(&j->system, true);
    point_game given = {.steps = steps, .limits = l};
    given.object = atomic_object_new(j->spec, j->spec_methods, j->pool, j->system.processes, true);
    given.graph = step_graph_new(&(graph_options){
        .system = &j->system, .limits = l, .label = operation_step_label, .labeller = steps});
    inferred_points p;
    inferred_points_find(&p, &given, j->v->subject->method_count);
    bool ok = decided(j, &p, again, context);
    inferred_points_fini(&p);
    step_graph_free(given.graph);
    atomic_object_free(given.object);
    operation_steps_free(steps);
    job_forget_system(j);
    return ok;
}

bool job_infer_points(job *j)
{
    bool again = true, ok = suits(j);
    while (ok && again) {
        again = false;
        ok = infer(j, decide, j->o->limits, NULL, &again);
    }
    return ok;
}

static bool keep_text(job *j, inferred_points *p, bool *again, void *context)
{
    const run *r = step_graph_failure(p->game.graph);
    if (spec_block_failed(j->block, j->e))
        return false;
    *again = p->game.end != GAME_WON && p->game.end != GAME_LOST &&
             !atomic_overflowed(p->game.object) && r->problem && job_grow(j, (problem)r->problem);
    text *out = context;
    if (p->game.end == GAME_WON && !marked_model_print(p, j->v, out))
        text_clear(out);
    return true;
}

bool job_infer_marks(job *j, uint32_t threads, limits *l, text *out)
{
    system_options before = j->bounds;
    bool again = true, ok = suits(j);
    j->bounds.threads = threads;
    while (ok && again) {
        again = false;
        ok = infer(j, keep_text, l, out, &again);
    }
    j->bounds = before;
    return ok;
}
