// SPDX-License-Identifier: MIT
// Random systems with clocks, against the definition of time: it passes in steps that change nothing
// but clocks, those show it, or stay within the skew, and never go back; a component that is down
// keeps its clock. Compared are verdicts and numbers of states, where names of components are
// interchangeable those of classes. The oracle keeps everything in arrays and knows nothing of the
// language. It lets the time and all clocks jump at once, by any way that is allowed.

#include "base/intern.h"
#include "base/random.h"
#include "base/text.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 3, ROOM = 6, STATES = 20000 };

typedef enum mode { UP, STOPS, RECOVERS, FORGETS } mode;
typedef enum said { NO_STALE, NO_LATE, NEAR, AT_END, AT_LAST, CLAIMS } said;

typedef struct table {
    uint32_t count, last, skew;
    uint32_t first, second; // guards
    bool named;             // components are names of an enum, not ints
    bool stamps, replies, polled, other;
    mode mode;
    said said;
    uint32_t near; // clocks are no further apart
} table;

typedef struct component {
    uint8_t clock, at, step, late, down;
    uint8_t stamps[ROOM], stamp_count, notes; // on their way, in order
} component;

typedef struct world {
    component of[MOST];
    uint8_t time, clock, best, stale; // of b
    uint8_t crashes;
} world;

static uint32_t below(rng *r, uint32_t n)
{
    return (uint32_t)rng_below(r, n);
}

static void random_table(rng *r, table *t)
{
    *t = (table){.count = 1 + below(r, MOST),
                 .last = 1 + below(r, 3),
                 .first = below(r, 3),
                 .second = below(r, 3),
                 .named = below(r, 3) > 0,
                 .stamps = below(r, 4) > 0,
                 .polled = below(r, 4) == 0,
                 .other = below(r, 2),
                 .said = (said)below(r, CLAIMS),
                 .near = below(r, 3)};
    t->skew = below(r, 2) ? 0 : below(r, t->last + 1);
    t->replies = t->stamps && below(r, 2);
    t->mode = below(r, 3) ? UP : (mode)(STOPS + below(r, 3));
    if (t->count == MOST && t->replies)
        t->last = t->skew ? 1 : 2;
    t->skew = t->skew > t->last ? t->last : t->skew;
}

static const char *const firsts[] = {"", " && c >= 1", " && c % 2 == 0"};
static const char *const seconds[] = {"c > at", "c >= at", "c == at + 1"};

static bool may_begin(const table *t, uint32_t c)
{
    return t->first == 0 || (t->first == 1 ? c >= 1 : c % 2 == 0);
}

static bool may_go_on(const table *t, uint32_t c, uint32_t at)
{
    return t->second == 0 ? c > at : t->second == 1 ? c >= at : c == at + 1;
}

static void write_claim(const table *t, text *out)
{
    switch (t->said) {
    case NO_STALE:
        text_add(out, "  invariant fresh { b.stale == 0 }\n}\nverify s {}\n");
        break;
    case NO_LATE:
        text_add(out, "  invariant early { forall i in peer : !a[i].late }\n}\nverify s {}\n");
        break;
    case NEAR:
        text_add(out, "  invariant near { forall i in peer, j in peer : a[i].c - a[j].c <= %u }\n",
                 t->near);
        if (t->other)
            text_add(out, "  invariant nigh { forall i in peer : a[i].c - b.d <= %u }\n", t->near);
        text_add(out, "}\nverify s {}\n");
        break;
    case AT_LAST:
        text_add(out, "}\nverify s { ends forall i in peer : a[i].c == %u; }\n", t->last);
        break;
    case AT_END:
    case CLAIMS:
        text_add(out, "}\nverify s { ends forall i in peer : a[i].step == 2%s; }\n",
                 t->mode == UP ? "" : " || a[i].down");
        break;
    }
}

