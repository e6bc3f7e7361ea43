// SPDX-License-Identifier: MIT
// What every reader of histories needs: events as the source gives them go in,
// well-formed operations come out, one at a time. The builder pairs returns
// with calls and refuses what is not well-formed. It remembers open operations
// only, so it can run for ever.
//
//     sink.call(op 0, enq 5)   sink.ret(op 0, nil)   sink.fail(op 1) …

#ifndef HISTORY_HISTORY_BUILDER_H
#define HISTORY_HISTORY_BUILDER_H

#include "base/error.h"

#include <linchpin/history.h>

typedef enum event_type {
    EVENT_NONE,
    EVENT_INVOKE,
    EVENT_OK,
    EVENT_FAIL, // it had no effect
    EVENT_INFO, // whether it had an effect is unknown for ever
} event_type;

// One event of the source. Where it stood is for messages.
typedef struct history_event {
    event_type type;
    int64_t process;
    lp_value method; // nil in a return whose source does not repeat it
    lp_value value;  // of a call the argument, of a return the result
    lp_value object; // nil: the only one
    lp_value id;     // nil: none
    uint64_t line, column;
} history_event;

// Who gets the operations. They are numbered from 0 in the order of their
// calls. A function that returns false stops the reading; it may say why in
// `e`, or leave it empty: then it only has seen enough.
typedef struct history_sink {
    void *to;
    bool (*call)(void *to, uint64_t op, const history_event *call, error *e);
    bool (*ret)(void *to, uint64_t op, const history_event *ret, error *e);
    bool (*fail)(void *to, uint64_t op, const history_event *fail, error *e);
    bool (*info)(void *to, uint64_t op, error *e);
} history_sink;

typedef struct builder builder;

// `remember_ids`: an id used twice in a process is refused even after its first
// operation returned. That takes memory for every id.
builder *builder_new(const char *file, lp_pool *pool, const history_sink *sink, bool remember_ids);
void builder_free(builder *b);

bool builder_add(builder *b, const history_event *event, error *e);

// The argument of the operation this return belongs to; nil if there is none.
// For formats whose results can only be read with it.
lp_value builder_argument(const builder *b, const history_event *event);

uint64_t builder_open_count(const builder *b);
// Brings what the builder remembers into another pool: the old one may be
// freed then, if nobody else uses it.
void builder_use_pool(builder *b, lp_pool *pool);

#endif
