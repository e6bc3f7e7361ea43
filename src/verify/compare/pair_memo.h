// SPDX-License-Identifier: MIT
// What was found out of two numbers: a number. Small keys that are asked for millions of times.

#ifndef VERIFY_PAIR_MEMO_H
#define VERIFY_PAIR_MEMO_H

#include "base/hash_table.h"

typedef struct pair_answer {
    uint32_t one, two;
    uint32_t answer_plus_one; // 0: free
} pair_answer;

typedef struct pair_key {
    uint32_t one, two;
} pair_key;

HASH_TABLE_TYPE(pair_memo, pair_answer);

static inline bool pair_memo_used(const pair_answer *e)
{
    return e->answer_plus_one != 0;
}

static inline pair_key pair_memo_key(const pair_answer *e)
{
    return (pair_key){e->one, e->two};
}

// Multiplication carries upward only, so the high half is folded down.
static inline uint64_t pair_memo_hash(pair_key k)
{
    uint64_t x = ((uint64_t)k.one << 32 | k.two) * UINT64_C(0x9e3779b97f4a7c15);
    return x ^ x >> 32;
}

static inline bool pair_memo_same(const pair_answer *e, pair_key k)
{
    return e->one == k.one && e->two == k.two;
}

HASH_TABLE_FUNCTIONS(pair_memo, pair_answer, pair_key);

static inline void pair_memo_put(pair_memo *t, pair_key k, uint32_t answer)
{
    pair_memo_reserve(t);
    pair_answer *e = pair_memo_slot(t, k);
    t->count += e->answer_plus_one == 0;
    *e = (pair_answer){k.one, k.two, answer + 1};
}

#endif