static char *write_table(const table *t)
{
    static const char *const modes[] = {"", "", " recovering", " forgetting"};
    const char *send = t->stamps ? " send stamp(c) to b;" : "";
    text out = {0};
    text_add(&out, t->named ? "enum peer[%u];\n" : "type peer = int 0..%u;\n",
             t->named ? t->count : t->count - 1);
    text_add(&out,
             "message stamp(int 0..%u t), note;\nautomaton a(peer i) {\n  int 0..%u at;\n"
             "  clock c;\n  int 0..2 step;\n  bool late;\n"
             "  internal first() when step == 0%s do { at = c; step = 1;%s }\n"
             "  internal second() when step == 1 && %s do { at = c; step = 2;%s }\n"
             "  input receive note from b do late = c > at;\n",
             t->last, t->last, firsts[t->first], send, seconds[t->second], send);
    if (t->polled)
        text_add(&out, "  input poll() do if (step == 2) at = c;\n");
    text_add(&out,
             "}\nautomaton b {\n%s  int 0..%u best;\n  int 0..2 stale;\n"
             "  input receive stamp(int 0..%u t) from a[x] do {\n"
             "    if (t > best%s) best = t; else stale = (stale + 1) %% 3;\n%s  }\n}\n",
             t->other ? "  clock d;\n" : "", t->last, t->last, t->other ? " && d >= t" : "",
             t->replies ? "    send note to a[x];\n" : "");
    text_add(&out, "system s = a[i in peer] || b {\n  channel a <-> b reliable;\n  time 0..%u",
             t->last);
    if (t->skew)
        text_add(&out, " skew %u", t->skew);
    text_add(&out, ";\n");
    if (t->mode != UP)
        text_add(&out, "  crashes 1 of a%s;\n", modes[t->mode]);
    write_claim(t, &out);
    return text_take(&out);
}

typedef struct search {
    const table *t;
    intern *seen;
    world *queue;
    uint32_t count, capacity;
    uint32_t moves; // of the state that is expanded, crashes and recoveries aside
} search;

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(component));
}

static void visit(search *s, const world *fresh)
{
    bool is_new;
    world w = *fresh;
    if (s->t->named)
        qsort(w.of, s->t->count, sizeof *w.of, by_bytes);
    intern_add_fresh(s->seen, &w, sizeof w, &is_new);
    if (!is_new)
        return;
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 64;
        s->queue = realloc(s->queue, s->capacity * sizeof *s->queue);
        assert_non_null(s->queue);
    }
    s->queue[s->count++] = w;
}

static void moved(search *s, const world *w)
{
    s->moves++;
    visit(s, w);
}

static void post(component *x, uint8_t stamp)
{
    uint32_t at = 0;
    assert_true(x->stamp_count < ROOM);
    while (at < x->stamp_count && x->stamps[at] < stamp)
        at++;
    memmove(x->stamps + at + 1, x->stamps + at, x->stamp_count - at);
    x->stamps[at] = stamp;
    x->stamp_count++;
}

static void act(search *s, const world *now, uint32_t i)
{
    const table *t = s->t;
    world w = *now;
    component *x = &w.of[i];
    bool acts =
        x->step == 0 ? may_begin(t, x->clock) : x->step == 1 && may_go_on(t, x->clock, x->at);
    if (x->down || !acts)
        return;
    x->step++;
    x->at = x->clock;
    if (t->stamps)
        post(x, x->clock);
    moved(s, &w);
}

static void deliver(search *s, const world *now, uint32_t i)
{
    for (uint32_t k = 0; k < now->of[i].stamp_count; k++) {
        world w = *now;
        component *x = &w.of[i];
        uint8_t stamp = x->stamps[k];
        x->stamp_count--;
        memmove(x->stamps + k, x->stamps + k + 1, x->stamp_count - k);
        x->stamps[x->stamp_count] = 0;
        if (stamp > w.best && (!s->t->other || w.clock >= stamp))
            w.best = stamp;
        else
            w.stale = (uint8_t)((w.stale + 1) % 3);
        x->notes = (uint8_t)(x->notes + (s->t->replies && !(x->down && s->t->mode == STOPS)));
        moved(s, &w);
    }
    if (now->of[i].notes) {
        world w = *now;
        component *x = &w.of[i];
        x->notes--;
        if (!x->down)
            x->late = x->clock > x->at;
        moved(s, &w);
    }
}

static void poll(search *s, const world *now)
{
    world w = *now;
    bool anybody = false;
    for (uint32_t i = 0; i < s->t->count; i++) {
        component *x = &w.of[i];
        anybody |= !x->down;
        if (!x->down && x->step == 2)
            x->at = x->clock;
    }
    if (anybody)
        moved(s, &w);
}

