// SPDX-License-Identifier: MIT
// See orbit_known.h.

#include "verify/canonical/orbit_known.h"

#include <string.h>

static inline uint32_t mixed(uint32_t n)
{
    n *= 0x9E3779B1u;
    return (n ^ n >> 15) * 0x85EBCA77u;
}

static uint32_t seq_mark(const orbit_plan *p, const content *c, const int32_t *cells)
{
    uint32_t sum = (uint32_t)cells[0], used = (uint32_t)cells[0] * c->part_count;
    for (uint32_t i = 0; i < used; i++) {
        const content *part = &p->contents[c->parts[i % c->part_count]];
        int32_t cell = cells[1 + i];
        if (part->kind == CONTENT_TABLE)
            cell = part->least[content_value(part, cell)];
        sum = c->sorted ? sum + mixed((uint32_t)cell + 1) : mixed(sum + (uint32_t)cell);
    }
    return sum;
}

static uint32_t field_mark(const orbit_plan *p, const content *c, const field *x, const int32_t *in)
{
    uint32_t sum = 0;
    switch (c->kind) {
    case CONTENT_PLAIN:
        return (uint32_t)in[x->cell];
    case CONTENT_TABLE:
        return (uint32_t)c->least[content_value(c, in[x->cell])];
    case CONTENT_MASK:
        for (uint32_t i = 0; i < c->width; i++)
            sum += (uint32_t)__builtin_popcount((uint32_t)in[x->cell + i * x->stride]);
        return sum;
    case CONTENT_SEQ:
        return seq_mark(p, c, in + x->cell);
    case CONTENT_BLOCK:
        // Mostly it is a channel, and empty.
        for (uint32_t i = 0; in[x->cell] && i < c->width; i++)
            sum = mixed(sum + (uint32_t)in[x->cell + i]);
        return sum;
    }
    return sum;
}

// A number may be taken off by adding its complement.
static inline uint64_t signed_part(uint64_t part, bool off)
{
    return off ? 0 - part : part;
}

static inline uint64_t part_of(const orbit_mark *k, uint32_t mark)
{
    enum { DIGIT = 15 };
    uint64_t part = mark ? mixed(mark + k->seed) : 0;
    return k->digit ? part + ((uint64_t)(mark & DIGIT) << k->digit) : part;
}

// Adds what a field says of names, or takes it off.
static void add_field(const orbit_plan *p, uint32_t which, const int32_t *cells, bool off,
                      orbit_known *known)
{
    const field *x = &p->fields[which];
    const content *c = &p->contents[x->content];
    uint32_t first = which ? p->marked_until[which - 1] : 0, end = p->marked_until[which];
    uint32_t mark = first < end ? field_mark(p, c, x, cells) : 0;
    for (const marked_name *m = p->marked + first; m < p->marked + end; m++) {
        uint64_t *of = known->of[m->orbit];
        if (!m->mark->mentions) {
            of[m->name] += signed_part(part_of(m->mark, mark), off);
            continue;
        }
        const orbit *o = &p->orbits[m->orbit];
        uint64_t names = c->mentions[content_value(c, cells[x->cell])] >> o->number;
        for (uint32_t n = 0; n < o->count; n++)
            if (names >> n & 1)
                of[n] += signed_part(part_of(m->mark, 1), off);
    }
}

// Most channels are empty.
static bool says_something(const field *x, const int32_t *cells)
{
    return !x->silent || cells[x->cell];
}

void orbit_known_find(const orbit_plan *p, const int32_t *cells, orbit_known *out)
{
    memset(out->of, 0, p->orbit_count * sizeof *out->of);
    for (uint32_t i = 0; i < p->field_count; i++)
        if (says_something(&p->fields[i], cells))
            add_field(p, i, cells, false, out);
}

void orbit_known_follow(const orbit_plan *p, const int32_t *before, const int32_t *after,
                        const cell_changes *changed, uint32_t *met, uint32_t turn,
                        orbit_known *known)
{
    for (uint32_t i = 0; i < changed->count; i++) {
        uint32_t which = p->field_of[changed->list[i]];
        if (!which || met[which - 1] == turn)
            continue;
        met[which - 1] = turn;
        if (says_something(&p->fields[which - 1], before))
            add_field(p, which - 1, before, true, known);
        if (says_something(&p->fields[which - 1], after))
            add_field(p, which - 1, after, false, known);
    }
}
