// SPDX-License-Identifier: MIT
// See unreached.h.

#include "model/steps/unreached.h"

#include "base/memory.h"

#include <stdlib.h>

static uint32_t notes_of(const routine *r)
{
    return 1 + 2 * r->count;
}

uint32_t unreached_notes(const program *p)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < p->routine_count; i++)
        sum += notes_of(&p->routines[i]);
    for (uint32_t i = 0; i < p->model->function_count; i++)
        sum += notes_of(&p->functions[i]);
    return sum;
}

uint32_t unreached_entry(const program *p, const routine *r)
{
    uint32_t base = 0;
    for (uint32_t i = 0; i < p->routine_count; base += notes_of(&p->routines[i]), i++)
        if (r == &p->routines[i])
            return base;
    for (uint32_t i = 0; i < p->model->function_count; base += notes_of(&p->functions[i]), i++)
        if (r == &p->functions[i])
            return base;
    return UNREACHED_NOWHERE;
}

uint32_t unreached_note(const program *p, const routine *r, const instr *i)
{
    uint32_t base = unreached_entry(p, r);
    return base == UNREACHED_NOWHERE ? base : base + 1 + 2 * (uint32_t)(i - r->code);
}

typedef struct flow {
    const program *p;
    const uint8_t *seen;
    bool *reached; // of each instruction: at its note
    bool function[MODEL_MAX_FUNCTIONS];
    bool changed;
} flow;

static void set(flow *f, bool *what, bool is)
{
    f->changed |= is && !*what;
    *what |= is;
}

// One pass; `labels`: those that are jumped to, as far as is known.
static void pass(flow *f, const routine *r, bool entered, bool *labels)
{
    bool on = entered;
    uint32_t entry = unreached_entry(f->p, r);
    for (uint32_t n = 0; n < r->count; n++) {
        const instr *i = &r->code[n];
        uint32_t note = entry + 1 + 2 * n;
        on |= i->kind == INSTR_LABEL && labels[i->label];
        set(f, &f->reached[note], on);
        if (!on)
            continue;
        if (i->kind == INSTR_BRANCH)
            set(f, &labels[i->label], f->seen[note + 1]);
        if (i->kind == INSTR_JUMP)
            set(f, &labels[i->label], true);
        if (i->kind == INSTR_CALL)
            set(f, &f->function[i->record], true);
        if (i->kind == INSTR_BRANCH || i->kind == INSTR_AWAIT || i->kind == INSTR_LOCK)
            on = f->seen[note];
        if (i->kind == INSTR_JUMP || i->kind == INSTR_RETURN)
            on = false;
    }
}

static void find_reached(flow *f, const routine *r, bool entered)
{
    bool *labels = memory_new(r->labels + 2, sizeof *labels);
    do {
        f->changed = false;
        pass(f, r, entered, labels);
    } while (f->changed);
    free(labels);
}

static void find_all(flow *f)
{
    const program *p = f->p;
    for (uint32_t i = 0; i < p->routine_count; i++)
        find_reached(f, &p->routines[i], f->seen[unreached_entry(p, &p->routines[i])]);
    // Functions call functions: as often as there are some, all is known.
    for (uint32_t again = 0; again < p->model->function_count; again++)
        for (uint32_t i = 0; i < p->model->function_count; i++)
            find_reached(f, &p->functions[i], f->function[i]);
}

// Part of a statement that somebody wrote: not where it ends, nor the end of a method.
static bool is_written(const routine *r, const instr *i)
{
    if (i->end <= i->from || i->kind == INSTR_LABEL || i->kind == INSTR_CLEAR)
        return false;
    if (i->kind == INSTR_JUMP) // break or continue
        return i->at == i->from;
    return i->kind != INSTR_RETURN || i->at != r->method->at;
}

static void add(unreached *c, unreached_lack lack, const instr *i)
{
    MEMORY_GROW(c->places, c->capacity, c->count + 1);
    c->places[c->count++] = (unreached_place){lack, i->from, i->end};
}

// Is what comes first from here on written down, and never reached? Then that is said of it.
static bool lacks_next(const flow *f, const routine *r, const instr *branch, uint32_t n)
{
    for (; n < r->count; n++) {
        const instr *i = &r->code[n];
        if (is_written(r, i) && (i->from != branch->from || i->end != branch->end))
            return !f->reached[unreached_note(f->p, r, i)];
        if (i->kind == INSTR_JUMP || i->kind == INSTR_RETURN)
            return false;
    }
    return false;
}

