// SPDX-License-Identifier: MIT
// What becomes of the merged history: judged as it comes, written to a file if one is wanted, and
// counted.

#ifndef RUN_RUN_RECORDER_H
#define RUN_RUN_RECORDER_H

#include "base/io/output.h"
#include "judge/monitor/stream_judge.h"
#include "run/record/event_merge.h"
#include "run/record/latency.h"
#include "run/record/open_calls.h"

enum { RECORDER_METHODS = 32 };

typedef struct recorder {
    stream *judge;
    lp_pool *pool;
    output file;
    bool has_file;
    bool keyed;        // there are several keys: each is an object
    uint32_t sessions; // of each client
    bool widened;      // operations may be longer than they were: see open_calls.h
    open_calls calls;
    lp_value methods[RECORDER_METHODS];
    char *method_names[RECORDER_METHODS];
    unsigned char method_count;
    size_t processes;
    uint64_t *called;      // by process: when its operation was called
    unsigned char *method; // which it is,
    int64_t *key;          // and of what
    bool *open;
    uint64_t lines, begun, returned;
    uint64_t abandoned; // calls of clients that were killed
    latency latency;
    int64_t last_key; // of the last event: of a violation, its key
    uint64_t last_time;
} recorder;

void recorder_init(recorder *r, stream *judge, lp_pool *pool, size_t clients, uint32_t sessions,
                   bool keyed, bool widened);
void recorder_fini(recorder *r, bool keep_file);
bool recorder_write_to(recorder *r, const char *path, error *e);
// False: the file could not be written.
bool recorder_close_file(recorder *r, bool keep, error *e);
// The number of this method, of at most RECORDER_METHODS; it is interned.
bool recorder_method(recorder *r, const char *name, size_t length, unsigned char *number);
// False: with an error, or enough was seen.
bool recorder_event(recorder *r, size_t client, const client_event *it, error *e);
// What this client has called will never return. False: enough was seen.
bool recorder_abandon(recorder *r, size_t client);

#endif
