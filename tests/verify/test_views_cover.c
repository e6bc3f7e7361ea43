// SPDX-License-Identifier: MIT
// `threads *`: views that are closed cover every state. Of every model of the catalogue, and of some where it matters
// whose nodes are whose, states with 1 to 4 threads are searched, as far as time allows, by the interpreter and without
// anything of src/verify/views but the set that it has closed; every view of every such state must be in it.

#include "base/intern.h"
#include "base/io/file_read.h"
#include "base/memory.h"
#include "base/random.h"
#include "naive_views.h"
#include "setting.h"
#include "spec/registry.h"
#include "spec/spec_get.h"
#include "verify/any_threads.h"
#include "verify/canonical/heap_order.h"
#include "verify/views/view_closure.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { THREADS = 4, INFER_SECONDS = 10, MOST_STATES = 50000, MOST_VIEWS = 12000 };

// Two threads hold the same node after it has been replaced.
static const char stale_is_shared[] =
    "struct node { int v; }\n"
    "shared node* at = new node{0};\n"
    "shared int seen;\n"
    "object o {\n"
    "  set() { node* n = at; n.v = 1; n.v = 0; }\n"
    "  renew() { at = new node{0}; }\n"
    "  get() { node* n = at; int a = n.v; int b = n.v; seen = a + 2 * b; seen = 0; }\n"
    "}\nverify o { threads *; }\n";
// A node that no shared variable has ever led to is handed over by way of one that no longer is.
static const char handed_over[] =
    "struct node { int v; node* next; }\n"
    "shared node* at = new node{};\n"
    "shared int seen;\n"
    "object o {\n"
    "  give() { node* n = at; node* m = new node{1}; n.next = m; m.v = 2; m.v = 1; }\n"
    "  renew() { at = new node{}; }\n"
    "  take() { node* n = at; node* m = n.next; if (m != null) { int a = m.v; seen = a; seen = 0; "
    "} }\n"
    "}\nverify o { threads *; }\n";
// It is written after it was replaced, and not before.
static const char stale_is_written[] =
    "struct node { int v; }\n"
    "shared node* at = new node{0};\n"
    "shared int seen;\n"
    "object o {\n"
    "  set() { node* n = at; node* m = at; if (n != m) n.v = 1; }\n"
    "  renew() { at = new node{0}; }\n"
    "  get() { node* n = at; int a = n.v; if (a == 1) { seen = 1; seen = 0; } }\n"
    "}\nverify o { threads *; }\n";
// A thread's own variables stay; a store takes links from others, also where it changes nothing.
static const char own_and_linked[] =
    "shared int x;\nthread int mine;\n"
    "object o {\n"
    "  f() { int a = ll(x); bool ok = sc(x, 0); if (!ok) mine = 1; }\n"
    "  g() { int b = x; if (mine == 1 && b == 0) mine = 0; }\n"
    "}\nverify o { threads *; }\n";
// Nothing but the spec's state changes, once by each thread.
static const char only_an_effect[] =
    "shared int x;\nthread bool once;\n"
    "object o {\n"
    "  f() { int a = x; await(!once); once = true; @lin; int b = x; }\n"
    "}\nspec two { int n; f() { if (n < 2) n = n + 1; } }\n"
    "verify o refines two using points { threads *; }\n";
// All threads have the same node from the start, and nothing shared leads to it.
static const char same_from_the_start[] =
    "struct node { int val; }\nshared node* top = new node{0};\nthread node* mine = top;\n"
    "thread bool once;\ninit { top = null; }\n"
    "object o {\n"
    "  f() { await(!once); once = true; atomic { if (mine.val < 2) mine.val = mine.val + 1; } }\n"
    "}\nverify o { threads *; }\n";

typedef struct cover {
    job j;
    model *m, *marked;
    transition_system s;
    points *p;
    uint32_t fixed, kept;
    intern *views, *states;
    heap heap;
    text t;
    uint32_t checked;
    rng random;
} cover;

typedef struct covered {
    point_state p;
    int32_t cells[];
} covered;

static bool is_nothing(lp_value v)
{
    return lp_is_nil(v) || lp_value_equal(v, LP_FALSE);
}

// False: the step is cut off by the capacity.
static bool follow(cover *c, const move *m, covered *to)
{
    uint32_t which = m->method;
    if (c->p)
        assert_true(points_move(c->p, &to->p, m));
    if (!c->j.bounds.has_capacity || !m->lin)
        return true;
    const routine *r = NULL;
    if (m->kind == LABEL_INTERNAL) {
        program_instr(c->s.p, m->pc, &r);
        which = (uint32_t)(r - c->s.p->routines);
    }
    const method *f = c->s.p->object->methods[which];
    int32_t *inside = &to->cells[c->s.p->layout.reserved];
    if (is_nothing(points_result(c->p, &to->p.open[m->thread])))
        return true;
    *inside += f->inserts ? 1 : 0;
    if (f->removes && *inside > 0)
        --*inside;
    return *inside <= (int32_t)c->j.bounds.capacity;
}

