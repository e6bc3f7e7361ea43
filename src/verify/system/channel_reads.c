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

static bool function_reads(const program *p, uint32_t function, uint32_t cell)
{
    return reads(p, function, cell, (bool[MODEL_MAX_FUNCTIONS]){0});
}

// Does a name in what matches stand for a derived variable that looks at the channel? That of a
// component is called client::NAME.
static bool name_reads(const program *p, const char *name, uint32_t cell)
{
    const model *m = p->model;
    for (uint32_t i = 0; i < m->function_count; i++) {
        const char *called = m->functions[i]->name, *member = strstr(called, "::");
        if (strcmp(member ? member + 2 : called, name) == 0 && function_reads(p, i, cell))
            return true;
    }
    return false;
}

static bool expr_reads(const program *p, const expr *x, uint32_t cell)
{
    if (!x)
        return false;
    bool found = (x->name && name_reads(p, x->name, cell)) || expr_reads(p, x->a, cell) ||
                 expr_reads(p, x->b, cell) || expr_reads(p, x->c, cell);
    for (uint32_t i = 0; !found && i < x->item_count; i++)
        found = expr_reads(p, x->items[i], cell);
    for (uint32_t i = 0; !found && i < x->binder_count; i++)
        found = expr_reads(p, x->binders[i].domain, cell);
    return found;
}

static bool block_reads(const program *p, const block *b, uint32_t cell)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const stmt *s = b->items[i];
        if (expr_reads(p, s->a, cell) || expr_reads(p, s->b, cell) ||
            block_reads(p, &s->body, cell) || block_reads(p, &s->other, cell))
            return true;
    }
    return false;
}

// No component sees a channel: what looks at one in an action is a claim about its step.
static bool actions_read(const program *p, uint32_t cell)
{
    for (uint32_t i = 0; i < p->routine_count; i++)
        for (uint32_t k = 0; k < p->routines[i].count; k++) {
            const instr *at = &p->routines[i].code[k];
            if (at->kind == INSTR_CALL && function_reads(p, at->record, cell))
                return true;
        }
    return false;
}

channel_reads channel_reads_of(const program *p, const instance *v, uint32_t cell)
{
    const model *m = p->model;
    channel_reads out = {0};
    for (uint32_t i = 0; i < m->invariant_count; i++)
        out.claimed |= condition_reads(p, &m->invariants[i], cell);
    for (uint32_t i = v->reachable_from; i < v->reachable_to; i++)
        out.reachable |= condition_reads(p, &m->reachables[i], cell);
    const simulation *f = p->object->simulates;
    for (uint32_t i = 0; f && i < f->match_count; i++)
        out.matched |= block_reads(p, &f->matches[i].body, cell);
    out.claimed |= actions_read(p, cell);
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
