// SPDX-License-Identifier: MIT
// Events as JSON objects: what the native format and Jepsen's JSON share.

#ifndef HISTORY_JSON_EVENT_H
#define HISTORY_JSON_EVENT_H

#include "base/io/json.h"
#include "base/io/json_write.h"
#include "history/history_source.h"

typedef enum json_flavour { NATIVE, JEPSEN } json_flavour;

// Reads the rest of an event after its JSON_OBJECT. Jepsen's have processes that
// are not clients ("nemesis"); their events get the type EVENT_NONE.
bool json_event_read(history_source *s, json *j, json_flavour flavour, history_event *event,
                     error *e);

// A whole line through the tokenizer. An empty line is fine.
bool json_event_line(history_source *s, const char *bytes, size_t length, json_flavour flavour,
                     error *e);

// The members "process", "type" and "f" of an event that is open in the writer.
void json_event_write(json_writer *w, const lp_pool *pool, const lp_op *op, const char *type);
// "object" and "id", where the operation has them.
void json_event_write_names(json_writer *w, const lp_pool *pool, const lp_op *op);

// How a file begins: at its first byte that is not blank, after a byte order mark.
size_t skip_to_content(const char *bytes, size_t length);

#endif
