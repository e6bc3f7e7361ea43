// SPDX-License-Identifier: MIT
// Where was an operation right that is explained by hindsight? The operation changes nothing, and some moment since its
// call explains its result; which one, nobody knows at that moment. Often it is the last time that the operation took a
// certain step: the read of a pointer that a later look has found to be still in place. So for each step of the
// method it is asked whether, in all runs, the result was right when the operation took that step last.

#ifndef VERIFY_HINDSIGHT_MOMENT_H
#define VERIFY_HINDSIGHT_MOMENT_H

#include "verify/points/inferred_points.h"

// The last step in the text of the method that will do, as its pc; 0: none does, or it was not found out in time. Then
// the moment is one in another thread's step.
uint32_t hindsight_moment(inferred_points *p, uint32_t which, result_kind kind);

#endif
