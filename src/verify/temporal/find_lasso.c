// SPDX-License-Identifier: MIT
// See find_lasso.h.

#include "verify/temporal/find_lasso.h"

#include "base/memory.h"
#include "temporal/lasso_evaluate.h"
#include "temporal/ltl_translate.h"
#include "verify/counterexample/counterexample.h"
#include "verify/search/state_edges.h"
#include "verify/temporal/lasso_path.h"
#include "verify/temporal/lasso_recheck.h"

#include <stdlib.h>
#include <string.h>

// States; and how many times as many before the next look: all looks before the last together take a
// third of its time.
enum { FIRST_LOOK = 1 << 12, LOOK_AGAIN = 4, MANY_RECURRING = 5 };

struct lasso_finder {
    const instance *v;
    run_claim *claim;
    state_graph *graph;
    omega_automaton **automata; // of the negation of each formula
    uint32_t automata_count;
    error failed;  // what went wrong while looking
    uint32_t next; // the number of states that is worth the next look
    limits *limits;
    uint64_t looking; // bytes that it took, at most
    uint32_t which;   // formula that does not hold
    way way;
    bool ended, whole, refuted;
};

const char *fairness_text(const instance *v)
{
    bool actions = v->temporal.fair_actions, automaton = v->subject->is_automaton;
    if (v->process && v->temporal.fair == FAIR_WEAK)
        return actions ? " that is weakly fair to events"
                       : " that is weakly fair to parallel parts";
    if (v->process && v->temporal.fair == FAIR_STRONG)
        return actions ? " that is strongly fair to events"
                       : " that is strongly fair to parallel parts";
    switch (v->temporal.fair) {
    case FAIR_NOT:
        break;
    case FAIR_WEAK:
        return actions     ? " that is weakly fair to actions"
               : automaton ? " that is weakly fair to components"
                           : " that is weakly fair to threads";
    case FAIR_STRONG:
        return actions     ? " that is strongly fair to actions"
               : automaton ? " that is strongly fair to components"
                           : " that is strongly fair to threads";
    case FAIR_GLOBAL:
        return " that is fair to every step";
    }
    return "";
}

static void forget_automata(lasso_finder *f)
{
    for (uint32_t i = 0; i < f->automata_count; i++)
        if (f->automata[i])
            omega_free(f->automata[i]);
    free(f->automata);
    f->automata = NULL;
    f->automata_count = 0;
}

static bool translate(lasso_finder *f, const instance *v, error *e)
{
    uint32_t count = run_claim_count(f->claim);
    forget_automata(f);
    f->automata = memory_new((size_t)count + 1, sizeof *f->automata);
    f->automata_count = count;
    for (uint32_t i = 0; i < count; i++) {
        ltl_pool *pool = ltl_pool_new();
        ltl copy = ltl_copy(run_claim_pool(f->claim), run_claim_formula(f->claim, i), pool);
        error why = {0};
        f->automata[i] = ltl_translate(pool, ltl_not(pool, copy),
                                       (ltl_translation){.recurring = MANY_RECURRING}, &why);
        ltl_pool_free(pool);
        if (!f->automata[i])
            return source_error(&v->in->source, e, v->temporal.at, NULL, "%s", why.message);
    }
    return true;
}

lasso_finder *lasso_finder_new(const transition_system *s, const instance *v, uint32_t jobs,
                               limits *l, error *e)
{
    lasso_finder *f = memory_new(1, sizeof *f);
    f->v = v;
    f->limits = l;
    f->next = FIRST_LOOK;
    f->claim = run_claim_new(s, v, v->temporal.fair, v->temporal.fair_actions, e);
    if (!f->claim || !translate(f, v, e)) {
        lasso_finder_free(f);
        return NULL;
    }
    graph_reader read = run_claim_reader(f->claim);
    f->graph = graph_new(&read, jobs);
    return f;
}

void lasso_finder_free(lasso_finder *f)
{
    if (!f)
        return;
    forget_automata(f);
    graph_free(f->graph);
    run_claim_free(f->claim);
    way_fini(&f->way);
    free(f);
}

state_graph *lasso_finder_graph(const lasso_finder *f)
{
    return f->graph;
}

uint64_t lasso_finder_bytes(const lasso_finder *f)
{
    return graph_bytes(f->graph) + f->looking;
}

// The n-th step of a state, as the search has taken it.
typedef struct nth_step {
    uint64_t left;
    way *way;
    bool found;
} nth_step;

static bool take_nth(void *context, const successors *path, const int32_t *after)
{
    (void)after;
    nth_step *n = context;
    if (n->left-- > 0)
        return true;
    for (uint32_t i = 0; i < path->path_count; i++)
        way_add(n->way, &path->path[i], i + 1 == path->path_count);
    n->found = true;
    return false;
}

static bool add_step(lasso_finder *f, search *q, uint32_t state, uint64_t step)
{
    worker *w = search_worker(q);
    nth_step n = {.left = step - graph_first(f->graph, state), .way = &f->way};
    worker_get(w, state, w->cells);
    successors_expand(worker_successors(w), w->cells, take_nth, &n);
    return n.found;
}

// From steps of the graph to moves. The last one of a run with an end is none.
static bool make_way(lasso_finder *f, search *q, const lasso_path *p)
{
    uint32_t state = 0;
    bool ok = true;
    f->ended = p->steps[p->count - 1] == RUN_ENDED;
    f->whole = p->whole;
    f->way.stem = UINT32_MAX;
    store_enter(search_worker(q)->view);
    for (size_t i = 0; ok && i < p->count; i++) {
        if (i == p->loop)
            f->way.stem = f->way.count;
        if (p->steps[i] == RUN_ENDED)
            break;
        ok = add_step(f, q, state, p->steps[i]);
        state = f->graph->to[p->steps[i]];
    }
    store_leave(search_worker(q)->view);
    f->way.stem = f->way.stem == UINT32_MAX ? f->way.count : f->way.stem;
    q->last = state;
    return ok;
}

