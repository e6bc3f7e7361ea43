// SPDX-License-Identifier: MIT
// See points_text.h.

#include "verify/points/points_text.h"

#include "base/memory.h"
#include "verify/points/hindsight_moment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct telling {
    inferred_points *p;
    const transition_system *s;
    text *out;
} telling;

static const char *const kind_names[RESULT_KINDS] = {"", "none", "true", "false", "a value"};

static const char *method_name(const telling *t, uint32_t which)
{
    return t->s->p->object->methods[which]->name;
}

static bool has_result(const telling *t, uint32_t which)
{
    return t->s->p->object->methods[which]->result.kind != TYPE_UNIT;
}

// The line and the statement of a step; 0: the call.
static void add_step(const telling *t, uint32_t pc, bool aligned)
{
    const routine *r;
    const source *file = &t->s->m->source;
    const instr *x = pc ? program_instr(t->s->p, pc, &r) : NULL;
    uint32_t line, column;
    if (!x) {
        text_add(t->out, "%s", pc ? "the return" : "the call");
        return;
    }
    source_position(file, x->from, &line, &column);
    char *statement = source_excerpt(file, x->from, x->end);
    char where[16];
    snprintf(where, sizeof where, ":%u", line);
    text_add(t->out, "%-*s%s", aligned ? 5 : (int)strlen(where) + 1, where, statement);
    free(statement);
}

// What tells this place from others of the same step.
static void add_outcome(const telling *t, const operation_place *at)
{
    if (!t->s->returns[at->after]) {
        text_add(t->out, ", going on to ");
        add_step(t, at->after, false);
    } else {
        text_add(t->out, ", when it returns");
        if (has_result(t, at->method))
            text_add(t->out, " %s", kind_names[at->result]);
    }
}

// Does the operation take effect in every such step, wherever it goes on?
static bool is_whole_step(const telling *t, const operation_place *at)
{
    const inferred_points *p = t->p;
    for (uint32_t i = 0; i < p->use_count; i++) {
        operation_place other = operation_step_place(p->game.steps, i);
        if (other.method == at->method && other.pc == at->pc && p->uses[i].passes)
            return false;
    }
    return true;
}

// A row of the table begins with the method and what is returned.
static void begin_row(const telling *t, uint32_t which, result_kind kind)
{
    enum { WIDTH = 20 };
    char name[96];
    bool results = has_result(t, which);
    snprintf(name, sizeof name, "%s%s%s", method_name(t, which), results ? " → " : "",
             results ? kind_names[kind] : "");
    uint32_t width = 0;
    for (const char *c = name; *c; c++)
        width += (*c & 0xC0) != 0x80;
    text_add(t->out, "\n  %s%*s", name, (int)(width < WIDTH ? WIDTH - width : 1), "");
}

// Is it the first of those places of the same step that are told of as one?
static bool is_first(const telling *t, uint32_t which, result_kind kind)
{
    operation_place at = operation_step_place(t->p->game.steps, which);
    for (uint32_t i = 0; i < which; i++) {
        operation_place other = operation_step_place(t->p->game.steps, i);
        if (other.method == at.method && other.pc == at.pc && (t->p->uses[i].kinds >> kind & 1))
            return false;
    }
    return true;
}

static void tell_effect(const telling *t, uint32_t number, result_kind kind, bool whole)
{
    operation_place at = operation_step_place(t->p->game.steps, number);
    begin_row(t, at.method, kind);
    add_step(t, at.pc, true);
    // What it returns is said already.
    if (!whole && !(t->s->returns[at.after] && has_result(t, at.method)))
        add_outcome(t, &at);
    if (t->p->uses[number].passes)
        text_add(t->out, ", under some condition");
}

// A row, and where its step stands in the text.
typedef struct told_row {
    uint32_t from;
    char *row;
} told_row;

static int by_place(const void *a, const void *b)
{
    const told_row *x = a, *y = b;
    return x->from != y->from ? (x->from > y->from) - (x->from < y->from) : strcmp(x->row, y->row);
}

// Rows in the order of the text. Two steps of one statement may have the same row.
static void tell_effects(const telling *t, uint32_t which, result_kind kind)
{
    inferred_points *p = t->p;
    told_row *rows = memory_new((size_t)p->use_count + 1, sizeof *rows);
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->use_count; i++) {
        operation_place at = operation_step_place(p->game.steps, i);
        bool whole = is_whole_step(t, &at);
        if (at.method != which || !(p->uses[i].kinds >> kind & 1) ||
            (whole && !is_first(t, i, kind)))
            continue;
        const routine *r;
        const instr *x = at.pc ? program_instr(t->s->p, at.pc, &r) : NULL;
        text row = {0};
        telling alone = {p, t->s, &row};
        tell_effect(&alone, i, kind, whole);
        rows[count++] = (told_row){x ? x->from : 0, row.bytes};
    }
    qsort(rows, count, sizeof *rows, by_place);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || strcmp(rows[i].row, rows[i - 1].row) != 0)
            text_add(t->out, "%s", rows[i].row);
    for (uint32_t i = 0; i < count; i++)
        free(rows[i].row);
    free(rows);
}

static void tell_hindsight(const telling *t, uint32_t which, result_kind kind)
{
    if (!t->p->results[which][kind].looks)
        return;
    uint32_t pc = hindsight_moment(t->p, which, kind);
    begin_row(t, which, kind);
    if (pc)
        add_step(t, pc, true);
    text_add(t->out, pc ? ", by hindsight: known only later, so no mark can say it"
                        : "by hindsight: at some moment since its call, but in no step of its own");
}

static void tell_helps(const telling *t, uint32_t which, result_kind kind)
{
    inferred_points *p = t->p;
    for (uint32_t i = 0; i < p->use_count; i++) {
        bool helped = false;
        for (size_t k = 0; k < p->help_count; k++)
            helped |= p->helps[k].place == i && p->helps[k].method == which &&
                      (p->helps[k].kinds >> kind & 1);
        if (!helped)
            continue;
        operation_place at = operation_step_place(p->game.steps, i);
        begin_row(t, which, kind);
        add_step(t, at.pc, true);
        text_add(t->out, " of another thread's %s", method_name(t, at.method));
        add_outcome(t, &at);
    }
}

void points_text_print(inferred_points *p, text *out)
{
    const transition_system *s = step_graph_system(p->game.graph);
    telling t = {p, s, out};
    text_add(out, "Operations take effect, with lines of %s:", s->m->source.file);
    for (uint32_t m = 0; m < s->p->object->method_count; m++)
        for (uint32_t k = 0; k < RESULT_KINDS; k++) {
            tell_effects(&t, m, (result_kind)k);
            tell_helps(&t, m, (result_kind)k);
            tell_hindsight(&t, m, (result_kind)k);
        }
}

void points_text_summary(const inferred_points *p, text *out)
{
    bool looks = false, mixed = false;
    for (uint32_t m = 0; m < MODEL_MAX_METHODS; m++)
        for (uint32_t k = 0; k < RESULT_KINDS; k++)
            looks |= p->results[m][k].looks != 0;
    for (uint32_t i = 0; i < p->use_count; i++)
        mixed |= p->uses[i].effects && p->uses[i].passes;
    text_add(out, "operations take effect in %s%s%s",
             mixed ? "steps of their own threads, under conditions"
                   : "fixed steps of their own threads",
             p->help_count ? " or in other threads' steps" : "",
             looks ? "; some that change nothing are explained by hindsight" : "");
}
