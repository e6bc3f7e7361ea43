// SPDX-License-Identifier: MIT
// See mark_site.h.

#include "verify/points/mark_site.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct ways {
    const inferred_points *p;
    const transition_system *s;
    const routine *r;
    uint32_t *labels; // where each is
    bool *seen;
} ways;

enum { NOWHERE = UINT32_MAX };

static void begin(ways *w, const inferred_points *p, uint32_t which)
{
    const transition_system *s = step_graph_system(p->game.graph);
    *w = (ways){.p = p, .s = s, .r = &s->p->routines[which]};
    w->labels = memory_new((size_t)w->r->labels + 1, sizeof *w->labels);
    w->seen = memory_new((size_t)w->r->count + 1, sizeof *w->seen);
    for (uint32_t i = 0; i < w->r->count; i++)
        if (w->r->code[i].kind == INSTR_LABEL)
            w->labels[w->r->code[i].label] = i;
}

static void end(ways *w)
{
    free(w->labels);
    free(w->seen);
}

// The instruction that a step begins with; NOWHERE: it is the call, and begins before the first one.
static uint32_t start_of(const ways *w, uint32_t pc)
{
    for (uint32_t i = 0; pc && i < w->r->count; i++)
        if (w->r->code[i].yields && w->r->code[i].pc == pc)
            return i;
    return NOWHERE;
}

// What is returned in one way only, where that is in the text.
static bool may_return(const ways *w, uint32_t at, uint32_t kind)
{
    const instr *code = w->r->code;
    const expr *value = NULL;
    for (uint32_t i = 0; i < at; i++)
        if (code[i].kind == INSTR_MOVE && code[i].to.kind == SLOT_RESULT &&
            code[i].from == code[at].from)
            value = code[i].a;
    if (value && value->kind == EXPR_NONE)
        return kind == RESULT_NONE;
    if (value && value->kind == EXPR_BOOL)
        return kind == (value->number ? RESULT_TRUE : RESULT_FALSE);
    return true;
}

static bool is_end(const ways *w, uint32_t i, const operation_place *at)
{
    const instr *x = &w->r->code[i];
    if (x->kind == INSTR_RETURN)
        return w->s->returns[at->after] && may_return(w, i, at->result);
    return x->yields && x->pc == at->after;
}

// Does a way from this instruction come to the end of the step, or to the instruction `through` if that is somewhere,
// without `barred`?
static bool leads(ways *w, uint32_t i, const operation_place *at, uint32_t through, uint32_t barred)
{
    while (i < w->r->count && i != barred && !w->seen[i]) {
        const instr *x = &w->r->code[i];
        w->seen[i] = true;
        if (through == NOWHERE ? is_end(w, i, at) : i == through)
            return true;
        if (x->yields || x->kind == INSTR_RETURN)
            return false;
        if (x->kind == INSTR_BRANCH && leads(w, w->labels[x->label], at, through, barred))
            return true;
        i = x->kind == INSTR_JUMP ? w->labels[x->label] : i + 1;
    }
    return false;
}

static bool leads_from(ways *w, uint32_t i, const operation_place *at, uint32_t through,
                       uint32_t barred)
{
    memset(w->seen, 0, w->r->count * sizeof *w->seen);
    return leads(w, i, at, through, barred);
}

// The first instruction after the access of the step.
static uint32_t after_start(const ways *w, const operation_place *at)
{
    uint32_t start = start_of(w, at->pc);
    return start == NOWHERE ? 0 : start + 1;
}

// Does a way of the step go through this instruction? It may be where the step ends.
static bool passes(ways *w, const operation_place *at, uint32_t through)
{
    return leads_from(w, through, at, NOWHERE, NOWHERE) &&
           leads_from(w, after_start(w, at), at, through, NOWHERE);
}

// Is it on every way of the step?
static bool is_on_all(ways *w, const operation_place *at, uint32_t through)
{
    return passes(w, at, through) && !leads_from(w, after_start(w, at), at, NOWHERE, through);
}

// How often is it come to in a step in which an open operation must not take effect? Or in one in which the operation
// has taken effect before?
static void count_others(ways *w, uint32_t which, uint32_t through, place_use *out)
{
    *out = (place_use){0};
    for (uint32_t i = 0; i < w->p->use_count; i++) {
        const place_use *u = &w->p->uses[i];
        operation_place other = operation_step_place(w->p->game.steps, i);
        if (other.method == which && (u->passes || u->dones) && passes(w, &other, through)) {
            out->passes += u->passes;
            out->dones += u->dones;
        }
    }
}

static bool is_first_of_statement(const routine *r, uint32_t i)
{
    const instr *x = &r->code[i];
    if (x->via || x->kind == INSTR_LABEL || x->kind == INSTR_CLEAR || x->end <= x->from)
        return false;
    for (uint32_t k = 0; k < i; k++)
        if (r->code[k].from == x->from && r->code[k].end == x->end &&
            r->code[k].kind != INSTR_LABEL)
            return false;
    return x->from != r->method->at; // the end of the method is no statement
}

