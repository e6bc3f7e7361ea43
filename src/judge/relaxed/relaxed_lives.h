// SPDX-License-Identifier: MIT
// Of each value of a relaxed container: when it was inserted and when it was removed.

#ifndef JUDGE_RELAXED_LIVES_H
#define JUDGE_RELAXED_LIVES_H

#include "judge/judge.h"

enum { LIFE_NONE = UINT32_MAX }; // there is no such operation

typedef struct life {
    lp_value value;
    uint32_t in_call, in_ret;   // of its insert
    uint32_t out_call, out_ret; // of its removal; LP_NO_EVENT: there was none
    uint32_t in, out;           // these operations; the last ones, if there are several
    uint32_t inserts, removals, skipped;
} life;

typedef struct lives {
    life *all;
    uint32_t count;
    size_t capacity;
    bool may_be_gone; // some removal never returned: it may have removed anything
} lives;

// Of a task with a relaxed spec.
void lives_collect(const judge_task *task, lives *l);
void lives_fini(lives *l);

#endif
