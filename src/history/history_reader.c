// SPDX-License-Identifier: MIT
// From pieces of a file to lines, and from lines to events: see history_reader.h.

#include "history/history_reader.h"

#include "base/memory.h"
#include "history/history_source.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    const history_format *format;
    history_source source;
    bool by_line;
    text rest; // a line that is not complete; of a document, everything
};

reader *reader_new(const history_format *f, const char *file, lp_pool *pool,
                   const history_sink *sink, reader_mode mode)
{
    reader *r = memory_new(1, sizeof *r);
    r->format = f;
    r->by_line = mode == READER_LIVE || !f->document;
    r->source.file = file;
    r->source.pool = pool;
    r->source.builder = builder_new(file, pool, sink, mode == READER_WHOLE);
    return r;
}

void reader_free(reader *r)
{
    if (!r)
        return;
    builder_free(r->source.builder);
    text_fini(&r->source.scratch);
    text_fini(&r->rest);
    free(r);
}

static bool too_long(const reader *r, error *e)
{
    return error_at(e, r->source.file, r->source.line + 1, 1, "this line is longer than %d MiB",
                    EVENT_MAX_BYTES >> 20);
}

bool reader_line(reader *r, const char *bytes, size_t length, error *e)
{
    if (length > EVENT_MAX_BYTES)
        return too_long(r, e);
    if (++r->source.line == 1 && length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        return r->format->line(&r->source, bytes + 3, length - 3, e); // a byte order mark
    return r->format->line(&r->source, bytes, length, e);
}

// The end of the line that began in an earlier piece.
static bool complete_rest(reader *r, const char *bytes, size_t length, error *e)
{
    if (r->rest.length == 0)
        return reader_line(r, bytes, length, e);
    text_add_bytes(&r->rest, bytes, length);
    bool fine = reader_line(r, r->rest.bytes, r->rest.length, e);
    text_clear(&r->rest);
    return fine;
}

bool reader_feed(reader *r, const char *bytes, size_t length, error *e)
{
    if (!r->by_line) {
        text_add_bytes(&r->rest, bytes, length);
        return true;
    }
    const char *end = bytes + length, *newline;
    while (bytes < end && (newline = memchr(bytes, '\n', (size_t)(end - bytes)))) {
        if (!complete_rest(r, bytes, (size_t)(newline - bytes), e))
            return false;
        bytes = newline + 1;
    }
    if (bytes < end)
        text_add_bytes(&r->rest, bytes, (size_t)(end - bytes));
    return r->rest.length <= EVENT_MAX_BYTES || too_long(r, e);
}

bool reader_finish(reader *r, error *e)
{
    if (r->by_line)
        return r->rest.length == 0 || complete_rest(r, NULL, 0, e);
    const char *bytes = r->rest.length ? r->rest.bytes : "";
    size_t length = r->rest.length;
    r->source.line = 1;
    if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        return r->format->document(&r->source, bytes + 3, length - 3, e);
    return r->format->document(&r->source, bytes, length, e);
}

uint64_t reader_lines(const reader *r)
{
    return r->source.line;
}

uint64_t reader_events(const reader *r)
{
    return r->source.event_count;
}

uint64_t reader_passed_over(const reader *r)
{
    return r->source.passed_over;
}

uint64_t reader_open_count(const reader *r)
{
    return builder_open_count(r->source.builder);
}

void reader_use_pool(reader *r, lp_pool *pool)
{
    builder_use_pool(r->source.builder, pool);
    r->source.names = (name_cache){0};
    r->source.pool = pool;
}
