// SPDX-License-Identifier: MIT
// The register automata of objects/distributed/register_machines.lin against the judges of histories. All
// histories of a few operations are enumerated, with any answers; each is a trace of a machine if and
// only if the condition holds of it and of all that it begins with. MWR-WO has no judge: see
// write_order.h.

#include "base/intern.h"
#include "base/io/file_read.h"
#include "base/memory.h"
#include "base/text.h"
#include "judge/judge.h"
#include "model/model.h"
#include "verify/system/successors.h"
#include "write_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MACHINES = 6, MOST_STATES = 64, MOST_CELLS = 128, MOST_CLIENTS = 3, MOST_EVENTS = 16 };
enum { INTERNAL = UINT32_MAX };

static const struct {
    const char *name, *condition; // NULL: see agrees_on_writes
} machines[MACHINES + 1] = {
    {"safe", "safe"},
    {"regular", "regular"},
    {"write_order", NULL},
    {"mw_regular", "mw-regular"},
    {"atomic", "linearizable"},
    {"sequential", "sequential"},
    {"any", NULL}, // answers what it likes
};

static const char any_machine[] =
    "automaton any_machine {\n"
    "  value?[client] writing;\n"
    "  set<client> reading;\n"
    "  input write(client p, value v) do writing[p] = v;\n"
    "  output written(client p) when writing[p] != none do writing[p] = none;\n"
    "  input read(client p) do reading.add(p);\n"
    "  output got(client p, value? v) when p in reading do reading.remove(p);\n"
    "}\n"
    "system any_register = users || any_machine;\n";
static const char operations[] = " {\n"
                                 "  call write(client p, value v) is write(v);\n"
                                 "  call read(client p) is read();\n"
                                 "  return written(client p);\n"
                                 "  return got(client p, value? v) is v;\n"
                                 "}\n";

typedef struct edge {
    uint32_t event, to; // INTERNAL: nobody sees it
} edge;

typedef struct edges {
    edge *all;
    size_t count, capacity;
} edges;

// A machine, as far as it was looked at.
typedef struct machine {
    model *m;
    transition_system s;
    successors ways;
    intern *states;
    edges *from; // of each state; those without entry were not expanded yet
    size_t from_count, from_capacity;
    intern *events; // what is seen, of all machines
    uint32_t first;
} machine;

// The states that a machine may be in after a trace; none: it does not have this trace.
typedef struct states {
    uint32_t all[MOST_STATES], count;
} states;

typedef struct walk {
    machine m[MACHINES + 1];
    intern *events;
    lp_pool *pool;
    const lp_spec *spec;
    lp_history *h;
    uint32_t path[MOST_EVENTS], length;
    uint32_t histories, in[MACHINES];
} walk;

typedef struct seen {
    uint64_t is_return, process, method;
    lp_value value;
} seen;

static bool note_edge(void *context, const successors *path, const int32_t *after)
{
    machine *m = context;
    const move *taken = &path->path[0];
    history_event v = system_event(&m->s, taken);
    edges *from = &m->from[m->from_count - 1];
    assert_false(path->run.problem);
    edge e = {.event = INTERNAL};
    if (v.kind != LABEL_INTERNAL) {
        bool is_return = v.kind == LABEL_RETURN;
        seen s = {is_return, v.process, is_return ? 0 : v.method, v.value};
        e.event = intern_add(m->events, &s, sizeof s);
    }
    e.to = intern_add(m->states, after, m->s.p->layout.cells * sizeof *after);
    MEMORY_GROW(from->all, from->capacity, from->count + 1);
    from->all[from->count++] = e;
    return true;
}

static const edges *edges_from(machine *m, uint32_t state)
{
    int32_t cells[MOST_CELLS];
    while (m->from_count <= state) {
        MEMORY_GROW(m->from, m->from_capacity, m->from_count + 1);
        m->from[m->from_count] = (edges){0};
        intern_copy(m->states, (uint32_t)m->from_count++, cells);
        successors_expand(&m->ways, cells, note_edge, m);
    }
    return &m->from[state];
}

static void add_state(states *into, uint32_t state)
{
    for (uint32_t i = 0; i < into->count; i++)
        if (into->all[i] == state)
            return;
    assert_true(into->count < MOST_STATES);
    into->all[into->count++] = state;
}

