// SPDX-License-Identifier: MIT
// The direct search for a synchronisation linearisation (Lawrence and Lowe, §6.1):
// depth-first over configurations of how far the history has come, what has taken
// effect, and the spec's state. For any spec; an ordinary one has groups of one.

#ifndef JUDGE_SYNC_SEARCH_H
#define JUDGE_SYNC_SEARCH_H

#include "judge/judge.h"

typedef struct sync_search sync_search;

typedef struct sync_search_options {
    // Operations take effect as soon as possible (§6.1.1): directly after the call
    // of one that takes part, or after another effect. Finds the same, faster.
    bool asap;
    // Operations that never returned never will: they must not have taken effect, and
    // at the end none of them may be able to go on (§2.6, progressibility).
    bool stuck;
} sync_search_options;

// Kept from history to history, it knows the spec's steps already.
sync_search *sync_search_new(const lp_spec *spec, lp_pool *pool);
void sync_search_free(sync_search *s);
void sync_search_run(sync_search *s, const judge_task *task, sync_search_options options,
                     lp_verdict *v);
// With `stuck`, of a violated history: the operations that could have gone on together
// after some order of all that returned, as in Fig. 8. 0: there is no such order.
uint32_t sync_search_stuck_group(sync_search *s, const judge_task *task, uint32_t *ops);

#endif
