// SPDX-License-Identifier: MIT
// A library of the kind that makes functions for words by macros; see places.c.

#define WORDS(type, name)                                                                          \
    static inline type load_##name(const type *from)                                               \
    {                                                                                              \
        return __atomic_load_n(from, __ATOMIC_ACQUIRE);                                            \
    }                                                                                              \
    static inline void store_##name(type *to, type v)                                              \
    {                                                                                              \
        __atomic_store_n(to, v, __ATOMIC_RELEASE);                                                 \
    }                                                                                              \
    static inline void put_##name(type *to, type v)                                                \
    {                                                                                              \
        *to = v;                                                                                   \
    }

WORDS(int, int)
WORDS(long, long)

// Works on a structure: this is where the reader looks for its steps.
typedef struct ring {
    long head, tail;
} ring;

static inline long ring_take(ring *r)
{
    long at = load_long(&r->head);
    store_long(&r->head, at + 1);
    return at;
}
