// SPDX-License-Identifier: MIT
// See any_threads.h. Views of one thread are tried first, then of two. What is wrong in a view need not be wrong
// in a state: then runs of 2, 3 and 4 threads are searched as always, and a violation is shown as that
// search shows it. If there is none, nothing is known.

#include "verify/any_threads.h"

#include "judge/evidence/verdict.h"
#include "verify/counterexample/problem_text.h"
#include "verify/points/marked_model.h"
#include "verify/views/view_closure.h"

#include <math.h>
#include <string.h>

enum {
    MORE_NODES = 8,  // than views begin with: what a thread holds on to has an end, or has not
    MOST_ITEMS = 16, // of a collection, likewise
    SEARCH_SECONDS = 10,
    FEW_OPERATIONS = 4,
    MOST_COARSE = 1000000, // views of one thread; with two there may be fewer
};

typedef struct any_run {
    job *j;
    const model *m;    // with marks that were inferred; else the job's
    const instance *v; // of it
    uint32_t fixed, kept;
    uint32_t most_nodes;
    bool limited;      // the views were not closed in time
    bool over;         // what is held on to has no end
    text why;          // what is wrong in a view
    uint32_t searched; // so many threads were searched completely, from `first` on
    uint32_t first;
} any_run;

bool any_threads_asked(const instance *v, const verify_options *o)
{
    return o->any_threads || (v->any_threads && !o->threads && !o->scenario);
}

uint32_t any_threads_fixed(const unit *u)
{
    uint32_t fixed = 0;
    for (uint32_t i = 0; i < u->method_count; i++) {
        const method *f = u->methods[i];
        uint32_t own = !f->has_only               ? 0
                       : f->only_last == ONLY_ALL ? f->only_first
                                                  : f->only_last + 1;
        fixed = own > fixed ? own : fixed;
    }
    return fixed;
}

static bool is_marked(const transition_system *s)
{
    for (uint32_t i = 0; i < s->p->routine_count; i++)
        for (uint32_t k = 0; k < s->p->routines[i].count; k++)
            if (s->p->routines[i].code[k].kind == INSTR_LIN)
                return true;
    return false;
}

// Of what is tried on the way: the rest of the time, but not too much of it.
static limits few_seconds(const job *j)
{
    limits own = j->o->limits ? *j->o->limits : (limits){0};
    double left = own.timeout > 0 ? own.timeout - (clock_seconds() - own.started) : SEARCH_SECONDS;
    own.timeout = left < SEARCH_SECONDS ? (left > 0.001 ? left : 0.001) : SEARCH_SECONDS;
    own.reached = NULL;
    limits_start(&own);
    return own;
}

static bool over(const job *j)
{
    return j->o->limits && limits_reached(j->o->limits);
}

// What a search of so many threads finds. *violated: it is the verdict now.
static void search_some(any_run *r, uint32_t threads, bool *violated)
{
    job *j = r->j;
    limits own = few_seconds(j);
    verify_options o = *j->o;
    o.any_threads = false;
    o.threads = threads;
    o.limits = &own;
    instance v = *j->v;
    v.any_threads = false;
    lp_verdict found;
    error e = {0};
    lp_verdict_init(&found);
    bool judged = verify_instance(&v, &o, j->pool, &found, &e);
    *violated = judged && found.outcome == LP_VIOLATED;
    if (judged && found.outcome == LP_HOLDS && r->searched + 1 == threads)
        r->searched = threads;
    if (!*violated) {
        lp_verdict_fini(&found);
        return;
    }
    lp_verdict before = *j->out;
    if (!found.warning_count) {
        found.warnings = before.warnings;
        found.warning_count = before.warning_count;
        before.warnings = NULL;
        before.warning_count = 0;
    }
    lp_verdict_fini(&before);
    *j->out = found;
    if (j->o->shown_threads)
        *j->o->shown_threads = threads;
}

static bool search_from(any_run *r, uint32_t from, uint32_t to)
{
    bool violated = false;
    for (uint32_t n = from; n <= to && !violated; n++)
        if (!over(r->j))
            search_some(r, n, &violated);
    return violated;
}

static void place_print(const any_run *r, uint32_t at, text *out)
{
    uint32_t line, column;
    source_position(&r->m->source, at, &line, &column);
    text_add(out, "%s:%u:%u: ", r->m->source.file, line, column);
}

static void describe_wrong(any_run *r, const transition_system *s, const view_steps *x)
{
    text_clear(&r->why);
    const routine *in;
    const instr *i = program_instr(s->p, x->move.pc, &in);
    if (x->wrong == VIEWS_PROBLEM) {
        place_print(r, x->run.where, &r->why);
        text_add(&r->why, "%s", problem_text((problem)x->run.problem));
    } else if (x->wrong == VIEWS_TROUBLE) {
        text_add(&r->why,
                 "the spec leaves a choice, begins in several ways or has more than 64 results");
    } else if (x->move.kind == LABEL_CALL) {
        text_add(&r->why, "a call takes effect against the spec");
    } else {
        place_print(r, i ? i->at : in->method->at, &r->why);
        text_add(&r->why, "%s %s against the spec", in->method->name,
                 i ? "takes effect" : "returns");
    }
}

