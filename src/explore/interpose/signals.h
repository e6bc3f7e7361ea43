// SPDX-License-Identifier: MIT
// Handlers of signals that the object has set: part of an execution, as its data is.

#ifndef EXPLORE_SIGNALS_H
#define EXPLORE_SIGNALS_H

void signals_snapshot(void);
void signals_reset(void);

#endif
