// SPDX-License-Identifier: MIT
// See partial_orders.h.

#include "judge/evidence/partial_orders.h"

#include "base/intern.h"
#include "base/memory.h"
#include "history/history_format.h"
#include "spec/automaton.h"

#include <stdlib.h>
#include <string.h>

// Nodes of the graph: a history that has more is not one that a person follows. Groups are those that
// were tried, of all nodes: of operations that may all meet there are many.
enum { NODES = 20000, GROUPS = 2000000, STATES_SHOWN = 8 };

extern const judge judge_linearizable;

// Operations that take effect together: one, unless the spec synchronises several.
typedef struct group {
    uint32_t sync; // which synchronisation; without `syncs`, the method
    uint8_t count, ops[LP_MAX_ARITY];
} group;

typedef struct node {
    uint64_t done; // operations, a bit each
    uint32_t state, parent;
    group last;
    uint32_t result;                    // of the operation that counts as open; 0: it was not done
    uint16_t effects, length, returned; // operations that were done, and how many have returned
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
    uint32_t open; // the culprit, if it counts as open; or LP_NO_EVENT
    uint32_t groups;
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

static bool is_open(const graph *g, uint32_t op)
{
    return op == g->open || lp_op_pending(&g->task->history->ops[op]);
}

static bool may_come(const graph *g, const node *n, uint32_t op)
{
    return !(n->done >> op & 1) && (g->before[op] & ~n->done) == 0;
}

typedef struct visit {
    graph *g;
    node from; // a copy: nodes are added
    uint32_t at;
    void (*visit)(struct visit *v, const group *it);
    // Of what is told of one operation: which others it could meet, and may it be alone?
    uint32_t op;
    uint64_t partners;
    bool alone;
} visit;

static bool too_many(graph *g)
{
    return g->count > NODES || g->groups > GROUPS;
}

// Fills the places of a synchronisation, from `it->count` on.
static void visit_sync(visit *v, group *it)
{
    const lp_sync *shape = &v->g->task->spec->syncs[it->sync];
    if (it->count >= shape->count)
        v->visit(v, it);
    if (it->count == lp_sync_most(shape) || it->count == LP_MAX_ARITY)
        return;
    uint32_t place = it->count, method = lp_sync_method(shape, place);
    for (uint32_t op = 0; op < v->g->task->history->op_count && !too_many(v->g); op++) {
        bool taken = v->g->task->methods[op] != method || !may_come(v->g, &v->from, op);
        for (uint32_t i = 0; i < place; i++)
            taken |= it->ops[i] == op;
        // Those that are alike are tried in one order only.
        if (taken || (shape->alike && place && lp_sync_method(shape, place - 1) == method &&
                      op < it->ops[place - 1]))
            continue;
        v->g->groups++;
        it->ops[it->count++] = (uint8_t)op;
        visit_sync(v, it);
        it->count--;
    }
}

// All that could take effect next, but for the spec.
static void visit_groups(visit *v)
{
    const judge_task *t = v->g->task;
    for (uint32_t i = 0; t->spec->syncs && i < t->spec->sync_count; i++)
        visit_sync(v, &(group){.sync = i});
    for (uint32_t op = 0; !t->spec->syncs && op < t->history->op_count; op++)
        if (may_come(v->g, &v->from, op))
            v->visit(v, &(group){.sync = t->methods[op], .count = 1, .ops = {(uint8_t)op}});
}

static void take(visit *v, const group *it)
{
    graph *g = v->g;
    uint32_t calls[LP_MAX_ARITY], wants[LP_MAX_ARITY], count;
    node to = v->from;
    to.parent = v->at;
    to.last = *it;
    to.effects++;
    to.length = (uint16_t)(to.length + it->count);
    for (uint32_t i = 0; i < it->count; i++) {
        calls[i] = g->calls[it->ops[i]];
        wants[i] = g->wants[it->ops[i]];
        to.done |= UINT64_C(1) << it->ops[i];
        to.returned = (uint16_t)(to.returned + !is_open(g, it->ops[i]));
    }
    const automaton_edge *edges =
        automaton_step(g->automaton, v->from.state, it->sync, calls, it->count, wants, &count);
    for (uint32_t i = 0; i < count; i++) {
        to.state = edges[i].next;
        for (uint32_t k = 0; k < it->count; k++)
            to.result = it->ops[k] == g->open ? edges[i].results[k] : to.result;
        add_node(g, to);
    }
}

// Breadth first: the order to each node is as short as any. False: there are too many.
static bool follow(graph *g)
{
    uint32_t count;
    const uint32_t *start = automaton_initial(g->automaton, &count);
    for (uint32_t i = 0; i < count; i++)
        add_node(g, (node){.state = start[i], .parent = no_parent});
    for (uint32_t at = 0; at < g->count; at++) {
        if (too_many(g) || limits_reached(g->task->limits))
            return false;
        visit_groups(&(visit){.g = g, .from = g->nodes[at], .at = at, .visit = take});
    }
    return !too_many(g);
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
    *o = (lp_partial_order){.count = n->effects};
    o->effects = memory_new(o->count, sizeof *o->effects);
    o->states = memory_new(o->count, sizeof *o->states);
    for (uint32_t i = o->count; i-- > 0; n = &g->nodes[n->parent]) {
        o->effects[i] = (lp_effect){.count = n->last.count, .sync = n->last.sync};
        for (uint32_t k = 0; k < n->last.count; k++)
            o->effects[i].ops[k] = n->last.ops[k];
        o->states[i] = state_text(g, n->state);
    }
}

static void note_partners(visit *v, const group *it)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < it->count; i++)
        all |= UINT64_C(1) << it->ops[i];
    if (!(all >> v->op & 1))
        return;
    v->alone |= it->count == 1;
    v->partners |= all & ~(UINT64_C(1) << v->op);
}