static size_t state_size(const cover *c)
{
    return sizeof(covered) + c->s.p->layout.cells * sizeof(int32_t);
}

static void check_views(cover *c, const covered *at)
{
    uint32_t all = c->s.p->threads;
    for (uint32_t one = c->fixed; one < all; one++)
        for (uint32_t other = one + 1; other < (c->kept == 2 ? all : one + 2); other++) {
            naive_view(&c->s, at->cells, &at->p, c->fixed, one, c->kept == 2 ? other : UINT32_MAX,
                       &c->t);
            if (intern_find(c->views, c->t.bytes, c->t.length) == INTERN_NONE)
                fail_msg("%s: a view is missing:\n%s", c->j.v->object, c->t.bytes);
            c->checked++;
        }
}

static void enter(cover *c, covered *work, covered *normal)
{
    naive_publish(&c->s, work->cells);
    normal->p = work->p;
    heap_normalise(&c->heap, work->cells, normal->cells);
    bool fresh;
    intern_add_fresh(c->states, normal, state_size(c), &fresh);
    if (fresh)
        check_views(c, normal);
}

static void make(cover *c, const covered *at, const move *given, covered *work, covered *normal)
{
    run r = {0};
    do {
        move m = *given;
        memcpy(work, at, state_size(c));
        run_reset(&r);
        system_interpret(&c->s, work->cells, &m, &r);
        if (r.problem == PROBLEM_NODES)
            return; // more nodes than a view has to have: this state is not looked at
        assert_int_equal(r.problem, 0);
        if (!r.blocked && follow(c, &m, work))
            enter(c, work, normal);
    } while (run_next(&r));
}

// States in which only so many threads ever move.
static void explore(cover *c, uint32_t threads)
{
    covered *work = memory_new(1, state_size(c)), *normal = memory_new(1, state_size(c));
    run r;
    move m;
    c->states = intern_new();
    heap_init(&c->heap, &c->s.p->layout, HEAP_CANONICAL);
    system_start(&c->s, work->cells, &r);
    if (c->p)
        points_start(c->p, &work->p);
    enter(c, work, normal);
    // In a random order, so that some are far from the start where there are too many.
    uint64_t asked = setting("LINCHPIN_CASES", 2500);
    uint32_t most = asked < MOST_STATES ? (uint32_t)asked : MOST_STATES, met = 0;
    uint32_t *order = memory_new(most, sizeof *order);
    for (uint32_t i = 0; i < most; i++) {
        for (; met < intern_count(c->states) && met < most; met++)
            order[met] = met;
        if (i == met)
            break;
        uint32_t other = i + (uint32_t)rng_below(&c->random, met - i), state = order[other];
        order[other] = order[i];
        const covered *at = intern_get(c->states, state, NULL);
        for (uint32_t next = 0; system_next_move(&c->s, at->cells, true, &next, &m);)
            if (m.thread < threads)
                make(c, at, &m, work, normal);
    }
    free(order);
    heap_fini(&c->heap);
    intern_free(c->states);
    free(work);
    free(normal);
}

static limits some_time(void)
{
    limits l = {.busy = INFER_SECONDS};
    limits_start(&l);
    return l;
}

// Closes the views of a system that has room for all threads. False: there are too many, or they are too coarse.
static bool close_views(cover *c)
{
    view_options o = {.system = &c->s,
                      .points = c->p,
                      .fixed = c->fixed,
                      .kept = c->kept,
                      .capacity = c->j.bounds.has_capacity ? &c->j.bounds.capacity : NULL,
                      .most = MOST_VIEWS};
    view_closure *v = view_closure_new(&o);
    bool closed = view_closure_run(v) == VIEWS_CLOSED;
    c->views = intern_new();
    for (uint32_t i = 0; closed && i < view_closure_count(v); i++) {
        point_state p;
        const int32_t *at = view_closure_get(v, i);
        view_points_get(view_closure_form(v), at, &p);
        naive_view(&c->s, at, &p, c->fixed, c->fixed, c->kept == 2 ? c->fixed + 1 : UINT32_MAX,
                   &c->t);
        intern_add(c->views, c->t.bytes, c->t.length);
    }
    if (closed)
        assert_int_equal(intern_count(c->views), view_closure_count(v));
    view_closure_free(v);
    return closed;
}

