// SPDX-License-Identifier: MIT
// The calls and returns of several clients, each in the order of time, become one history in the order
// of time. An event is passed on once every other client is known to be later: it has said a later
// event or mark, or is done. So memory grows with how far one client is behind the others, which is
// bounded: event_merge_full says whom not to listen to for now.

#ifndef RUN_EVENT_MERGE_H
#define RUN_EVENT_MERGE_H

#include <linchpin/value.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct client_event {
    uint64_t time; // nanoseconds
    uint32_t session;
    bool is_return;
    unsigned char method;
    int64_t key;
    lp_value value;
} client_event;

typedef struct event_merge event_merge;

event_merge *event_merge_new(size_t clients);
void event_merge_free(event_merge *m);
void event_merge_add(event_merge *m, size_t client, const client_event *it);
void event_merge_mark(event_merge *m, size_t client,
                      uint64_t time);                // nothing earlier comes any more
void event_merge_end(event_merge *m, size_t client); // nothing at all
bool event_merge_empty(const event_merge *m, size_t client);
bool event_merge_full(const event_merge *m, size_t client);
// The next one that is known to be the next. False: there is none yet.
bool event_merge_take(event_merge *m, size_t *client, client_event *it);

#endif
