// SPDX-License-Identifier: MIT
// See channel_reads.h.

#include "verify/system/channel_reads.h"

#include <string.h>

static bool reads(const program *p, uint32_t function, uint32_t cell, bool *asked)
{
    const routine *r = &p->functions[function];
    if (asked[function])
        return false;
    asked[function] = true;
    for (uint32_t k = 0; k < r->count; k++) {
        const instr *i = &r->code[k];
        if (!i->place.base && !i->place.local && p->layout.variable[i->place.index] == cell)
            return true;
        if (i->kind == INSTR_CALL && reads(p, i->record, cell, asked))
            return true;
    }
    return false;
}

static bool condition_reads(const program *p, const invariant *v, uint32_t cell)
{
    return v->condition->kind != EXPR_CALL ||
           reads(p, v->condition->index, cell, (bool[MODEL_MAX_FUNCTIONS]){0});
}

static bool is_condition(const model *m, uint32_t function)
{
    bool found = false;
    for (uint32_t i = 0; i < m->invariant_count; i++)
        found |= m->invariants[i].condition->index == function;
    for (uint32_t i = 0; i < m->reachable_count; i++)
        found |= m->reachables[i].condition->index == function;
    return found;
}

channel_reads channel_reads_of(const program *p, const instance *v, uint32_t cell)
{
    const model *m = p->model;
    channel_reads out = {0};
    for (uint32_t i = 0; i < m->invariant_count; i++)
        out.claimed |= condition_reads(p, &m->invariants[i], cell);
    for (uint32_t i = v->reachable_from; i < v->reachable_to; i++)
        out.reachable |= condition_reads(p, &m->reachables[i], cell);
    for (uint32_t i = 0; p->object->simulates && i < m->function_count; i++)
        out.matched |= !is_condition(m, i) && reads(p, i, cell, (bool[MODEL_MAX_FUNCTIONS]){0});
    return out;
}

// client[x].to_replica[p]
static bool expr_mentions(const expr *x)
{
    if (!x)
        return false;
    if (x->kind == EXPR_FIELD && x->name && strncmp(x->name, "to_", 3) == 0)
        return true;
    bool found = expr_mentions(x->a) || expr_mentions(x->b) || expr_mentions(x->c);
    for (uint32_t i = 0; !found && i < x->item_count; i++)
        found = expr_mentions(x->items[i]);
    for (uint32_t i = 0; !found && i < x->binder_count; i++)
        found = expr_mentions(x->binders[i].domain);
    return found;
}

static bool block_mentions(const block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const stmt *s = b->items[i];
        if (expr_mentions(s->a) || expr_mentions(s->b) || block_mentions(&s->body) ||
            block_mentions(&s->other))
            return true;
    }
    return false;
}

bool simulation_reads_channels(const simulation *s)
{
    for (uint32_t i = 0; i < s->match_count; i++)
        if (block_mentions(&s->matches[i].body))
            return true;
    return false;
}
