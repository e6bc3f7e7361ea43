// SPDX-License-Identifier: MIT
// See orbit_form.h.

#include "verify/canonical/orbit_form.h"

#include "base/memory.h"
#include "model/syntax/finite_type.h"

#include <stdlib.h>
#include <string.h>

void orbit_form_init(orbit_form *f, const orbit_plan *p)
{
    *f = (orbit_form){.plan = p};
    uint32_t widest = 1;
    for (uint32_t i = 0; i < p->content_count; i++)
        widest = p->contents[i].width > widest ? p->contents[i].width : widest;
    f->best = memory_new(p->cells + 1, sizeof *f->best);
    f->tried = memory_new(widest, sizeof *f->tried);
    f->met = memory_new(p->field_count + 1, sizeof *f->met);
}

void orbit_form_fini(orbit_form *f)
{
    free(f->best);
    free(f->tried);
    free(f->met);
}

// By what is known of them. False: no two are tied.
static bool sort_names(orbit_form *f, const orbit_known *known, uint32_t which)
{
    uint8_t *order = f->order[which];
    const uint64_t *of = known->of[which];
    uint32_t count = f->plan->orbits[which].count;
    bool *tied = f->tied[which], any = false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; at > 0 && of[order[at - 1]] > of[i]; at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)i;
    }
    tied[0] = false;
    for (uint32_t i = 1; i < count; i++)
        any |= tied[i] = of[order[i]] == of[order[i - 1]];
    return any;
}

static uint32_t order_number(const orbit_plan *p, const orbit_form *f)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < p->orbit_count; i++)
        number += orbit_order_number(&p->orbits[i], f->order[i]);
    return number;
}

// The next order of those that are tied: as numbers go. False: back at the first one.
static bool next_order(orbit_form *f)
{
    for (uint32_t i = 0; i < f->plan->orbit_count; i++) {
        uint8_t *order = f->order[i];
        for (uint32_t from = 0, to; from < f->plan->orbits[i].count; from = to) {
            for (to = from + 1; to < f->plan->orbits[i].count && f->tied[i][to];)
                to++;
            uint32_t k = to - 1, j = to - 1;
            while (k > from && order[k - 1] > order[k])
                k--;
            if (k > from) {
                while (order[j] < order[k - 1])
                    j--;
                uint8_t was = order[j];
                order[j] = order[k - 1];
                order[k - 1] = was;
            }
            for (uint32_t a = k, b = to - 1; a < b; a++, b--) {
                uint8_t was = order[a];
                order[a] = order[b];
                order[b] = was;
            }
            if (k > from)
                return true;
        }
    }
    return false;
}

static void make_mask(const content *c, const field *x, uint32_t number, const int32_t *in,
                      int32_t *out)
{
    const uint8_t *ranks = c->ranks + (size_t)number * c->card;
    memset(out, 0, c->width * sizeof *out);
    for (uint32_t i = 0; i < c->width; i++)
        for (uint32_t bits = (uint32_t)in [x->cell + i * x->stride]; bits; bits &= bits - 1) {
            uint32_t to = ranks[i * MASK_BITS + (uint32_t)__builtin_ctz(bits)];
            out[to / MASK_BITS] |= 1 << (to % MASK_BITS);
        }
}

static void make_seq(const orbit_plan *p, const content *c, const int32_t *in, uint32_t number,
                     int32_t *out)
{
    uint32_t used = (uint32_t)in[0] * c->part_count;
    out[0] = in[0];
    for (uint32_t i = 0; i < used; i++) {
        const content *part = &p->contents[c->parts[i % c->part_count]];
        int32_t cell = in[1 + i];
        if (part->kind == CONTENT_TABLE)
            cell = part->tables[(size_t)number * part->card + content_value(part, cell)];
        uint32_t k = 1 + i;
        for (; c->sorted && k > 1 && out[k - 1] > cell; k--)
            out[k] = out[k - 1];
        out[k] = cell;
    }
    memset(out + 1 + used, 0, (c->width - 1 - used) * sizeof *out);
}

// What a permutation makes of a field.
static void make_field(const orbit_form *f, const content *c, const field *x, uint32_t number,
                       int32_t *out)
{
    switch (c->kind) {
    case CONTENT_PLAIN:
        out[0] = f->in[x->cell];
        break;
    case CONTENT_TABLE:
        out[0] = c->tables[(size_t)number * c->card + content_value(c, f->in[x->cell])];
        break;
    case CONTENT_MASK:
        make_mask(c, x, number, f->in, out);
        break;
    case CONTENT_SEQ:
        make_seq(f->plan, c, f->in + x->cell, number, out);
        break;
    case CONTENT_BLOCK:
        memcpy(out, f->in + x->cell, c->width * sizeof *out);
        break;
    }
}

