// SPDX-License-Identifier: MIT
// Coding cells is lossless and injective, and says what does not fit.

#include "base/random.h"
#include "model/model.h"
#include "verify/canonical/state_packing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static int32_t any_cell(rng *r)
{
    switch (rng_below(r, 6)) {
    case 0:
    case 1:
    case 2:
        return 0;
    case 3:
        return (int32_t)rng_below(r, 300) - 150;
    case 4:
        return INT32_MIN;
    default:
        return (int32_t)(uint32_t)rng_next(r);
    }
}

static const char *const models[] = {
    "shared bool flag;\nobject o { f() -> bool { return flag; } }\nverify o { threads 2; }\n",
    "struct node { int val; node* next; bool seen; }\nstruct other { node* n; int? k; }\n"
    "shared node* top;\nshared int[3] items;\nshared other* more;\n"
    "object o {\n"
    "  f(int a, bool b) -> int? { node* n = top; int v = items[a] + n.val;\n"
    "    if (b) top = n.next; items[0] = v; return v; }\n"
    "  g() { other* x = more; node* y = x.n; x.n = null; top = y; }\n"
    "}\nverify o { threads 2; int 0..1; }\n",
    "struct node { int val; node*[2] next; bool?[3] seen; }\n"
    "shared node* top;\nthread (node*, int)[2] kept;\nthread bool b;\nshared bool[2] flags;\n"
    "object o {\n"
    "  f(int a) -> int { bool[3] x; node*[2] y; y[a] = top; x[a] = flags[a]; b = x[0];\n"
    "    kept[a] = (y[0], a); top.next[a] = kept[1].0; return kept[a].1; }\n"
    "  g() { bool c = b; flags[0] = c; int[2] z; z[1] = top.val; top.seen[1] = c; }\n"
    "}\nverify o { threads 2; int 0..1; }\n",
    "struct node { int val; }\nshared seq<node*> s;\nthread map<int, bool> m;\n"
    "shared set<(bool, int)>[2] u;\n"
    "object o {\n"
    "  f(int a) { seq<bool> t; t.push(a == 0); m.put(a, t.back()); s.push(new node{a}); }\n"
    "  g() { u[0].add((true, 1)); }\n"
    "}\nverify o { threads 2; int 0..1; }\n",
    "shared int count;\nshared bool[2] flags;\nshared int? last;\nthread int mine;\n"
    "object o {\n"
    "  f(int a, bool b) -> int { int x = count; int y = x + a; flags[a] = b; count = x + y; return "
    "y; }\n"
    "  g() { bool c = flags[0]; bool[3] d; d[1] = c; last = count; flags[1] = d[1]; mine = mine + "
    "1; }\n"
    "  h(int k) -> bool { int? was = last; last = k; return was == k; }\n"
    "}\nverify o { threads 2; int 0..1; }\n",
};

// What a cell of this type may hold, and, if it may be anything, what does not fit.
static int32_t cell_of(rng *r, const program *p, type t, bool any, bool *fits)
{
    if (t.kind == TYPE_POINTER)
        return (int32_t)rng_below(r, p->nodes + 1);
    if (t.kind == TYPE_UNIT)
        return (int32_t)rng_below(r, p->items + 1);
    if (t.kind == TYPE_BOOL && !t.optional)
        return (int32_t)rng_below(r, 2);
    int32_t cell = any ? any_cell(r) : (int32_t)rng_below(r, 254) - 14;
    *fits &= cell == INT32_MIN || (cell >= -14 && cell < 240);
    return cell;
}

static void fill_variable(rng *r, const program *p, const variable *v, int32_t *cells, bool any,
                          bool *fits)
{
    for (uint32_t k = 0; k < variable_cells(p, v); k++)
        cells[k] = cell_of(r, p, variable_cell(p, v, k), any, fits);
}

// A thread has what is its own; it is idle, or somewhere in a method, with locals of
// that one only.
static void fill_thread(rng *r, const program *p, int32_t *cells, bool any, bool *fits)
{
    for (uint32_t i = 0; i < p->model->shared_count; i++)
        if (p->model->shared[i].own)
            fill_variable(r, p, &p->model->shared[i], cells + p->layout.variable[i], any, fits);
    uint32_t which = (uint32_t)rng_below(r, p->routine_count + 1);
    if (which == p->routine_count)
        return;
    const routine *f = &p->routines[which];
    uint32_t first = which ? p->routines[which - 1].return_pc + 1 : 1;
    cells[THREAD_PC] = (int32_t)(first + rng_below(r, f->return_pc - first + 1));
    type result = f->method->result;
    if (result.kind != TYPE_UNIT)
        cells[THREAD_RESULT] = cell_of(r, p, result, any, fits);
    for (uint32_t i = 0; i < f->method->local_count; i++)
        fill_variable(r, p, &f->method->locals[i], cells + f->cells[i], any, fits);
    for (uint32_t i = 0; i < f->temp_count; i++)
        if (f->temps[i].kept)
            cells[f->temps[i].cell] = cell_of(r, p, f->temps[i].type, any, fits);
}