// The same of all places of one step.
static place_use whole_step(const ways *w, const operation_place *at)
{
    place_use all = {0};
    for (uint32_t i = 0; i < w->p->use_count; i++) {
        operation_place other = operation_step_place(w->p->game.steps, i);
        if (other.method == at->method && other.pc == at->pc) {
            all.passes += w->p->uses[i].passes;
            all.dones += w->p->uses[i].dones;
        }
    }
    return all;
}

static bool is_word(const transition_system *s, uint32_t at, const char *word)
{
    const source *from = &s->m->source;
    size_t i = 0;
    while (word[i] && at + i < from->length && from->bytes[at + i] == word[i])
        i++;
    return !word[i];
}

// Where the step is in a return statement: by what it returns.
static void find_return(ways *w, const operation_place *at, const instr *x, mark_site *out)
{
    *out = (mark_site){.kind = MARK_RETURN, .from = x->from, .end = x->end};
    out->again = whole_step(w, at).dones > 0;
    for (uint32_t i = 0; i < w->p->use_count; i++) {
        operation_place other = operation_step_place(w->p->game.steps, i);
        if (other.method != at->method || other.pc != at->pc)
            continue;
        if (w->p->uses[i].effects)
            out->results |= 1u << other.result;
        if (w->p->uses[i].passes)
            out->others |= 1u << other.result;
    }
    if (out->results & out->others)
        out->kind = MARK_NOWHERE;
}

// May a mark stand before this instruction, on some way of the step? x: the first one of the step.
static bool may_stand(ways *w, const operation_place *at, const instr *x, uint32_t i,
                      mark_site *out)
{
    const instr *y = &w->r->code[i];
    place_use others;
    if (!is_first_of_statement(w->r, i) || (x && y->from == x->from) || !passes(w, at, i))
        return false;
    count_others(w, at->method, i, &others);
    *out =
        (mark_site){.kind = MARK_BEFORE, .from = y->from, .end = y->end, .again = others.dones > 0};
    return !others.passes;
}

// The last statement before which a mark is right.
static uint32_t find_before(ways *w, const operation_place *at, const instr *x, mark_site *out)
{
    uint32_t count = 0;
    mark_site site;
    for (uint32_t i = 0; i < w->r->count; i++)
        if (may_stand(w, at, x, i, &site) && is_on_all(w, at, i)) {
            *out = site;
            count = 1;
        }
    return count;
}

// No way comes from one of them to another, or misses all of them.
static bool are_apart(ways *w, const operation_place *at, const uint32_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++)
            if (k != i && leads_from(w, list[i], at, list[k], NOWHERE))
                return false;
    memset(w->seen, 0, w->r->count * sizeof *w->seen);
    for (uint32_t i = 0; i < count; i++)
        w->seen[list[i]] = true;
    return !leads(w, after_start(w, at), at, NOWHERE, NOWHERE);
}

// Several, of which each way has one: those that no other one follows.
static uint32_t find_several(ways *w, const operation_place *at, const instr *x, mark_site *out)
{
    uint32_t list[MOST_MARK_SITES], count = 0;
    mark_site site;
    for (uint32_t i = w->r->count; i-- > 0;) {
        bool last = may_stand(w, at, x, i, &site);
        for (uint32_t k = 0; k < count && last; k++)
            last = !leads_from(w, i, at, list[k], NOWHERE);
        if (!last)
            continue;
        if (count == MOST_MARK_SITES)
            return 0;
        list[count] = i;
        out[count++] = site;
    }
    return are_apart(w, at, list, count) ? count : 0;
}

uint32_t mark_sites_find(const inferred_points *p, uint32_t at, mark_site out[MOST_MARK_SITES])
{
    operation_place where = operation_step_place(p->game.steps, at);
    uint32_t count = 0;
    ways w;
    begin(&w, p, where.method);
    uint32_t start = start_of(&w, where.pc);
    const instr *x = start == NOWHERE ? NULL : &w.r->code[start];
    bool simple = x && !x->via && !is_word(w.s, x->from, "if") && !is_word(w.s, x->from, "while") &&
                  !is_word(w.s, x->from, "atomic");
    bool returns = simple && is_word(w.s, x->from, "return");
    place_use whole = whole_step(&w, &where);
    // All places of a step have their marks in the same way.
    if (simple && !returns && !whole.passes)
        out[count++] = (mark_site){
            .kind = MARK_AFTER, .from = x->from, .end = x->end, .again = whole.dones > 0};
    else
        count = find_before(&w, &where, x, out);
    if (!count && returns) {
        find_return(&w, &where, x, out);
        count = out->kind != MARK_NOWHERE;
    }
    if (!count && !returns)
        count = find_several(&w, &where, x, out);
    end(&w);
    return count;
}
