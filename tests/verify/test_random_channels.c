// SPDX-License-Identifier: MIT
// Random systems whose components send messages, against the definition of their channels: what
// is on its way is a multiset, or a sequence; it may be lost, be delivered again, or have to wait
// for room. The oracle keeps the channels as lists and knows nothing of the language.

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

enum { MOST = 2, ROOM = 12, NOTE = 0, ZERO = 1, ONE = 2 }; // note, number(0), number(1)
enum { SENDERS, RECEIVERS };

typedef struct channel_kind {
    bool fifo, lossy, duplicating;
    uint32_t bound;
} channel_kind;

typedef struct table {
    uint32_t count[2]; // of senders and receivers
    bool plain[2];     // without a parameter: then there is one
    channel_kind there, back;
    bool to_all; // or to the one that the action names
    enum what {
        NOTES,
        NUMBERS,
        IN_TURN
    } what;       // note is sent, or number(v), or number(0) and number(1)
    bool replies; // to notes and to number(1)
    uint32_t sends;
} table;

typedef struct world {
    uint8_t sent[MOST], seen[MOST]; // of each sender: how many, and what came back
    uint8_t sum[MOST];              // of each receiver
    uint8_t length[2][MOST][MOST];  // there, back; by sender and receiver
    uint8_t items[2][MOST][MOST][ROOM];
} world;

static channel_kind random_kind(rng *r)
{
    channel_kind k = {.fifo = rng_below(r, 2), .lossy = rng_below(r, 2)};
    k.duplicating = !k.fifo && rng_below(r, 3) == 0;
    k.bound = rng_below(r, 3) ? 0 : 1 + (uint32_t)rng_below(r, 2);
    return k;
}

static void random_table(rng *r, table *t)
{
    *t = (table){.to_all = rng_below(r, 2),
                 .what = (enum what)rng_below(r, 3),
                 .replies = rng_below(r, 2),
                 .sends = 1 + (uint32_t)rng_below(r, 2),
                 .there = random_kind(r),
                 .back = random_kind(r)};
    // What is delivered again and again is answered again and again.
    if (t->replies && t->there.duplicating && !t->back.duplicating && !t->back.bound)
        t->back.bound = 2;
    for (int i = 0; i < 2; i++) {
        t->plain[i] = rng_below(r, 3) == 0;
        t->count[i] = t->plain[i] ? 1 : 1 + (uint32_t)rng_below(r, MOST);
    }
    if (rng_below(r, 3) == 0) { // equal messages with another between them
        t->plain[SENDERS] = t->plain[RECEIVERS] = true;
        t->count[SENDERS] = t->count[RECEIVERS] = 1;
        t->what = IN_TURN;
        t->sends = 4;
        t->there.bound = 0;
    }
}

static void write_kind(const channel_kind *k, text *out)
{
    if (!k->fifo && !k->lossy && !k->duplicating && !k->bound)
        text_add(out, " reliable");
    text_add(out, "%s%s%s", k->fifo ? " fifo" : "", k->lossy ? " lossy" : "",
             k->duplicating ? " duplicating" : "");
    if (k->bound)
        text_add(out, " bounded %u", k->bound);
}

static char *write_table(const table *t)
{
    text out = {0};
    const uint32_t *n = t->count;
    const char *a = t->plain[SENDERS] ? "" : "[i]", *b = t->plain[RECEIVERS] ? "" : "[j]";
    text_add(&out, "message note, number(int 0..1 v);\nautomaton a");
    if (!t->plain[SENDERS])
        text_add(&out, "(int 0..%u i)", n[SENDERS] - 1);
    text_add(&out,
             " {\n  int 0..%u sent;\n  int 0..2 seen;\n  output go(%s%sint 0..1 v, int 0..%u j) "
             "when sent < %u do {\n    sent += 1;\n    send %s to b%s;\n  }\n"
             "  input receive note from b%s do seen = (seen + 1) %% 3;\n}\n",
             t->sends, t->plain[SENDERS] ? "" : "i", t->plain[SENDERS] ? "" : ", ",
             n[RECEIVERS] - 1, t->sends,
             t->what == NOTES     ? "note"
             : t->what == NUMBERS ? "number(v)"
                                  : "number(sent % 2)",
             t->to_all ? "" : b, b);
    text_add(&out, "automaton b");
    if (!t->plain[RECEIVERS])
        text_add(&out, "(int 0..%u j)", n[RECEIVERS] - 1);
    text_add(
        &out,
        " {\n  int 0..2 sum;\n  input receive note from a%s do { sum = (sum + 1) %% 3;%s%s%s }\n"
        "  input receive number(int 0..1 w) from a%s do { sum = (sum + w) %% 3;%s%s%s }\n}\n",
        a, t->replies ? " send note to a" : "", t->replies ? a : "", t->replies ? ";" : "", a,
        t->replies ? " if (w == 1) send note to a" : "", t->replies ? a : "",
        t->replies ? ";" : "");
    text_add(&out, "system s = a%s", t->plain[SENDERS] ? "" : "[i in int 0..");
    if (!t->plain[SENDERS])
        text_add(&out, "%u]", n[SENDERS] - 1);
    text_add(&out, " || b%s", t->plain[RECEIVERS] ? "" : "[j in int 0..");
    if (!t->plain[RECEIVERS])
        text_add(&out, "%u]", n[RECEIVERS] - 1);
    text_add(&out, " {\n  channel a -> b");
    write_kind(&t->there, &out);
    text_add(&out, ";\n  channel b -> a");
    write_kind(&t->back, &out);
    text_add(&out, ";\n}\nverify s { }\n");
    return text_take(&out);
}

