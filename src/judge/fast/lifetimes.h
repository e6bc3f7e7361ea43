// SPDX-License-Identifier: MIT
// A history of a container, seen value by value: when each was added, seen and
// removed. Common to the fast judges of queues, stacks and priority queues.
//
// Times are numbers of events; the instant t is the gap after event t. A value
// is certainly inside at the instants of C = [added, removed): from when its add
// had returned, or somebody had seen it, to when its remove was called and nobody
// saw it later.
//
//     add      ├──────┤ar
//     peek              ├────┤              C
//     remove                 ri├─────┤
//                     [════════)
//
// What never returned and was never seen is left out: it may not have happened.

#ifndef JUDGE_LIFETIMES_H
#define JUDGE_LIFETIMES_H

#include "judge/fast/value_numbers.h"
#include "judge/judge.h"

enum { NEVER = UINT32_MAX };

typedef struct lifetime {
    uint32_t ai, ar; // add called and returned; ar at most the first time it was seen
    uint32_t ri, rr; // remove called (at least when it was seen last) and returned
    uint32_t seen;   // the first return that proves it to have been at the front: of a
                     // remove or peek
    bool present;    // takes part at all
} lifetime;

typedef struct peek {
    uint32_t value, s, e; // which, called, returned
} peek;

typedef struct lifetimes {
    lifetime *values;
    uint32_t count;
    lp_value *names; // of the values, if they are wanted
    value_numbers numbers;
    peek *peeks; // those that saw a value
    uint32_t peek_count;
    peek *empties; // removes and peeks that found nothing; their `value` is unused
    uint32_t empty_count;
    uint32_t *takers;     // calls of the removes that never returned, in their order: from
    uint32_t taker_count; // then on each may have taken anything
} lifetimes;

typedef struct container_methods {
    const char *add, *remove, *peek, *try_add, *try_remove;
    bool named; // the values' names are wanted
    // Optional: gives values to the removes that never returned. False: it is violated.
    bool (*assign)(lifetimes *t, const judge_task *task);
} container_methods;

// Judges by lifetimes: what is wrong with them already (a value removed that
// nobody added), else what `judge_values` says, or LP_UNKNOWN if a value was added
// twice or there is another method. A try that failed did nothing and is left out.
//
// Removes that never returned are left out first: what holds without them holds.
// What does not is judged again as if each of them had taken everything that was
// left, as soon as it was called: what is violated even so is violated. What lies between
// is judged as `assign` gives them values: what holds then holds.
lp_outcome lifetimes_judge(const judge_task *task, const container_methods *methods,
                           lp_outcome (*judge_values)(const lifetimes *t, const judge_task *task));

// As fast_judge.settled: values that were added and removed before, and what found
// nothing, are.
void lifetimes_settled(const judge_task *task, const container_methods *methods, uint32_t before,
                       bool *keep);

static inline bool certainly_inside(const lifetime *v)
{
    return v->present && v->ar < v->ri;
}

// Had every empty remove an instant at which nothing was certainly inside?
bool lifetimes_empties_fit(const lifetimes *t, const judge_task *task);

// Who is to blame for a violation, as judge_task.suspects wants it.
void suspect_values(const lifetimes *t, const judge_task *task, const bool *values);
// The values of the operations of these events.
void suspect_events(const lifetimes *t, const judge_task *task, uint32_t a, uint32_t b);
// The values that were certainly inside at some instant from s to before e.
void suspect_inside(const lifetimes *t, const judge_task *task, uint32_t s, uint32_t e);

#endif