static bool cover_with(cover *c, const instance *v)
{
    system_options b = c->j.bounds;
    b.threads = c->fixed + THREADS;
    b.has_capacity = false;
    b.nodes = b.nodes < 14 ? 14 : b.nodes;
    assert_true(system_init(&c->s, v, &b, c->j.pool, c->j.e));
    c->p = c->j.spec ? points_new(c->j.spec, c->j.spec_methods, &c->s) : NULL;
    bool closed = close_views(c);
    for (uint32_t n = 1; closed && n <= THREADS; n++)
        explore(c, c->fixed + n);
    intern_free(c->views);
    points_free(c->p);
    system_fini(&c->s);
    return closed;
}

static bool find_spec(job *j)
{
    const instance *v = j->v;
    if (!v->refines)
        return true;
    if (v->spec) {
        j->block = spec_block_new(j->m, v->spec);
        j->spec = spec_block_spec(j->block);
    } else if (!(j->spec = spec_get(v->refines, NULL, j->e)))
        return false;
    for (uint32_t i = 0; i < v->subject->method_count; i++)
        j->spec_methods[i] = spec_method(j->spec, v->subject->methods[i]->name);
    return true;
}

// Those that are marked, or can be.
static const instance *marked_instance(cover *c, instance *room)
{
    limits l = some_time();
    text t = {0};
    job *j = &c->j;
    const instance *found = strstr(j->m->source.bytes, "@lin") || !j->spec ? j->v : NULL;
    if (!found && job_infer_marks(j, c->fixed + 1 > 2 ? c->fixed + 1 : 2, &l, &t) && t.length &&
        (c->marked = job_read_marked(j, t.bytes, room)))
        found = room;
    text_fini(&t);
    return found;
}

// With so many kept threads, or more. How many views were looked up; 0: it is refused, or was not proved.
static uint32_t cover_instance(const model *m, const instance *v, uint32_t from, uint32_t *kept)
{
    error e = {0};
    lp_verdict out;
    verify_options o = {.reductions = UINT32_MAX, .any_threads = true};
    instance room;
    lp_verdict_init(&out);
    cover c = {.j = {.m = m, .v = v, .o = &o, .pool = lp_pool_new(), .out = &out, .e = &e}};
    job *j = &c.j;
    rng_init(&c.random, 1);
    c.fixed = any_threads_fixed(v->subject);
    bool ok = !v->subject->is_automaton && !v->property && find_spec(j) && job_set_bounds(j) &&
              any_threads_suit(j);
    const instance *marked = ok ? marked_instance(&c, &room) : NULL;
    bool closed = false;
    for (c.kept = from; marked && !closed && c.kept <= VIEW_MOST_KEPT; c.kept++)
        closed = cover_with(&c, marked);
    *kept = c.kept - 1;
    model_free(c.marked);
    if (!j->block)
        spec_release(j->spec);
    spec_block_free(j->block);
    lp_verdict_fini(&out);
    lp_pool_free(c.j.pool);
    text_fini(&c.t);
    return closed ? c.checked : 0;
}

static uint32_t cover_text(const char *name, const char *bytes, size_t length, uint32_t from)
{
    error e = {0};
    uint32_t checked = 0, kept;
    model *m = model_read(name, bytes, length, &e);
    if (!m) {
        fail_msg("%s: %s", name, e.message);
        return 0;
    }
    for (uint32_t i = 0; i < m->instance_count; i++) {
        uint32_t some = cover_instance(m, &m->instances[i], from, &kept);
        if (some)
            printf("%s: %u views of %u looked up\n", name, some, kept);
        checked += some;
    }
    model_free(m);
    return checked;
}

static void the_catalogue_is_covered(void **state)
{
    (void)state;
    glob_t all;
    uint32_t models = 0;
    assert_int_equal(glob("objects/*/*.lin", 0, NULL, &all), 0);
    assert_int_equal(glob("docs/examples/any/*.lin", GLOB_APPEND, NULL, &all), 0);
    for (size_t i = 0; i < all.gl_pathc; i++) {
        text t = {0};
        error e = {0};
        assert_true(file_read(all.gl_pathv[i], NULL, &t, &e));
        models += cover_text(all.gl_pathv[i], t.bytes, t.length, 1) > 0;
        text_fini(&t);
    }
    globfree(&all);
    printf("%u models\n", models);
    assert_true(models >= 8);
}

static void whose_nodes_are_whose(void **state)
{
    (void)state;
    const char *const models[] = {stale_is_shared, stale_is_written, handed_over,
                                  own_and_linked,  only_an_effect,   same_from_the_start};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (uint32_t kept = 1; kept <= VIEW_MOST_KEPT; kept++)
            assert_true(cover_text("written", models[i], strlen(models[i]), kept) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whose_nodes_are_whose),
                                       cmocka_unit_test(the_catalogue_is_covered)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
