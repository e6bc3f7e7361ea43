// SPDX-License-Identifier: MIT
// See near_orders.h.
//
// With one order fixed, the other one is a schedule of jobs of one step on one machine: each
// item has a first and a last place that will do, and some come before others. "The
// earliest deadline first" finds one if there is one (Jackson, 1955; Lawler, "Optimal
// sequencing of a single machine subject to precedence constraints", 1973), once the deadline
// of each job is earlier than those of its successors; otherwise the greatest lateness is as
// small as possible. So the two orders are made to follow each other, in turn, until they are
// near enough. Most often that takes one round of O(n log n). When it fails, the order around
// an item that is out of place is shuffled, and a result that is not worse is kept.

#include "judge/relaxed/near_orders.h"

#include "base/memory.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum {
    NONE = UINT32_MAX,
    ROUNDS = 4,      // of following each other, without a shuffle
    SHUFFLES = 60,   // in vain, before we give up
    MOST_LEFT = 100, // more items out of place are not worth a shuffle
};

// One order: its items by when their intervals begin, and end.
typedef struct side {
    const interval *intervals;
    uint32_t *by_from, *by_to;
} side;

typedef struct search {
    near_orders *orders;
    side first, second;
    uint32_t count;
    const int64_t *target; // of the order that is being made: the places to be near to
    int64_t *deadline;
    uint32_t *heap, heap_count;
    uint32_t *waiting, *next; // lists of items, by the first place that will do
    bool *placed;
    uint64_t work; // items placed
    rng random;
} search;

typedef struct key {
    uint64_t at;
    uint32_t item;
} key;