// Cells are compared as they are stored, whatever they mean.
static int compare_cells(const int32_t *a, const int32_t *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static void take_order(orbit_form *f, uint32_t number, uint32_t first)
{
    const orbit_plan *p = f->plan;
    const uint16_t *from = p->from + (size_t)number * p->field_count;
    for (uint32_t i = first; i < p->field_count; i++) {
        const field *x = &p->fields[from[i]];
        make_field(f, &p->contents[x->content], x, number, f->best + p->fields[i].start);
    }
}

// How the state under this permutation compares with the best one, which it becomes if it is less.
static int try_order(orbit_form *f, uint32_t number)
{
    const orbit_plan *p = f->plan;
    const uint16_t *from = p->from + (size_t)number * p->field_count;
    for (uint32_t i = 0; i < p->field_count; i++) {
        const field *x = &p->fields[from[i]];
        const content *c = &p->contents[x->content];
        make_field(f, c, x, number, f->tried);
        int way = compare_cells(f->tried, f->best + p->fields[i].start, c->width);
        if (way < 0)
            take_order(f, number, i);
        if (way)
            return way;
    }
    return 0;
}

static void put_field(const orbit_form *f, const field *x, int32_t *cells)
{
    uint32_t width = f->plan->contents[x->content].width;
    for (uint32_t k = 0; k < width; k++)
        cells[x->cell + k * x->stride] = f->best[x->start + k];
}

static void put_fields(const orbit_form *f, int32_t *cells)
{
    const orbit_plan *p = f->plan;
    for (uint32_t i = 0; i < p->field_count; i++)
        put_field(f, &p->fields[i], cells);
}

// The fields that a permutation may change.
typedef struct touched {
    const uint16_t *list, *from;
    uint32_t count;
} touched;

static touched touched_by(const orbit_plan *p, uint32_t number)
{
    uint32_t first = number ? p->touched_until[number - 1] : 0;
    return (touched){p->touched + first, p->from + (size_t)number * p->field_count,
                     p->touched_until[number] - first};
}

// Only these are looked at, and `best` holds nothing else afterwards.
static void permute(orbit_form *f, uint32_t number, int32_t *cells)
{
    const orbit_plan *p = f->plan;
    touched t = touched_by(p, number);
    for (uint32_t i = 0; i < t.count; i++) {
        const field *x = &p->fields[t.from[t.list[i]]];
        make_field(f, &p->contents[x->content], x, number, f->best + p->fields[t.list[i]].start);
    }
    for (uint32_t i = 0; i < t.count; i++)
        put_field(f, &p->fields[t.list[i]], cells);
}

// Does the permutation leave the state as it is?
static bool leaves_state(orbit_form *f, uint32_t number)
{
    const orbit_plan *p = f->plan;
    touched t = touched_by(p, number);
    for (uint32_t i = 0; i < t.count; i++) {
        const field *x = &p->fields[t.from[t.list[i]]], *y = &p->fields[t.list[i]];
        const content *c = &p->contents[x->content];
        make_field(f, c, x, number, f->tried);
        for (uint32_t k = 0; k < c->width; k++)
            if (f->tried[k] != f->in[y->cell + k * y->stride])
                return false;
    }
    return true;
}

// Names that are tied, of which each can be exchanged with the next one without changing the state,
// make the same of it in every order: one is enough. False: none are left that are tied.
static bool untie_alike(orbit_form *f, uint32_t which)
{
    const orbit *o = &f->plan->orbits[which];
    const uint8_t *order = f->order[which];
    bool *tied = f->tied[which], any = false;
    for (uint32_t from = 0, to; from < o->count; from = to) {
        bool alike = true;
        for (to = from + 1; to < o->count && tied[to]; to++)
            alike = alike && leaves_state(f, f->plan->swaps[which][order[to - 1]][order[to]]);
        for (uint32_t i = from + 1; i < to; i++)
            tied[i] = !alike;
        any |= to > from + 1 && !alike;
    }
    return any;
}

static uint32_t observe(const orbit_form *f, uint32_t observed, uint32_t number)
{
    return f->observed && number ? f->observed(f->context, observed, number) : observed;
}

// Where nobody looks at names that are alike. False: one order is left.
static bool order_names(orbit_form *f, const orbit_known *known)
{
    bool tied = false;
    for (uint32_t i = 0; i < f->plan->orbit_count; i++)
        tied |= sort_names(f, known, i) && (f->observed || untie_alike(f, i));
    return tied;
}

static uint32_t make(orbit_form *f, const orbit_known *known, int32_t *cells, uint32_t observed)
{
    const orbit_plan *p = f->plan;
    f->in = cells;
    bool tied = order_names(f, known);
    uint32_t number = order_number(p, f);
    f->same = !tied && number == 0; // the first permutation
    if (!tied) {
        permute(f, number, cells);
        return observe(f, observed, number);
    }
    take_order(f, number, 0);
    uint32_t chosen = observe(f, observed, number);
    while (next_order(f)) {
        number = order_number(p, f);
        int way = try_order(f, number);
        if (way > 0 || (way == 0 && !f->observed))
            continue;
        uint32_t other = observe(f, observed, number);
        if (way < 0 || other < chosen)
            chosen = other;
    }
    put_fields(f, cells);
    return chosen;
}

uint32_t orbit_form_make(orbit_form *f, int32_t *cells, uint32_t observed)
{
    orbit_known known;
    orbit_known_find(f->plan, cells, &known);
    return make(f, &known, cells, observed);
}

void orbit_form_base(orbit_form *f, const int32_t *cells)
{
    f->base = cells;
    orbit_known_find(f->plan, cells, &f->known);
}

uint32_t orbit_form_make_near(orbit_form *f, const cell_changes *changed, int32_t *cells,
                              uint32_t observed)
{
    orbit_known known;
    memcpy(known.of, f->known.of, f->plan->orbit_count * sizeof *known.of);
    if (++f->turn == 0) {
        memset(f->met, 0, f->plan->field_count * sizeof *f->met);
        f->turn = 1;
    }
    orbit_known_follow(f->plan, f->base, cells, changed, f->met, f->turn, &known);
    return make(f, &known, cells, observed);
}

void orbit_form_permute(orbit_form *f, uint32_t number, int32_t *cells)
{
    f->in = cells;
    permute(f, number, cells);
}