// What can be come to without being seen.
static void close_states(machine *m, states *into)
{
    for (uint32_t i = 0; i < into->count; i++) {
        const edges *e = edges_from(m, into->all[i]);
        for (size_t k = 0; k < e->count; k++)
            if (e->all[k].event == INTERNAL)
                add_state(into, e->all[k].to);
    }
}

static states states_after(machine *m, const states *before, uint32_t event)
{
    states now = {.count = 0};
    for (uint32_t i = 0; i < before->count; i++) {
        const edges *e = edges_from(m, before->all[i]);
        for (size_t k = 0; k < e->count; k++)
            if (e->all[k].event == event)
                add_state(&now, e->all[k].to);
    }
    close_states(m, &now);
    return now;
}

static void machine_init(machine *m, const char *written, const char *name, walk *w)
{
    text whole = {0};
    error e = {0};
    text_add(&whole, "%s%sverify %s_register refines register%s", written, any_machine, name,
             operations);
    *m = (machine){.states = intern_new(), .events = w->events};
    m->m = model_read("register_machines.lin", whole.bytes, whole.length, &e);
    if (!m->m)
        fail_msg("%s: %s", name, e.message);
    limits l = {0};
    limits_start(&l);
    const system_options bounds = {.threads = 1, .limits = &l};
    if (!system_init(&m->s, &m->m->instances[0], &bounds, w->pool, &e))
        fail_msg("%s: %s", name, e.message);
    assert_true(m->s.p->layout.cells <= MOST_CELLS);
    successors_init(&m->ways, &m->s, false, false, false);
    int32_t cells[MOST_CELLS];
    run r = {0};
    system_start(&m->s, cells, &r);
    m->first = intern_add(m->states, cells, m->s.p->layout.cells * sizeof *cells);
    text_fini(&whole);
}

static void machine_fini(machine *m)
{
    successors_fini(&m->ways);
    system_fini(&m->s);
    model_free(m->m);
    for (size_t i = 0; i < m->from_count; i++)
        free(m->from[i].all);
    free(m->from);
    intern_free(m->states);
}

static bool condition_holds(const walk *w, uint32_t which)
{
    if (!machines[which].condition)
        return agrees_on_writes(w->h);
    error e = {0};
    lp_verdict v;
    lp_verdict_init(&v);
    const judge *j = judge_find(machines[which].condition, &e);
    assert_non_null(j);
    assert_true(judge_history(j, w->h, w->spec, NULL, false, &v, &e));
    assert_true(v.outcome == LP_HOLDS || v.outcome == LP_VIOLATED);
    bool holds = v.outcome == LP_HOLDS;
    lp_verdict_fini(&v);
    return holds;
}

static seen event_of(const walk *w, uint32_t event)
{
    seen s;
    intern_copy(w->events, event, &s);
    return s;
}

// The path as a history. False: another one is the same but for the names of clients and values.
static bool make_history(walk *w)
{
    uint32_t open[MOST_CLIENTS] = {0}, clients = 0, writes = 0;
    static const char *const values[] = {"v1", "v2"};
    bool first_of_its_kind = true;
    w->h = lp_history_new(w->pool);
    for (uint32_t i = 0; i < w->length; i++) {
        seen s = event_of(w, w->path[i]);
        if (s.is_return) {
            lp_history_return(w->h, open[s.process], s.value);
            continue;
        }
        const char *name = system_operation(&w->m[MACHINES].s, (uint32_t)s.method);
        first_of_its_kind &= s.process <= clients;
        clients += s.process == clients;
        if (strcmp(name, "write") == 0) {
            assert_true(writes < 2);
            lp_value next = lp_string(w->pool, values[writes++], 2);
            first_of_its_kind &= lp_value_compare(w->pool, s.value, next) == 0;
        }
        open[s.process] = lp_history_call(w->h, (int64_t)s.process,
                                          lp_string(w->pool, name, strlen(name)), s.value);
    }
    return first_of_its_kind;
}

