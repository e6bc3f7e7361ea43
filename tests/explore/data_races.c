// SPDX-License-Identifier: MIT
// Data races against their definition: random traces of accesses, fences, locks, starts and joins,
// over which happens-before is computed as a relation, by C11's rules. The first access of a trace
// that races must be the one that is reported.

#include "explore/runtime/races.h"
#include "explore/runtime/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static jmp_buf reported;

_Noreturn void execution_break(lp_violation kind, const void *pc, const char *format, ...)
{
    (void)pc;
    (void)format;
    assert_int_equal(kind, LP_VIOLATION_RACE);
    longjmp(reported, 1);
}

enum { THREADS = 3, EVENTS = 14, BYTES = 16, LOCKS = 2, ATOMIC = 8 };

typedef enum what { PLAIN, ACCESS, FENCE, LOCK, START, JOIN } what;

typedef struct event {
    what what;
    uint32_t thread;
    uint32_t at, size; // bytes; of LOCK: which; of START and JOIN: whom
    bool reads, writes;
    int order;
} event;

typedef struct trace {
    uint32_t count;
    event events[EVENTS];
} trace;

static _Alignas(8) char memory[BYTES];
static char locks[LOCKS][8];

static bool acquires(const event *e)
{
    return e->order == memory_order_acquire || e->order == memory_order_acq_rel ||
           e->order == memory_order_seq_cst;
}

static bool releases(const event *e)
{
    return e->order == memory_order_release || e->order == memory_order_acq_rel ||
           e->order == memory_order_seq_cst;
}

static bool touches(const event *e, uint32_t byte)
{
    return (e->what == PLAIN || e->what == ACCESS) && e->at <= byte && byte < e->at + e->size;
}

static bool overlap(const event *a, const event *b)
{
    for (uint32_t byte = 0; byte < BYTES; byte++)
        if (touches(a, byte) && touches(b, byte))
            return true;
    return false;
}

// Which earlier event each event is ordered after, and by closing it all of them.
typedef bool relation[EVENTS][EVENTS];

// What an event with an atomic write publishes: itself, or the last release fence before it.
static uint32_t published_by(const trace *t, uint32_t w)
{
    if (releases(&t->events[w]))
        return w;
    for (uint32_t i = w; i-- > 0;)
        if (t->events[i].thread == t->events[w].thread && t->events[i].what == FENCE &&
            releases(&t->events[i]))
            return i;
    return EVENTS;
}

// Where what a read takes over arrives: at itself, or at the next acquire fence after it.
static uint32_t arrives_at(const trace *t, uint32_t r)
{
    if (acquires(&t->events[r]))
        return r;
    for (uint32_t i = r + 1; i < t->count; i++)
        if (t->events[i].thread == t->events[r].thread && t->events[i].what == FENCE &&
            acquires(&t->events[i]))
            return i;
    return EVENTS;
}

// A read synchronises with the release sequence that it reads from: the last write to the byte,
// and while that is a read-modify-write the one before it.
static void synchronise(const trace *t, uint32_t r, relation before)
{
    uint32_t to = arrives_at(t, r);
    for (uint32_t byte = 0; byte < BYTES && to < EVENTS; byte++)
        for (uint32_t w = r; touches(&t->events[r], byte) && w-- > 0;) {
            const event *e = &t->events[w];
            if (e->what != ACCESS || !e->writes || !touches(e, byte))
                continue;
            uint32_t from = published_by(t, w);
            if (from < EVENTS)
                before[from][to] = true;
            if (!e->reads)
                break;
        }
}

static void order(const trace *t, relation before)
{
    memset(before, 0, sizeof(relation));
    for (uint32_t k = 0; k < t->count; k++) {
        const event *e = &t->events[k];
        for (uint32_t i = 0; i < k; i++) {
            const event *f = &t->events[i];
            before[i][k] = before[i][k] || f->thread == e->thread ||
                           (f->what == START && f->at == e->thread) ||
                           (e->what == JOIN && f->thread == e->at) ||
                           // Of a thread that did nothing, too.
                           (e->what == JOIN && f->what == START && f->at == e->at) ||
                           (e->what == LOCK && f->what == LOCK && e->at == f->at);
        }
        if (e->what == ACCESS && e->reads)
            synchronise(t, k, before);
    }
    for (uint32_t m = 0; m < t->count; m++)
        for (uint32_t i = 0; i < t->count; i++)
            for (uint32_t k = 0; k < t->count; k++)
                before[i][k] = before[i][k] || (before[i][m] && before[m][k]);
}

