// SPDX-License-Identifier: MIT
// How long time must be. Where only the order of readings matters, as in Timed-ABD, whatever happens in
// any time happens in a short one, with the readings in the same order: docs/distributed.md has the
// argument. Here all runs of two writes to one replica, which is read once, are enumerated for several
// last times and skews: what is seen from outside, when writes are ordered, and in which order their
// readings are. From the bound on, the sets are the same; one below it, they are smaller.

#include "base/intern.h"
#include "base/memory.h"
#include "base/text.h"
#include "model/model.h"
#include "verify/system/successors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WRITES = 2, EVENTS = 7, MOST_CELLS = 128, SENDING = 2 };

static const char writers[] =
    "enum op { w1, w2 }\n"
    "enum phase { idle, pending, sending, answered }\n"
    "type tag = (int 0..last sn, op? id);\n"
    "message store(tag t), ack;\n"
    "automaton users {\n"
    "  set<op> requested;\n"
    "  output request(op x) when !(x in requested) do requested.add(x);\n"
    "}\n"
    "automaton client(op x) {\n"
    "  clock clock;\n"
    "  int 0..last req_time;\n"
    "  phase status;\n"
    "  tag tag;\n"
    "  bool stored;\n"
    "  input request(x) do { status = pending; req_time = clock; }\n"
    "  internal order() when status == pending && clock > req_time do {\n"
    "    status = sending;\n"
    "    tag = (clock, x);\n"
    "    send store(tag) to replica;\n"
    "  }\n"
    "  input receive ack from replica do stored = true;\n"
    "  output response(x) when stored && status == sending do status = answered;\n"
    "}\n"
    "automaton replica {\n"
    "  tag tag;\n"
    "  int 0..1 reads;\n"
    "  input receive store(tag t) from client[x] do {\n"
    "    if (t > tag) tag = t;\n"
    "    send ack to client[x];\n"
    "  }\n"
    "  output read(op? v) when reads < 1 && v == tag.id do reads += 1;\n"
    "}\n";

// A state, and how it was come to.
typedef struct run_so_far {
    int32_t cells[MOST_CELLS];
    uint8_t events[EVENTS], count;
} run_so_far;

typedef struct observed {
    transition_system s;
    successors ways;
    uint32_t time, tag, status; // the first cell of these variables of the clients
    intern *runs;
    intern *tags, *readings; // what is seen, with the order of tags, and that of all readings
    run_so_far now;
} observed;

static uint32_t cell_of(const transition_system *s, const char *name)
{
    uint32_t i = 0;
    while (strcmp(variable_name(&s->m->shared[i]), name) != 0)
        i++;
    return s->p->layout.variable[i];
}

static uint8_t compared(int32_t a, int32_t b)
{
    return a < b ? 1 : a == b ? 2 : 3;
}

// Which of the readings that were made, of requests and of tags, are less than others.
static void note(observed *o, const run_so_far *w)
{
    struct {
        uint8_t events[EVENTS], count;
        uint8_t order[2 * WRITES][2 * WRITES];
    } seen;
    memset(&seen, 0, sizeof seen);
    memcpy(seen.events, w->events, sizeof seen.events);
    seen.count = w->count;
    for (uint32_t all = 0; all < 2; all++) {
        int32_t reading[2 * WRITES];
        bool made[2 * WRITES] = {false};
        for (uint32_t i = 0; i < WRITES; i++) {
            int32_t status = w->cells[o->status + i];
            made[i] = status >= SENDING;
            reading[i] = w->cells[o->tag + i];
            made[WRITES + i] = all && status > 0;
            reading[WRITES + i] = w->cells[o->time + i];
        }
        for (uint32_t i = 0; i < 2 * WRITES; i++)
            for (uint32_t k = 0; k < 2 * WRITES; k++)
                seen.order[i][k] = made[i] && made[k] ? compared(reading[i], reading[k]) : 0;
        intern_add(all ? o->readings : o->tags, &seen, sizeof seen);
    }
}

