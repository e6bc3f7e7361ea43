// SPDX-License-Identifier: MIT
// A system for tests of links: sources that send numbers, and a sink that knows whether each has come
// once, and in order where the channel says so.

#ifndef TESTS_NET_STREAMS_H
#define TESTS_NET_STREAMS_H

#include <linchpin/node.h>

enum { kind_ordered, kind_unordered, kind_sink };
enum { STREAM_MOST = 4096 };

typedef struct source {
    int64_t next, limit;
    unsigned kind;
} source;

typedef struct sink {
    int64_t ordered;                      // the last of the ordered stream
    uint64_t unordered[STREAM_MOST / 64]; // which of the other have come
    int64_t unordered_count, overtaken, wrong;
} sink;

extern const lp_system streams_system;

#endif
