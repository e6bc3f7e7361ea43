// SPDX-License-Identifier: MIT
// Linearizability judged while the history happens: each event is looked at as
// it comes, and what is settled is forgotten. Memory grows with what is open and
// what is in the objects, not with the length. Where explaining what is open takes too
// much, because nobody knows what it will return, the judges of whole histories look at all
// that came, again and again; then memory grows with the length.
//
//     stream *s = stream_new(spec, pool, &limits);
//     stream_call(s, 0, &call, &e); stream_return(s, 0, lp_int(5), &e); …
//     stream_finish(s, &verdict);
//
// Objects and keys are judged one by one.

#ifndef JUDGE_STREAM_JUDGE_H
#define JUDGE_STREAM_JUDGE_H

#include "base/error.h"
#include "base/io/limits.h"

#include <linchpin/judge.h>

typedef struct stream stream;

typedef struct stream_event {
    int64_t process;
    lp_value method, arg, object;
    uint32_t line;
} stream_event;

stream *stream_new(const lp_spec *spec, lp_pool *pool, limits *l);
void stream_free(stream *s);
// How many configurations an object or key may cost before it is judged in another way, now
// and then; for tests, which have small ones only.
void stream_bound(stream *s, size_t configurations);

// `op` is any number that no other open operation has. False: it was an error
// (then `e` says which), or enough was seen: stream_finish tells.
bool stream_call(stream *s, uint64_t op, const stream_event *call, error *e);
bool stream_return(stream *s, uint64_t op, lp_value result, uint32_t line, error *e);
bool stream_fail(stream *s, uint64_t op);    // it had no effect
bool stream_abandon(stream *s, uint64_t op); // it will never return

// Nothing is coming just now: a time to look. False: enough was seen.
bool stream_idle(stream *s);

uint64_t stream_operations(const stream *s);
// What was seen so far: holds, violated with its evidence, or unknown.
void stream_finish(stream *s, lp_verdict *v);

#endif
