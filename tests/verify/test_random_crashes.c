// SPDX-License-Identifier: MIT
// Random systems whose components crash, against the definition of a crash: one that is down acts
// and hears nothing, what arrives meanwhile is lost, and it stays down, comes up as it was, or
// comes up as it began. Compared are the states, and whether runs end as they should. The oracle
// keeps everything in arrays and knows nothing of the language.

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

enum { MOST = 4, ROOM = 12, STATES = 30000 };
enum { A, B, KINDS };

typedef enum mode { UP, STOPS, RECOVERS, FORGETS } mode;

typedef struct channel_kind {
    bool fifo, lossy, duplicating;
    uint32_t bound;
} channel_kind;

typedef struct table {
    uint32_t params[KINDS]; // 0 to 2
    uint32_t count[KINDS];
    mode mode[KINDS];
    uint32_t crashes[KINDS];
    channel_kind channel[KINDS]; // by who sends
    uint32_t sends;
    bool replies, logs, hears, poked;
    bool deadlockfree; // or this about the end:
    uint32_t sum;      // no b ends with it, or is down
} table;

typedef struct component {
    uint8_t down;
    uint8_t sent, seen;                    // of an a
    uint8_t sum, heard, box[2], got, base; // of a b
    uint8_t log[ROOM], log_length;
} component;

typedef struct world {
    component of[KINDS][MOST];
    uint8_t crashes[KINDS];
    uint8_t length[KINDS][MOST][MOST]; // by who sends, the sender and the receiver
    uint8_t items[KINDS][MOST][MOST][ROOM];
} world;

static uint32_t below(rng *r, uint32_t n)
{
    return (uint32_t)rng_below(r, n);
}

static channel_kind random_kind(rng *r)
{
    channel_kind k = {.fifo = below(r, 2), .lossy = below(r, 4) == 0};
    k.duplicating = !k.fifo && below(r, 4) == 0;
    k.bound = below(r, 3) ? 0 : 1 + below(r, 2);
    return k;
}

static void random_table(rng *r, table *t)
{
    *t = (table){.sends = 1 + below(r, 2),
                 .replies = below(r, 2),
                 .logs = below(r, 3) == 0,
                 .hears = below(r, 2),
                 .poked = below(r, 4) == 0,
                 .deadlockfree = below(r, 4) == 0,
                 .sum = below(r, 3)};
    for (uint32_t i = 0; i < KINDS; i++) {
        t->params[i] = i == A ? below(r, 2) : below(r, 3);
        t->count[i] = t->params[i] == 0 ? 1 : t->params[i] == 1 ? 1 + below(r, 2) : 4;
        t->mode[i] = (mode)below(r, 4);
        t->crashes[i] = 1 + below(r, 2);
        t->channel[i] = random_kind(r);
    }
    if (t->count[B] == 4) {
        t->sends = 1;
        t->params[A] = 0;
        t->count[A] = 1;
    }
    for (uint32_t i = 0; i < KINDS; i++)
        if (t->mode[i] == STOPS && t->crashes[i] > t->count[i])
            t->crashes[i] = t->count[i];
    if (t->channel[A].duplicating) {
        t->logs = false; // it would have no end
        if (t->replies && !t->channel[B].duplicating && !t->channel[B].bound)
            t->channel[B].bound = 2;
    }
}

static void write_crashes(const table *t, text *out)
{
    for (uint32_t i = 0; i < KINDS; i++)
        if (t->mode[i] != UP)
            text_add(out, "  crashes %u of %c%s;\n", t->crashes[i], i == A ? 'a' : 'b',
                     t->mode[i] == STOPS      ? ""
                     : t->mode[i] == RECOVERS ? " recovering"
                                              : " forgetting");
}

static void write_channel(const channel_kind *k, const char *ends, text *out)
{
    bool plain = !k->fifo && !k->lossy && !k->duplicating && !k->bound;
    text_add(out, "  channel %s%s%s%s%s", ends, plain ? " reliable" : "", k->fifo ? " fifo" : "",
             k->lossy ? " lossy" : "", k->duplicating ? " duplicating" : "");
    if (k->bound)
        text_add(out, " bounded %u", k->bound);
    text_add(out, ";\n");
}

// Those of b are (j, k), j an int and k a bool, or j alone.
static void write_system(const table *t, text *out)
{
    text_add(out, "system s = a");
    if (t->params[A])
        text_add(out, "[i in int 0..%u]", t->count[A] - 1);
    text_add(out, " || b");
    if (t->params[B] == 1)
        text_add(out, "[j in int 0..%u]", t->count[B] - 1);
    if (t->params[B] == 2)
        text_add(out, "[j in int 0..1, k in bool]");
    text_add(out, " {\n");
    write_channel(&t->channel[A], "a -> b", out);
    write_channel(&t->channel[B], "b -> a", out);
    write_crashes(t, out);
    text_add(out, "}\nverify s { ");
    if (t->deadlockfree) {
        text_add(out, "deadlockfree; }\n");
        return;
    }
    text_add(out, "ends ");
    const char *who = t->params[B] == 0 ? "b" : t->params[B] == 1 ? "b[j]" : "b[(j, k)]";
    if (t->params[B])
        text_add(out, "forall j in 0..%u%s : ", t->params[B] == 1 ? t->count[B] - 1 : 1,
                 t->params[B] == 2 ? ", k in bool" : "");
    text_add(out, "%s.sum != %u", who, t->sum);
    if (t->mode[B] != UP)
        text_add(out, " || %s.down", who);
    text_add(out, "; }\n");
}