// More of what did not suffice. False: it sufficed, or what is held has no end.
static bool grow(any_run *r, problem lacking)
{
    system_options *b = &r->j->bounds;
    if (lacking == PROBLEM_NODES) {
        r->over = b->nodes >= r->most_nodes || r->j->v->has_nodes || r->j->o->nodes;
        uint32_t more = b->nodes + MORE_NODES / 2;
        b->nodes = more < r->most_nodes ? more : r->most_nodes;
        return !r->over;
    }
    if (lacking != PROBLEM_FULL)
        return false;
    r->over = b->items >= MOST_ITEMS;
    b->items *= 2;
    return !r->over;
}

static void add_figures(any_run *r, const transition_system *s, const view_closure *c)
{
    lp_verdict *out = r->j->out;
    out->figure_count = 0;
    verdict_figure(out, LP_FIGURE_VIEWS, view_closure_count(c));
    verdict_figure(out, LP_FIGURE_TRANSITIONS, (double)view_closure_steps(c));
    if (r->m->record_count) {
        verdict_figure(out, LP_FIGURE_NODES, r->j->bounds.nodes);
        verdict_figure(out, LP_FIGURE_NODES_AT_ONCE, view_closure_most_nodes(c));
    }
    if (program_collects(s->p))
        verdict_figure(out, LP_FIGURE_ITEMS, r->j->bounds.items);
}

// One set of views. *again: there was not enough of something, and there is more now. False: with an error.
static bool close_once(any_run *r, views_end *end, bool *again)
{
    job *j = r->j;
    system_options bounds = j->bounds;
    bounds.threads = r->fixed + r->kept + 1;
    bounds.has_capacity = false; // it counts what is inside: see view_steps.h
    transition_system s;
    double clock = clock_seconds();
    if (!system_init(&s, r->v, &bounds, j->pool, j->e))
        return false;
    j->times.compile += lap_time(&clock);
    points *p = j->spec ? points_new(j->spec, j->spec_methods, &s) : NULL;
    view_options o = {.system = &s,
                      .points = p,
                      .fixed = r->fixed,
                      .kept = r->kept,
                      .capacity = j->bounds.has_capacity ? &j->bounds.capacity : NULL,
                      .most = r->kept < VIEW_MOST_KEPT ? MOST_COARSE : 0,
                      .limits = j->o->limits};
    view_closure *c = view_closure_new(&o);
    *end = view_closure_run(c);
    const view_steps *x = view_closure_wrong(c);
    *again = *end == VIEWS_BROKEN && x->wrong == VIEWS_PROBLEM && grow(r, (problem)x->run.problem);
    if (*end == VIEWS_BROKEN && !*again)
        describe_wrong(r, &s, x);
    add_figures(r, &s, c);
    j->times.search += lap_time(&clock);
    j->times.states += view_closure_count(c);
    view_closure_free(c);
    points_free(p);
    system_fini(&s);
    return !spec_block_failed(j->block, j->e);
}

static void describe_views(const any_run *r, text *out)
{
    text_add(out, "views of ");
    if (r->fixed == 1)
        text_add(out, "thread 0 and ");
    else if (r->fixed)
        text_add(out, "threads 0 to %u and ", r->fixed - 1);
    text_add(out, "%s", r->kept == 1 ? "one" : "two");
    text_add(out, "%s",
             r->fixed       ? r->kept == 1 ? " other" : " others"
             : r->kept == 1 ? " thread"
                            : " threads");
}

static void describe_cover(const any_run *r)
{
    const job *j = r->j;
    const system_options *b = &j->bounds;
    text t = {0};
    text_add(&t, "all %s of any number of threads (", j->spec ? "histories" : "states");
    if (b->has_range)
        text_add(&t, "int %lld..%lld, ", (long long)b->low, (long long)b->high);
    if (b->has_capacity)
        text_add(&t, "at most %u inside, ", b->capacity);
    if (b->operations)
        text_add(&t, "at most %u operation%s), by ", b->operations, b->operations == 1 ? "" : "s");
    else
        text_add(&t, "any number of operations), by ");
    describe_views(r, &t);
    verdict_copy(&j->out->coverage, t.bytes);
    text_fini(&t);
}

static void say_holds(any_run *r)
{
    describe_cover(r);
    verdict_decide(r->j->out, LP_HOLDS, "for any number of threads, %s",
                   r->j->spec ? "operations take effect at their marks, or only look"
                              : "no assertion fails and no memory error happens");
}

