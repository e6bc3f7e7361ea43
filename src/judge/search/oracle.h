// SPDX-License-Identifier: MIT
// The simple judges that the clever ones are held against. They share no code
// with them: they ask the spec itself, not its automaton.

#ifndef JUDGE_ORACLE_H
#define JUDGE_ORACLE_H

#include "judge/judge.h"

// Tries every order of effects. Exponential; for small histories. `budget`
// bounds the number of steps tried (0: no bound); past it, unknown. With a bound, those
// that a spec calls alike are tried in one order only.
lp_outcome oracle_enumerate(const judge_task *task, bool (*precedes)(const lp_op *, const lp_op *),
                            uint64_t budget);
// The same for judges with `stuck`: looks at every maximal order (one that no further
// effect can be added to) for one without any operation that is still open.
lp_outcome oracle_enumerate_stuck(const judge_task *task,
                                  bool (*precedes)(const lp_op *, const lp_op *), uint64_t budget);
// Whichever the judge needs.
lp_outcome oracle_judge(const judge *j, const judge_task *task, uint64_t budget);

// Is this order a witness: every returned operation exactly once, pending ones at
// most once, `precedes` kept, and every step allowed by the spec with the results
// seen?
bool oracle_check_witness(const judge_task *task, bool (*precedes)(const lp_op *, const lp_op *),
                          const lp_effect *order, uint32_t count);

#endif
