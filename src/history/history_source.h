// SPDX-License-Identifier: MIT
// What a format's reader works with: where its events go, and where they stand.
//
//     static bool line(history_source *s, const char *bytes, size_t length, error *e)
//     {
//         history_event event = {.type = EVENT_INVOKE, .line = s->line, .column = 1};
//         event.method = names_get(&s->names, s->pool, bytes, length);
//         return source_add(s, &event, e);
//     }

#ifndef HISTORY_HISTORY_SOURCE_H
#define HISTORY_HISTORY_SOURCE_H

#include "history/history_builder.h"
#include "history/history_format.h"

// Longer ones are refused: so that a file of a gigabyte without a line end, or
// one endless list, is an error and not a machine out of memory.
enum { EVENT_MAX_BYTES = 1 << 24 };

// The few method names of a history, by their bytes: interning them once each
// instead of once per event.
enum { NAMES_SLOTS = 64, NAMES_LENGTH = 22 };
typedef struct name_cache {
    struct {
        unsigned char used, length;
        char bytes[NAMES_LENGTH];
        lp_value value;
    } slots[NAMES_SLOTS];
} name_cache;

lp_value names_get(name_cache *n, lp_pool *pool, const char *bytes, size_t length);

struct history_source {
    const char *file;
    lp_pool *pool;
    builder *builder;
    name_cache names;
    uint64_t line;        // the line being read, from 1; in a document 1
    uint64_t event_count; // of clients, seen so far
    uint64_t passed_over; // events of others, such as a nemesis
    text scratch;         // for the format; kept to save allocations
};

static inline bool source_add(history_source *s, const history_event *event, error *e)
{
    s->event_count++;
    return builder_add(s->builder, event, e);
}

#endif