// "send(1) cannot meet receive() → 2 in (closed)", or whom it would have to meet is not there.
static void add_not_met(graph *g, const node *end, uint32_t op, text *reason)
{
    const lp_history *h = g->task->history;
    visit v = {.g = g, .from = *end, .visit = note_partners, .op = op};
    visit_groups(&v);
    const char *before = " cannot meet ";
    for (uint32_t with = 0; with < h->op_count; with++) {
        if (!(v.partners >> with & 1))
            continue;
        text_add(reason, "%s", before);
        op_print(h->pool, &h->ops[with], reason);
        before = " or ";
    }
    if (!v.partners && !v.alone)
        text_add(reason, ": nobody is left whom it could meet");
    else if (v.alone)
        text_add(reason, v.partners ? ", nor take effect alone" : " cannot take effect alone");
    char *state = state_text(g, end->state);
    if (*state && (v.partners || v.alone))
        text_add(reason, " in %s", state);
    free(state);
}

// The operation that counts as open has taken effect in this order, and not with its result.
static void add_other_result(const graph *g, const node *end, text *reason)
{
    const node *n = end;
    while (n->parent != no_parent && g->nodes[n->parent].result)
        n = &g->nodes[n->parent];
    text_add(reason, " took effect ");
    const char *before = "with ";
    for (uint32_t i = 0; i < n->last.count; i++) {
        if (n->last.ops[i] == g->open)
            continue;
        text_add(reason, "%s", before);
        op_print(g->task->history->pool, &g->task->history->ops[n->last.ops[i]], reason);
        before = " and ";
    }
    if (n->last.count < 2)
        text_add(reason, "alone");
    text_add(reason, ", and could only return ");
    value_print(g->task->history->pool, automaton_result_get(g->automaton, end->result), reason);
}

static void add_rejected(graph *g, const node *end, uint32_t op, lp_explanation *x)
{
    const lp_op *it = &g->task->history->ops[op];
    text reason = {0};
    op_print(g->task->history->pool, it, &reason);
    if (op == g->open && end->result) {
        add_other_result(g, end, &reason);
    } else if (g->task->spec->syncs) {
        add_not_met(g, end, op, &reason);
    } else {
        text_add(&reason, lp_op_pending(it) ? " cannot take effect in " : " is impossible in ");
        automaton_print_state(g->automaton, end->state, &reason);
        if (!lp_op_pending(it)) {
            text_add(&reason, ": ");
            automaton_print_why(g->automaton, end->state, g->calls[op], it->result, &reason);
        }
    }
    x->rejected = memory_resize(x->rejected, x->rejected_count + 1, sizeof *x->rejected);
    x->rejected[x->rejected_count++] = (lp_rejected){op, reason.bytes};
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
    for (uint32_t op = 0; op < x->op_count; op++)
        if (may_come(g, &g->nodes[longest], op) || (op == g->open && g->nodes[longest].result))
            add_rejected(g, &g->nodes[longest], op, x);
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
        if (h->events[i].op == g->open && h->events[i].is_return)
            returned = ~called; // with its result nothing is possible
        add_possible(g, returned, called, x);
    }
}

static void graph_init(graph *g, const judge *j, const judge_task *task, uint32_t open)
{
    const lp_history *h = task->history;
    *g = (graph){.judge = j, .task = task, .known = intern_new(), .open = open};
    g->automaton = automaton_new(task->spec, h->pool);
    for (uint32_t op = 0; op < h->op_count; op++) {
        const lp_op *it = &h->ops[op];
        g->calls[op] = automaton_call(g->automaton, task->methods[op], it->process, it->arg);
        g->wants[op] = is_open(g, op) ? 0 : automaton_result(g->automaton, it->result);
        for (uint32_t first = 0; first < h->op_count; first++)
            if (first != op && j->precedes(&h->ops[first], it))
                g->before[op] |= UINT64_C(1) << first;
    }
}

// Of a prefix-closed condition's smallest counterexample: all but the last return can be explained.
static uint32_t counts_as_open(const judge *j, const judge_task *task, uint32_t culprit)
{
    const lp_history *h = task->history;
    const lp_event *last = &h->events[h->event_count - 1];
    bool so = task->spec->syncs && j->prefix_closed && last->is_return && last->op == culprit;
    return so ? culprit : LP_NO_EVENT;
}

lp_explanation *explain_partially(const judge *j, const judge_task *task, uint32_t culprit)
{
    const lp_history *h = task->history;
    if (!j->precedes || j->stuck || task->spec->runs_programs || h->op_count == 0 ||
        h->op_count > EXPLAINED_OPERATIONS)
        return NULL;
    for (uint32_t op = 0; task->spec->needs_result && op < h->op_count; op++)
        if (lp_op_pending(&h->ops[op]))
            return NULL;
    graph g;
    graph_init(&g, j, task, counts_as_open(j, task, culprit));
    lp_explanation *x = NULL;
    if (follow(&g) && g.count) {
        x = memory_new(1, sizeof *x);
        x->op_count = h->op_count;
        add_orders(&g, x);
        if ((task->spec->syncs || j->precedes == judge_linearizable.precedes) && j->prefix_closed)
            add_all_possible(&g, x);
    }
    intern_free(g.known);
    free(g.nodes);
    automaton_free(g.automaton);
    return x;
}