static bool fill(rng *r, const program *p, int32_t *cells, bool any, bool dense)
{
    const layout *l = &p->layout;
    bool fits = true;
    memset(cells, 0, l->cells * sizeof *cells);
    for (uint32_t i = 0; i < p->model->shared_count; i++)
        if (!p->model->shared[i].own)
            fill_variable(r, p, &p->model->shared[i], cells + l->variable[i], any, &fits);
    for (uint32_t t = 0; t < p->threads; t++)
        fill_thread(r, p, cells + l->threads + t * l->thread_stride, any, &fits);
    for (uint32_t h = 0; h < l->heap_count; h++)
        for (uint32_t n = 0; n < l->nodes; n++) {
            int32_t *node = cells + l->heaps[h].start + n * l->heaps[h].stride;
            bool after_free = dense && n > 0 && !node[-(int32_t)l->heaps[h].stride];
            node[0] = after_free ? 0 : (int32_t)rng_below(r, 3);
            for (uint32_t f = 0; node[0] && f < p->model->records[h]->field_count; f++)
                fill_variable(r, p, &p->model->records[h]->fields[f], node + l->heaps[h].fields[f],
                              any, &fits);
        }
    return fits;
}

// A thread is as in one of two states; where it is in the same method in both, it may have cells of both.
static void mix_thread(rng *r, const packing *c, uint32_t thread, const int32_t *like, int32_t *to)
{
    const int32_t *from = like + packing_thread_cell(c, thread, 0);
    int32_t *cells = to + packing_thread_cell(c, thread, 0);
    bool both = c->method_of[from[THREAD_PC]] == c->method_of[cells[THREAD_PC]];
    uint64_t of = both ? 4 : 1;
    if (rng_below(r, 2))
        for (uint32_t i = 0; i < c->p->layout.thread_stride; i++)
            cells[i] = rng_below(r, of) ? cells[i] : from[i];
}

// What all states have, and threads, each on its own.
static void mix(rng *r, const packing *c, const int32_t *like, int32_t *to)
{
    for (uint32_t i = 0; i < c->p->layout.threads; i++)
        to[i] = rng_below(r, 4) ? to[i] : like[i];
    for (uint32_t t = 0; t < c->p->threads; t++)
        mix_thread(r, c, t, like, to);
}

// From the words and cells of one state to those of another one, in which some cells are changed.
static void code_near(rng *r, const packing *c, const int32_t *from, const uint64_t *words,
                      const int32_t *like)
{
    enum { CELLS = 300 };
    uint32_t cells = c->p->layout.cells, list[CELLS + 1];
    int32_t to[CELLS], back[CELLS];
    uint64_t whole[CELLS], near[CELLS];
    cell_changes changed = {.list = list};
    bool mixed = rng_below(r, 2);
    memcpy(to, mixed ? from : like, cells * sizeof *to);
    if (mixed)
        mix(r, c, like, to);
    cell_changes_find(&changed, from, to, cells);
    uint32_t differ = 0;
    for (uint32_t i = 0; i < cells; i++)
        if (from[i] != to[i])
            assert_true(differ < changed.count && list[differ++] == i);
    assert_int_equal(differ, changed.count);
    memcpy(near, words, c->words * sizeof *near);
    bool fits = packing_pack(c, to, whole);
    assert_true(packing_patch(c, to, &changed, near) == fits);
    if (!fits)
        return;
    assert_memory_equal(near, whole, c->words * sizeof *near);
    memcpy(back, from, cells * sizeof *back);
    packing_unpatch(c, words, near, back);
    assert_memory_equal(back, to, cells * sizeof *back);
}

static int code_model(rng *r, const model *m, bool wide, bool dense)
{
    enum { CELLS = 300 };
    program_options shape = {.threads = (uint32_t)rng_below(r, 4) + 1,
                             .nodes = (uint32_t)rng_below(r, 9) + 1};
    program *p = program_new(m->instances[0].in, m->instances[0].subject, &shape);
    assert_true(p->layout.cells <= CELLS);
    packing_options o = {.wide = wide, .dense = dense, .started = true};
    packing c;
    packing_init(&c, p, &o);
    int coded = 0;
    int32_t cells[CELLS], back[CELLS], last[CELLS] = {0};
    for (int i = 0; i < 500; i++) {
        uint64_t words[CELLS], again[CELLS];
        bool fits = fill(r, p, cells, i % 2, dense) || wide;
        cells[p->layout.started] = (int32_t)rng_below(r, 200);
        memset(words, 0xA5, sizeof words);
        memset(again, 0x5A, sizeof again);
        assert_true(packing_pack(&c, cells, words) == fits);
        if (!fits)
            continue;
        coded++;
        packing_unpack(&c, words, back);
        assert_memory_equal(cells, back, p->layout.cells * sizeof *cells);
        assert_true(packing_pack(&c, back, again));
        assert_memory_equal(words, again, c.words * sizeof *words);
        code_near(r, &c, cells, words, last);
        memcpy(last, cells, sizeof last);
    }
    packing_fini(&c);
    program_free(p);
    return coded;
}

static void test_code(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, 1);
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        error e = {0};
        model *m = model_read("coded.lin", models[k], strlen(models[k]), &e);
        if (!m)
            fail_msg("%s", e.message);
        for (int i = 0; i < 40; i++)
            assert_true(code_model(&r, m, i % 2, i / 2 % 2) > 200);
        model_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_code)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
