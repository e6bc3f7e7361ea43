// SPDX-License-Identifier: MIT
// See partial_orders.h.

#include "judge/evidence/partial_orders.h"

#include "base/intern.h"
#include "base/memory.h"
#include "history/history_format.h"
#include "spec/automaton.h"

#include <stdlib.h>
#include <string.h>

// Nodes of the graph: a history that has more is not one that a person follows.
enum { NODES = 20000, STATES_SHOWN = 8 };

extern const judge judge_linearizable;

typedef struct node {
    uint64_t done; // operations, a bit each
    uint32_t state, parent, op;
    uint16_t length, returned; // how many were done, and how many of these have returned
} node;

typedef struct graph {
    const judge *judge;
    const judge_task *task;
    automaton *automaton;
    intern *known; // keys of nodes, which have the same numbers
    node *nodes;
    uint32_t count;
    size_t capacity;
    uint64_t before[EXPLAINED_OPERATIONS]; // what has to come first
    uint32_t calls[EXPLAINED_OPERATIONS], wants[EXPLAINED_OPERATIONS];
} graph;

static const uint32_t no_parent = UINT32_MAX;

static void add_node(graph *g, node n)
{
    struct {
        uint64_t done, state;
    } key = {n.done, n.state};
    bool fresh;
    intern_add_fresh(g->known, &key, sizeof key, &fresh);
    if (!fresh)
        return;
    MEMORY_GROW(g->nodes, g->capacity, (size_t)g->count + 1);
    g->nodes[g->count++] = n;
}

static bool may_come(const graph *g, const node *n, uint32_t op)
{
    return !(n->done >> op & 1) && (g->before[op] & ~n->done) == 0;
}

static const automaton_edge *ways(graph *g, const node *n, uint32_t op, uint32_t *count)
{
    return automaton_step(g->automaton, n->state, g->task->methods[op], &g->calls[op], 1,
                          &g->wants[op], count);
}

// Breadth first: the order to each node is as short as any. False: there are too many.
static bool follow(graph *g)
{
    const lp_history *h = g->task->history;
    uint32_t count;
    const uint32_t *start = automaton_initial(g->automaton, &count);
    for (uint32_t i = 0; i < count; i++)
        add_node(g, (node){.state = start[i], .parent = no_parent});
    for (uint32_t at = 0; at < g->count; at++) {
        if (g->count > NODES || limits_reached(g->task->limits))
            return false;
        const node from = g->nodes[at];
        for (uint32_t op = 0; op < h->op_count; op++) {
            if (!may_come(g, &from, op))
                continue;
            const automaton_edge *edges = ways(g, &from, op, &count);
            for (uint32_t i = 0; i < count; i++)
                add_node(
                    g, (node){.done = from.done | UINT64_C(1) << op,
                              .state = edges[i].next,
                              .parent = at,
                              .op = op,
                              .length = (uint16_t)(from.length + 1),
                              .returned = (uint16_t)(from.returned + !lp_op_pending(&h->ops[op]))});
        }
    }
    return true;
}

// Orders are the better the more operations they explain that have returned.
static bool better(const node *a, const node *b)
{
    return a->returned != b->returned ? a->returned > b->returned : a->length > b->length;
}

static char *state_text(graph *g, uint32_t state)
{
    text t = {0};
    text_add(&t, "%s", ""); // it may be nothing, but is a string
    automaton_print_state(g->automaton, state, &t);
    return t.bytes;
}

static void add_order(graph *g, uint32_t at, lp_explanation *x)
{
    const node *n = &g->nodes[at];
    x->orders = memory_resize(x->orders, x->order_count + 1, sizeof *x->orders);
    lp_partial_order *o = &x->orders[x->order_count++];
    *o = (lp_partial_order){.count = n->length};
    o->effects = memory_new(o->count, sizeof *o->effects);
    o->states = memory_new(o->count, sizeof *o->states);
    for (uint32_t i = o->count; i-- > 0; n = &g->nodes[n->parent]) {
        o->effects[i] = (lp_effect){.count = 1, .ops = {n->op}, .sync = g->task->methods[n->op]};
        o->states[i] = state_text(g, n->state);
    }
}

