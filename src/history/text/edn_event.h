// SPDX-License-Identifier: MIT
// Events as EDN maps: what Jepsen's history.edn and the kv log share.

#ifndef HISTORY_EDN_EVENT_H
#define HISTORY_EDN_EVENT_H

#include "history/history_source.h"
#include "history/text/edn_read.h"

typedef struct edn_event {
    history_event event; // type EVENT_NONE: not a client's, to be passed over
    lp_value key;        // of the kv log
    bool has_key;
} edn_event;

// Reads the map that begins here. The process of a client is an integer.
bool edn_event_read(history_source *s, edn *d, edn_event *out, error *e);

// The name in a keyword, symbol or string that was read: ":read" is "read".
const char *edn_name(const lp_pool *pool, lp_value v, size_t *length);

#endif
