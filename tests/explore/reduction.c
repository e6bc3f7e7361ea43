// SPDX-License-Identifier: MIT
// The partial order reduction against its definition: random programs of straight-line threads,
// whose interleavings are all enumerated. Two of them are equivalent (Mazurkiewicz) when they have
// the same order of each two dependent steps: steps of different threads that touch the same cell,
// one of them by a write. Of each class the reduced search completes exactly one execution.

#include "explore/interpose/foreign_link.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/thread_symmetry.h"
#include "explore/search/dpor_state.h"
#include "explore/search/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Beside stand_ins.c: what the files refer to and these tests do not come to.
bool fiber_can_go_on(const fiber *f)
{
    (void)f;
    return false;
}

const char *foreign_name(uint64_t index)
{
    (void)index;
    return NULL;
}

void foreign_report_unseen(const char *function)
{
    (void)function;
}

uint32_t symmetric_predecessor(uint32_t number)
{
    (void)number;
    return 0;
}

void decision_collect(decision *d)
{
    (void)d;
}

enum { THREADS = 3, STEPS = 3, ALL = THREADS * STEPS, CELLS = 3, CLASSES = 2000 };

typedef struct step {
    uint8_t cell;
    bool write;
} step;

// One thread's steps; the threads have the fibers 1, 2, …
typedef struct program {
    uint32_t threads, counts[THREADS];
    step steps[THREADS][STEPS];
} program;

static uint64_t memory[CELLS];

static bool depend(step a, step b)
{
    return a.cell == b.cell && (a.write || b.write);
}

// An execution, as the threads that stepped one after the other.
typedef struct execution {
    uint32_t count;
    uint8_t threads[ALL];
} execution;

// Of each two dependent steps of different threads, which came first: equal for equivalent
// executions, and for no others.
static uint64_t class_of(const program *p, const execution *e)
{
    uint32_t when[THREADS][STEPS], done[THREADS] = {0}, bit_number = 0;
    uint64_t order = 0;
    for (uint32_t i = 0; i < e->count; i++)
        when[e->threads[i]][done[e->threads[i]]++] = i;
    for (uint32_t a = 0; a < p->threads; a++)
        for (uint32_t b = a + 1; b < p->threads; b++)
            for (uint32_t i = 0; i < p->counts[a]; i++)
                for (uint32_t k = 0; k < p->counts[b]; k++, bit_number++)
                    if (depend(p->steps[a][i], p->steps[b][k]))
                        order |= (uint64_t)(when[a][i] < when[b][k]) << bit_number;
    return order;
}

typedef struct classes {
    uint64_t all[CLASSES];
    uint32_t count;
} classes;

static bool classes_add(classes *c, uint64_t one)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->all[i] == one)
            return false;
    assert_true(c->count < CLASSES);
    c->all[c->count++] = one;
    return true;
}

static void enumerate(const program *p, execution *e, uint32_t *done, classes *into)
{
    bool over = true;
    for (uint32_t t = 0; t < p->threads; t++) {
        if (done[t] == p->counts[t])
            continue;
        over = false;
        done[t]++;
        e->threads[e->count++] = (uint8_t)t;
        enumerate(p, e, done, into);
        e->count--;
        done[t]--;
    }
    if (over)
        classes_add(into, class_of(p, e));
}

// Where this thread is parked after so many steps.
static void park(const program *p, uint32_t thread, uint32_t done)
{
    fiber *f = &rt.fibers[thread + 1];
    bool over = done == p->counts[thread];
    f->number = thread + 1;
    f->s.status = over ? FIBER_DONE : FIBER_PARKED;
    if (over)
        return;
    step a = p->steps[thread][done];
    f->s.next = (pending){.kind = a.write ? OP_STORE : OP_LOAD,
                          .size = sizeof *memory,
                          .address = &memory[a.cell],
                          .pc = (const void *)(uintptr_t)(thread * STEPS + done + 1)};
}

// False: it was given up, since what could come next was explored before.
static bool run(strategy *s, const program *p, execution *e)
{
    uint32_t done[THREADS] = {0}, last = THREADS;
    e->count = 0;
    ended.how = END_NONE;
    rt.fiber_count = p->threads + 1;
    rt.thread_count = p->threads;
    rt.fibers[FIBER_MAIN].s.status = FIBER_DONE;
    for (uint32_t t = 0; t < p->threads; t++)
        park(p, t, 0);
    s->type->begin(s);
    for (;;) {
        decision d = {.stays = last < p->threads && done[last] < p->counts[last]};
        if (d.stays)
            d.options[d.count++] = last + 1;
        for (uint32_t t = 0; t < p->threads; t++)
            if (t != last && done[t] < p->counts[t])
                d.options[d.count++] = t + 1;
        if (!d.count)
            break;
        uint32_t index = s->type->decide(s, &d);
        if (index == DECIDE_STOP)
            break;
        last = d.options[index] - 1;
        rt.current = &rt.fibers[last + 1];
        if (rt.recording)
            footprint_step(&rt.current->s.next);
        e->threads[e->count++] = (uint8_t)last;
        park(p, last, ++done[last]);
    }
    if (ended.how == END_NONE)
        ended.how = END_COMPLETE;
    s->type->end(s);
    return ended.how == END_COMPLETE;
}

static program draw(void)
{
    program p = {.threads = 2 + (uint32_t)rand() % 2};
    for (uint32_t t = 0; t < p.threads; t++) {
        p.counts[t] = 1 + (uint32_t)rand() % STEPS;
        for (uint32_t i = 0; i < p.counts[t]; i++)
            p.steps[t][i] = (step){(uint8_t)(rand() % CELLS), rand() % 2};
    }
    return p;
}

static void one_execution_of_each_class(void **state)
{
    (void)state;
    srand(1);
    for (int i = 0; i < 3000; i++) {
        program p = draw();
        static classes all, found;
        all.count = found.count = 0;
        execution e = {0};
        uint32_t done[THREADS] = {0};
        enumerate(&p, &e, done, &all);
        const search_options o = {.real_time = false};
        strategy *s = dpor_strategy.create(&o);
        s->type = &dpor_strategy;
        do
            if (run(s, &p, &e))
                assert_true(classes_add(&found, class_of(&p, &e)));
        while (dpor_strategy.next(s));
        dpor_strategy.free(s);
        assert_int_equal(found.count, all.count);
    }
}

// Two writes of one cell are a race in both directions; two reads, and different cells, are none.
static void by_hand(void **state)
{
    (void)state;
    static const struct {
        step first, second;
        uint32_t executions;
    } cases[] = {{{0, true}, {0, true}, 2},
                 {{0, true}, {0, false}, 2},
                 {{0, false}, {0, false}, 1},
                 {{0, true}, {1, true}, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        program p = {.threads = 2, .counts = {1, 1}};
        p.steps[0][0] = cases[i].first;
        p.steps[1][0] = cases[i].second;
        strategy *s = dpor_strategy.create(&(search_options){.real_time = false});
        s->type = &dpor_strategy;
        uint32_t complete = 0;
        execution e;
        do
            complete += run(s, &p, &e);
        while (dpor_strategy.next(s));
        dpor_strategy.free(s);
        assert_int_equal(complete, cases[i].executions);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(one_execution_of_each_class),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