// The longest order of all comes first, then for each operation that it lacks the longest that
// has it.
static void add_orders(graph *g, lp_explanation *x)
{
    uint32_t best[EXPLAINED_OPERATIONS], longest = 0;
    memset(best, 0xff, sizeof best);
    for (uint32_t i = 0; i < g->count; i++) {
        longest = better(&g->nodes[i], &g->nodes[longest]) ? i : longest;
        for (uint32_t op = 0; op < x->op_count; op++)
            if (g->nodes[i].done >> op & 1 &&
                (best[op] == no_parent || better(&g->nodes[i], &g->nodes[best[op]])))
                best[op] = i;
    }
    x->order_of = memory_new(x->op_count, sizeof *x->order_of);
    add_order(g, longest, x);
    for (uint32_t op = 0; op < x->op_count; op++) {
        uint32_t same = LP_NO_EVENT;
        bool in_longest = g->nodes[longest].done >> op & 1;
        for (uint32_t before = 0; before < op && !in_longest; before++)
            if (best[before] == best[op] && best[op] != no_parent)
                same = x->order_of[before];
        if (in_longest)
            x->order_of[op] = 0;
        else if (best[op] == no_parent || same != LP_NO_EVENT)
            x->order_of[op] = same;
        else {
            x->order_of[op] = x->order_count;
            add_order(g, best[op], x);
        }
    }
    const node *end = &g->nodes[longest];
    for (uint32_t op = 0; op < x->op_count; op++) {
        if (!may_come(g, end, op))
            continue;
        const lp_op *it = &g->task->history->ops[op];
        text reason = {0};
        op_print(g->task->history->pool, it, &reason);
        text_add(&reason, lp_op_pending(it) ? " cannot take effect in " : " is impossible in ");
        automaton_print_state(g->automaton, end->state, &reason);
        if (!lp_op_pending(it)) {
            text_add(&reason, ": ");
            automaton_print_why(g->automaton, end->state, g->calls[op], it->result, &reason);
        }
        x->rejected = memory_resize(x->rejected, x->rejected_count + 1, sizeof *x->rejected);
        x->rejected[x->rejected_count++] = (lp_rejected){op, reason.bytes};
    }
}

// Some order has just what had returned by then and some of what was open: its state was
// possible. An order that keeps real time can always be cut there.
static void add_possible(graph *g, uint64_t returned, uint64_t called, lp_explanation *x)
{
    intern *seen = intern_new();
    x->possible = memory_resize(x->possible, x->possible_count + 1, sizeof *x->possible);
    lp_possible *p = &x->possible[x->possible_count++];
    *p = (lp_possible){.states = memory_new(STATES_SHOWN + 1, sizeof *p->states)};
    for (uint32_t i = 0; i < g->count && p->count <= STATES_SHOWN; i++) {
        const node *n = &g->nodes[i];
        bool fresh = false;
        if ((returned & ~n->done) == 0 && (n->done & ~called) == 0)
            intern_add_fresh(seen, &n->state, sizeof n->state, &fresh);
        if (!fresh)
            continue;
        p->states[p->count] =
            p->count == STATES_SHOWN ? memory_string("…") : state_text(g, n->state);
        p->count++;
    }
    intern_free(seen);
}

static void add_all_possible(graph *g, lp_explanation *x)
{
    const lp_history *h = g->task->history;
    uint64_t returned = 0, called = 0;
    add_possible(g, 0, 0, x);
    for (uint32_t i = 0; i < h->event_count && x->possible[i].count; i++) {
        uint64_t bit = UINT64_C(1) << h->events[i].op;
        if (h->events[i].is_return)
            returned |= bit;
        else
            called |= bit;
        add_possible(g, returned, called, x);
    }
}

static void graph_init(graph *g, const judge *j, const judge_task *task)
{
    const lp_history *h = task->history;
    *g = (graph){.judge = j, .task = task, .known = intern_new()};
    g->automaton = automaton_new(task->spec, h->pool);
    for (uint32_t op = 0; op < h->op_count; op++) {
        const lp_op *it = &h->ops[op];
        g->calls[op] = automaton_call(g->automaton, task->methods[op], it->process, it->arg);
        g->wants[op] = lp_op_pending(it) ? 0 : automaton_result(g->automaton, it->result);
        for (uint32_t first = 0; first < h->op_count; first++)
            if (first != op && j->precedes(&h->ops[first], it))
                g->before[op] |= UINT64_C(1) << first;
    }
}

lp_explanation *explain_partially(const judge *j, const judge_task *task)
{
    const lp_history *h = task->history;
    if (!j->precedes || j->stuck || task->spec->syncs || task->spec->runs_programs ||
        h->op_count == 0 || h->op_count > EXPLAINED_OPERATIONS)
        return NULL;
    for (uint32_t op = 0; task->spec->needs_result && op < h->op_count; op++)
        if (lp_op_pending(&h->ops[op]))
            return NULL;
    graph g;
    graph_init(&g, j, task);
    lp_explanation *x = NULL;
    if (follow(&g) && g.count) {
        x = memory_new(1, sizeof *x);
        x->op_count = h->op_count;
        add_orders(&g, x);
        if (j->precedes == judge_linearizable.precedes && j->prefix_closed)
            add_all_possible(&g, x);
    }
    intern_free(g.known);
    free(g.nodes);
    automaton_free(g.automaton);
    return x;
}
