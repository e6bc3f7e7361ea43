// SPDX-License-Identifier: MIT
// See events.h.

#include "gen/events.h"

#include "base/memory.h"
#include "base/value/value_text.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

// Lines are joined from pieces that are made once, and not by json_write.h: there are millions.
// The buffer is written out before a line, but for a long value, could not fit.
enum { BUFFER = 1 << 18, SHORT_LINE = 1 << 10 };

void gen_events_init(gen_events *e, const lp_spec *spec, const lp_pool *pool,
                     void (*put)(void *to, const char *bytes, size_t length), void *to)
{
    static const char *const types[] = {"invoke", "ok", "fail", "info"};
    *e = (gen_events){.spec = spec, .pool = pool, .put = put, .to = to};
    e->buffer = memory_new(BUFFER, 1);
    for (uint32_t m = 0; m < spec_method_count(spec); m++) {
        for (int t = 0; t < GEN_EVENT_TYPES; t++) {
            text middle = {0};
            text_add(&middle, ",\"type\":\"%s\",\"f\":", types[t]);
            text_add_json(&middle, spec->methods[m].name, strlen(spec->methods[m].name));
            text_add(&middle, ",\"value\":");
            e->middle_length[m][t] = middle.length;
            e->middle[m][t] = text_take(&middle);
        }
    }
}

static void flush(gen_events *e)
{
    if (e->used)
        e->put(e->to, e->buffer, e->used);
    e->used = 0;
}

static void add_bytes(gen_events *e, const char *bytes, size_t length)
{
    if (length > BUFFER - e->used)
        flush(e);
    if (length > BUFFER) {
        e->put(e->to, bytes, length);
        return;
    }
    memcpy(e->buffer + e->used, bytes, length);
    e->used += length;
}

static void add_integer(gen_events *e, int64_t n)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = n < 0 ? -(uint64_t)n : (uint64_t)n;
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (n < 0)
        digits[--at] = '-';
    add_bytes(e, digits + at, sizeof digits - at);
}

static void add_value(gen_events *e, lp_value v)
{
    if (v.kind == LP_KIND_INT) {
        add_integer(e, v.bits);
    } else if (v.kind == LP_KIND_NIL || v.kind == LP_KIND_UNIT) {
        add_bytes(e, "null", 4);
    } else {
        text_clear(&e->value);
        value_write_json(e->pool, v, &e->value);
        add_bytes(e, e->value.bytes, e->value.length);
    }
}

void gen_events_add(gen_events *e, int64_t process, gen_event type, uint32_t method, lp_value value)
{
    if (e->used + SHORT_LINE > BUFFER)
        flush(e);
    add_bytes(e, "{\"process\":", 11);
    add_integer(e, process);
    add_bytes(e, e->middle[method][type], e->middle_length[method][type]);
    add_value(e, value);
    add_bytes(e, "}\n", 2);
}

void gen_events_fini(gen_events *e)
{
    flush(e);
    free(e->buffer);
    for (uint32_t m = 0; m < spec_method_count(e->spec); m++)
        for (int t = 0; t < GEN_EVENT_TYPES; t++)
            free(e->middle[m][t]);
    text_fini(&e->value);
}