static void say_searched(const any_run *r, text *t)
{
    if (r->searched < r->first)
        text_add(t, "; no violation was found with a few threads, and not all of their states were "
                    "searched");
    else if (r->searched == r->first)
        text_add(t, "; with %u threads nothing is wrong", r->first);
    else
        text_add(t, "; with %u to %u threads nothing is wrong", r->first, r->searched);
}

static void say_unknown(any_run *r)
{
    job *j = r->j;
    text t = {0};
    bool limit = r->limited;
    if (limit)
        text_add(&t, "%s before the views were closed", limits_reason(j->o->limits));
    else if (r->over && (j->v->has_nodes || j->o->nodes))
        text_add(&t, "as many nodes as are asked for are not enough for views");
    else if (r->over)
        text_add(
            &t,
            "there is no end of what a thread can hold on to: %u nodes are not enough, "
            "for nodes that are no longer in the object stay while an old pointer leads to them",
            j->bounds.nodes);
    else {
        describe_views(r, &t);
        text_add(&t, " are too coarse to prove it: in one of them, %s", r->why.bytes);
    }
    if (!limit)
        say_searched(r, &t);
    verdict_set(&j->out->coverage, "a part of what any number of threads can do");
    verdict_decide(j->out, LP_UNKNOWN, "%s", t.bytes);
    text_fini(&t);
}

// False: with an error.
static bool close_views(any_run *r)
{
    for (r->kept = 1;; r->kept++) {
        views_end end = VIEWS_LIMIT;
        for (bool again = true; again;)
            if (!close_once(r, &end, &again))
                return false;
        if (end == VIEWS_CLOSED) {
            say_holds(r);
            return true;
        }
        r->limited = end == VIEWS_LIMIT && over(r->j);
        bool last = r->kept == VIEW_MOST_KEPT || r->over || r->limited;
        uint32_t most = last ? ANY_SEARCHED : ANY_SEARCHED - 1;
        most = most > r->first ? most : r->first;
        if (search_from(r, r->searched + 1, most))
            return true;
        if (last) {
            say_unknown(r);
            return true;
        }
    }
}

static bool found_nothing(any_run *r)
{
    bool limited = over(r->j);
    if (search_from(r, r->first, ANY_SEARCHED))
        return true;
    text t = {0};
    if (limited)
        text_add(&t, "%s while points were looked for", limits_reason(r->j->o->limits));
    else
        text_add(&t, "no marks (@lin) say where operations take effect, and none could be inferred "
                     "that marks can say");
    if (!limited)
        say_searched(r, &t);
    verdict_decide(r->j->out, LP_UNKNOWN, "%s", t.bytes);
    text_fini(&t);
    return true;
}

// The same with the marks that are inferred with a few threads.
static bool close_marked(any_run *r)
{
    job *j = r->j;
    text marked = {0};
    instance v;
    model *m = NULL;
    limits own = few_seconds(j);
    bool ok = job_infer_marks(j, r->first, &own, &marked);
    // Without a bound on operations there may be no end of states, and of what is shown of points little is lost.
    if (ok && !marked.length && !j->bounds.operations && !over(j)) {
        own = few_seconds(j);
        j->bounds.operations = FEW_OPERATIONS;
        ok = job_infer_marks(j, r->first, &own, &marked);
        j->bounds.operations = 0;
    }
    if (ok && marked.length && (m = job_read_marked(j, marked.bytes, &v))) {
        r->m = m;
        r->v = &v;
        ok = close_views(r);
        r->m = j->m;
        r->v = j->v;
        if (ok && j->out->outcome != LP_VIOLATED) {
            text t = {0};
            text_add(&t, "Marks that were inferred with %u threads:", r->first);
            marked_lines_print(marked.bytes, &t);
            verdict_copy(&j->out->detail, t.bytes);
            text_fini(&t);
        }
    } else if (ok) {
        ok = found_nothing(r);
    }
    model_free(m);
    text_fini(&marked);
    return ok;
}

bool job_any_threads(job *j)
{
    any_run r = {.j = j, .m = j->m, .v = j->v, .fixed = any_threads_fixed(j->v->subject)};
    if (!any_threads_suit(j))
        return false;
    if (r.fixed + VIEW_MOST_KEPT + 1 > MODEL_MAX_THREADS)
        return error_set(j->e, "threads *: @only names threads up to %u, which are too many",
                         r.fixed - 1);
    r.first = r.fixed + 1 > 2 ? r.fixed + 1 : 2;
    r.searched = r.first - 1;
    r.most_nodes = j->bounds.nodes + MORE_NODES;
    r.most_nodes = r.most_nodes < MODEL_MAX_NODES ? r.most_nodes : MODEL_MAX_NODES;
    job_name_claim(j);
    verdict_set(&j->out->judge, "view abstraction");
    transition_system s;
    if (!system_init(&s, j->v, &j->bounds, j->pool, j->e))
        return false;
    bool marked = is_marked(&s);
    system_fini(&s);
    bool ok = marked || !j->spec ? close_views(&r) : close_marked(&r);
    text_fini(&r.why);
    return ok;
}
