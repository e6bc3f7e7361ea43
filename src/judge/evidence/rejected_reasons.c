// SPDX-License-Identifier: MIT
// See rejected_reasons.h.

#include "judge/evidence/rejected_reasons.h"

#include "base/text.h"
#include "history/history_format.h"

#include <stdlib.h>

// Of what is told of one operation: which others it could meet, and may it be alone?
typedef struct meetings {
    uint32_t op;
    uint64_t partners;
    bool alone;
} meetings;

static void note_partners(order_visit *v, const order_group *it)
{
    meetings *m = v->context;
    uint64_t all = 0;
    for (uint32_t i = 0; i < it->count; i++)
        all |= UINT64_C(1) << it->ops[i];
    if (!(all >> m->op & 1))
        return;
    m->alone |= it->count == 1;
    m->partners |= all & ~(UINT64_C(1) << m->op);
}

// "send(1) cannot meet receive() → 2 in (closed)", or whom it would have to meet is not there.
static void add_not_met(order_graph *g, const order_node *end, uint32_t op, text *reason)
{
    const lp_history *h = g->task->history;
    meetings m = {.op = op};
    order_graph_visit(&(order_visit){.g = g, .from = *end, .visit = note_partners, .context = &m});
    const char *before = " cannot meet ";
    for (uint32_t with = 0; with < h->op_count; with++) {
        if (!(m.partners >> with & 1))
            continue;
        text_add(reason, "%s", before);
        op_print(h->pool, &h->ops[with], reason);
        before = " or ";
    }
    if (!m.partners && !m.alone)
        text_add(reason, ": nobody is left whom it could meet");
    else if (m.alone)
        text_add(reason, m.partners ? ", nor take effect alone" : " cannot take effect alone");
    char *state = order_graph_state(g, end->state);
    if (*state && (m.partners || m.alone))
        text_add(reason, " in %s", state);
    free(state);
}

// The operation that counts as open has taken effect in this order, and not with its result.
static void add_other_result(const order_graph *g, const order_node *end, text *reason)
{
    const order_node *n = end;
    while (n->parent != ORDER_NO_PARENT && g->nodes[n->parent].result)
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

char *rejected_reason(order_graph *g, const order_node *end, uint32_t op)
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
    return text_take(&reason);
}