static uint32_t place_of(const routine *r, uint32_t label)
{
    uint32_t n = 0;
    while (n < r->count && (r->code[n].kind != INSTR_LABEL || r->code[n].label != label))
        n++;
    return n;
}

static bool is_constant(const expr *x)
{
    if (!x)
        return true;
    bool plain = x->kind == EXPR_INT || x->kind == EXPR_BOOL || x->kind == EXPR_NOT ||
                 x->kind == EXPR_BINARY;
    return plain && is_constant(x->a) && is_constant(x->b);
}

static void look_at(unreached *c, const flow *f, const routine *r, const instr *i)
{
    uint32_t note = unreached_note(f->p, r, i), n = (uint32_t)(i - r->code);
    if (!f->reached[note]) {
        if (is_written(r, i))
            add(c, UNREACHED_STATEMENT, i);
        return;
    }
    if (i->kind != INSTR_BRANCH || !i->decides || is_constant(i->a) || i->end <= i->from)
        return;
    if (!f->seen[note] && !lacks_next(f, r, i, n + 1))
        add(c, UNREACHED_TRUE, i);
    if (!f->seen[note + 1] && !lacks_next(f, r, i, place_of(r, i->label)))
        add(c, UNREACHED_FALSE, i);
}

static int by_place(const void *a, const void *b)
{
    const unreached_place *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    return (int)x->lack - (int)y->lack;
}

// Is some instruction of this statement not lacking in this way?
static bool is_there(const flow *f, const routine *r, const unreached_place *at)
{
    for (uint32_t n = 0; n < r->count; n++) {
        const instr *i = &r->code[n];
        uint32_t note = unreached_note(f->p, r, i);
        if (i->from != at->from || i->end != at->end || !f->reached[note])
            continue;
        if (at->lack == UNREACHED_STATEMENT && is_written(r, i))
            return true;
        if (at->lack != UNREACHED_STATEMENT && i->kind == INSTR_BRANCH && i->decides &&
            f->seen[note + (at->lack == UNREACHED_FALSE)])
            return true;
    }
    return false;
}

// A statement may become several instructions, and be there more than once.
static void keep_whole(unreached *c, const flow *f)
{
    const program *p = f->p;
    size_t kept = 0;
    for (size_t k = 0; k < c->count; k++) {
        const unreached_place *at = &c->places[k];
        bool there = k > 0 && by_place(at, at - 1) == 0;
        for (uint32_t i = 0; !there && i < p->routine_count; i++)
            there = is_there(f, &p->routines[i], at);
        for (uint32_t i = 0; !there && i < p->model->function_count; i++)
            there = is_there(f, &p->functions[i], at);
        if (!there)
            c->places[kept++] = *at;
    }
    c->count = kept;
}

void unreached_find(unreached *c, const program *p, const uint8_t *seen)
{
    *c = (unreached){.method_count = p->routine_count};
    flow f = {.p = p, .seen = seen};
    f.reached = memory_new(unreached_notes(p) + 1, sizeof *f.reached);
    find_all(&f);
    for (uint32_t k = 0; k < p->routine_count; k++) {
        const routine *r = &p->routines[k];
        for (uint32_t n = 0; n < r->count; n++)
            c->returned[k] |=
                r->code[n].kind == INSTR_RETURN && f.reached[unreached_note(p, r, &r->code[n])];
        // An action that was tried and not enabled, or had to wait, was not taken.
        c->called[k] = p->object->is_automaton ? c->returned[k] : seen[unreached_entry(p, r)];
        for (uint32_t n = 0; c->called[k] && n < r->count;
             n++) // else that is said, and all follows
            look_at(c, &f, r, &r->code[n]);
    }
    for (uint32_t k = 0; k < p->model->function_count; k++)
        for (uint32_t n = 0; f.function[k] && n < p->functions[k].count; n++)
            look_at(c, &f, &p->functions[k], &p->functions[k].code[n]);
    if (c->count)
        qsort(c->places, c->count, sizeof *c->places, by_place);
    keep_whole(c, &f);
    free(f.reached);
}

void unreached_fini(unreached *c)
{
    free(c->places);
    *c = (unreached){0};
}