static void crash(search *s, const world *now, uint32_t i)
{
    world w = *now;
    component *x = &w.of[i];
    if (x->down && s->t->mode != STOPS) {
        x->down = 0;
        visit(s, &w);
    }
    if (s->t->mode == UP || now->of[i].down || w.crashes)
        return;
    w.crashes = 1;
    x->down = 1;
    if (s->t->mode == FORGETS)
        x->at = x->step = x->late = 0;
    if (s->t->mode == STOPS)
        x->notes = 0;
    visit(s, &w);
}

static bool is_near(const table *t, uint32_t time, uint32_t clock)
{
    return clock <= t->last && clock <= time + t->skew && clock + t->skew >= time;
}

// Any time and any clocks that are no earlier. Where nobody has a second clock, it has the time.
static void pass(search *s, const world *now)
{
    const table *t = s->t;
    uint32_t clocks = t->count + 1, more[MOST + 2] = {0};
    for (uint32_t k = 0; k < clocks + 1;) {
        world w = *now;
        bool right = true, goes = false;
        w.time = (uint8_t)(w.time + more[clocks]);
        w.clock = (uint8_t)(t->other ? w.clock + more[t->count] : 0);
        for (uint32_t i = 0; i < t->count; i++) {
            w.of[i].clock = (uint8_t)(w.of[i].clock + more[i]);
            right &= is_near(t, w.time, w.of[i].clock);
            goes |= more[i] > 0;
        }
        right &= w.time <= t->last && (!t->other || is_near(t, w.time, w.clock));
        right &= t->other || !more[t->count];
        goes |= more[clocks] || more[t->count];
        if (right && goes)
            moved(s, &w);
        for (k = 0; k < clocks + 1 && ++more[k] > t->last; k++)
            more[k] = 0;
    }
}

static bool is_wrong(const table *t, const world *w, bool end)
{
    uint32_t low = t->other ? w->clock : UINT8_MAX, high = 0;
    bool late = false, done = true, over = true;
    for (uint32_t i = 0; i < t->count; i++) {
        const component *x = &w->of[i];
        late |= x->late;
        done &= x->step == 2 || x->down;
        over &= x->clock == t->last;
        low = x->clock < low ? x->clock : low;
        high = x->clock > high ? x->clock : high;
    }
    return t->said == NO_STALE  ? w->stale > 0
           : t->said == NO_LATE ? late
           : t->said == NEAR    ? high > low + t->near
           : t->said == AT_LAST ? end && !over
                                : end && !done;
}

static uint32_t enumerate(const table *t, bool *well)
{
    search s = {.t = t, .seen = intern_new()};
    world start;
    memset(&start, 0, sizeof start);
    visit(&s, &start);
    *well = true;
    for (uint32_t n = 0; n < s.count && s.count < STATES; n++) {
        world w = s.queue[n];
        s.moves = 0;
        pass(&s, &w);
        for (uint32_t i = 0; i < t->count; i++) {
            act(&s, &w, i);
            deliver(&s, &w, i);
            crash(&s, &w, i);
        }
        if (t->polled)
            poll(&s, &w);
        *well &= !is_wrong(t, &w, s.moves == 0);
    }
    intern_free(s.seen);
    free(s.queue);
    return s.count;
}

static void test_clocks(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 24), first = setting("LINCHPIN_SEED", 1);
    uint64_t compared = 0, wrong = 0, skewed = 0;
    for (uint64_t seed = first; compared < models; seed++) {
        rng r;
        table t;
        bool well;
        rng_init(&r, seed);
        random_table(&r, &t);
        uint32_t want = enumerate(&t, &well);
        if (want >= STATES)
            continue;
        compared++;
        wrong += !well;
        skewed += t.skew > 0;
        double states = 0;
        // All reductions also drop messages: then there are fewer.
        bool all = seed % 2;
        char *written = write_table(&t);
        lp_outcome is = written_outcome(written,
                                        all       ? REDUCE_ALL
                                        : t.named ? REDUCE_COMPONENTS
                                                  : 0,
                                        &states);
        if (is != (well ? LP_HOLDS : LP_VIOLATED) ||
            (well && (all ? states > want : states != want)))
            fail_msg("seed %d: outcome %d, not %d; %f states, not %u\n%s", (int)seed, (int)is,
                     well ? LP_HOLDS : LP_VIOLATED, states, want, written);
        free(written);
    }
    assert_true(wrong > models / 8 && wrong < models && skewed > models / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_clocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
