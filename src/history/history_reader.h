// SPDX-License-Identifier: MIT
// Reading histories as they come: bytes go in, in pieces of any size, and well-
// formed operations come out at a sink, each as soon as its line is complete.
//
//     reader *r = reader_new(format, "h.jsonl", pool, &sink, READER_LIVE);
//     while ((n = read(fd, bytes, sizeof bytes)) > 0 && reader_feed(r, bytes, n, &e)) …
//     reader_finish(r, &e);
//     reader_free(r);
//
// Memory: the open operations, one line, and what the pool holds. Integers are
// not in the pool; a history of strings that never ends can be moved to a fresh
// pool now and then with reader_use_pool.
//
// Ownership: the reader owns neither pool nor sink, which must outlive it.

#ifndef HISTORY_HISTORY_READER_H
#define HISTORY_HISTORY_READER_H

#include "history/history_builder.h"
#include "history/history_format.h"

typedef struct reader reader;

typedef enum reader_mode {
    READER_WHOLE, // a file that is there: events may span lines if the format says so
    READER_LIVE,  // one event a line in every format; old operation ids are forgotten
} reader_mode;

reader *reader_new(const history_format *f, const char *file, lp_pool *pool,
                   const history_sink *sink, reader_mode mode);
void reader_free(reader *r);

// False: an error, or the sink stopped it (then `e` is empty). After that only
// reader_free makes sense.
bool reader_feed(reader *r, const char *bytes, size_t length, error *e);
// One line, without its end. Not together with reader_feed.
bool reader_line(reader *r, const char *bytes, size_t length, error *e);
// The input is over: reads what came after the last line end. A live reader
// may leave it out: then half a last line is no error.
bool reader_finish(reader *r, error *e);

uint64_t reader_lines(const reader *r);       // read so far
uint64_t reader_events(const reader *r);      // of clients, read so far
uint64_t reader_passed_over(const reader *r); // events of others than clients
uint64_t reader_open_count(const reader *r);  // operations that are open
void reader_use_pool(reader *r, lp_pool *pool);

#endif
