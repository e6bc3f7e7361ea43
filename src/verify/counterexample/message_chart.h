// SPDX-License-Identifier: MIT
// The moves of a system of automata as events of a message sequence chart.

#ifndef VERIFY_MESSAGE_CHART_H
#define VERIFY_MESSAGE_CHART_H

#include "verify/counterexample/move_description.h"

// What the move is that the trace tells last. Nothing, if the system has no channels.
void chart_move(describer *d, const move *m, const int32_t *before, const int32_t *after,
                lp_verdict *v);
// What is still on its way, and the names of the components that take part.
void chart_finish(describer *d, const int32_t *cells, lp_verdict *v);

#endif
