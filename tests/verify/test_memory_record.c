// SPDX-License-Identifier: MIT
// Memory as it is told of a trace, on random walks through all models: what was there at first, with
// the changes of the steps so far, is what each state holds. Held against describe_shared, which has
// its own way to go through the variables, and against the cells of nodes and threads.

#include "judge/evidence/step_evidence.h"
#include "judge/evidence/verdict.h"
#include "setting.h"
#include "verify/counterexample/cell_text.h"
#include "verify/counterexample/memory_record.h"
#include "walks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WALK = 60, SEED = 19, TURNS = 4, CELLS = 4096, BOXES = 512 };

// Memory as somebody has it who reads the verdict alone.
typedef struct told_cell {
    uint32_t box, to;
    char *cell, *value;
} told_cell;

typedef struct told {
    told_cell cells[CELLS];
    uint32_t count;
    bool there[BOXES];
} told;

typedef struct memory_walk {
    const transition_system *s;
    const char *file;
    lp_verdict v;
    describer d;
    memory_record record;
    told now;
    int32_t here[WALKS_CELLS], next[WALKS_CELLS];
    move move;
    uint32_t ways, compared, accesses, lost, freed;
    rng r;
} memory_walk;

static told_cell *find(told *t, uint32_t box, const char *cell)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->cells[i].box == box && strcmp(t->cells[i].cell, cell) == 0)
            return &t->cells[i];
    return NULL;
}

static void drop(told *t, told_cell *c)
{
    free(c->cell);
    free(c->value);
    *c = t->cells[--t->count];
}

static void put(told *t, uint32_t box, const char *cell, const char *value, uint32_t to)
{
    told_cell *c = find(t, box, cell);
    if (!c) {
        assert_true(t->count < CELLS);
        c = &t->cells[t->count++];
        *c = (told_cell){.box = box, .cell = strdup(cell)};
    }
    free(c->value);
    c->value = strdup(value);
    c->to = to;
}

static void apply(told *t, const lp_cell_change *c)
{
    assert_true(c->box < BOXES);
    if (c->made || c->freed || c->unreachable) {
        assert_int_equal(c->made + c->freed + c->unreachable, 1);
        assert_int_equal(t->there[c->box], !c->made);
        t->there[c->box] = c->made;
        for (uint32_t i = 0; i < t->count; i++)
            if (t->cells[i].box == c->box)
                drop(t, &t->cells[i--]);
        return;
    }
    assert_true(t->there[c->box]);
    told_cell *at = find(t, c->box, c->cell);
    assert_int_equal(at != NULL, c->before != NULL);
    if (at)
        assert_string_equal(at->value, c->before);
    if (c->after)
        put(t, c->box, c->cell, c->after, c->to);
    else
        drop(t, at);
}

// "client[x].sn" is a cell of the box client[x]; "top" is one of the box of all variables.
static told_cell *find_whole(memory_walk *w, const char *name, bool nodes)
{
    const lp_memory *m = w->v.memory;
    for (uint32_t i = 0; i < w->now.count; i++) {
        told_cell *c = &w->now.cells[i];
        const lp_memory_box *b = &m->boxes[c->box];
        char whole[256];
        snprintf(whole, sizeof whole, "%s.%s", b->name, c->cell);
        if (b->kind != LP_BOX_THREAD && (b->kind == LP_BOX_NODE) == nodes &&
            (strcmp(whole, name) == 0 || (!nodes && strcmp(c->cell, name) == 0)))
            return c;
    }
    return NULL;
}

static uint32_t box_called(const memory_walk *w, lp_box_kind kind, const char *name)
{
    const lp_memory *m = w->v.memory;
    for (uint32_t i = 0; m && i < m->box_count; i++)
        if (m->boxes[i].kind == kind && strcmp(m->boxes[i].name, name) == 0)
            return i;
    fail_msg("%s: no box %s", w->file, name);
    return 0;
}

