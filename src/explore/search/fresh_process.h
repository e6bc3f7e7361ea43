// SPDX-License-Identifier: MIT
// The execution to show, run again by a fresh process: for when this one can run none any
// more (see lost_thread.h).

#ifndef EXPLORE_FRESH_PROCESS_H
#define EXPLORE_FRESH_PROCESS_H

#include "explore/search/exploration.h"

// The arguments of this program; they must stay.
void afresh_init(int argc, char **argv);
// As search_replay, of the execution that just ended. If no process can be had, or it has
// nothing to tell, the verdict is without the steps.
bool afresh_replay(const search_options *o, const scenario *sc, const schedule *along,
                   lp_verdict *v);

#endif
