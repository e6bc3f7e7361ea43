// SPDX-License-Identifier: MIT
// Judging parts of a violated history, in search of a smaller one that is still
// violated, or of the return that nothing explains.

#ifndef JUDGE_TRIAL_H
#define JUDGE_TRIAL_H

#include "judge/judge.h"

typedef struct trial {
    const judge *judge;
    const lp_spec *spec;
    limits *limits;
    void *session;
    uint64_t budget; // steps one trial may take; 0: any number
} trial;

void trial_init(trial *t, const judge *j, const judge_task *task, limits *l);
void trial_fini(trial *t);

// `suspects` and `reached` as a judge_task has them; may be NULL.
lp_outcome trial_judge(const trial *t, const lp_history *h, const uint32_t *methods, bool *suspects,
                       uint32_t *reached);
bool trial_violated(const trial *t, const lp_history *h, const uint32_t *methods);
// Is it violated, and legal but for the return at its end?
bool trial_wrong_only_at_end(const trial *t, const lp_history *h, const uint32_t *methods);

// The first `events` events; operations whose return is cut off become pending.
// Operations keep their numbers. The caller frees it.
lp_history *history_prefix(const lp_history *h, uint32_t events);
// The shortest prefix that is violated, of a history that is, where violations stay:
// then its last event is a return that nothing explains. `reached`: so many events are
// known to hold. Where a limit is reached it is longer. The caller frees it.
lp_history *trial_shortest(const trial *t, const lp_history *h, const uint32_t *methods,
                           uint32_t reached);

#endif
