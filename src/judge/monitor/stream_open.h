// SPDX-License-Identifier: MIT
// The open operations of a stream, by their numbers.

#ifndef JUDGE_STREAM_OPEN_H
#define JUDGE_STREAM_OPEN_H

#include "base/hash_table.h"

#include <linchpin/value.h>

typedef struct stream_op {
    uint64_t op_plus_one; // 0: the place is free
    uint32_t lane, slot, method;
    lp_value arg;
} stream_op;

HASH_TABLE_TYPE(stream_open, stream_op);

void stream_open_init(stream_open *t);
void stream_open_fini(stream_open *t);
// There must be none of this number.
void stream_open_add(stream_open *t, uint64_t op, stream_op entry);
// There must be one. Valid until the next change.
stream_op *stream_open_find(const stream_open *t, uint64_t op);
void stream_open_remove(stream_open *t, stream_op *o);
// The next one of this lane behind `o`; NULL for `o`: the first. NULL: there are no more.
stream_op *stream_open_next(const stream_open *t, uint32_t lane, stream_op *o);

#endif