static char *write_table(const table *t)
{
    text out = {0};
    const char *own = t->params[A] ? "i, " : "", *who = t->params[A] ? "[i]" : "";
    text_add(&out, "message number(int 0..1 v), note;\nautomaton a");
    if (t->params[A])
        text_add(&out, "(int 0..%u i)", t->count[A] - 1);
    text_add(&out, " {\n");
    text_add(&out,
             "  int 0..%u sent;\n  int 0..2 seen;\n  output go(%sint 0..1 v) when sent < %u do { "
             "sent += 1; send number(v) to b; }\n"
             "  input receive note from b do seen = (seen + 1) %% 3;\n}\nautomaton b",
             t->sends, own, t->sends);
    if (t->params[B])
        text_add(&out, "(int 0..%u j%s)", t->params[B] == 1 ? t->count[B] - 1 : 1,
                 t->params[B] == 2 ? ", bool k" : "");
    text_add(&out, " {\n  int 0..2 sum = 1;\n  int 0..1 heard;\n  int 0..1[2] box = {0, 1};\n"
                   "  set<int 0..1> got;\n  int 0..1? base;\n  seq<int 0..1> log;\n"
                   "  init { base = 1; }\n");
    if (t->hears)
        text_add(&out, "  input go(%sint 0..1 v) do heard = (heard + v) %% 2;\n",
                 t->params[A] ? t->count[A] == 1 ? "int 0..0 i, " : "int 0..1 i, " : "");
    if (t->poked)
        text_add(&out, "  input poke() do heard = 1;\n");
    text_add(&out,
             "  input receive number(int 0..1 v) from a%s do {\n    sum = (sum + v) %% 3;\n    "
             "box[v] = 1;\n    got.add(v);\n    base = none;\n%s%s%s%s  }\n}\n",
             who, t->logs ? "    log.push(v);\n" : "", t->replies ? "    send note to a" : "",
             t->replies ? who : "", t->replies ? ";\n" : "");
    write_system(t, &out);
    return text_take(&out);
}

static void begin(component *x, uint32_t kind)
{
    uint8_t down = x->down;
    memset(x, 0, sizeof *x);
    x->down = down;
    if (kind == B) {
        x->sum = x->box[1] = 1;
        x->base = 2; // none is 0
    }
}

// False: there is no room.
static bool put(const table *t, world *w, uint32_t from, uint32_t i, uint32_t j, uint8_t message)
{
    const channel_kind *k = &t->channel[from];
    uint8_t *length = &w->length[from][i][j], *items = w->items[from][i][j];
    uint32_t at = 0;
    if (w->of[!from][j].down && t->mode[!from] == STOPS)
        return true;
    while (at < *length && (k->fifo || items[at] < message))
        at++;
    if (k->duplicating && at < *length && items[at] == message)
        return true;
    if (k->bound && *length == k->bound)
        return false;
    assert_true(*length < ROOM);
    memmove(items + at + 1, items + at, *length - at);
    items[at] = message;
    ++*length;
    return true;
}

static void drop(world *w, uint32_t from, uint32_t i, uint32_t j, uint32_t at)
{
    uint8_t *length = &w->length[from][i][j], *items = w->items[from][i][j];
    --*length;
    memmove(items + at, items + at + 1, *length - at);
    items[*length] = 0;
}

// False: the reply has no room.
static bool receive(const table *t, world *w, uint32_t from, uint32_t i, uint32_t j, uint8_t v)
{
    component *x = &w->of[!from][j];
    if (from == B) {
        x->seen = (uint8_t)((x->seen + 1) % 3);
        return true;
    }
    x->sum = (uint8_t)((x->sum + v) % 3);
    x->box[v] = 1;
    x->got |= (uint8_t)(1u << v);
    x->base = 0;
    if (t->logs)
        x->log[x->log_length++] = v;
    return !t->replies || put(t, w, B, j, i, 0);
}

typedef struct search {
    intern *seen;
    world *queue;
    uint32_t count, capacity;
    uint32_t moves; // of the state that is expanded, crashes and recoveries aside
} search;

static void visit(search *s, const world *w)
{
    bool fresh;
    intern_add_fresh(s->seen, w, sizeof *w, &fresh);
    if (!fresh)
        return;
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 64;
        s->queue = realloc(s->queue, s->capacity * sizeof *s->queue);
        assert_non_null(s->queue);
    }
    s->queue[s->count++] = *w;
}

static void moved(search *s, const world *w)
{
    s->moves++;
    visit(s, w);
}