static void enter(observed *o, const run_so_far *w)
{
    bool fresh;
    intern_add_fresh(o->runs, w, sizeof *w, &fresh);
    if (fresh)
        note(o, w);
}

static bool step(void *context, const successors *path, const int32_t *after)
{
    observed *o = context;
    const move *m = &path->path[0];
    const method *f = o->s.p->routines[m->method].method;
    run_so_far w = o->now;
    assert_false(path->run.problem);
    memcpy(w.cells, after, o->s.p->layout.cells * sizeof *after);
    if (!f->over && strcmp(f->name, "tick") != 0 && strcmp(f->name, "client.advance") != 0) {
        assert_true(w.count < EVENTS);
        w.events[w.count++] = (uint8_t)(1 + m->offer);
    }
    enter(o, &w);
    return true;
}

static void observe(observed *o, uint32_t last, uint32_t skew)
{
    text written = {0};
    error e = {0};
    text_add(&written,
             "const last = %u;\n%ssystem s = users || client[x in op] || replica {\n"
             "  time 0..last skew %u;\n  channel client <-> replica reliable;\n}\nverify s {}\n",
             last, writers, skew);
    model *m = model_read("writers.lin", written.bytes, written.length, &e);
    if (!m)
        fail_msg("%s", e.message);
    lp_pool *pool = lp_pool_new();
    limits l = {0};
    limits_start(&l);
    const system_options bounds = {.threads = 1, .limits = &l};
    *o = (observed){.runs = intern_new(), .tags = intern_new(), .readings = intern_new()};
    if (!system_init(&o->s, &m->instances[0], &bounds, pool, &e))
        fail_msg("%s", e.message);
    assert_true(o->s.p->layout.cells <= MOST_CELLS);
    o->time = cell_of(&o->s, "client::req_time");
    o->tag = cell_of(&o->s, "client::tag");
    o->status = cell_of(&o->s, "client::status");
    successors_init(&o->ways, &o->s, false, false, false);
    run r = {0};
    system_start(&o->s, o->now.cells, &r);
    enter(o, &o->now);
    for (uint32_t i = 0; i < intern_count(o->runs); i++) {
        intern_copy(o->runs, i, &o->now);
        successors_expand(&o->ways, o->now.cells, step, o);
    }
    successors_fini(&o->ways);
    system_fini(&o->s);
    lp_pool_free(pool);
    model_free(m);
    text_fini(&written);
}

static void observed_fini(observed *o)
{
    intern_free(o->runs);
    intern_free(o->tags);
    intern_free(o->readings);
}

static bool within(const intern *a, const intern *b)
{
    for (uint32_t i = 0; i < intern_count(a); i++) {
        size_t length;
        const void *bytes = intern_get(a, i, &length);
        if (intern_find(b, bytes, length) == INTERN_NONE)
            return false;
    }
    return true;
}

static bool same(const intern *a, const intern *b)
{
    return intern_count(a) == intern_count(b) && within(a, b);
}

static bool fewer(const intern *a, const intern *b)
{
    return intern_count(a) < intern_count(b) && within(a, b);
}

static void test_horizon(void **state)
{
    (void)state;
    enum { TIMES = 5 };
    observed *o = memory_new(TIMES, sizeof *o);
    for (uint32_t last = 1; last < TIMES; last++)
        observe(&o[last], last, 0);
    // The tags of two writes are as many readings.
    assert_true(fewer(o[1].tags, o[2].tags));
    assert_true(same(o[2].tags, o[3].tags));
    assert_true(same(o[2].tags, o[4].tags));
    // With those of the requests there are four, from 0 to 3.
    assert_true(fewer(o[2].readings, o[3].readings));
    assert_true(same(o[3].readings, o[4].readings));
    // Skewed clocks can do more; half the last time is as good as any skew.
    observe(&o[0], 2, 1);
    assert_true(fewer(o[4].tags, o[0].tags));
    observed wide;
    observe(&wide, 3, 2);
    assert_true(same(o[0].tags, wide.tags));
    observed_fini(&wide);
    for (uint32_t last = 0; last < TIMES; last++)
        observed_fini(&o[last]);
    free(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_horizon)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
