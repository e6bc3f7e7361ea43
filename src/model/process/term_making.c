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
        stepper_fail(s, PROBLEM_TERMS, s->at);
    return made;
}

uint32_t term_plain(stepper *s, term_kind kind)
{
    return term_make(s, (uint32_t[]){kind}, 1);
}

// May the first of the names become the second, after so many turns, one or two?
static bool becomes(const process *x, uint32_t from, uint32_t to, uint32_t turns)
{
    bool renamed = false, found = false;
    for (uint32_t i = 0; i < x->set_count; i++) {
        if (x->set[i].number != from)
            continue;
        renamed = true;
        found |= turns == 1 ? x->to[i].number == to : becomes(x, x->to[i].number, to, turns - 1);
    }
    return renamed ? found : turns == 1 ? from == to : becomes(x, from, to, turns - 1);
}

// What renaming comes to when it is done twice: the same as once, or nothing, or something else.
static uint32_t renamed_twice(stepper *s, uint32_t inner, uint32_t by)
{
    const process *x = s->t->a->nodes[by];
    bool once = true, back = true;
    for (uint32_t i = 0; i < x->set_count && (once || back); i++)
        for (uint32_t k = 0; k < 2 * x->set_count; k++) {
            uint32_t from = x->set[i].number;
            uint32_t to = k % 2 ? x->to[k / 2].number : x->set[k / 2].number;
            bool twice = becomes(x, from, to, 2);
            once &= twice == becomes(x, from, to, 1);
            back &= twice == (from == to);
        }
    return once ? inner : back ? term_get(s, inner)->words[1] : TERM_NONE;
}

// Some operators within each other are the same as one: then that one is the term, so that a process may call
// itself within them. All have the same steps, and the same part takes each: neither operator is part of a path
// (step_takers.h).
//
//     P \ A \ A           is P \ A
//     atomic, of atomic   is atomic, which has begun if one of both has. What is urgent are the steps of what has begun,
//                         and after any step both have
//     P [[R]] [[R]]       is P [[R]] where R after R is R, as of a <- a or a <- b; and P where it leaves all names, as of
//                         a <- b, b <- a
uint32_t term_pair(stepper *s, term_kind kind, uint32_t part, uint32_t other)
{
    const word_entry *e = part == TERM_NONE ? NULL : term_get(s, part);
    bool again = e && e->words[0] == (uint32_t)kind;
    if (again && kind == TERM_HIDE && e->words[2] == other)
        return part;
    if (again && kind == TERM_ATOMIC)
        return term_make(s, (uint32_t[]){kind, e->words[1], e->words[2] | other}, 3);
    uint32_t less = again && kind == TERM_RENAME && e->words[2] == other
                        ? renamed_twice(s, part, other)
                        : TERM_NONE;
    return less != TERM_NONE ? less : term_make(s, (uint32_t[]){kind, part, other}, 3);
}

uint32_t term_again(stepper *s, const uint32_t *words, uint32_t length)
{
    bool pair = words[0] == TERM_HIDE || words[0] == TERM_ATOMIC || words[0] == TERM_RENAME;
    return pair ? term_pair(s, (term_kind)words[0], words[1], words[2])
                : term_make(s, words, length);
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
    memcpy(words, e->words, e->length * sizeof *words);
    words[at] = word;
    return term_again(s, words, e->length);
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
