// SPDX-License-Identifier: MIT
// See action_events.h.

#include "verify/front/action_events.h"

#include "base/memory.h"
#include "model/steps/enum_permutation.h"

#include <string.h>

// An argument of an action, as the component that takes it writes it.
typedef struct given {
    type type;
    int32_t cells[MODEL_MAX_ARGS];
} given;

static given argument(const transition_system *s, const offer *o, uint32_t i)
{
    const method *f = s->p->object->methods[o->method];
    const action_argument *a = &f->args[i];
    given g = {0};
    if (a->fixed) {
        g.cells[0] = literal_cell(s->m, a->fixed);
        return g;
    }
    g.type = variable_type(&f->locals[a->local]);
    memcpy(g.cells, o->args + a->local, type_width(g.type) * sizeof *g.cells);
    return g;
}

// Is the value one that the label is about?
static bool fits(const transition_system *s, const operation_label *l, uint32_t i, const given *g)
{
    const action_argument *a = &l->head->args[i];
    if (a->fixed)
        return literal_cell(s->m, a->fixed) == g->cells[0];
    type t = variable_type(&l->head->locals[a->local]);
    if (type_width(t) > 1 || t.kind == TYPE_MASK)
        return true;
    if (g->cells[0] == CELL_NONE && (t.optional || g->type.optional))
        return t.optional;
    return !t.ranged || (g->cells[0] >= t.low && g->cells[0] <= t.high);
}

static lp_value value_of(const transition_system *s, const operation_label *l, const given *args,
                         const expr *x)
{
    if (x->kind != EXPR_LOCAL) {
        int32_t cell = literal_cell(s->m, x);
        type t = x->type;
        t.optional = x->kind == EXPR_NONE;
        return system_value(s, t, cell);
    }
    for (uint32_t i = 0; i < l->head->arg_count; i++)
        if (!l->head->args[i].fixed && l->head->args[i].local == x->index)
            return system_finite(s, x->type, args[i].cells);
    return LP_NIL;
}

static lp_value values_of(const transition_system *s, const operation_label *l, const given *args)
{
    lp_value list[MODEL_MAX_ARGS];
    for (uint32_t i = 0; i < l->value_count; i++)
        list[i] = value_of(s, l, args, l->values[i]);
    if (l->value_count == 0)
        return l->returns ? LP_UNIT : LP_NIL;
    return l->value_count == 1 ? list[0] : lp_vector(s->pool, list, l->value_count);
}

// The least number of a process, so that they are counted from 0.
static int64_t first_process(const instance *v)
{
    int64_t first = INT64_MAX;
    for (uint32_t i = 0; i < v->label_count; i++) {
        const method *f = v->labels[i].head;
        type t = f->arg_count && !f->args[0].fixed ? f->locals[f->args[0].local].type : (type){0};
        int64_t low = t.kind == TYPE_INT && t.ranged ? t.low : 0;
        first = low < first ? low : first;
    }
    return first;
}

void action_events(transition_system *s, const instance *v)
{
    int64_t first = first_process(v);
    s->labels = v->labels;
    s->events = memory_new(s->offer_count, sizeof *s->events);
    s->processes = 1;
    s->process_enum = enum_of_processes(v);
    for (uint32_t i = 0; i < s->offer_count; i++) {
        const offer *o = &s->offers[i];
        const method *f = s->p->object->methods[o->method];
        s->events[i].kind = LABEL_INTERNAL;
        for (uint32_t k = 0; k < v->label_count && s->events[i].kind == LABEL_INTERNAL; k++) {
            const operation_label *l = &v->labels[k];
            given args[MODEL_MAX_ARGS];
            bool same = !f->hidden && !f->over && strcmp(f->name, l->head->name) == 0;
            for (uint32_t n = 0; same && n < f->arg_count; n++) {
                args[n] = argument(s, o, n);
                same = fits(s, l, n, &args[n]);
            }
            if (!same)
                continue;
            uint32_t process = f->arg_count ? (uint32_t)(args[0].cells[0] - first) : 0;
            s->events[i] = (history_event){l->returns ? LABEL_RETURN : LABEL_CALL, process, k,
                                           values_of(s, l, args)};
            s->processes = process >= s->processes ? process + 1 : s->processes;
        }
    }
}
