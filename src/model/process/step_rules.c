// SPDX-License-Identifier: MIT
// The rules of the operational semantics, but for prefixes and what is composed. The steps of a term
// that do not depend on the state are remembered with it.

#include "model/process/step_rules.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// Steps as they are remembered.
typedef struct kept_steps {
    uint32_t count;
    process_step items[];
} kept_steps;

void step_list_fini(step_list *l)
{
    free(l->items);
    *l = (step_list){0};
}

bool step_add(step_list *out, const process_step *step)
{
    if (step->target == TERM_NONE)
        return false;
    MEMORY_GROW(out->items, out->capacity, (size_t)out->count + 1);
    out->items[out->count++] = *step;
    return true;
}

// τ to one of them.
static bool internal_steps(stepper *s, uint32_t term, step_list *out)
{
    int32_t env[MODEL_MAX_NAMES];
    const process *x = term_process(s, term_get(s, term), 1, env);
    process_step step = {.kind = STEP_HIDDEN, .origin = x->number};
    if (!x->index) {
        for (uint32_t i = 0; i < x->part_count; i++) {
            step.target = term_next(s, x->parts[i], env);
            if (!step_add(out, &step))
                return false;
        }
        return true;
    }
    int64_t low, high;
    out->depends |= x->evaluates.reads;
    if (!process_range(s, x, env, &low, &high))
        return false;
    for (int64_t i = low; i <= high; i++) {
        env[x->index_slot] = (int32_t)i;
        step.target = term_next(s, x->parts[0], env);
        if (!step_add(out, &step))
            return false;
    }
    return true;
}

// To look at the state is a step of a conditional. A guard is looked at in the first step of its process.
static bool condition_steps(stepper *s, uint32_t term, step_list *out)
{
    int32_t env[MODEL_MAX_NAMES], holds[PROCESS_MAX_VALUES] = {0};
    const process *x = term_process(s, term_get(s, term), 1, env);
    out->depends = true;
    if (!process_values(s, x, env, holds))
        return false;
    if (x->kind == PROCESS_IF) {
        process_step step = {.kind = STEP_HIDDEN,
                             .origin = x->number,
                             .target = term_next(s, x->parts[holds[0] ? 0 : 1], env)};
        return step_add(out, &step);
    }
    open_call guard = {x, env, s->open};
    s->open = &guard;
    s->depth++; // a process may call itself through guards alone
    uint32_t part = holds[0] ? process_build(s, x->parts[0], env) : TERM_NONE;
    bool ok = part == TERM_NONE ? !s->run->problem : term_steps(s, part, out);
    s->depth--;
    s->open = guard.around;
    return ok;
}

// A choice is made by what is seen; with [+], by anything.
static bool choice_steps(stepper *s, uint32_t term, step_list *out)
{
    const word_entry *e = term_get(s, term);
    for (uint32_t i = 1; i < e->length; i++) {
        uint32_t from = out->count;
        if (!term_steps(s, e->words[i], out))
            return false;
        for (uint32_t k = from; e->words[0] == TERM_EXTERNAL && k < out->count; k++) {
            process_step *step = &out->items[k];
            if (step->kind == STEP_HIDDEN)
                step->target = term_with(s, term, i, step->target);
            if (step->target == TERM_NONE)
                return false;
        }
    }
    return true;
}

static bool sequence_step(stepper *s, const word_entry *e, uint32_t term, process_step *step)
{
    int32_t env[MODEL_MAX_NAMES];
    if (step->kind != STEP_ENDS) {
        step->target = term_with(s, term, 1, step->target);
        return true;
    }
    const process *next = term_process(s, e, 2, env);
    step->kind = STEP_HIDDEN;
    step->origin = s->t->a->node_count + next->number; // and no step of what comes next
    step->target = term_next(s, next, env);
    return true;
}

static void hide_step(stepper *s, const word_entry *e, process_step *step)
{
    const word_entry *set = word_table_get(s->t->sets, e->words[2]);
    if (step->kind != STEP_EVENT ||
        !event_set_has(set->words, set->length, word_table_get(s->t->labels, step->label)->words))
        return;
    step->kind = STEP_HIDDEN;
    step->shown = step->label + 1;
}

// Steps of the part of a term with one part, changed.
static bool unary_steps(stepper *s, uint32_t term, step_list *out)
{
    const word_entry *e = term_get(s, term);
    uint32_t from = out->count;
    bool ok = term_steps(s, e->words[1], out);
    for (uint32_t k = from; ok && k < out->count; k++) {
        process_step *step = &out->items[k];
        if (e->words[0] == TERM_SEQUENCE) {
            ok = sequence_step(s, e, term, step);
        } else if (step->kind != STEP_ENDS) {
            step->target = term_with(s, term, 1, step->target);
            if (e->words[0] == TERM_HIDE)
                hide_step(s, e, step);
        }
        if (e->words[0] == TERM_ATOMIC && step->target != TERM_NONE) {
            step->urgent |= e->words[2];
            if (step->kind != STEP_ENDS)
                step->target = term_with(s, step->target, 2, 1);
        }
        ok = ok && step->target != TERM_NONE;
    }
    return ok;
}

