// SPDX-License-Identifier: MIT
// See orbit_plan.h.

#include "verify/canonical/orbit_plan.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// Does the type hold names of the orbit?
bool orbit_mentions(const model *m, type t, const orbit *o)
{
    if (t.kind == TYPE_ENUM)
        return t.record == o->of && (!t.ranged || (t.low <= o->first && t.high >= o->first));
    bool any = false;
    for (uint32_t i = 0; i < t.part_count; i++)
        any = any || orbit_mentions(m, t.parts[i], o);
    for (uint32_t i = 0; t.kind == TYPE_MESSAGE && i < m->message_count; i++)
        for (uint32_t k = 0; k < m->messages[i].param_count; k++)
            any = any || orbit_mentions(m, m->messages[i].params[k].type, o);
    return any;
}

bool orbits_move(const orbit_plan *p, type t)
{
    bool any = false;
    for (uint32_t i = 0; i < p->orbit_count; i++)
        any = any || orbit_mentions(p->m, t, &p->orbits[i]);
    return any;
}

static bool in_state(const model *m, const orbit *o)
{
    bool any = false;
    for (uint32_t i = 0; i < m->shared_count; i++)
        any = any || orbit_mentions(m, variable_type(&m->shared[i]), o) ||
              (m->shared[i].length && orbit_mentions(m, m->shared[i].index, o));
    return any;
}

static void find_orbits(orbit_plan *p, const enum_symmetry *s)
{
    for (uint32_t e = 0; e < p->m->enum_count; e++)
        for (uint32_t i = 0; i < p->m->enums[e]->item_count;) {
            orbit o = {.of = e, .first = i, .count = 1};
            for (i++; i < p->m->enums[e]->item_count && !s->cut[e][i]; i++)
                o.count++;
            if (o.count > 1 && p->orbit_count < ORBITS_MOST && in_state(p->m, &o))
                p->orbits[p->orbit_count++] = o;
        }
}

static uint32_t factorial(uint32_t n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static uint64_t count_orders(const orbit_plan *p)
{
    uint64_t orders = 1;
    for (uint32_t i = 0; i < p->orbit_count; i++)
        orders *= factorial(p->orbits[i].count);
    return orders;
}

// Until there are no more than so many permutations.
static void shrink(orbit_plan *p, uint64_t most)
{
    for (uint32_t i = 0; i < p->orbit_count; i++)
        if (p->orbits[i].count > ORBIT_MOST_NAMES)
            p->orbits[i].count = ORBIT_MOST_NAMES;
    while (p->orbit_count && count_orders(p) > most) {
        uint32_t largest = 0;
        for (uint32_t i = 1; i < p->orbit_count; i++)
            largest = p->orbits[i].count > p->orbits[largest].count ? i : largest;
        if (--p->orbits[largest].count == 1)
            p->orbits[largest] = p->orbits[--p->orbit_count];
    }
    uint32_t number = 0, weight = 1;
    for (uint32_t i = 0; i < p->orbit_count; i++) {
        orbit *o = &p->orbits[i];
        o->number = number;
        o->orders = factorial(o->count);
        o->weight = weight;
        number += o->count;
        weight *= o->orders;
    }
    p->orders = weight;
}

static void find_swaps(orbit_plan *p)
{
    for (uint32_t i = 0; i < p->orbit_count; i++)
        for (uint32_t a = 0; a < p->orbits[i].count; a++)
            for (uint32_t b = 0; b < p->orbits[i].count; b++) {
                uint8_t order[ORBIT_MOST_NAMES];
                for (uint32_t k = 0; k < p->orbits[i].count; k++)
                    order[k] = (uint8_t)(k == a ? b : k == b ? a : k);
                p->swaps[i][a][b] = orbit_order_number(&p->orbits[i], order);
            }
}

// See orbit_order_number.
void orbit_permutation(const orbit_plan *p, uint32_t number, enum_permutation *out)
{
    enum_permutation_init(out);
    for (uint32_t i = 0; i < p->orbit_count; i++) {
        const orbit *o = &p->orbits[i];
        uint32_t rest = number / o->weight % o->orders, left[ORBIT_MOST_NAMES];
        for (uint32_t k = 0; k < o->count; k++)
            left[k] = k;
        for (uint32_t k = 0, n = o->orders; k < o->count; k++) {
            n /= o->count - k;
            uint32_t at = rest / n, name = left[at];
            rest %= n;
            memmove(left + at, left + at + 1, (o->count - k - at - 1) * sizeof *left);
            out->to[o->of][o->first + name] = (uint8_t)(o->first + k);
        }
    }
}

uint32_t orbit_permutation_number(const orbit_plan *p, const enum_permutation *e)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < p->orbit_count; i++) {
        const orbit *o = &p->orbits[i];
        uint8_t order[ORBIT_MOST_NAMES] = {0};
        for (uint32_t k = 0; k < o->count; k++)
            order[e->to[o->of][o->first + k] - o->first] = (uint8_t)k;
        number += orbit_order_number(o, order);
    }
    return number;
}

static void clear_fields(orbit_plan *p)
{
    for (uint32_t i = 0; i < p->content_count; i++) {
        free(p->contents[i].tables);
        free(p->contents[i].least);
        free(p->contents[i].mentions);
        free(p->contents[i].ranks);
    }
    for (uint32_t i = 0; i < ORBITS_MOST; i++)
        for (uint32_t k = 0; k < p->mark_count[i]; k++)
            free(p->marks[i][k].fields);
    memset(p->mark_count, 0, sizeof p->mark_count);
    p->content_count = p->field_count = p->cells = 0;
}

static bool tables_fit(const orbit_plan *p)
{
    return orbit_tables_size(p) * p->orders <= ORBIT_MOST_TABLES && p->field_count <= UINT16_MAX;
}

orbit_plan *orbit_plan_like(const program *of, const enum_symmetry *s, const orbit_plan *other)
{
    orbit_plan *p = memory_new(1, sizeof *p);
    p->m = of->model;
    p->l = &of->layout;
    memcpy(p->orbits, other->orbits, sizeof p->orbits);
    p->orbit_count = other->orbit_count;
    p->orders = other->orders;
    orbit_fields_find(p, of, s);
    if (!tables_fit(p)) {
        orbit_plan_free(p);
        return NULL;
    }
    orbit_tables_fill(p);
    orbit_marks_list(p);
    find_swaps(p);
    return p;
}

orbit_plan *orbit_plan_new(const program *of, const enum_symmetry *s)
{
    orbit_plan *p = memory_new(1, sizeof *p);
    p->m = of->model;
    p->l = &of->layout;
    find_orbits(p, s);
    for (uint64_t most = ORBIT_MOST_ORDERS;;) {
        shrink(p, most);
        orbit_fields_find(p, of, s);
        if (p->orders == 1 || tables_fit(p))
            break;
        most = p->orders - 1;
        clear_fields(p);
    }
    if (p->orders == 1) {
        orbit_plan_free(p);
        return NULL;
    }
    orbit_tables_fill(p);
    orbit_marks_list(p);
    find_swaps(p);
    return p;
}

void orbit_plan_free(orbit_plan *p)
{
    if (!p)
        return;
    clear_fields(p);
    free(p->contents);
    free(p->fields);
    free(p->from);
    free(p->touched);
    free(p->touched_until);
    free(p->marked);
    free(p->marked_until);
    free(p->field_of);
    free(p);
}