static void end_search(search *q, search_end end, const char *reason)
{
    q->stopped = true;
    q->end = end;
    q->reason = reason;
}

// Of a run that is shown to where the rest does not matter: what the search knows of it says so.
static bool is_refuted(const lasso_finder *f, const lasso_path *p, uint32_t which)
{
    const state_graph *g = f->graph;
    uint64_t *letters = memory_new(p->count + 1, sizeof *letters);
    uint32_t state = 0;
    for (size_t i = 0; i < p->count; i++) {
        letters[i] = graph_holds(g, state) | graph_edge_label(g, p->steps[i])->events;
        state = g->to[p->steps[i]];
    }
    bool refuted = prefix_refutes(letters, (uint32_t)p->count, run_claim_pool(f->claim),
                                  run_claim_formula(f->claim, which));
    free(letters);
    return refuted;
}

// No run that leads round, or ends, is known yet, and there may never be one. But one that has broken the
// formula goes on somehow, and fairly: each kind of fairness can still be kept, whatever was done before.
static bool found_refuted(lasso_finder *f, search *q, fair_component *c, uint32_t which)
{
    lasso_path p;
    bool refuted = lasso_path_to_any(&p, c) && is_refuted(f, &p, which);
    if (refuted) {
        f->which = which;
        f->refuted = true;
        if (make_way(f, q, &p))
            end_search(q, SEARCH_LASSO, NULL);
        else
            edges_give_up(q, true);
        f->ended = false;
        q->found = &f->way;
    }
    lasso_path_fini(&p);
    return refuted;
}

static void found_it(lasso_finder *f, search *q, fair_component *c, uint32_t which)
{
    lasso_path p;
    f->which = which;
    if (!lasso_path_make(&p, c))
        end_search(q, SEARCH_LIMIT, NULL);
    else if (!make_way(f, q, &p))
        edges_give_up(q, true);
    else
        end_search(q, SEARCH_LASSO, NULL);
    q->found = &f->way;
    lasso_path_fini(&p);
}

static bool look(lasso_finder *f, search *q, uint32_t which)
{
    run_graph r;
    run_claim_select(f->claim, f->graph, which);
    fair_component c = {.r = &r, .fair = f->v->temporal.fair, .limits = f->limits};
    if (!run_graph_init(&r, f->graph, f->automata[which])) {
        end_search(q, SEARCH_LIMIT, "the graph of states and the formula are too large");
        return false;
    }
    component_end end = fair_component_find(&c);
    f->looking = c.bytes > f->looking ? c.bytes : f->looking;
    if (end == COMPONENT_FOUND)
        found_it(f, q, &c, which);
    else if (end == COMPONENT_LIMIT)
        end_search(q, SEARCH_LIMIT, NULL);
    else if (c.any_word && found_refuted(f, q, &c, which))
        end = COMPONENT_FOUND;
    fair_component_fini(&c);
    return end == COMPONENT_NONE;
}

static bool look_at_all(lasso_finder *f, search *q)
{
    bool renewed;
    if (f->graph->full) {
        end_search(q, SEARCH_LIMIT, "there are more than 65,536 different steps");
        return false;
    }
    if (!run_claim_learn(f->claim, f->graph, &renewed, &f->failed) ||
        (renewed && !translate(f, f->v, &f->failed))) {
        end_search(q, SEARCH_LIMIT, f->failed.message);
        return false;
    }
    for (uint32_t i = 0; i < run_claim_count(f->claim); i++)
        if (!look(f, q, i))
            return false;
    return true;
}

bool lasso_finder_look(void *finder, search *q)
{
    lasso_finder *f = finder;
    if (f->graph->count < f->next)
        return true;
    uint32_t count = f->graph->count;
    f->next = count < UINT32_MAX / LOOK_AGAIN ? LOOK_AGAIN * count : UINT32_MAX;
    limits_progress(f->limits, "looking at runs through %u states", f->graph->count);
    return look_at_all(f, q);
}

void lasso_finder_complete(lasso_finder *f, search *q)
{
    if (q->end == SEARCH_COMPLETE)
        look_at_all(f, q);
}

bool lasso_finder_confirmed(const lasso_finder *f, search *q)
{
    lasso_claim c = {.claim = f->claim,
                     .which = f->which,
                     .fair = f->v->temporal.fair,
                     .ended = f->ended,
                     .refuted = f->refuted,
                     .whole = f->whole};
    return lasso_confirmed(q, &f->way, &c);
}

bool lasso_finder_refuted(const lasso_finder *f)
{
    return f->refuted;
}

bool lasso_finder_ended(const lasso_finder *f)
{
    return f->ended;
}

bool lasso_finder_whole(const lasso_finder *f)
{
    return f->whole;
}

void lasso_finder_describe(const lasso_finder *f, text *out)
{
    run_claim_describe(f->claim, f->which, out);
}

void lasso_finder_never(const lasso_finder *f, const search *q, text *out)
{
    const graph_reader *read = &f->graph->read;
    uint64_t met = (q->reached & read->conditions) >> read->shift;
    for (uint32_t i = 0; i < graph_label_count(f->graph); i++)
        met |= f->graph->labels[i].events;
    run_claim_never(f->claim, f->graph, ~met, out);
}