static int by_key(const void *a, const void *b)
{
    const key *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

static uint32_t *sorted(const interval *all, uint32_t count, bool by_end)
{
    key *keys = memory_new(count, sizeof *keys);
    uint32_t *out = memory_new(count, sizeof *out);
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (key){by_end ? all[i].to : all[i].from, i};
    qsort(keys, count, sizeof *keys, by_key);
    for (uint32_t i = 0; i < count; i++)
        out[i] = keys[i].item;
    free(keys);
    return out;
}

static bool sooner(const search *s, uint32_t a, uint32_t b)
{
    if (s->deadline[a] != s->deadline[b])
        return s->deadline[a] < s->deadline[b];
    return s->target[a] != s->target[b] ? s->target[a] < s->target[b] : a < b;
}

static void exchange(uint32_t *a, uint32_t *b)
{
    uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

static void heap_add(search *s, uint32_t item)
{
    uint32_t i = s->heap_count++;
    s->heap[i] = item;
    for (; i && sooner(s, s->heap[i], s->heap[(i - 1) / 2]); i = (i - 1) / 2)
        exchange(&s->heap[i], &s->heap[(i - 1) / 2]);
}

static uint32_t heap_take(search *s)
{
    uint32_t least = s->heap[0];
    s->heap[0] = s->heap[--s->heap_count];
    for (uint32_t i = 0, child; (child = 2 * i + 1) < s->heap_count; i = child) {
        if (child + 1 < s->heap_count && sooner(s, s->heap[child + 1], s->heap[child]))
            child++;
        if (!sooner(s, s->heap[child], s->heap[i]))
            break;
        exchange(&s->heap[child], &s->heap[i]);
    }
    return least;
}

// An item that comes before others must be early enough for them.
static void set_deadlines(search *s, const side *o, int64_t late)
{
    int64_t soonest = INT64_MAX;
    uint32_t after = s->count;
    for (uint32_t i = s->count; i-- > 0;) {
        uint32_t item = o->by_to[i];
        for (; after && o->intervals[o->by_from[after - 1]].from > o->intervals[item].to; after--)
            if (s->deadline[o->by_from[after - 1]] < soonest)
                soonest = s->deadline[o->by_from[after - 1]];
        s->deadline[item] = s->target[item] + late;
        if (soonest <= s->deadline[item])
            s->deadline[item] = soonest - 1;
    }
}

static void release(search *s, uint32_t place)
{
    for (uint32_t item = s->waiting[place]; item != NONE; item = s->next[item])
        heap_add(s, item);
    s->waiting[place] = NONE;
}

// Makes an order whose places are near to the targets: not more than `early` before and
// `late` after, if that can be. Returns how many are not.
static uint32_t follow(search *s, const side *o, const int64_t *target, int64_t early, int64_t late,
                       int64_t *place)
{
    uint32_t bad = 0, begun = 0, ended = 0;
    s->target = target;
    set_deadlines(s, o, late);
    memset(s->placed, 0, s->count * sizeof *s->placed);
    memset(s->waiting, 0xff, ((size_t)s->count + 1) * sizeof *s->waiting);
    s->heap_count = 0;
    for (uint32_t now = 0; now < s->count; now++) {
        while (s->placed[o->by_to[ended]])
            ended++;
        uint64_t first_end = o->intervals[o->by_to[ended]].to;
        for (; begun < s->count && o->intervals[o->by_from[begun]].from <= first_end; begun++) {
            uint32_t item = o->by_from[begun];
            int64_t from = target[item] - early;
            if (from <= now) {
                heap_add(s, item);
                continue;
            }
            uint32_t at = from < s->count ? (uint32_t)from : s->count;
            s->next[item] = s->waiting[at];
            s->waiting[at] = item;
        }
        release(s, now);
        for (uint32_t later = now; !s->heap_count;) // one has to come too early
            release(s, ++later);
        uint32_t item = heap_take(s);
        s->placed[item] = true;
        place[item] = now;
        bad += now > target[item] + late || now < target[item] - early;
    }
    s->work += s->count;
    return bad;
}

static uint32_t both(search *s, int64_t *first, int64_t *second)
{
    int64_t ahead = s->orders->ahead, behind = s->orders->behind;
    uint32_t bad = follow(s, &s->first, second, ahead, behind, first);
    return bad ? follow(s, &s->second, first, behind, ahead, second) : 0;
}

// One that is out of place, any of them.
static int64_t trouble(search *s, const int64_t *first, const int64_t *second)
{
    int64_t at = 0;
    uint64_t seen = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        bool near = second[i] - s->orders->ahead <= first[i] &&
                    first[i] <= second[i] + (int64_t)s->orders->behind;
        if (!near && rng_below(&s->random, ++seen) == 0)
            at = second[i];
    }
    return at;
}

// The second order, with its items around this place moved about.
static void shuffle(search *s, int64_t at, int64_t *second)
{
    int64_t reach = 2 * (int64_t)s->orders->ahead + 2 * (int64_t)s->orders->behind + 4;
    int64_t *target = memory_new(s->count, sizeof *target);
    for (uint32_t i = 0; i < s->count; i++) {
        bool around = second[i] >= at - reach && second[i] <= at + reach;
        int64_t by = around ? (int64_t)rng_below(&s->random, 9) - 4 : 0;
        target[i] = 4 * second[i] + 2 * by;
    }
    follow(s, &s->second, target, INT32_MAX, 0, second);
    free(target);
}

static bool find(search *s, limits *l, int64_t *first, int64_t *second)
{
    size_t size = s->count * sizeof *second;
    uint32_t best = UINT32_MAX, in_vain = 0;
    int64_t *kept = memory_new(s->count, sizeof *kept),
            *kept_first = memory_new(s->count, sizeof *kept);
    for (;;) {
        uint32_t bad = both(s, first, second);
        for (uint32_t round = 1; bad && round < ROUNDS; round++)
            bad = both(s, first, second);
        in_vain = bad < best ? 0 : in_vain + 1;
        if (bad <= best) {
            best = bad;
            memcpy(kept, second, size);
            memcpy(kept_first, first, size);
        } else {
            memcpy(second, kept, size);
            memcpy(first, kept_first, size);
        }
        if (!best || best > MOST_LEFT || in_vain > SHUFFLES || limits_reached(l) ||
            (s->orders->budget && s->work > s->orders->budget))
            break;
        shuffle(s, trouble(s, first, second), second);
    }
    free(kept);
    free(kept_first);
    return !best;
}

// In the middle of its interval is as good a guess as any.
static void guess(const near_orders *n, int64_t *place)
{
    key *keys = memory_new(n->count, sizeof *keys);
    for (uint32_t i = 0; i < n->count; i++)
        keys[i] = (key){n->second[i].from + n->second[i].to, i};
    qsort(keys, n->count, sizeof *keys, by_key);
    for (uint32_t i = 0; i < n->count; i++)
        place[keys[i].item] = i;
    free(keys);
}

bool near_orders_find(near_orders *n, limits *l)
{
    size_t count = n->count;
    search s = {
        .orders = n,
        .first = {n->first, sorted(n->first, n->count, false), sorted(n->first, n->count, true)},
        .second = {n->second, sorted(n->second, n->count, false),
                   sorted(n->second, n->count, true)},
        .count = n->count,
        .deadline = memory_new(count, sizeof *s.deadline),
        .heap = memory_new(count, sizeof *s.heap),
        .waiting = memory_new(count + 1, sizeof *s.waiting),
        .next = memory_new(count, sizeof *s.next),
        .placed = memory_new(count, sizeof *s.placed)};
    int64_t *first = memory_new(count, sizeof *first), *second = memory_new(count, sizeof *second);
    rng_init(&s.random, 1);
    guess(n, second);
    bool found = find(&s, l, first, second);
    for (uint32_t i = 0; found && i < n->count; i++) {
        n->first_place[i] = (uint32_t)first[i];
        n->second_place[i] = (uint32_t)second[i];
    }
    free(s.first.by_from);
    free(s.first.by_to);
    free(s.second.by_from);
    free(s.second.by_to);
    free(s.deadline);
    free(s.heap);
    free(s.waiting);
    free(s.next);
    free(s.placed);
    free(first);
    free(second);
    return found;
}
