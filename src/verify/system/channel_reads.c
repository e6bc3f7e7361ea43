// SPDX-License-Identifier: MIT
// See channel_reads.h.

#include "verify/system/channel_reads.h"

#include "model/syntax/ast_walk.h"

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

static bool function_reads(const program *p, uint32_t function, uint32_t cell)
{
    return reads(p, function, cell, (bool[MODEL_MAX_FUNCTIONS]){0});
}

bool condition_reads(const program *p, const invariant *v, uint32_t cell)
{
    return v->condition->kind != EXPR_CALL || function_reads(p, v->condition->index, cell);
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

typedef struct asked {
    const program *p;
    uint32_t cell; // of the channel
} asked;

static bool reads_by_name(void *context, const expr *x)
{
    const asked *a = context;
    return x->name && name_reads(a->p, x->name, a->cell);
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

// client[x].to_replica[p]
static bool mentions_channel(void *context, const expr *x)
{
    (void)context;
    return x->kind == EXPR_FIELD && x->name && strncmp(x->name, "to_", 3) == 0;
}

channel_reads channel_reads_of(const program *p, const instance *v, uint32_t cell)
{
    const model *m = p->model;
    channel_reads out = {0};
    for (uint32_t i = 0; i < m->invariant_count; i++)
        out.claimed |= condition_reads(p, &m->invariants[i], cell);
    for (uint32_t i = v->reachable_from; i < v->reachable_to; i++) // and what is said of ends
        out.reachable |= condition_reads(p, &m->reachables[i], cell);
    for (uint32_t i = 0; i < m->shared_count; i++) // what related states are compared by
        out.matched |= p->layout.variable[i] == cell && m->shared[i].seen;
    const simulation *f = p->object->simulates;
    for (uint32_t i = 0; f && i < f->match_count; i++)
        out.matched |= block_any_expr(&f->matches[i].body, reads_by_name, &(asked){p, cell});
    out.claimed |= actions_read(p, cell);
    for (uint32_t i = 0; m->whole && i < m->whole->step_claim_count; i++)
        out.claimed |= expr_any(m->whole->step_claims[i].what, mentions_channel, NULL);
    return out;
}

bool simulation_reads_channels(const simulation *s)
{
    for (uint32_t i = 0; i < s->match_count; i++)
        if (block_any_expr(&s->matches[i].body, mentions_channel, NULL))
            return true;
    return false;
}
