// SPDX-License-Identifier: MIT
// A call of a procedure: its arguments are moved to its variables, its steps follow, and
// a `return` moves its value to the result and jumps to the end.

#include "model/steps/lowering.h"

static void move_arguments(lowering *l, const expr *x)
{
    const callee *q = x->callee;
    const expr *values[MODEL_MAX_ARGS][MODEL_MAX_PARTS];
    // All of them first: an argument may be another call of the same procedure.
    for (uint32_t i = 0; i < x->item_count; i++)
        lower_parts(l, x->items[i], values[i]);
    for (uint32_t i = 0; i < x->item_count; i++)
        for (uint32_t k = 0; k < type_width(x->items[i]->type); k++) {
            uint32_t local = q->params[i] + k;
            lower_move(l, (slot){SLOT_LOCAL, local},
                       lower_fit(l, values[i][k], l->r->method->locals[local].type), x->at);
        }
}

void lower_procedure(lowering *l, const expr *x, slot to)
{
    lowering outer = *l;
    call_site *site = model_allocate(l->p->scratch, sizeof *site);
    *site = (call_site){.procedure = x->callee->of, .at = x->at, .outer = l->via};
    move_arguments(l, x);
    inlined here = {.callee = x->callee, .result = to, .done = label_new(l), .outer = l->inside};
    l->inside = &here;
    l->via = site;
    lower_block(l, &x->callee->body);
    label_here(l, here.done);
    *l = outer;
}

void lower_procedure_return(lowering *l, const stmt *s, uint32_t first_temp)
{
    const expr *parts[MODEL_MAX_PARTS];
    const inlined *q = l->inside;
    if (s->a) {
        lower_parts(l, s->a, parts);
        for (uint32_t i = 0; i < type_width(s->a->type); i++)
            lower_move(l, (slot){q->result.kind, q->result.index + i},
                       lower_fit(l, parts[i], type_part(q->callee->of->result, i)), s->at);
    }
    clear_from(l, first_temp);
    lower_add(l, INSTR_JUMP, s->at)->label = q->done;
}
