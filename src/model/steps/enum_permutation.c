// SPDX-License-Identifier: MIT
// See enum_permutation.h.

#include "model/steps/enum_permutation.h"

#include "model/syntax/finite_type.h"

void enum_permutation_init(enum_permutation *p)
{
    for (uint32_t e = 0; e < MODEL_MAX_ENUMS; e++)
        for (uint32_t i = 0; i < MODEL_MAX_NAMES; i++)
            p->to[e][i] = (uint8_t)i;
}

static uint32_t permuted_message(const model *m, const enum_permutation *p, uint32_t rank)
{
    const message_kind *k = m->messages;
    while (rank >= k->base + k->count)
        k++;
    uint32_t rest = rank - k->base, weight = 1, made = 0;
    for (uint32_t i = k->param_count; i-- > 0;) {
        uint32_t radix = type_card(k->params[i].type);
        made += weight * permuted_rank(m, p, k->params[i].type, rest % radix);
        rest /= radix;
        weight *= radix;
    }
    return k->base + made;
}

static uint32_t permuted_tuple(const model *m, const enum_permutation *p, type t, uint32_t rank)
{
    uint32_t weight = 1, made = 0;
    for (uint32_t i = t.part_count; i-- > 0;) {
        uint32_t radix = type_card(t.parts[i]);
        made += weight * permuted_rank(m, p, t.parts[i], rank % radix);
        rank /= radix;
        weight *= radix;
    }
    return made;
}

static uint32_t permuted_mask(const model *m, const enum_permutation *p, type t, uint32_t rank)
{
    uint32_t made = 0;
    for (; rank; rank &= rank - 1)
        made |= 1u << permuted_rank(m, p, t.parts[0], (uint32_t)__builtin_ctz(rank));
    return made;
}

uint32_t permuted_rank(const model *m, const enum_permutation *p, type t, uint32_t rank)
{
    if (t.optional && rank == 0)
        return 0;
    rank -= t.optional;
    uint32_t low = t.ranged ? (uint32_t)t.low : 0, made = rank;
    if (t.kind == TYPE_ENUM)
        made = p->to[t.record][rank + low] - low;
    else if (t.kind == TYPE_MESSAGE)
        made = permuted_message(m, p, rank);
    else if (t.kind == TYPE_TUPLE)
        made = permuted_tuple(m, p, t, rank);
    else if (t.kind == TYPE_MASK)
        made = permuted_mask(m, p, t, rank);
    return made + t.optional;
}

uint32_t enum_of_processes(const instance *v)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < v->label_count; i++) {
        const method *f = v->labels[i].head;
        type t = {.kind = TYPE_UNIT};
        if (f->arg_count)
            t = f->args[0].fixed ? f->args[0].fixed->type : f->locals[f->args[0].local].type;
        if (t.kind != TYPE_ENUM || (found && found != t.record + 1))
            return 0;
        found = t.record + 1;
    }
    return found;
}
