// SPDX-License-Identifier: MIT
// See simulation_cases.h.

#include "simulation_cases.h"

static const matched matched_of[FROM_STEPS] = {MATCHED_A, MATCHED_B, MATCHED_C,
                                               MATCHED_C, MATCHED_I, MATCHED_J};

static uint32_t below(rng *r, uint32_t n)
{
    return (uint32_t)rng_below(r, n);
}

// By definition.

bool from_enabled(const simulation_case *c, from_step a, from_state at)
{
    return c->from[a][0][at.s] < STATES && (a != FROM_J || at.h);
}

from_state from_after(const simulation_case *c, from_step a, from_state at, uint32_t way)
{
    return (from_state){c->from[a][way][at.s], at.h != (a == FROM_I)};
}

bool is_related(const simulation_case *c, uint32_t s, uint32_t u)
{
    return (c->related[0] & c->related[1]) >> (s + STATES * u) & 1;
}

static uint32_t take(const simulation_case *c, to_step a, uint32_t u)
{
    return u == NO_MATCH || c->to[a][0][u] >= STATES ? NO_MATCH : c->to[a][0][u];
}

static uint32_t take_item(const item *x, const simulation_case *c, uint32_t bits, from_step a,
                          uint32_t s, uint32_t u)
{
    if (u == NO_MATCH)
        return u;
    if (x->kind == ITEM_EACH) {
        u = bits >> s & 1 ? take(c, TO_L0, u) : u;
        return bits >> (s + STATES) & 1 ? take(c, TO_L1, u) : u;
    }
    bool asked = bits >> (x->when == BY_TO ? u : s) & 1;
    if (x->when != ALWAYS && !asked)
        return x->when == OR_ELSE_K ? take(c, TO_K, u) : u;
    switch (x->kind) {
    case ITEM_K:
        return take(c, TO_K, u);
    case ITEM_L:
        return take(c, TO_L1, u);
    case ITEM_L_OF_X:
        return take(c, a == FROM_C0 ? TO_L0 : TO_L1, u);
    default:
        return take(c, TO_B, u);
    }
}

uint32_t match_from(const simulation_file *f, const simulation_case *c, from_step a, uint32_t s,
                    uint32_t u)
{
    matched m = matched_of[a];
    const match_shape *shape = &f->shapes[m];
    uint32_t count = shape->given ? shape->before + shape->after : 0;
    uint32_t before = shape->given ? shape->before : 0;
    bool seen = m == MATCHED_A || m == MATCHED_C || (m == MATCHED_B && !f->hidden);
    for (uint32_t i = 0; i < before; i++)
        u = take_item(&shape->items[i], c, c->bits[m][i], a, s, u);
    if (seen)
        u = take(c, (to_step)a, u); // those that are seen have the same numbers
    for (uint32_t i = before; i < count; i++)
        u = take_item(&shape->items[i], c, c->bits[m][i], a, s, u);
    return u;
}

// At random.

static void random_steps(rng *r, steps_table way[2], uint32_t enabled)
{
    for (uint32_t s = 0; s < STATES; s++) {
        way[0][s] = below(r, 8) < enabled ? (uint8_t)below(r, STATES) : DISABLED;
        way[1][s] = way[0][s] == DISABLED || below(r, 2) ? way[0][s] : (uint8_t)below(r, STATES);
    }
}

// From a state that stands for f[s], only where the matching steps lead to what s' stands for.
static void simulating_steps(rng *r, const simulation_file *f, simulation_case *c, from_step a,
                             const uint32_t *stands_for)
{
    for (uint32_t s = 0; s < STATES; s++) {
        uint32_t found = 0;
        c->from[a][0][s] = c->from[a][1][s] = DISABLED;
        for (uint32_t tries = 0; tries < 12 && found < 2; tries++) {
            uint32_t to = below(r, STATES);
            if (match_from(f, c, a, to, stands_for[s]) != stands_for[to])
                continue;
            c->from[a][1][s] = (uint8_t)to;
            if (found++ == 0)
                c->from[a][0][s] = (uint8_t)to;
        }
    }
}