static void deliver(const table *t, const world *now, uint32_t from, uint32_t i, uint32_t j,
                    search *s)
{
    const channel_kind *k = &t->channel[from];
    bool down = now->of[!from][j].down;
    for (uint32_t at = 0; at < now->length[from][i][j]; at++) {
        bool arrives = !k->fifo || at == 0;
        uint8_t message = now->items[from][i][j][at];
        world w = *now;
        if (k->duplicating && !down && receive(t, &w, from, i, j, message)) // and it stays
            moved(s, &w);
        w = *now;
        drop(&w, from, i, j, at);
        if (k->lossy || (arrives && down))
            moved(s, &w);
        if (arrives && !down && receive(t, &w, from, i, j, message))
            moved(s, &w);
    }
}

static void take_go(const table *t, const world *now, uint32_t i, uint8_t v, search *s)
{
    world w = *now;
    bool room = true;
    w.of[A][i].sent++;
    for (uint32_t j = 0; j < t->count[B]; j++) {
        room &= put(t, &w, A, i, j, v);
        if (t->hears && !w.of[B][j].down)
            w.of[B][j].heard = (w.of[B][j].heard + v) % 2;
    }
    if (room)
        moved(s, &w);
}

static void take_poke(const table *t, const world *now, search *s)
{
    world w = *now;
    bool anybody = false;
    for (uint32_t j = 0; j < t->count[B]; j++)
        if (!w.of[B][j].down) {
            anybody = true;
            w.of[B][j].heard = 1;
        }
    if (anybody)
        moved(s, &w);
}

static void crash(const table *t, const world *now, uint32_t kind, uint32_t i, search *s)
{
    world w = *now;
    component *x = &w.of[kind][i];
    if (x->down && t->mode[kind] != STOPS) {
        x->down = 0;
        if (t->mode[kind] == FORGETS)
            begin(x, kind);
        visit(s, &w);
    }
    if (t->mode[kind] == UP || now->of[kind][i].down || w.crashes[kind] == t->crashes[kind])
        return;
    w.crashes[kind]++;
    if (t->mode[kind] == FORGETS) {
        begin(x, kind);
        x->base = 0; // what init gives comes later
    }
    x->down = 1;
    for (uint32_t j = 0; t->mode[kind] == STOPS && j < t->count[!kind]; j++)
        while (w.length[!kind][j][i])
            drop(&w, !kind, j, i, 0);
    visit(s, &w);
}

static void expand(const table *t, const world *now, search *s)
{
    s->moves = 0;
    for (uint32_t i = 0; i < t->count[A]; i++)
        for (uint8_t v = 0; v < 2 && now->of[A][i].sent < t->sends && !now->of[A][i].down; v++)
            take_go(t, now, i, v, s);
    if (t->poked)
        take_poke(t, now, s);
    for (uint32_t i = 0; i < t->count[A]; i++)
        for (uint32_t j = 0; j < t->count[B]; j++) {
            deliver(t, now, A, i, j, s);
            deliver(t, now, B, j, i, s);
        }
    for (uint32_t kind = 0; kind < KINDS; kind++)
        for (uint32_t i = 0; i < t->count[kind]; i++)
            crash(t, now, kind, i, s);
}

// Nothing has to happen here any more: is that right?
static bool ends_well(const table *t, const world *w)
{
    bool well = !t->deadlockfree;
    for (uint32_t j = 0; j < t->count[B]; j++)
        well &= w->of[B][j].sum != t->sum || w->of[B][j].down;
    return well;
}

static uint32_t enumerate(const table *t, bool *well)
{
    search s = {.seen = intern_new()};
    world start;
    memset(&start, 0, sizeof start);
    for (uint32_t kind = 0; kind < KINDS; kind++)
        for (uint32_t i = 0; i < t->count[kind]; i++)
            begin(&start.of[kind][i], kind);
    visit(&s, &start);
    *well = true;
    for (uint32_t i = 0; i < s.count && s.count < STATES; i++) {
        world w = s.queue[i];
        expand(t, &w, &s);
        *well &= s.moves > 0 || ends_well(t, &w);
    }
    intern_free(s.seen);
    free(s.queue);
    return s.count;
}

static void test_crashes(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 60), first = setting("LINCHPIN_SEED", 1);
    uint64_t compared = 0;
    for (uint64_t seed = first; compared < models; seed++) {
        rng r;
        table t;
        bool well;
        rng_init(&r, seed);
        random_table(&r, &t);
        uint32_t want = enumerate(&t, &well);
        if (want >= STATES || (t.mode[A] == UP && t.mode[B] == UP))
            continue;
        compared++;
        double states = 0;
        char *written = write_table(&t);
        lp_outcome is = written_outcome(written, seed % 2 ? REDUCE_ALL : 0, &states);
        if (is != (well ? LP_HOLDS : LP_VIOLATED) || (well && states != want))
            fail_msg("seed %d: outcome %d, not %d; %f states, not %u\n%s", (int)seed, (int)is,
                     well ? LP_HOLDS : LP_VIOLATED, states, want, written);
        free(written);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_crashes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
