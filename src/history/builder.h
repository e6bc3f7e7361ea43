// SPDX-License-Identifier: MIT
// What every reader of histories needs: events as the source gives them go in,
// a well-formed history comes out. The builder pairs returns with calls, drops
// operations that failed, and refuses what is not well-formed.

#ifndef HISTORY_BUILDER_H
#define HISTORY_BUILDER_H

#include "base/error.h"

#include <linchpin/history.h>

typedef struct builder builder;

// One event of the source. Where it stood is for messages.
typedef struct builder_event {
    int64_t process;
    lp_value method; // nil in a return whose source does not repeat it
    lp_value value;
    lp_value object; // nil: the only one
    lp_value id;     // nil: none
    uint64_t line, column;
} builder_event;

builder *builder_new(const char *file, lp_history *into);
void builder_free(builder *b);

bool builder_invoke(builder *b, const builder_event *event, error *e);
bool builder_ok(builder *b, const builder_event *event, error *e);
bool builder_fail(builder *b, const builder_event *event, error *e); // it had no effect
bool builder_info(builder *b, const builder_event *event, error *e); // unknown for ever
// Hands the operations to the history. What is still open stays pending.
void builder_finish(builder *b);

#endif