// As describe_shared has it, from what was told.
static uint32_t add_variable(memory_walk *w, const variable *v, text *out)
{
    const char *name = wide_set(v) ? v->whole_name : v->name, *member = strstr(name, "::");
    uint32_t found = 0;
    text_add(out, "%s", out->length ? ", " : "");
    if (member)
        text_add(out, "%.*s.%s = ", (int)(member - name), name, member + 2);
    else
        text_add(out, "%s = ", name);
    text_add(out, "%s", v->length ? "[" : "");
    for (uint32_t k = 0; k < (v->length ? v->length : 1); k++) {
        text item = {0};
        print_name(&w->d, v, k, &item);
        const told_cell *c = find_whole(w, item.bytes, false);
        if (!c && !(v->type.kind == TYPE_SEQ && v->type.parts[0].kind == TYPE_MESSAGE))
            fail_msg("%s: %s is not told", w->file, item.bytes);
        found += c != NULL;
        text_add(out, "%s%s", k ? " " : "", c ? c->value : "[]");
        text_fini(&item);
    }
    text_add(out, "%s", v->length ? "]" : "");
    return found;
}

static void check_shared(memory_walk *w)
{
    text is = {0}, was_told = {0};
    uint32_t cells = 0, told_cells = 0;
    const model *m = w->s->m;
    bool own = false;
    for (uint32_t i = 0; i < m->shared_count; i++) {
        const variable *v = &m->shared[i];
        own |= v->own;
        if (!v->own && !v->unshown && !(wide_set(v) && !v->whole_name))
            cells += add_variable(w, v, &was_told);
    }
    for (uint32_t i = 0; i < w->now.count; i++) {
        const lp_memory_box *b = &w->v.memory->boxes[w->now.cells[i].box];
        told_cells += b->kind != LP_BOX_NODE && b->kind != LP_BOX_THREAD;
    }
    describe_shared(&w->d, w->here, &is);
    if (w->s->front->show) { // of a term that is shown alone there is more
        text term = {0};
        uint32_t box = box_called(w, LP_BOX_COMPONENT, w->s->p->object->name);
        w->s->front->show(w->s, w->here, &term);
        assert_string_equal(find(&w->now, box, "goes on as")->value, term.bytes);
        is.bytes[strcspn(is.bytes, "\n")] = 0;
        if (!was_told.length)
            is.bytes[0] = 0;
        text_fini(&term);
        cells++;
    }
    if (!own)
        assert_string_equal(is.bytes ? is.bytes : "", was_told.bytes ? was_told.bytes : "");
    assert_int_equal(cells, told_cells);
    text_fini(&is);
    text_fini(&was_told);
}

// The cell is told as it is, and leads where it says.
static void check_cell(memory_walk *w, uint32_t box, const char *name, type t, int32_t cell)
{
    text is = {0};
    print_cell(&w->d, t, cell, &is);
    const told_cell *c = find(&w->now, box, name);
    if (!c)
        fail_msg("%s: %s.%s is not told", w->file, w->v.memory->boxes[box].name, name);
    assert_string_equal(c->value, is.bytes);
    bool leads = t.kind == TYPE_POINTER && cell != 0;
    assert_int_equal(c->to != LP_NO_BOX, leads);
    if (leads) {
        assert_string_equal(w->v.memory->boxes[c->to].name, is.bytes);
        assert_int_equal(w->v.memory->boxes[c->to].kind, LP_BOX_NODE);
    }
    w->compared++;
    text_fini(&is);
}

static bool plain(const variable *v)
{
    return !v->length && !type_many(v->type) && !wide_set(v);
}

static void check_nodes(memory_walk *w)
{
    const program *p = w->s->p;
    uint32_t used = 0, told_nodes = 0;
    for (uint32_t h = 0; h < p->layout.heap_count; h++)
        for (uint32_t n = 1; n <= p->layout.nodes; n++) {
            const heap_layout *l = &p->layout.heaps[h];
            const int32_t *at = w->here + l->start + (size_t)(n - 1) * l->stride;
            const record *r = w->s->m->records[h];
            char name[100];
            if (at[0] == NODE_FREE || (at[0] == NODE_FREED && !p->reuse))
                continue;
            used++;
            snprintf(name, sizeof name, "%s%u", r->name, *name_of(&w->d, h, n));
            uint32_t box = box_called(w, LP_BOX_NODE, name);
            assert_true(w->now.there[box]);
            assert_int_equal(find(&w->now, box, "is freed") != NULL, at[0] == NODE_FREED);
            for (uint32_t f = 0; f < r->field_count; f++)
                if (plain(&r->fields[f]))
                    check_cell(w, box, r->fields[f].name, r->fields[f].type, at[l->fields[f]]);
        }
    for (uint32_t i = 0; w->v.memory && i < w->v.memory->box_count; i++)
        told_nodes += w->now.there[i] && w->v.memory->boxes[i].kind == LP_BOX_NODE;
    assert_int_equal(used, told_nodes);
}

