// SPDX-License-Identifier: MIT
// A condition of a formula in which variables stand: which of its copies is meant.

#include "model/process/event_label.h"
#include "verify/temporal/run_claim_parts.h"

static bool is_value(const run_claim *c, const variable_value *v, const domain *d, uint32_t which)
{
    type t = {.kind = v->kind, .record = v->record};
    return v->cell == d->cells[which] && (!c->labels || value_tag(t) == d->tags[which]);
}

uint32_t filled_condition(run_claim *c, const temporal_formula *f, const uint32_t *assigned)
{
    uint32_t at = f->condition, times = 1;
    for (uint32_t i = 0; f->values && i < f->values->count; i++) {
        const variable_values *l = &f->values->of[i];
        uint32_t k = 0;
        while (k < l->count &&
               !is_value(c, &l->list[k], &c->domains[l->variable], assigned[l->variable]))
            k++;
        if (k == l->count) {
            c->lacking = l;
            return LTL_MAX_ATOMS;
        }
        at += k * times;
        times *= l->count;
    }
    return at;
}