static void describe(const walk *w, text *out)
{
    for (uint32_t i = 0; i < w->length; i++) {
        seen s = event_of(w, w->path[i]);
        size_t length;
        const char *value =
            s.value.kind == LP_KIND_STRING ? lp_string_bytes(w->pool, s.value, &length) : "-";
        text_add(out, " %s(%u, %s)",
                 s.is_return ? "return" : system_operation(&w->m[MACHINES].s, (uint32_t)s.method),
                 (unsigned)s.process, value);
    }
}

static void explore(walk *w, const states *before);

// One event more. A machine that does not have the trace so far has no longer one.
static void extend(walk *w, const states *before, uint32_t event)
{
    states now[MACHINES + 1];
    assert_true(w->length < MOST_EVENTS);
    w->path[w->length++] = event;
    if (make_history(w)) {
        w->histories++;
        for (uint32_t i = 0; i <= MACHINES; i++)
            now[i] = states_after(&w->m[i], &before[i], event);
        for (uint32_t i = 0; i < MACHINES; i++) {
            bool in = now[i].count > 0;
            w->in[i] += in;
            if (!before[i].count || in == condition_holds(w, i))
                continue;
            text t = {0};
            describe(w, &t);
            fail_msg("%s: the machine %s, the condition does not agree:%s", machines[i].name,
                     in ? "has it" : "does not have it", t.bytes);
        }
        lp_history_free(w->h);
        explore(w, now);
    } else {
        lp_history_free(w->h);
    }
    w->length--;
}

static void explore(walk *w, const states *before)
{
    const states *any = &before[MACHINES];
    assert_int_equal(any->count, 1); // nothing is hidden in it
    const edges *e = edges_from(&w->m[MACHINES], any->all[0]);
    edges copy = {.all = memory_copy(e->all, e->count * sizeof *e->all), .count = e->count};
    for (size_t i = 0; i < copy.count; i++)
        extend(w, before, copy.all[i].event);
    free(copy.all);
}

static void replace(text *in, const char *what, const char *by)
{
    const char *at = strstr(in->bytes, what);
    assert_non_null(at);
    text out = {0};
    text_add(&out, "%.*s%s%s", (int)(at - in->bytes), in->bytes, by, at + strlen(what));
    text_fini(in);
    *in = out;
}

static void compare(const char *clients, const char *reads, walk *w)
{
    text written = {0};
    error e = {0};
    if (!file_read("objects/distributed/register_machines.lin", NULL, &written, &e))
        fail_msg("%s", e.message);
    *strstr(written.bytes, "\nverify") = '\0';
    written.length = strlen(written.bytes);
    text_add(&written, "\n");
    replace(&written, "{ a, b, c }", clients);
    replace(&written, "reads < 2", reads);
    replace(&written, "int 0..2 reads", "int 0..3 reads");
    *w = (walk){.events = intern_new(), .pool = lp_pool_new(), .spec = lp_spec_find("register")};
    states first[MACHINES + 1] = {{.count = 0}};
    for (uint32_t i = 0; i <= MACHINES; i++) {
        machine_init(&w->m[i], written.bytes, machines[i].name, w);
        add_state(&first[i], w->m[i].first);
        close_states(&w->m[i], &first[i]);
    }
    explore(w, first);
    print_message("%u histories:", w->histories);
    for (uint32_t i = 0; i < MACHINES; i++) {
        print_message(" %s %u", machines[i].name, w->in[i]);
        machine_fini(&w->m[i]);
    }
    print_message("\n");
    machine_fini(&w->m[MACHINES]);
    intern_free(w->events);
    lp_pool_free(w->pool);
    text_fini(&written);
}

static void test_traces(void **state)
{
    (void)state;
    // CMake compiles with whole paths: from this file to the model.
    char root[] = __FILE__, *tail = strstr(root, "/tests/verify/");
    assert_non_null(tail);
    *tail = 0;
    assert_int_equal(chdir(root), 0);
    static const char *const sizes[][2] = {{"{ a, b, c }", "reads < 2"}, {"{ a, b }", "reads < 3"}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        walk w;
        compare(sizes[i][0], sizes[i][1], &w);
        assert_true(w.histories > 1000);
        for (uint32_t k = 1; k < MACHINES - 1; k++) // each has less than the one before
            assert_true(w.in[k] > 0 && w.in[k] < w.in[k - 1]);
        assert_true(w.in[MACHINES - 1] > w.in[MACHINES - 2]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_traces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