static bool race_between(const event *a, const event *b)
{
    return a->thread != b->thread && overlap(a, b) && (a->writes || b->writes) &&
           (a->what == PLAIN || b->what == PLAIN);
}

// The first event that races with one before it; count: none does.
static uint32_t first_race(const trace *t)
{
    relation before;
    order(t, before);
    for (uint32_t k = 0; k < t->count; k++)
        for (uint32_t i = 0; i < k; i++)
            if (race_between(&t->events[i], &t->events[k]) && !before[i][k])
                return k;
    return t->count;
}

static void perform(const event *e)
{
    rt.current = &rt.fibers[e->thread];
    switch (e->what) {
    case PLAIN:
        races_plain(memory + e->at, e->size, e->writes, NULL);
        break;
    case ACCESS:
        races_atomic(memory + e->at, e->size, e->reads, e->writes, e->order, NULL);
        break;
    case FENCE:
        races_fence(e->order);
        break;
    case LOCK:
        races_sync(locks[e->at]);
        break;
    case START:
        races_start(e->thread, e->at);
        break;
    case JOIN:
        races_join(e->at);
        break;
    }
}

static uint32_t first_reported(const trace *t)
{
    static volatile uint32_t at;
    races_begin();
    at = 0;
    if (setjmp(reported))
        return at;
    for (; at < t->count; at++)
        perform(&t->events[at]);
    return at;
}

static event draw_access(uint32_t thread)
{
    static const int loads[] = {memory_order_relaxed, memory_order_acquire, memory_order_seq_cst};
    static const int stores[] = {memory_order_relaxed, memory_order_release, memory_order_seq_cst};
    static const int updates[] = {memory_order_relaxed, memory_order_acquire, memory_order_release,
                                  memory_order_acq_rel};
    uint32_t size = 1u << rand() % 3;
    event e = {.what = ACCESS, .thread = thread, .size = size};
    e.at = (uint32_t)rand() % (ATOMIC / size) * size;
    switch (rand() % 3) {
    case 0:
        e.reads = true;
        e.order = loads[rand() % 3];
        break;
    case 1:
        e.writes = true;
        e.order = stores[rand() % 3];
        break;
    default:
        e.reads = e.writes = true;
        e.order = updates[rand() % 4];
    }
    return e;
}

// Plain writes to atomic variables come last only: what an acquiring load takes over that reads
// such a write, C11 leaves to the reader.
static event draw_plain(uint32_t thread, bool last)
{
    uint32_t size = 1u << rand() % 4;
    bool write = rand() % 2, anywhere = last || !write;
    uint32_t first = anywhere ? 0 : ATOMIC;
    uint32_t at = first + (uint32_t)rand() % ((BYTES - first) / size) * size;
    return (event){
        .what = PLAIN, .thread = thread, .at = at, .size = size, .reads = !write, .writes = write};
}

static trace draw(void)
{
    static const int fences[] = {memory_order_acquire, memory_order_release, memory_order_acq_rel};
    trace t = {0};
    bool started[THREADS] = {true}, joined[THREADS] = {false};
    uint32_t count = 4 + (uint32_t)rand() % (EVENTS - 3);
    while (t.count < count) {
        uint32_t thread = (uint32_t)rand() % THREADS, other = 1 + (uint32_t)rand() % (THREADS - 1);
        if (!started[thread] || joined[thread])
            continue;
        event e = {.what = LOCK, .thread = thread, .at = (uint32_t)rand() % LOCKS};
        int kind = rand() % 10;
        if (!started[other] && thread != other) {
            e = (event){.what = START, .thread = thread, .at = other};
            started[other] = true;
        } else if (kind == 0 && !joined[other] && thread != other) {
            e = (event){.what = JOIN, .thread = thread, .at = other};
            joined[other] = true;
        } else if (kind == 1) {
            e = (event){.what = FENCE, .thread = thread, .order = fences[rand() % 3]};
        } else if (kind < 6) {
            e = draw_access(thread);
        } else if (kind < 9) {
            e = draw_plain(thread, t.count + 1 == count);
        }
        t.events[t.count++] = e;
    }
    return t;
}

static void the_first_race_is_reported(void **state)
{
    (void)state;
    srand(1);
    uint32_t racy = 0;
    for (int i = 0; i < 60000; i++) {
        trace t = draw();
        uint32_t expected = first_race(&t);
        racy += expected < t.count;
        assert_int_equal(first_reported(&t), expected);
    }
    assert_in_range(racy, 10000, 50000); // else the traces tell little
}

int main(void)
{
    config.races = true;
    for (uint32_t i = 0; i < FIBERS_MAX; i++)
        rt.fibers[i].number = i;
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_first_race_is_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
