// SPDX-License-Identifier: MIT
// See snzi.h. The leaf counts in halves: who brings it from nothing to a half arrives
// at the root first, and only then makes it a whole that others may rely on. Who
// arrived at the root in vain departs from it again. The root announces that it has
// become non-zero before the indicator says so; who finds the announcement helps.

#include "snzi.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef FIRST
#define FIRST 1 // what the first to arrive makes of the leaf: a half
#endif

#ifndef UNDO
#define UNDO undo++ // what came too late at the root is undone, but only in the end
#endif

// Counts and version numbers side by side in one word.
#define PACK(count, announce, version)                                                             \
    ((uint64_t)(uint32_t)(version) << 32 | (uint64_t)(announce) << 31 | (uint64_t)(count))
#define COUNT(word) ((uint32_t)(word)&0x7fffffff)
#define ANNOUNCE(word) ((word) >> 31 & 1)
#define VERSION(word) ((uint32_t)((word) >> 32))

struct snzi {
    _Atomic uint64_t leaf;      // twice the count, and a version
    _Atomic uint64_t root;      // the count, whether it is being announced, and a version
    _Atomic uint64_t indicator; // one bit, and a version in the place of ll and sc
};

snzi *snzi_new(void)
{
    return calloc(1, sizeof(snzi));
}

void snzi_free(snzi *s)
{
    free(s);
}

static void set_indicator(snzi *s)
{
    uint64_t old = atomic_load(&s->indicator);
    while (!atomic_compare_exchange_strong(&s->indicator, &old, PACK(1, 0, VERSION(old) + 1)))
        ;
}

static void root_arrive(snzi *s)
{
    uint64_t old = atomic_load(&s->root), now;
    do
        now = COUNT(old) ? PACK(COUNT(old) + 1, ANNOUNCE(old), VERSION(old))
                         : PACK(1, 1, VERSION(old) + 1);
    while (!atomic_compare_exchange_strong(&s->root, &old, now));
    if (!ANNOUNCE(now))
        return;
    set_indicator(s);
    atomic_compare_exchange_strong(&s->root, &now, PACK(COUNT(now), 0, VERSION(now)));
}

static void root_depart(snzi *s)
{
    uint64_t old = atomic_load(&s->root);
    while (!atomic_compare_exchange_strong(&s->root, &old, PACK(COUNT(old) - 1, 0, VERSION(old))))
        ;
    if (COUNT(old) > 1)
        return;
    for (;;) {
        uint64_t seen = atomic_load(&s->indicator);
        if (VERSION(atomic_load(&s->root)) != VERSION(old))
            return;
        if (atomic_compare_exchange_strong(&s->indicator, &seen, PACK(0, 0, VERSION(seen) + 1)))
            return;
    }
}

void snzi_arrive(snzi *s)
{
    int undo = 0;
    for (bool done = false; !done;) {
        uint64_t leaf = atomic_load(&s->leaf);
        if (COUNT(leaf) >= 2) {
            done = atomic_compare_exchange_strong(&s->leaf, &leaf,
                                                  PACK(COUNT(leaf) + 2, 0, VERSION(leaf)));
            continue;
        }
        if (COUNT(leaf) == 0) {
            uint64_t half = PACK(FIRST, 0, VERSION(leaf) + 1);
            if (!atomic_compare_exchange_strong(&s->leaf, &leaf, half))
                continue;
            done = true;
            leaf = half;
        }
        root_arrive(s);
        if (FIRST == 1 &&
            !atomic_compare_exchange_strong(&s->leaf, &leaf, PACK(2, 0, VERSION(leaf))))
            UNDO;
    }
    while (undo--)
        root_depart(s);
}

void snzi_depart(snzi *s)
{
    uint64_t old = atomic_load(&s->leaf);
    while (!atomic_compare_exchange_strong(&s->leaf, &old, PACK(COUNT(old) - 2, 0, VERSION(old))))
        ;
    if (COUNT(old) == 2)
        root_depart(s);
}

bool snzi_query(snzi *s)
{
    return COUNT(atomic_load(&s->indicator)) != 0;
}