// The line of its next move is the one that describe_move gives.
static void check_line(memory_walk *w, uint32_t box, uint32_t thread)
{
    const told_cell *c = find(&w->now, box, "at line");
    move next;
    if (!system_forced(w->s, w->here, thread, &next)) {
        assert_null(c);
        return;
    }
    if (next.kind == LABEL_RETURN)
        next.method = w->s->returns[next.pc] - 1;
    text what = {0}, where = {0};
    describe_move(&w->d, &next, w->here, &what, &where);
    assert_non_null(c);
    const char *line = where.bytes + strlen(w->s->m->source.file) + 1;
    assert_int_equal(strtoul(line, NULL, 10), strtoul(c->value, NULL, 10));
    text_fini(&what);
    text_fini(&where);
}

static void check_threads(memory_walk *w)
{
    const program *p = w->s->p;
    for (uint32_t t = 0; w->s->front->component && t < p->threads; t++) {
        const int32_t *mine = w->here + p->layout.threads + (size_t)t * p->layout.thread_stride;
        char name[40];
        snprintf(name, sizeof name, "thread %u", t);
        uint32_t box = box_called(w, LP_BOX_THREAD, name);
        assert_true(w->now.there[box]);
        check_line(w, box, t);
        const routine *r = NULL;
        if (!program_instr(p, (uint32_t)mine[THREAD_PC], &r))
            continue;
        uint64_t live = program_live(p, (uint32_t)mine[THREAD_PC]);
        for (uint32_t i = 0; i < r->method->local_count; i++) {
            const variable *v = &r->method->locals[i];
            bool first = true; // of this name
            for (uint32_t k = 0; k < i; k++)
                first &= strcmp(r->method->locals[k].name, v->name) != 0;
            if (!v->procedure && (live >> i & 1) && plain(v) && first)
                check_cell(w, box, v->name, v->type, mine[r->cells[i]]);
        }
    }
}

// Held against what was told before the step (`after` false), or after it.
static void check_access(memory_walk *w, bool after)
{
    const lp_step_access *a = w->v.trace[w->v.trace_count - 1].access;
    if (!a || a->kind == LP_ACCESS_ALLOCATE || a->kind == LP_ACCESS_FREE || strchr(a->cell, ','))
        return;
    const told_cell *c = find_whole(w, a->cell, false);
    c = c ? c : find_whole(w, a->cell, true);
    const char *value = after && a->after ? a->after : a->before;
    assert_int_equal(a->after != NULL, a->kind != LP_ACCESS_READ && !a->failed);
    if (!c && !after)
        fail_msg("%s: %s is accessed, but not there", w->file, a->cell);
    if (c) // what nothing points to any more is gone
        assert_string_equal(c->value, value);
    w->accesses += c != NULL;
}

// What the step made of nodes, before those that nothing leads to are taken away: "node3.next" and its
// value. Of a freed node there is nothing.
static void list_fields(memory_walk *w, const int32_t *cells, told *list)
{
    const program *p = w->s->p;
    for (uint32_t h = 0; h < p->layout.heap_count; h++)
        for (uint32_t n = 1; n <= p->layout.nodes; n++) {
            const heap_layout *l = &p->layout.heaps[h];
            const int32_t *at = cells + l->start + (size_t)(n - 1) * l->stride;
            const record *r = w->s->m->records[h];
            if (at[0] == NODE_FREE || (at[0] == NODE_FREED && !p->reuse) || !*name_of(&w->d, h, n))
                continue;
            for (uint32_t f = 0; f < r->field_count; f++) {
                text is = {0};
                char name[200];
                snprintf(name, sizeof name, "%s%u.%s", r->name, *name_of(&w->d, h, n),
                         r->fields[f].name);
                if (plain(&r->fields[f])) {
                    print_cell(&w->d, r->fields[f].type, at[l->fields[f]], &is);
                    put(list, 0, name, is.bytes, LP_NO_BOX);
                }
                text_fini(&is);
            }
        }
}

// The last that is told of a node to which nothing leads is what the step made of it; of one that was
// freed, nothing is told.
static void check_gone(memory_walk *w, const lp_cell_change *c, told *fields)
{
    const char *box = w->v.memory->boxes[c->box].name;
    size_t length = strlen(box);
    for (uint32_t i = 0; i < fields->count; i++) {
        const char *name = fields->cells[i].cell;
        if (strncmp(name, box, length) != 0 || name[length] != '.')
            continue;
        const told_cell *last = find(&w->now, c->box, name + length + 1);
        assert_true(c->unreachable);
        assert_non_null(last);
        assert_string_equal(last->value, fields->cells[i].value);
        w->lost++;
    }
    w->freed += c->freed;
}

