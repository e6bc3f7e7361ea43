// SPDX-License-Identifier: MIT
// From a process of the file to its term. Calls are replaced by what is called, indexed forms by their
// copies, and conditions that look at no shared variable are decided; what stands behind an arrow or a
// semicolon, and what is decided in a step, stays a process with its values.

#include "model/process/term_making.h"

#include <string.h>

enum { MOST_CALLS = 400 };

static uint32_t build_call(stepper *s, const process *x, const int32_t *env)
{
    const process_definition *d = s->t->a->list[x->target];
    int32_t inner[MODEL_MAX_NAMES] = {0}, values[PROCESS_MAX_VALUES];
    if (!process_values(s, x, env, values))
        return TERM_NONE;
    memcpy(inner, values, d->param_count * sizeof *inner);
    open_call call = {d, inner, s->open};
    s->open = &call;
    uint32_t made = process_build(s, d->body, inner);
    s->open = call.around;
    return made;
}

static bool add_part(stepper *s, term_words *w, const process *x, const int32_t *env, bool alphabet)
{
    uint32_t part = process_build(s, x, env);
    uint32_t set = part != TERM_NONE && alphabet ? process_alphabet_of(s, x, env) : 0;
    if (part == TERM_NONE || set == TERM_NONE)
        return false;
    if (w->length + 2 > TERM_MOST_WORDS)
        return stepper_fail(s, PROBLEM_COPIES, x->at);
    w->words[w->length++] = part;
    if (alphabet)
        w->words[w->length++] = set;
    return true;
}

// A choice of none is Stop, and so is a parallel composition of none; none beside each other are done.
static uint32_t finish_parts(stepper *s, term_kind kind, const term_words *w)
{
    uint32_t each = kind == TERM_PARALLEL ? 2 : 1, count = (w->length - 1) / each;
    bool joins = kind == TERM_PARALLEL || kind == TERM_INTERLEAVE;
    if (count == 0)
        return term_plain(s, joins ? TERM_SKIP : TERM_STOP);
    return count == 1 ? w->words[1] : term_make(s, w->words, w->length);
}

static uint32_t build_parts(stepper *s, term_kind kind, const process *x, const int32_t *env)
{
    term_words w = {.words = {kind}, .length = 1};
    bool alphabet = kind == TERM_PARALLEL;
    if (!x->index) {
        for (uint32_t i = 0; i < x->part_count; i++)
            if (!add_part(s, &w, x->parts[i], env, alphabet))
                return TERM_NONE;
        return finish_parts(s, kind, &w);
    }
    int64_t low, high;
    int32_t inner[MODEL_MAX_NAMES];
    memcpy(inner, env, sizeof inner);
    if (!process_range(s, x, env, &low, &high))
        return TERM_NONE;
    for (int64_t i = low; i <= high; i++) {
        inner[x->index_slot] = (int32_t)i;
        if (!add_part(s, &w, x->parts[0], inner, alphabet))
            return TERM_NONE;
    }
    return finish_parts(s, kind, &w);
}

// A condition that looks at the state is a step.
static uint32_t build_condition(stepper *s, const process *x, const int32_t *env)
{
    int32_t holds[PROCESS_MAX_VALUES] = {0};
    bool guard = x->kind == PROCESS_GUARD;
    if (x->evaluates.reads)
        return term_closure(s, guard ? TERM_GUARD : TERM_IF, x, env);
    if (!process_values(s, x, env, holds))
        return TERM_NONE;
    if (guard && !holds[0])
        return term_plain(s, TERM_STOP);
    return process_build(s, x->parts[holds[0] ? 0 : 1], env);
}

static uint32_t build_sequence(stepper *s, const process *x, const int32_t *env)
{
    const process *next = x->parts[1];
    uint32_t words[3 + MODEL_MAX_NAMES] = {TERM_SEQUENCE, process_build(s, x->parts[0], env),
                                           next->number},
                       length = 3;
    for (uint32_t i = 0; i < MODEL_MAX_NAMES; i++)
        if (next->needs >> i & 1)
            words[length++] = (uint32_t)env[i];
    return term_make(s, words, length);
}

// Long: one case for each kind of process.
static uint32_t build(stepper *s, const process *x, const int32_t *env)
{
    uint32_t part, other;
    switch (x->kind) {
    case PROCESS_STOP:
        return term_plain(s, TERM_STOP);
    case PROCESS_SKIP:
        return term_plain(s, TERM_SKIP);
    case PROCESS_EVENT:
    case PROCESS_SEND:
    case PROCESS_RECEIVE:
        return term_closure(s, TERM_PREFIX, x, env);
    case PROCESS_IF:
    case PROCESS_GUARD:
        return build_condition(s, x, env);
    case PROCESS_INTERNAL:
        return term_closure(s, TERM_INTERNAL, x, env);
    case PROCESS_EXTERNAL:
        return build_parts(s, TERM_EXTERNAL, x, env);
    case PROCESS_GENERAL:
        return build_parts(s, TERM_GENERAL, x, env);
    case PROCESS_INTERLEAVE:
        return build_parts(s, TERM_INTERLEAVE, x, env);
    case PROCESS_PARALLEL:
        return build_parts(s, TERM_PARALLEL, x, env);
    case PROCESS_SEQUENCE:
        return build_sequence(s, x, env);
    case PROCESS_HIDE:
        part = process_build(s, x->parts[0], env);
        other = part == TERM_NONE ? TERM_NONE : event_set_make(s, x, env);
        return other == TERM_NONE ? TERM_NONE : term_pair(s, TERM_HIDE, part, other);
    case PROCESS_RENAME:
        return term_pair(s, TERM_RENAME, process_build(s, x->parts[0], env), x->number);
    case PROCESS_INTERRUPT:
        part = process_build(s, x->parts[0], env);
        other = part == TERM_NONE ? TERM_NONE : process_build(s, x->parts[1], env);
        return other == TERM_NONE ? TERM_NONE : term_pair(s, TERM_INTERRUPT, part, other);
    case PROCESS_ATOMIC:
        return term_pair(s, TERM_ATOMIC, process_build(s, x->parts[0], env), 0);
    case PROCESS_CALL:
        return build_call(s, x, env);
    }
    return TERM_NONE;
}

// What a call comes to depends on its arguments and on the state, which is the same all the time: if one is within
// one with the same arguments there is no end of it. Else there are many, and maybe an end.
static bool comes_again(const open_call *open)
{
    for (; open; open = open->around)
        for (const open_call *k = open->around; k; k = k->around)
            if (k->what == open->what &&
                memcmp(k->values, open->values, MODEL_MAX_NAMES * sizeof *k->values) == 0)
                return true;
    return false;
}

uint32_t process_build(stepper *s, const process *x, const int32_t *env)
{
    if (s->depth >= MOST_CALLS) {
        stepper_fail(s, comes_again(s->open) ? PROBLEM_UNGUARDED : PROBLEM_DEEP, x->at);
        return TERM_NONE;
    }
    s->depth++;
    uint32_t made = build(s, x, env);
    s->depth--;
    return made;
}