static const channel_kind *kind_of(const table *t, int way)
{
    return way ? &t->back : &t->there;
}

// False: there is no room.
static bool put(const table *t, world *w, int way, uint32_t i, uint32_t j, uint8_t message)
{
    const channel_kind *k = kind_of(t, way);
    uint8_t *length = &w->length[way][i][j], *items = w->items[way][i][j];
    uint32_t at = 0;
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

static void drop(world *w, int way, uint32_t i, uint32_t j, uint32_t at)
{
    uint8_t *length = &w->length[way][i][j], *items = w->items[way][i][j];
    --*length;
    memmove(items + at, items + at + 1, *length - at);
    items[*length] = 0;
}

// False: the reply has no room, so it is not received now.
static bool receive(const table *t, world *w, int way, uint32_t i, uint32_t j, uint8_t message)
{
    if (way) {
        w->seen[i] = (uint8_t)((w->seen[i] + 1) % 3);
        return true;
    }
    w->sum[j] = (uint8_t)((w->sum[j] + (message == ZERO ? 0 : 1)) % 3);
    return !t->replies || message == ZERO || put(t, w, 1, i, j, NOTE);
}

typedef struct search {
    intern *seen;
    world *queue;
    uint32_t count, capacity;
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

static void deliver(const table *t, const world *from, int way, uint32_t i, uint32_t j, search *s)
{
    const channel_kind *k = kind_of(t, way);
    for (uint32_t at = 0; at < from->length[way][i][j]; at++) {
        world w = *from;
        uint8_t message = w.items[way][i][j][at];
        if (k->duplicating && receive(t, &w, way, i, j, message)) // and it stays
            visit(s, &w);
        w = *from;
        drop(&w, way, i, j, at);
        if ((!k->fifo || at == 0) && receive(t, &w, way, i, j, message))
            visit(s, &w);
        w = *from;
        drop(&w, way, i, j, at);
        if (k->lossy)
            visit(s, &w);
    }
}

static uint8_t sent_message(const table *t, uint8_t v, uint8_t sent)
{
    return t->what == NOTES ? NOTE : (uint8_t)(ZERO + (t->what == NUMBERS ? v : sent % 2));
}

static void expand(const table *t, const world *from, search *s)
{
    for (uint32_t i = 0; i < t->count[SENDERS]; i++)
        for (uint32_t j = 0; j < t->count[RECEIVERS]; j++) {
            for (uint8_t v = 0; v < 2 && from->sent[i] < t->sends; v++) {
                world w = *from;
                w.sent[i]++;
                bool room = true;
                for (uint32_t x = 0; x < t->count[RECEIVERS]; x++)
                    if (t->to_all || x == j)
                        room &= put(t, &w, 0, i, x, sent_message(t, v, w.sent[i]));
                if (room)
                    visit(s, &w);
            }
            deliver(t, from, 0, i, j, s);
            deliver(t, from, 1, i, j, s);
        }
}

static uint32_t enumerate(const table *t)
{
    search s = {.seen = intern_new()};
    world start;
    memset(&start, 0, sizeof start);
    visit(&s, &start);
    for (uint32_t i = 0; i < s.count && s.count < 200000; i++) {
        world w = s.queue[i];
        expand(t, &w, &s);
    }
    intern_free(s.seen);
    free(s.queue);
    return s.count;
}

static void test_states(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 60), first = setting("LINCHPIN_SEED", 1);
    uint64_t compared = 0;
    for (uint64_t seed = first; compared < models; seed++) {
        rng r;
        table t;
        rng_init(&r, seed);
        random_table(&r, &t);
        uint32_t want = enumerate(&t);
        if (want >= 200000)
            continue;
        compared++;
        double states = 0;
        char *written = write_table(&t);
        // Without those that leave out states of channels.
        uint32_t reductions = REDUCE_ALL & ~(REDUCE_MESSAGES | REDUCE_RECEIPTS);
        lp_outcome is = written_outcome(written, seed % 2 ? reductions : 0, &states);
        if (is != LP_HOLDS || states != want)
            fail_msg("seed %d: outcome %d, %f states, not %u\n%s", (int)seed, (int)is, states, want,
                     written);
        free(written);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_states)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
