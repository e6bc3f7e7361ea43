// SPDX-License-Identifier: MIT
// Shared memory, nodes, links and choices.

#include "model/interpret/machine.h"

#include <string.h>

static int32_t *node_in(const machine *m, int32_t *cells, uint32_t of, int64_t number)
{
    const heap_layout *h = &m->p->layout.heaps[of];
    return cells + h->start + (size_t)(number - 1) * h->stride;
}

static int32_t *node_of(const machine *m, uint32_t of, int64_t number)
{
    return node_in(m, m->cells, of, number);
}

// NULL: it cannot be touched.
static int32_t *node_at(machine *m, const place *p, uint32_t where)
{
    int64_t number = machine_eval(m, p->base);
    if (number == 0) {
        machine_fail(m, PROBLEM_NULL, where);
        return NULL;
    }
    int32_t *node = node_in(m, p->before ? m->before : m->cells, p->record, number);
    if (!m->p->reuse && node[0] == NODE_FREED) {
        machine_fail(m, PROBLEM_FREED, where);
        return NULL;
    }
    return node;
}

int32_t *machine_place(machine *m, const place *p, uint32_t where)
{
    int32_t *first;
    if (p->base) {
        int32_t *node = node_at(m, p, where);
        if (!node)
            return NULL;
        first = node + m->p->layout.heaps[p->record].fields[p->index];
    } else if (p->local) {
        first = m->mine + m->r->cells[p->index];
    } else {
        first = (p->before ? m->before : m->cells) + variable_start(m->p, p->index, m->thread);
    }
    int64_t item = p->at ? machine_eval(m, p->at) : 0;
    if (p->at && (item < 0 || item >= program_variable(m->p, m->r, p)->length)) {
        machine_fail(m, PROBLEM_BOUNDS, where);
        return NULL;
    }
    return first + (size_t)item * variable_unit(m->p, program_variable(m->p, m->r, p));
}

uint32_t machine_way(machine *m, uint32_t ways, uint32_t where)
{
    run *r = m->run;
    if (ways == 1)
        return 0;
    if (r->used == RUN_MAX_CHOICES || ways > RUN_MAX_WAYS || ways == 0)
        return (uint32_t)machine_fail(m, PROBLEM_CHOICES, where);
    if (r->used == r->given)
        r->choice[r->given++] = 0;
    r->bound[r->used] = ways;
    return r->choice[r->used++];
}

static void unlink_all(machine *m, const link_place *k, int64_t what)
{
    const layout *l = &m->p->layout;
    for (uint32_t t = 0; k && t < m->p->threads; t++) {
        int32_t *link = &m->cells[l->threads + t * l->thread_stride + k->cell];
        if (*link == what)
            *link = 0;
    }
}

// What a link to the place holds: see link_place.
static int64_t linked(machine *m, const place *p)
{
    return p->base ? machine_eval(m, p->base) : p->at ? machine_eval(m, p->at) + 1 : 1;
}

static void wrote(machine *m, const place *p)
{
    const link_place *k = program_link(m->p, p);
    if (k)
        unlink_all(m, k, linked(m, p));
}

static void do_ll(machine *m, const instr *i, int32_t old)
{
    m->mine[program_link(m->p, &i->place)->cell] = (int32_t)linked(m, &i->place);
    machine_put(m, i->to, old);
}

bool machine_linked(machine *m, const place *p)
{
    return m->mine[program_link(m->p, p)->cell] == linked(m, p);
}

static void do_sc(machine *m, const instr *i, int32_t *cell, int64_t value)
{
    bool still = machine_linked(m, &i->place);
    m->mine[program_link(m->p, &i->place)->cell] = 0;
    if (still) {
        wrote(m, &i->place);
        *cell = (int32_t)value;
    }
    machine_put(m, i->to, still);
}

