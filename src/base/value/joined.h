// SPDX-License-Identifier: MIT
// Strings and vectors that grow at their end, without a copy of each on the way. A value made
// here is the one that lp_string or lp_vector makes of the same content; it shares its beginning
// with what it grew from until somebody asks for its bytes or items.

#ifndef BASE_JOINED_H
#define BASE_JOINED_H

#include <linchpin/value.h>

// Two strings as one.
lp_value joined_string(lp_pool *pool, lp_value first, lp_value second);
// A vector with one more item.
lp_value joined_vector(lp_pool *pool, lp_value vector, lp_value item);
// Of two strings or two vectors: is the shorter the beginning of the longer?
bool joined_begins_with(const lp_pool *pool, lp_value longer, lp_value shorter);
// What the pool holds, in bytes.
uint64_t pool_bytes(const lp_pool *pool);

#endif
