// SPDX-License-Identifier: MIT
// A history read for the search: see jit_search.h. Numbers for calls and results, slots for
// what is open at the same time, and what is known of each operation beforehand.

#include "base/intern.h"
#include "base/memory.h"
#include "judge/search/jit_inside.h"

#include <stdlib.h>
#include <string.h>

enum { RENEW_BYTES = 512 << 10 };

// Each operation gets the lowest slot that is free while it is open; in_slot
// serves as the stack of free ones here.
static void assign_slots(jit_search *s)
{
    const lp_history *h = s->history;
    uint32_t free_count = 0;
    s->slots = 0;
    for (uint32_t i = 0; i < h->event_count; i++) {
        uint32_t op = h->events[i].op;
        if (h->events[i].is_return)
            s->in_slot[free_count++] = s->slot[op];
        else
            s->slot[op] = free_count ? s->in_slot[--free_count] : s->slots++;
    }
}

static bool only_reads(const jit_search *s, uint32_t op)
{
    const lp_spec *spec = s->spec;
    const lp_op *o = &s->history->ops[op];
    if (!s->want[op])
        return false;
    return spec->methods[s->methods[op]].reads_only ||
           (spec->only_read &&
            spec->only_read(spec, s->history->pool, s->methods[op], o->arg, o->result));
}

static void look_out(jit_search *s)
{
    const lp_history *h = s->history;
    MEMORY_GROW(s->outlooks, s->outlooks_capacity, (size_t)h->event_count + 1);
    struct outlook now = {.read = UINT32_MAX};
    for (uint32_t i = h->event_count; i-- > 0;) {
        uint32_t op = h->events[i].op;
        if (!h->events[i].is_return)
            now.methods |= 1u << s->methods[op];
        else if (s->spec->methods[s->methods[op]].reads_only)
            now = (struct outlook){.read = op};
        s->outlooks[i] = now;
    }
}

// What a call does, as a key; a call is told from an effect by its size.
static const void *effect_key(const jit_search *s, uint32_t op, lp_value *effect, size_t *size)
{
    *effect = s->spec->effect ? s->spec->effect(s->spec, s->methods[op], s->history->ops[op].arg)
                              : LP_NIL;
    *size = lp_is_nil(*effect) ? sizeof s->call[op] : sizeof *effect;
    return lp_is_nil(*effect) ? (const void *)&s->call[op] : effect;
}

static void find_kinds(jit_search *s)
{
    const lp_history *h = s->history;
    intern *effects = intern_new();
    lp_value effect;
    size_t size;
    MEMORY_GROW(s->kind, s->kind_capacity, h->op_count);
    for (uint32_t i = 0; i < h->op_count; i++) {
        if (s->want[i])
            continue;
        const void *key = effect_key(s, i, &effect, &size);
        s->kind[i] = intern_add(effects, key, size);
    }
    for (uint32_t i = 0; i < h->op_count; i++) {
        if (!s->want[i])
            continue;
        const void *key = effect_key(s, i, &effect, &size);
        s->kind[i] = s->spec->methods[s->methods[i]].returns_nothing
                         ? intern_find(effects, key, size)
                         : INTERN_NONE;
    }
    s->kind_count = intern_count(effects);
    intern_free(effects);
    MEMORY_GROW(s->kinds, s->kinds_capacity, s->kind_count);
    memset(s->kinds, 0, s->kind_count * sizeof *s->kinds);
    s->choice = 0;
    for (uint32_t i = 0; i < h->op_count; i++)
        if (!s->want[i])
            s->kinds[s->kind[i]].used++;
    for (uint32_t k = 0, first = 0; k < s->kind_count; k++) {
        s->kinds[k].first = first;
        first += s->kinds[k].used;
        s->kinds[k].used = 0;
    }
}

bool jit_prepare(jit_search *s, const judge_task *task)
{
    const lp_history *h = s->history = task->history;
    s->methods = task->methods;
    if (s->automaton && automaton_bytes(s->automaton) > RENEW_BYTES) {
        automaton_free(s->automaton);
        s->automaton = NULL;
    }
    if (!s->automaton)
        s->automaton = automaton_new(s->spec, s->pool);
    MEMORY_GROW(s->call, s->call_capacity, h->op_count);
    MEMORY_GROW(s->want, s->want_capacity, h->op_count);
    MEMORY_GROW(s->slot, s->slot_capacity, h->op_count);
    MEMORY_GROW(s->reads, s->reads_capacity, h->op_count);
    MEMORY_GROW(s->in_slot, s->in_slot_capacity, (size_t)h->op_count + 1);
    bool any_forever = false;
    s->kind_count = 0;
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        s->call[i] = automaton_call(s->automaton, task->methods[i], op->process, op->arg);
        s->want[i] = lp_op_pending(op) ? 0 : automaton_result(s->automaton, op->result);
        s->reads[i] = only_reads(s, i);
        any_forever |= lp_op_pending(op);
        if (i % 4096 == 4095 && limits_reached(task->limits))
            return false;
    }
    if (s->hints) {
        MEMORY_GROW(s->hint, s->hint_capacity, h->op_count);
        hints_find(s->hints, task, s->hint);
    }
    lookahead_free(s->lookahead);
    s->lookahead = s->has_ends ? lookahead_new(task) : NULL;
    assign_slots(s);
    if (s->spec->may_return)
        look_out(s);
    s->words = s->slots / 64 + 1;
    MEMORY_GROW(s->sets, s->sets_capacity, (size_t)s->words * JIT_SETS);
    memset(s->sets, 0, (size_t)s->words * JIT_SETS * sizeof *s->sets);
    s->open = s->sets;
    s->taken = s->sets + s->words;
    s->never = s->taken + s->words;
    s->forever = s->never + s->words;
    s->spent = s->forever + s->words;
    if (any_forever)
        find_kinds(s);
    jit_sums_prepare(s);
    jit_memo_start(&s->memo, s->words, any_forever);
    return true;
}