void machine_new(machine *m, const instr *i)
{
    int32_t items[MODEL_MAX_NAMES];
    for (uint32_t k = 0; k < i->item_count; k++)
        items[k] = (int32_t)machine_eval(m, i->items[k]);
    if (m->run->problem)
        return;
    uint32_t fresh = 0, freed = 0;
    for (uint32_t n = m->p->layout.nodes; n > 0; n--) {
        if (*node_of(m, i->record, n) == NODE_FREE)
            fresh = n;
        freed += *node_of(m, i->record, n) == NODE_FREED;
    }
    if (!fresh) {
        machine_fail(m, PROBLEM_NODES, i->at);
        return;
    }
    uint32_t which = machine_way(m, 1 + freed, i->at);
    for (uint32_t n = 1; which > 0; n++)
        if (*node_of(m, i->record, n) == NODE_FREED && --which == 0)
            fresh = n;
    const record *r = m->p->model->records[i->record];
    int32_t *node = node_of(m, i->record, fresh), *cell = node + 1;
    node[0] = NODE_USED;
    for (uint32_t f = 0; f < r->field_count; f++)
        for (uint32_t k = 0; k < variable_cells(m->p, &r->fields[f]); k++)
            *cell++ = f < i->item_count ? items[f] : r->fields[f].type.optional ? CELL_NONE : 0;
    for (uint32_t k = 0; k < m->p->layout.link_count; k++)
        if (m->p->layout.links[k].field && m->p->layout.links[k].record == i->record)
            unlink_all(m, &m->p->layout.links[k], fresh);
    machine_put(m, i->to, fresh);
}

void machine_free(machine *m, const instr *i)
{
    int64_t number = machine_eval(m, i->a);
    if (number == 0)
        return;
    int32_t *node = node_of(m, i->record, number);
    if (node[0] == NODE_FREED) {
        machine_fail(m, PROBLEM_DOUBLE, i->at);
        return;
    }
    if (!m->p->reuse)
        memset(node, 0, m->p->layout.heaps[i->record].stride * sizeof *node);
    node[0] = NODE_FREED;
}

static void do_dcas(machine *m, const instr *i, int32_t *first)
{
    int32_t *second = machine_place(m, &i->second, i->at);
    if (!second)
        return;
    int64_t a = machine_eval(m, i->a), b = machine_eval(m, i->b), c = machine_eval(m, i->c),
            d = machine_eval(m, i->d);
    if (m->run->problem)
        return;
    bool same = *first == a && *second == b;
    if (same) {
        wrote(m, &i->place);
        wrote(m, &i->second);
        *first = (int32_t)c;
        *second = (int32_t)d;
    }
    machine_put(m, i->to, same);
}

void machine_access(machine *m, const instr *i)
{
    int32_t *cell = machine_place(m, &i->place, i->at), old;
    if (!cell)
        return;
    int64_t a = i->a && i->kind != INSTR_DCAS ? machine_eval(m, i->a) : 0;
    int64_t b = i->kind == INSTR_CAS ? machine_eval(m, i->b) : 0;
    old = *cell;
    if (i->kind == INSTR_FAA)
        a = machine_fit(m, old + a, i->at);
    if (i->kind == INSTR_FAA && i->limit.ranged)
        a = machine_within(m, a, i->limit, i->at);
    if (m->run->problem)
        return;
    bool writes = i->kind == INSTR_STORE || i->kind == INSTR_SWAP || i->kind == INSTR_FAA ||
                  i->kind == INSTR_LOCK || i->kind == INSTR_UNLOCK ||
                  (i->kind == INSTR_CAS && old == a);
    if (writes)
        wrote(m, &i->place);
    switch (i->kind) {
    case INSTR_LOAD:
        machine_put(m, i->to, old);
        break;
    case INSTR_LL:
        do_ll(m, i, old);
        break;
    case INSTR_SC:
        do_sc(m, i, cell, a);
        break;
    case INSTR_STORE:
        *cell = (int32_t)a;
        break;
    case INSTR_CAS:
        machine_put(m, i->to, old == a);
        *cell = old == a ? (int32_t)b : old;
        break;
    case INSTR_SWAP:
    case INSTR_FAA:
        *cell = (int32_t)a;
        machine_put(m, i->to, old);
        break;
    case INSTR_LOCK:
        m->run->blocked = old != 0;
        *cell = 1;
        break;
    case INSTR_UNLOCK:
        if (!old)
            machine_fail(m, PROBLEM_UNLOCK, i->at);
        *cell = 0;
        break;
    default:
        do_dcas(m, i, cell);
        break;
    }
}

void machine_choose(machine *m, const instr *i)
{
    int64_t low = machine_eval(m, i->a), high = machine_eval(m, i->b);
    if (low > high)
        machine_fail(m, PROBLEM_RANGE, i->at);
    if (!m->run->problem)
        machine_put(m, i->to, low + machine_way(m, (uint32_t)(high - low) + 1, i->at));
}
