// SPDX-License-Identifier: MIT
// The quotient of a graph by branching bisimilarity (van Glabbeek and Weijland, 1996), which keeps
// divergences or not. Cycles of unseen steps are made one state first; then states are told apart by their
// signatures, round by round: what they can do after unseen steps within their class, and whether
// they can go on unseen within it for ever (Blom and Orzan, 2003; Wimmer, Herbstritt, Hermanns, Strampp
// and Becker, 2006). Traces are kept either way. Failures and divergences are kept if divergences are: a
// state that does not diverge comes, unseen and within its class, to a stable one that offers the same.

#ifndef VERIFY_BISIMULATION_H
#define VERIFY_BISIMULATION_H

#include "verify/compare/step_graph.h"

// NULL: a step failed, a limit was reached, there are more than `most` states, or too many rounds would be
// needed.
step_graph *bisimulation_quotient(step_graph *g, bool divergences, uint32_t most, limits *l);

#endif
