// SPDX-License-Identifier: MIT
// See term_making.h.

#include "model/process/term_making.h"

#include "base/error.h"

#include <string.h>

enum { MOST_DEPTH = 600 };

bool stepper_fail(stepper *s, problem what, uint32_t where)
{
    if (!s->run->problem) {
        s->run->problem = (int32_t)what;
        s->run->where = where;
    }
    return false;
}

term_parts term_parts_of(uint32_t kind, uint32_t length)
{
    switch ((term_kind)kind) {
    case TERM_EXTERNAL:
    case TERM_GENERAL:
    case TERM_INTERLEAVE:
        return (term_parts){1, 1, length};
    case TERM_PARALLEL:
        return (term_parts){1, 2, length};
    case TERM_INTERRUPT:
    case TERM_EFFECTS:
        return (term_parts){1, 1, 3};
    case TERM_SEQUENCE:
    case TERM_HIDE:
    case TERM_RENAME:
    case TERM_ATOMIC:
        return (term_parts){1, 1, 2};
    default:
        return (term_parts){1, 1, 1};
    }
}

uint32_t term_make(stepper *s, const uint32_t *words, uint32_t length)
{
    word_entry like = {0};
    term_parts parts = term_parts_of(words[0], length);
    REQUIRE(parts.end <= length);
    for (uint32_t i = parts.first; i < parts.end; i += parts.step) {
        if (words[i] == TERM_NONE)
            return TERM_NONE;
        const word_entry *part = term_get(s, words[i]);
        like.flags |= part->flags;
        like.depth = part->depth >= like.depth ? part->depth + 1 : like.depth;
    }
    like.flags |= words[0] == TERM_LATER ? TERM_UNSETTLED : words[0] == TERM_HOLE ? TERM_OPEN : 0;
    uint32_t made =
        like.depth > MOST_DEPTH ? TERM_NONE : word_table_put(s->t->terms, &like, words, length);
    if (made == TERM_NONE)
        stepper_fail(s, PROBLEM_TERMS, s->t->a->list[0]->at);
    return made;
}

uint32_t term_plain(stepper *s, term_kind kind)
{
    return term_make(s, (uint32_t[]){kind}, 1);
}

// To hide the same events twice is to hide them once: so a process may call itself under hiding.
uint32_t term_pair(stepper *s, term_kind kind, uint32_t part, uint32_t other)
{
    const word_entry *e = part == TERM_NONE ? NULL : term_get(s, part);
    if (kind == TERM_HIDE && e && e->words[0] == TERM_HIDE && e->words[2] == other)
        return part;
    return term_make(s, (uint32_t[]){kind, part, other}, 3);
}

uint32_t term_closure(stepper *s, term_kind kind, const process *x, const int32_t *env)
{
    uint32_t words[2 + MODEL_MAX_NAMES] = {kind, x->number}, length = 2;
    for (uint32_t i = 0; i < MODEL_MAX_NAMES; i++)
        if (x->needs >> i & 1)
            words[length++] = (uint32_t)env[i];
    return term_make(s, words, length);
}

uint32_t term_with(stepper *s, uint32_t term, uint32_t at, uint32_t word)
{
    uint32_t words[TERM_MOST_WORDS];
    const word_entry *e = term_get(s, term);
    if (e->words[0] == TERM_HIDE)
        return term_pair(s, TERM_HIDE, word, e->words[2]);
    memcpy(words, e->words, e->length * sizeof *words);
    words[at] = word;
    return term_make(s, words, e->length);
}

const process *term_process(const stepper *s, const word_entry *e, uint32_t at, int32_t *env)
{
    const process *x = s->t->a->nodes[e->words[at++]];
    memset(env, 0, MODEL_MAX_NAMES * sizeof *env);
    for (uint32_t i = 0; i < MODEL_MAX_NAMES; i++)
        if (x->needs >> i & 1)
            env[i] = (int32_t)e->words[at++];
    return x;
}

uint32_t term_next(stepper *s, const process *x, const int32_t *env)
{
    return x->delayed ? term_closure(s, TERM_LATER, x, env) : process_build(s, x, env);
}

static int32_t plain_value(const process *x, uint32_t i, const int32_t *env)
{
    const expr *v = x->values[i];
    return v->kind == EXPR_LOCAL ? env[x->evaluates.slots[v->index]] : (int32_t)v->number;
}

bool process_values(stepper *s, const process *x, const int32_t *env, int32_t *values)
{
    const process_site *site = &x->evaluates;
    if (!site->method) {
        for (uint32_t i = 0; i < x->value_count; i++)
            if (!x->binds || !x->binds[i])
                values[i] = plain_value(x, i, env);
        return true;
    }
    int32_t args[MODEL_MAX_ARGS] = {0};
    for (uint32_t i = 0; i < site->slot_count; i++)
        args[i] = env[site->slots[i]];
    int32_t *out = s->cells + variable_start(s->p, s->t->a->out, 0);
    s->call(s->context, s->cells, site->method - 1, args, s->run);
    for (uint32_t i = 0; i < x->value_count; i++)
        if (!x->binds || !x->binds[i])
            values[i] = out[i];
    memset(out, 0, x->value_count * sizeof *out);
    return !s->run->problem && !s->run->blocked;
}

bool process_range(stepper *s, const process *x, const int32_t *env, int64_t *low, int64_t *high)
{
    int32_t bounds[PROCESS_MAX_VALUES] = {0};
    type t = x->index_type;
    if (x->index_typed) {
        *low = t.ranged ? t.low : 0;
        *high = t.ranged              ? t.high
                : t.kind == TYPE_BOOL ? 1
                                      : (int64_t)s->t->m->enums[t.record]->item_count - 1;
    } else {
        if (!process_values(s, x, env, bounds))
            return false;
        *low = bounds[0];
        *high = bounds[1];
    }
    return *high - *low < PROCESS_MAX_COPIES || stepper_fail(s, PROBLEM_COPIES, x->at);
}