// An event may get several names; then there is a step for each.
static bool rename_steps(stepper *s, uint32_t term, step_list *out)
{
    const word_entry *e = term_get(s, term);
    const process *x = s->t->a->nodes[e->words[2]];
    step_list inner = {0};
    bool ok = term_steps(s, e->words[1], &inner);
    out->depends |= inner.depends;
    for (uint32_t k = 0; ok && k < inner.count; k++) {
        process_step step = inner.items[k];
        bool renamed = false;
        if (step.kind != STEP_ENDS)
            step.target = term_with(s, term, 1, step.target);
        const word_entry *was =
            step.kind == STEP_EVENT ? word_table_get(s->t->labels, step.label) : NULL;
        for (uint32_t i = 0; ok && was && i < x->set_count; i++) {
            if (x->set[i].number != was->words[1])
                continue;
            uint32_t words[3 + 2 * PROCESS_MAX_VALUES];
            memcpy(words, was->words, was->length * sizeof *words);
            words[1] = x->to[i].number;
            renamed = true;
            step.label = word_table_put(s->t->labels, &(word_entry){0}, words, was->length);
            ok = step.label != WORD_TABLE_FULL && step_add(out, &step);
        }
        ok = ok && (renamed || step_add(out, &step));
    }
    step_list_fini(&inner);
    return ok;
}

// Until the second process is seen to do something, the first one goes on.
static bool interrupt_steps(stepper *s, uint32_t term, step_list *out)
{
    const word_entry *e = term_get(s, term);
    uint32_t from = out->count;
    bool ok = term_steps(s, e->words[1], out);
    for (uint32_t k = from; ok && k < out->count; k++)
        if (out->items[k].kind != STEP_ENDS)
            ok = (out->items[k].target = term_with(s, term, 1, out->items[k].target)) != TERM_NONE;
    from = out->count;
    ok = ok && term_steps(s, e->words[2], out);
    for (uint32_t k = from; ok && k < out->count; k++)
        if (out->items[k].kind == STEP_HIDDEN)
            ok = (out->items[k].target = term_with(s, term, 2, out->items[k].target)) != TERM_NONE;
    return ok;
}

static bool find_steps(stepper *s, uint32_t term, step_list *out)
{
    process_step ends = {.kind = STEP_ENDS};
    switch ((term_kind)term_get(s, term)->words[0]) {
    case TERM_SKIP:
        ends.target = term_plain(s, TERM_DONE);
        return step_add(out, &ends);
    case TERM_PREFIX:
        return prefix_steps(s, term, out);
    case TERM_IF:
    case TERM_GUARD:
        return condition_steps(s, term, out);
    case TERM_INTERNAL:
        return internal_steps(s, term, out);
    case TERM_EXTERNAL:
    case TERM_GENERAL:
        return choice_steps(s, term, out);
    case TERM_INTERLEAVE:
    case TERM_PARALLEL:
        return composed_steps(s, term, out);
    case TERM_SEQUENCE:
    case TERM_HIDE:
    case TERM_ATOMIC:
        return unary_steps(s, term, out);
    case TERM_RENAME:
        return rename_steps(s, term, out);
    case TERM_INTERRUPT:
        return interrupt_steps(s, term, out);
    case TERM_STOP:
    case TERM_DONE:
    case TERM_LATER:
    case TERM_HOLE:
    case TERM_EFFECTS:
        break;
    }
    return true;
}

static void append(step_list *out, const process_step *items, uint32_t count)
{
    MEMORY_GROW(out->items, out->capacity, (size_t)out->count + count);
    if (count)
        memcpy(out->items + out->count, items, count * sizeof *items);
    out->count += count;
}

// Those from this one on.
static void keep(word_entry *e, const step_list *found, uint32_t from)
{
    uint32_t count = found->count - from;
    kept_steps *k = memory_new(1, sizeof *k + count * sizeof *k->items);
    void *none = NULL;
    k->count = count;
    if (count)
        memcpy(k->items, found->items + from, count * sizeof *k->items);
    if (!atomic_compare_exchange_strong(&e->data, &none, k))
        free(k);
}

bool term_steps(stepper *s, uint32_t term, step_list *out)
{
    word_entry *e = word_table_get(s->t->terms, term);
    const kept_steps *known = s->anew ? NULL : atomic_load_explicit(&e->data, memory_order_acquire);
    if (known) {
        append(out, known->items, known->count);
        return true;
    }
    uint32_t from = out->count;
    bool others = out->depends;
    out->depends = false;
    bool ok = find_steps(s, term, out);
    if (ok && !out->depends && !s->anew)
        keep(e, out, from);
    out->depends |= others;
    return ok;
}

bool process_steps(stepper *s, uint32_t term, step_list *out)
{
    uint32_t kept = 0;
    out->count = 0;
    bool ok = term_steps(s, term, out), urgent = false;
    for (uint32_t i = 0; i < out->count; i++)
        urgent |= out->items[i].urgent && out->items[i].kind < STEP_SENDS;
    for (uint32_t i = 0; ok && i < out->count; i++)
        if (out->items[i].kind < STEP_SENDS && (!urgent || out->items[i].urgent))
            out->items[kept++] = out->items[i];
    out->count = kept;
    return ok;
}

bool process_terms_init(process_terms *t, const model *m)
{
    *t = (process_terms){.m = m,
                         .a = m->processes,
                         .terms = word_table_new(),
                         .labels = word_table_new(),
                         .sets = word_table_new()};
    return true;
}

void process_terms_fini(process_terms *t)
{
    word_table_free(t->terms, free);
    word_table_free(t->labels, NULL);
    word_table_free(t->sets, NULL);
    if (t->paths) {
        word_table_free(t->paths, NULL);
        word_table_free(t->takers, NULL);
    }
    *t = (process_terms){0};
}
