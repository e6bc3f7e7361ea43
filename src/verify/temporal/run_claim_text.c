// SPDX-License-Identifier: MIT
// What is said of a claim about runs: the values that it is about, and what no run has.

#include "model/process/event_label.h"
#include "model/syntax/finite_type.h"
#include "verify/temporal/run_claim_parts.h"

#include <stdlib.h>

void run_claim_describe(const run_claim *c, uint32_t which, text *out)
{
    for (uint32_t i = 0; i < c->v->temporal.variable_count; i++) {
        const domain *d = &c->domains[i];
        int32_t cell = d->cells[c->assigned[(size_t)which * MODEL_MAX_ARGS + i]];
        text_add(out, "%s%s = ", i ? ", " : "", c->v->temporal.variables[i]);
        if (c->labels)
            label_value_print(c->s->m, d->tags[c->assigned[(size_t)which * MODEL_MAX_ARGS + i]],
                              cell, out);
        else if (d->type.kind == TYPE_INT && !d->type.optional)
            text_add(out, "%d", cell);
        else
            finite_print(c->s->m, d->type, finite_rank(d->type, &cell), out);
    }
}

// Of a process: whatever the values of variables are.
static void never_seen(const run_claim *c, const state_graph *g, const temporal_formula *f,
                       bool premise, text *out)
{
    if (!f)
        return;
    never_seen(c, g, f->left, premise || f->kind == LTL_IMPLIES, out);
    never_seen(c, g, f->right, premise, out);
    bool met = !f->event || !(premise || c->count == 0);
    for (uint32_t i = 0; !met && i < graph_label_count(g); i++)
        met = named_label_fits(c->labels, g->labels[i].seen, f->event);
    if (met)
        return;
    char *words = source_excerpt(&c->s->m->source, f->event->at, f->event->end);
    text_add(out, "%sNo step of a run: %s", out->length ? "\n" : "", words);
    free(words);
}

// Of a condition with variables: its copies have one place in the text.
static bool never_holds(const run_claim *c, uint64_t atoms, uint32_t which)
{
    const invariant *all = c->s->m->reachables + c->v->reachable_from;
    bool never = atoms >> which & 1;
    for (uint32_t i = 0; i < c->condition_count; i++)
        never &= all[i].at != all[which].at || (i >= which && (atoms >> i & 1));
    return never;
}

void run_claim_never(const run_claim *c, const state_graph *g, uint64_t atoms, text *out)
{
    const source *s = &c->s->m->source;
    atoms &= c->premises;
    for (uint32_t i = 0; i < c->condition_count; i++) {
        const invariant *of = &c->s->m->reachables[c->v->reachable_from + i];
        if (!never_holds(c, atoms, i))
            continue;
        char *words = source_excerpt(s, of->at, of->end);
        text_add(out, "%sIn no state of a run: %s", out->length ? "\n" : "", words);
        free(words);
    }
    if (c->labels)
        never_seen(c, g, c->v->temporal.what, false, out);
    if (c->labels && c->count == 0)
        text_add(out, "\nSo there is no value for which the formula could be wrong.");
    for (uint32_t i = 0; !c->labels && i < c->step_count; i++)
        if (atoms & bit_of(c, i)) {
            char *words = source_excerpt(s, c->steps[i].of->at, c->steps[i].of->end);
            text_add(out, "%sNo step of a run: %s", out->length ? "\n" : "", words);
            free(words);
        }
}
