// SPDX-License-Identifier: MIT
// See partial_orders.h.

#include "judge/evidence/partial_orders.h"

#include "base/memory.h"
#include "judge/evidence/order_graph.h"
#include "judge/evidence/possible_states.h"
#include "judge/evidence/rejected_reasons.h"

#include <stdlib.h>
#include <string.h>

// Orders are the better the more operations they explain that have returned.
static bool better(const order_node *a, const order_node *b)
{
    return a->returned != b->returned ? a->returned > b->returned : a->length > b->length;
}

static void add_order(order_graph *g, uint32_t at, lp_explanation *x)
{
    const order_node *n = &g->nodes[at];
    x->orders = memory_resize(x->orders, x->order_count + 1, sizeof *x->orders);
    lp_partial_order *o = &x->orders[x->order_count++];
    *o = (lp_partial_order){.count = n->effects};
    o->effects = memory_new(o->count, sizeof *o->effects);
    o->states = memory_new(o->count, sizeof *o->states);
    for (uint32_t i = o->count; i-- > 0; n = &g->nodes[n->parent]) {
        o->effects[i] = (lp_effect){.count = n->last.count, .sync = n->last.sync};
        for (uint32_t k = 0; k < n->last.count; k++)
            o->effects[i].ops[k] = n->last.ops[k];
        o->states[i] = order_graph_state(g, n->state);
    }
}

// What could come next after the longest order, but for the spec.
static void add_rejected(order_graph *g, const order_node *end, lp_explanation *x)
{
    for (uint32_t op = 0; op < x->op_count; op++) {
        if (!order_graph_may_come(g, end, op) && !(op == g->open && end->result))
            continue;
        x->rejected = memory_resize(x->rejected, x->rejected_count + 1, sizeof *x->rejected);
        x->rejected[x->rejected_count++] = (lp_rejected){op, rejected_reason(g, end, op)};
    }
}

// The longest order of all comes first, then for each operation that it lacks the longest that
// has it.
static void add_orders(order_graph *g, lp_explanation *x)
{
    uint32_t best[EXPLAINED_OPERATIONS], longest = 0;
    memset(best, 0xff, sizeof best);
    for (uint32_t i = 0; i < g->count; i++) {
        longest = better(&g->nodes[i], &g->nodes[longest]) ? i : longest;
        for (uint32_t op = 0; op < x->op_count; op++)
            if (g->nodes[i].done >> op & 1 &&
                (best[op] == ORDER_NO_PARENT || better(&g->nodes[i], &g->nodes[best[op]])))
                best[op] = i;
    }
    x->order_of = memory_new(x->op_count, sizeof *x->order_of);
    add_order(g, longest, x);
    for (uint32_t op = 0; op < x->op_count; op++) {
        uint32_t same = LP_NO_EVENT;
        bool in_longest = g->nodes[longest].done >> op & 1;
        for (uint32_t before = 0; before < op && !in_longest; before++)
            if (best[before] == best[op] && best[op] != ORDER_NO_PARENT)
                same = x->order_of[before];
        if (in_longest)
            x->order_of[op] = 0;
        else if (best[op] == ORDER_NO_PARENT || same != LP_NO_EVENT)
            x->order_of[op] = same;
        else {
            x->order_of[op] = x->order_count;
            add_order(g, best[op], x);
        }
    }
    add_rejected(g, &g->nodes[longest], x);
}

lp_explanation *explain_partially(const judge *j, const judge_task *task, uint32_t culprit)
{
    if (!order_graph_suits(j, task))
        return NULL;
    lp_explanation *x = NULL;
    order_graph g;
    uint32_t open = task->spec->syncs ? counts_as_open(j, task, culprit) : LP_NO_EVENT;
    if (order_graph_init(&g, j, task, open)) {
        x = memory_new(1, sizeof *x);
        x->op_count = task->history->op_count;
        add_orders(&g, x);
        x->possible = possible_states(&g, culprit, &x->possible_count);
    }
    order_graph_fini(&g);
    return x;
}