static uint64_t random_relation(rng *r, const uint32_t *stands_for, uint32_t more)
{
    uint64_t all = 0;
    for (uint32_t s = 0; s < STATES; s++)
        for (uint32_t u = 0; u < STATES; u++)
            if (stands_for[s] == u || below(r, 8) < more)
                all |= UINT64_C(1) << (s + STATES * u);
    return all;
}

// The last state of the specification is one that only the second way of a choice leads to.
static void set_apart(simulation_case *c, uint32_t *stands_for)
{
    enum { LAST = STATES - 1 };
    for (uint32_t i = 0; i < 2 * TO_STEPS; i++)
        for (uint32_t s = 0; s < STATES; s++)
            if (c->to[i / 2][i % 2][s] == LAST)
                c->to[i / 2][i % 2][s] = LAST - 1;
    c->to[TO_M][0][0] = 0;
    c->to[TO_M][1][0] = LAST;
    for (uint32_t s = 0; s < STATES; s++)
        stands_for[s] = stands_for[s] == LAST ? LAST - 1 : stands_for[s];
}

// Some are simulations on purpose, and of these some are changed.
static void random_case(rng *r, const simulation_file *f, simulation_case *c)
{
    uint32_t stands_for[STATES], enabled = 1 + below(r, 8), more = below(r, 9);
    bool made = below(r, 5) > 1;
    *c = (simulation_case){0};
    for (uint32_t i = 0; i < STATES; i++)
        stands_for[i] = i ? below(r, STATES) : 0;
    for (uint32_t i = 0; i < MATCHED * 2 * ITEMS; i++)
        c->bits[i / (2 * ITEMS)][i % (2 * ITEMS)] = below(r, 1 << 2 * STATES);
    for (uint32_t i = 0; i < TO_STEPS; i++) {
        random_steps(r, c->to[i], enabled);
        for (uint32_t s = 0; s < STATES && i != TO_M; s++)
            c->to[i][1][s] = c->to[i][0][s]; // what matches does not choose
    }
    bool apart = below(r, 3) == 0;
    if (apart)
        set_apart(c, stands_for);
    for (uint32_t i = 0; i < FROM_STEPS; i++)
        if (made)
            simulating_steps(r, f, c, (from_step)i, stands_for);
        else
            random_steps(r, c->from[i], 1 + below(r, 4));
    c->related[0] = random_relation(r, stands_for, apart ? 0 : more);
    for (uint32_t s = 0; apart && s < STATES; s++)
        c->related[0] |= (uint64_t)below(r, 2) << (s + STATES * (STATES - 1));
    c->related[1] = random_relation(r, stands_for, 8 - below(r, 3));
    uint32_t step = below(r, TO_M), at = below(r, STATES);
    if (below(r, 2) == 0)
        c->to[step][0][at] = c->to[step][1][at] = below(r, 2) ? DISABLED : 0;
    if (below(r, 4) == 0)
        c->related[below(r, 2)] ^= UINT64_C(1) << below(r, STATES * STATES);
}

static item random_item(rng *r, const simulation_file *f, matched m)
{
    item x = {(item_kind)below(r, ITEM_KINDS), (condition_kind)below(r, 4)};
    if ((x.kind == ITEM_B && !f->hidden) || (x.kind == ITEM_L_OF_X && m != MATCHED_C))
        x.kind = ITEM_L;
    return x;
}

void simulation_file_random(rng *r, simulation_file *f)
{
    *f = (simulation_file){.hidden = below(r, 3) == 0,
                           .conditions_let = below(r, 2),
                           .relation = (written_relation)below(r, WAYS)};
    for (uint32_t m = 0; m < MATCHED; m++) {
        match_shape *s = &f->shapes[m];
        *s = (match_shape){below(r, 4) != 0, below(r, ITEMS + 1), below(r, ITEMS), {{0}}};
        for (uint32_t i = 0; i < s->before + s->after; i++)
            s->items[i] = random_item(r, f, (matched)m);
    }
    for (uint32_t i = 0; i < OF_A_FILE; i++)
        random_case(r, f, &f->of[i]);
}
