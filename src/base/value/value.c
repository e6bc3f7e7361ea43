// SPDX-License-Identifier: MIT
// The pool of interned values. A string is stored as its kind and its bytes, a
// sequence as its kind and its items; items are values of the same pool, so
// equal contents have equal bytes and get the same number.

#include "base/error.h"
#include "base/intern.h"
#include "base/memory.h"
#include "base/value/joined.h"

#include <linchpin/value.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The kind stands before the content and keeps it aligned for lp_value.
enum { HEADER = 16 };

struct lp_pool {
    pthread_mutex_t lock;
    intern *table;
    char *scratch;
    size_t scratch_capacity;
    // The last value that was joined, as it would be stored: mostly it is joined to again.
    char *last;
    size_t last_capacity, last_length;
    uint32_t last_number; // INTERN_NONE: none
};

lp_pool *lp_pool_new(void)
{
    lp_pool *pool = memory_new(1, sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    pool->table = intern_new();
    pool->last_number = INTERN_NONE;
    return pool;
}

void lp_pool_free(lp_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_destroy(&pool->lock);
    intern_free(pool->table);
    free(pool->scratch);
    free(pool->last);
    free(pool);
}

static lp_value add(lp_pool *pool, lp_kind kind, const void *content, size_t bytes)
{
    REQUIRE(pool);
    pthread_mutex_lock(&pool->lock);
    MEMORY_GROW(pool->scratch, pool->scratch_capacity, HEADER + bytes);
    memset(pool->scratch, 0, HEADER);
    pool->scratch[0] = (char)kind;
    if (bytes)
        memcpy(pool->scratch + HEADER, content, bytes);
    uint32_t number = intern_add(pool->table, pool->scratch, HEADER + bytes);
    pthread_mutex_unlock(&pool->lock);
    return LP_VALUE_LITERAL(kind, number);
}

static const char *content(const lp_pool *pool, lp_value v, size_t *bytes)
{
    // Reading needs the lock too: adding may move the table of strings.
    lp_pool *p = (lp_pool *)(uintptr_t)pool;
    REQUIRE(pool);
    pthread_mutex_lock(&p->lock);
    size_t length;
    const char *stored = intern_whole(p->table, (uint32_t)v.bits, &length);
    pthread_mutex_unlock(&p->lock);
    *bytes = length - HEADER;
    return stored + HEADER;
}

// Its content in `last`.
static void recall(lp_pool *pool, uint32_t number)
{
    if (pool->last_number == number)
        return;
    pool->last_length = intern_length(pool->table, number);
    MEMORY_GROW(pool->last, pool->last_capacity, pool->last_length);
    intern_copy(pool->table, number, pool->last);
    pool->last_number = number;
}

static lp_value join(lp_pool *pool, lp_value first, const void *more, size_t bytes)
{
    REQUIRE(pool);
    pthread_mutex_lock(&pool->lock);
    uint32_t base = (uint32_t)first.bits;
    recall(pool, base);
    size_t before = pool->last_length;
    MEMORY_GROW(pool->last, pool->last_capacity, before + bytes);
    if (bytes)
        memcpy(pool->last + before, more, bytes);
    pool->last_length = before + bytes;
    pool->last_number =
        intern_add_spliced(pool->table, pool->last, pool->last_length, base, before, 0);
    lp_value joined = LP_VALUE_LITERAL(first.kind, pool->last_number);
    pthread_mutex_unlock(&pool->lock);
    return joined;
}

lp_value joined_string(lp_pool *pool, lp_value first, lp_value second)
{
    REQUIRE(first.kind == LP_KIND_STRING && second.kind == LP_KIND_STRING);
    size_t bytes;
    const char *more = content(pool, second, &bytes);
    return join(pool, first, more, bytes);
}

lp_value joined_vector(lp_pool *pool, lp_value vector, lp_value item)
{
    REQUIRE(vector.kind == LP_KIND_VECTOR);
    return join(pool, vector, &item, sizeof item);
}

bool joined_begins_with(const lp_pool *pool, lp_value longer, lp_value shorter)
{
    lp_pool *p = (lp_pool *)(uintptr_t)pool;
    if (longer.kind != shorter.kind)
        return false;
    size_t room;
    const char *start = content(pool, longer, &room);
    uint32_t number = (uint32_t)shorter.bits;
    pthread_mutex_lock(&p->lock);
    size_t bytes = intern_length(p->table, number) - HEADER;
    bool known = p->last_number == number;
    bool begins = bytes <= room && (known ? memcmp(p->last + HEADER, start, bytes) == 0
                                          : intern_equals(p->table, number, HEADER, start));
    pthread_mutex_unlock(&p->lock);
    return begins;
}

uint64_t pool_bytes(const lp_pool *pool)
{
    lp_pool *p = (lp_pool *)(uintptr_t)pool;
    pthread_mutex_lock(&p->lock);
    uint64_t bytes = intern_bytes(p->table) + p->scratch_capacity + p->last_capacity;
    pthread_mutex_unlock(&p->lock);
    return bytes;
}

lp_value lp_real(double d)
{
    if (d >= -0x1p63 && d < 0x1p63 && (double)(int64_t)d == d)
        return lp_int((int64_t)d);
    lp_value v = LP_VALUE_LITERAL(LP_KIND_REAL, 0);
    memcpy(&v.bits, &d, sizeof d);
    return v;
}

double lp_to_real(lp_value v)
{
    double d = (double)lp_to_int(v);
    if (v.kind == LP_KIND_REAL)
        memcpy(&d, &v.bits, sizeof d);
    return d;
}

lp_value lp_string(lp_pool *pool, const char *bytes, size_t length)
{
    return add(pool, LP_KIND_STRING, bytes, length);
}

lp_value lp_tuple(lp_pool *pool, const lp_value *items, size_t count)
{
    return add(pool, LP_KIND_TUPLE, items, count * sizeof *items);
}

lp_value lp_vector(lp_pool *pool, const lp_value *items, size_t count)
{
    return add(pool, LP_KIND_VECTOR, items, count * sizeof *items);
}

lp_value lp_unpair(lp_pool *pool, lp_value v)
{
    if (v.kind != LP_KIND_PAIR)
        return v;
    uint64_t bits = (uint64_t)v.bits;
    lp_value items[] = {lp_int((int32_t)(uint32_t)(bits >> 32)), lp_int((int32_t)(uint32_t)bits)};
    return lp_vector(pool, items, 2);
}

typedef struct pair {
    lp_value key, value;
    size_t position;
    const lp_pool *pool;
} pair;

static int compare_pairs(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    int c = lp_value_compare(x->pool, x->key, y->key);
    return c ? c : (x->position > y->position) - (x->position < y->position);
}

lp_value lp_map(lp_pool *pool, const lp_value *pairs, size_t pair_count)
{
    pair *sorted = memory_new(pair_count, sizeof *sorted);
    for (size_t i = 0; i < pair_count; i++)
        sorted[i] = (pair){pairs[2 * i], pairs[2 * i + 1], i, pool};
    qsort(sorted, pair_count, sizeof *sorted, compare_pairs);
    lp_value *flat = memory_new(2 * pair_count, sizeof *flat);
    size_t n = 0;
    for (size_t i = 0; i < pair_count; i++) {
        if (i + 1 < pair_count && lp_value_equal(sorted[i].key, sorted[i + 1].key))
            continue;
        flat[n++] = sorted[i].key;
        flat[n++] = sorted[i].value;
    }
    lp_value map = add(pool, LP_KIND_MAP, flat, n * sizeof *flat);
    free(flat);
    free(sorted);
    return map;
}

const char *lp_string_bytes(const lp_pool *pool, lp_value string, size_t *length)
{
    REQUIRE(string.kind == LP_KIND_STRING);
    size_t bytes;
    const char *p = content(pool, string, &bytes);
    if (length)
        *length = bytes;
    return p;
}

const lp_value *lp_items(const lp_pool *pool, lp_value value, size_t *count)
{
    *count = 0;
    if (value.kind < LP_KIND_TUPLE)
        return NULL;
    size_t bytes;
    const char *p = content(pool, value, &bytes);
    *count = bytes / sizeof(lp_value);
    return (const lp_value *)(const void *)p;
}

int lp_value_compare(const lp_pool *pool, lp_value a, lp_value b)
{
    if (a.kind != b.kind)
        return a.kind < b.kind ? -1 : 1;
    if (a.bits == b.bits)
        return 0;
    if (a.kind == LP_KIND_REAL && lp_to_real(a) != lp_to_real(b))
        return lp_to_real(a) < lp_to_real(b) ? -1 : 1;
    if (a.kind <= LP_KIND_REAL)
        return a.bits < b.bits ? -1 : 1;
    if (a.kind == LP_KIND_STRING) {
        size_t n, m;
        const char *x = lp_string_bytes(pool, a, &n), *y = lp_string_bytes(pool, b, &m);
        int c = memcmp(x, y, n < m ? n : m);
        return c ? c : (n > m) - (n < m);
    }
    size_t n, m;
    const lp_value *x = lp_items(pool, a, &n), *y = lp_items(pool, b, &m);
    for (size_t i = 0; i < n && i < m; i++) {
        int c = lp_value_compare(pool, x[i], y[i]);
        if (c)
            return c;
    }
    return (n > m) - (n < m);
}