static void check(memory_walk *w)
{
    check_shared(w);
    check_nodes(w);
    check_threads(w);
}

static bool take(void *context, const successors *path, const int32_t *after)
{
    memory_walk *w = context;
    if (!path->run.problem && rng_below(&w->r, ++w->ways) == 0) {
        memcpy(w->next, after, w->s->p->layout.cells * sizeof *after);
        w->move = path->path[0];
    }
    return true;
}

static void begin(memory_walk *w)
{
    memory_record_start(&w->record, &w->d, w->here, &w->v);
    const lp_memory *m = w->v.memory;
    for (uint32_t i = 0; m && i < m->box_count; i++)
        w->now.there[i] = true;
    for (uint32_t i = 0; m && i < m->cell_count; i++)
        put(&w->now, m->cells[i].box, m->cells[i].cell, m->cells[i].value, m->cells[i].to);
    check(w);
}

static void step(memory_walk *w, heap *h)
{
    text what = {0};
    verdict_trace(&w->v, 0, false, NULL, "a step");
    describe_changes(&w->d, &w->move, w->here, w->next, &what);
    describe_access(&w->d, &w->move, w->here, w->next, &w->v);
    check_access(w, false);
    static told fields;
    list_fields(w, w->next, &fields);
    memory_record_full(&w->record, &w->d, w->next);
    heap_normalise(h, w->next, w->here);
    describer_follow(&w->d, h);
    memory_record_step(&w->record, &w->d, w->here);
    const lp_trace_step *last = &w->v.trace[w->v.trace_count - 1];
    for (uint32_t i = 0; i < last->change_count; i++) {
        if (last->changes[i].freed || last->changes[i].unreachable)
            check_gone(w, &last->changes[i], &fields);
        apply(&w->now, &last->changes[i]);
    }
    while (fields.count)
        drop(&fields, fields.cells);
    check_access(w, true);
    check(w);
    text_fini(&what);
}

static void walk(memory_walk *w)
{
    static successors way;
    run r;
    assert_true(w->s->p->layout.cells <= WALKS_CELLS);
    successors_init(&way, w->s, false, false, true);
    system_start(w->s, w->next, &r);
    heap_normalise(&way.heap, w->next, w->here);
    describer_init(&w->d, w->s, w->here);
    lp_verdict_init(&w->v);
    if (!r.problem)
        begin(w);
    for (int i = 0; i < WALK && !r.problem; i++) {
        w->ways = 0;
        successors_expand(&way, w->here, take, w);
        if (!w->ways)
            break;
        step(w, &way.heap);
    }
    while (w->now.count)
        drop(&w->now, w->now.cells);
    memory_record_fini(&w->record);
    describer_fini(&w->d);
    lp_verdict_fini(&w->v);
    successors_fini(&way);
}

static uint32_t accesses, lost, freed;

static uint32_t walk_instance(const char *file, const instance *v, uint64_t number)
{
    static memory_walk w;
    if (!setting_turn(number, TURNS))
        return 0;
    error e = {0};
    lp_pool *pool = lp_pool_new();
    limits l = {0};
    limits_start(&l);
    transition_system s;
    system_options o = walks_bounds(v, v->threads, number % 2, &l); // as in test_interpret.c
    memset(&w, 0, sizeof w);
    setting_compiler(number, 6);
    if (system_init(&s, v, &o, pool, &e)) {
        w.s = &s;
        w.file = file;
        rng_init(&w.r, setting("LINCHPIN_SEED", SEED));
        walk(&w);
        system_fini(&s);
    }
    lp_pool_free(pool);
    accesses += w.accesses;
    lost += w.lost;
    freed += w.freed;
    return w.compared;
}

static void memory_is_what_states_hold(void **state)
{
    (void)state;
    assert_true(walks_all(true, "cells", walk_instance) > 3000);
    assert_true(accesses > 300);
    printf("%u accesses, %u fields of lost nodes, %u freed\n", accesses, lost, freed);
    // A turn has a quarter of them.
    const char *turn = getenv("LINCHPIN_TURN");
    assert_true(lost > (turn && *turn ? 30 : 100) && freed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_is_what_states_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
