// SPDX-License-Identifier: MIT
// See order_graph.h.

#include "judge/evidence/order_graph.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>

// Nodes of the graph: a history that has more is not one that a person follows. Groups are those that
// were tried, of all nodes: of operations that may all meet there are many.
enum { NODES = 20000, GROUPS = 2000000 };

bool order_graph_suits(const judge *j, const judge_task *task)
{
    uint32_t count = task->history->op_count;
    return j->precedes && !j->stuck && !task->spec->runs_programs && count > 0 &&
           count <= EXPLAINED_OPERATIONS;
}

static void add_node(order_graph *g, order_node n)
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

static bool is_open(const order_graph *g, uint32_t op)
{
    return op == g->open || lp_op_pending(&g->task->history->ops[op]);
}

bool order_graph_may_come(const order_graph *g, const order_node *n, uint32_t op)
{
    return !(n->done >> op & 1) && (g->before[op] & ~n->done) == 0;
}

static bool too_many(order_graph *g)
{
    return g->count > NODES || g->groups > GROUPS;
}

// Fills the places of a synchronisation, from `it->count` on.
static void visit_sync(order_visit *v, order_group *it)
{
    const lp_sync *shape = &v->g->task->spec->syncs[it->sync];
    if (it->count >= shape->count)
        v->visit(v, it);
    if (it->count == lp_sync_most(shape) || it->count == LP_MAX_ARITY)
        return;
    uint32_t place = it->count, method = lp_sync_method(shape, place);
    for (uint32_t op = 0; op < v->g->task->history->op_count && !too_many(v->g); op++) {
        bool taken = v->g->task->methods[op] != method || !order_graph_may_come(v->g, &v->from, op);
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

void order_graph_visit(order_visit *v)
{
    const judge_task *t = v->g->task;
    for (uint32_t i = 0; t->spec->syncs && i < t->spec->sync_count; i++)
        visit_sync(v, &(order_group){.sync = i});
    for (uint32_t op = 0; !t->spec->syncs && op < t->history->op_count; op++)
        if (order_graph_may_come(v->g, &v->from, op))
            v->visit(v, &(order_group){.sync = t->methods[op], .count = 1, .ops = {(uint8_t)op}});
}

static void take(order_visit *v, const order_group *it)
{
    order_graph *g = v->g;
    uint32_t calls[LP_MAX_ARITY], wants[LP_MAX_ARITY], count;
    order_node to = v->from;
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
static bool follow(order_graph *g)
{
    uint32_t count;
    const uint32_t *start = automaton_initial(g->automaton, &count);
    for (uint32_t i = 0; i < count; i++)
        add_node(g, (order_node){.state = start[i], .parent = ORDER_NO_PARENT});
    for (uint32_t at = 0; at < g->count; at++) {
        if (too_many(g) || limits_reached(g->task->limits))
            return false;
        order_graph_visit(&(order_visit){.g = g, .from = g->nodes[at], .at = at, .visit = take});
    }
    return !too_many(g);
}

bool order_graph_init(order_graph *g, const judge *j, const judge_task *task, uint32_t open)
{
    const lp_history *h = task->history;
    *g = (order_graph){.judge = j, .task = task, .known = intern_new(), .open = open};
    g->automaton = automaton_new(task->spec, h->pool);
    for (uint32_t op = 0; op < h->op_count; op++) {
        const lp_op *it = &h->ops[op];
        g->calls[op] = automaton_call(g->automaton, task->methods[op], it->process, it->arg);
        g->wants[op] = is_open(g, op) ? 0 : automaton_result(g->automaton, it->result);
        for (uint32_t first = 0; first < h->op_count; first++)
            if (first != op && j->precedes(&h->ops[first], it))
                g->before[op] |= UINT64_C(1) << first;
    }
    return follow(g) && g->count;
}

void order_graph_fini(order_graph *g)
{
    intern_free(g->known);
    free(g->nodes);
    automaton_free(g->automaton);
}

char *order_graph_state(const order_graph *g, uint32_t state)
{
    text t = {0};
    text_add(&t, "%s", ""); // it may be nothing, but is a string
    automaton_print_state(g->automaton, state, &t);
    return t.bytes;
}
