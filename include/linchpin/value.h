// SPDX-License-Identifier: MIT
// Values: what operations take and return.
//
// A value is sixteen bytes. Numbers, booleans, nil and unit are stored in it;
// strings, tuples, vectors and maps are interned in a pool and the value holds
// their number. So two values of the same pool are equal exactly when their
// bytes are, and values may be hashed and compared as memory.
//
// Ownership: a pool owns all it interned; a value is valid while its pool is.
// A pool may be used by several threads at once.

#ifndef LINCHPIN_VALUE_H
#define LINCHPIN_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lp_kind {
    LP_KIND_NIL,  // "nothing there": what an empty queue gives
    LP_KIND_UNIT, // "done": what a method without a result gives
    LP_KIND_BOOL,
    LP_KIND_INT,
    LP_KIND_REAL, // a fraction, or a number too large for an integer
    LP_KIND_STRING,
    LP_KIND_TUPLE,
    LP_KIND_VECTOR,
    LP_KIND_MAP,
} lp_kind;

enum { LP_KIND_PAIR = LP_KIND_MAP + 1 }; // what lp_pair makes; a vector in every history

typedef struct lp_value {
    uint64_t kind; // an lp_kind; 64 bits wide so that there is no padding
    int64_t bits;
} lp_value;

#ifdef __cplusplus
#define LP_VALUE_LITERAL(k, b) (lp_value{(k), (b)})
#else
#define LP_VALUE_LITERAL(k, b) ((lp_value){(k), (b)})
#endif

#define LP_NIL LP_VALUE_LITERAL(LP_KIND_NIL, 0)
#define LP_UNIT LP_VALUE_LITERAL(LP_KIND_UNIT, 0)
#define LP_TRUE LP_VALUE_LITERAL(LP_KIND_BOOL, 1)
#define LP_FALSE LP_VALUE_LITERAL(LP_KIND_BOOL, 0)

static inline lp_value lp_int(int64_t i)
{
    return LP_VALUE_LITERAL(LP_KIND_INT, i);
}

// A real that is an integer of 64 bits becomes that integer: 1.0 and 1 are the
// same number. NaN equals itself here, as values are compared by their bytes.
lp_value lp_real(double d);
double lp_to_real(lp_value v); // of an integer or a real; 0 for every other kind

// Two integers as one result of a method of a test, where there is no pool to make a
// vector in: the history has [first, second]. As an argument or in a spec it is nothing.
static inline lp_value lp_pair(int32_t first, int32_t second)
{
    return LP_VALUE_LITERAL(LP_KIND_PAIR,
                            (int64_t)((uint64_t)(uint32_t)first << 32 | (uint32_t)second));
}

static inline lp_value lp_bool(bool b)
{
    return LP_VALUE_LITERAL(LP_KIND_BOOL, b ? 1 : 0);
}

static inline bool lp_value_equal(lp_value a, lp_value b)
{
    return a.kind == b.kind && a.bits == b.bits;
}

static inline bool lp_is_nil(lp_value v)
{
    return v.kind == LP_KIND_NIL;
}

// The integer in an integer or boolean value; 0 for every other kind.
static inline int64_t lp_to_int(lp_value v)
{
    return v.kind == LP_KIND_INT || v.kind == LP_KIND_BOOL ? v.bits : 0;
}

typedef struct lp_pool lp_pool;

lp_pool *lp_pool_new(void);
void lp_pool_free(lp_pool *pool);

lp_value lp_string(lp_pool *pool, const char *bytes, size_t length);
lp_value lp_tuple(lp_pool *pool, const lp_value *items, size_t count);
lp_value lp_vector(lp_pool *pool, const lp_value *items, size_t count);
lp_value lp_unpair(lp_pool *pool, lp_value v); // lp_pair's as a vector; others as they are
// `pairs` holds key, value, key, value …; of equal keys the last one counts.
// Maps are stored sorted by key, so the order given does not matter.
lp_value lp_map(lp_pool *pool, const lp_value *pairs, size_t pair_count);

// Bytes of a string (also NUL-terminated; NULs inside are kept).
const char *lp_string_bytes(const lp_pool *pool, lp_value string, size_t *length);
// Items of a tuple or vector; of a map, 2 × pairs items. Other kinds: count 0.
const lp_value *lp_items(const lp_pool *pool, lp_value value, size_t *count);

// A total order: by kind, then by content. Less, equal, greater: <0, 0, >0.
int lp_value_compare(const lp_pool *pool, lp_value a, lp_value b);

#ifdef __cplusplus
}
#endif
#endif
