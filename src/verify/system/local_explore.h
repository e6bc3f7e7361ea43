// SPDX-License-Identifier: MIT
// Makes the local graphs of all components at once, from the states that they begin in, and says of
// each message how it is answered in each local state, though not yet how later.

#ifndef VERIFY_LOCAL_EXPLORE_H
#define VERIFY_LOCAL_EXPLORE_H

#include "verify/system/local_graph.h"

void local_explore(local_graphs *g);

// The number of a local state, of a set of messages, which is sorted here, and of what one step sends.
uint32_t local_state_number(local_graph *k, const int32_t *cells, size_t bytes);
uint32_t local_set_number(local_graphs *g, sent_message *list, uint32_t count);
uint32_t local_batch_number(local_graphs *g, const local_message *sent, uint32_t count);

#endif
