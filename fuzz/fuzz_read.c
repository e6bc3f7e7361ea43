// SPDX-License-Identifier: MIT
// What every fuzz target does with its input: see fuzz.h.

#include "fuzz.h"

#include "history/history_reader.h"

#include <string.h>

static lp_history *new_history(void)
{
    return lp_history_new(lp_pool_new());
}

static void drop(lp_history *h)
{
    lp_pool *pool = h->pool;
    lp_history_free(h);
    lp_pool_free(pool);
}

static void check_shape(const lp_history *h)
{
    uint32_t calls = 0;
    for (uint32_t i = 0; i < h->event_count; i++) {
        const lp_event *event = &h->events[i];
        MUST(event->op < h->op_count);
        const lp_op *op = &h->ops[event->op];
        MUST(event->is_return ? op->ret == i && op->call < i : op->call == i);
        MUST(event->is_return || event->op == calls++);
        MUST(op->method.kind == LP_KIND_STRING);
    }
    MUST(calls == h->op_count);
}

static void check_round_trip(const history_format *f, const lp_history *h)
{
    text written = {0}, before = {0}, after = {0};
    error e = {0};
    text_add(&written, "%s", "");
    if (history_write(f, h, NULL, &written, &e)) {
        lp_history *back = new_history();
        MUST(history_read(f, "again", written.bytes, written.length, back, &e));
        history_canonical(h, &before);
        history_canonical(back, &after);
        MUST(strcmp(before.bytes, after.bytes) == 0);
        drop(back);
    }
    text_fini(&written);
    text_fini(&before);
    text_fini(&after);
}

static bool count_call(void *to, uint64_t op, const history_event *call, error *e)
{
    (void)call, (void)e;
    MUST(op == *(uint64_t *)to);
    ++*(uint64_t *)to;
    return true;
}

static bool see_return(void *to, uint64_t op, const history_event *end, error *e)
{
    (void)end, (void)e;
    MUST(op < *(uint64_t *)to);
    return true;
}

static bool see_end(void *to, uint64_t op, error *e)
{
    (void)e;
    MUST(op < *(uint64_t *)to);
    return true;
}

// Line by line, as it is followed; in two pieces.
static bool read_live(const history_format *f, const char *bytes, size_t size, error *e)
{
    lp_pool *pool = lp_pool_new();
    uint64_t calls = 0;
    history_sink sink = {&calls, count_call, see_return, see_return, see_end};
    reader *r = reader_new(f, "live", pool, &sink, READER_LIVE);
    size_t half = size / 2;
    bool fine = reader_feed(r, bytes, half, e) && reader_feed(r, bytes + half, size - half, e) &&
                reader_finish(r, e);
    MUST(fine || (e->message[0] && e->line && e->column));
    reader_free(r);
    lp_pool_free(pool);
    return fine;
}

int fuzz_read(const uint8_t *data, size_t size)
{
    const history_format *f = history_format_find(fuzz_format);
    MUST(f);
    const char *bytes = size ? (const char *)data : "";
    lp_history *h = new_history();
    error e = {0}, live = {0};
    bool fine = history_read(f, "in", bytes, size, h, &e);
    MUST(fine || (e.message[0] && e.line && e.column));
    if (fine) {
        check_shape(h);
        check_round_trip(f, h);
    }
    // Only a document may say more than its lines; ids are forgotten live.
    bool followed = read_live(f, bytes, size, &live);
    bool old_id = strstr(e.message, "this operation id was used before") != NULL;
    if (!f->document && !old_id) {
        MUST(followed == fine);
        MUST(strcmp(e.message, live.message) == 0 && e.line == live.line &&
             e.column == live.column);
    }
    history_format_detect(bytes, size);
    drop(h);
    return 0;
}
