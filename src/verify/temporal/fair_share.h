// SPDX-License-Identifier: MIT
// Whose step is it? Those who have to be treated fairly have numbers: the threads of an object, the
// components of a system and each way of a message from one to another, or the actions with their
// arguments. Nobody has to take a step that is up to the environment: a call of a client, an input
// that no component gives, a crash, the loss of a message.

#ifndef VERIFY_FAIR_SHARE_H
#define VERIFY_FAIR_SHARE_H

#include "verify/search/kept_graph.h"

typedef struct fair_share fair_share;

fair_share *fair_share_new(const transition_system *s, fairness fair, bool actions);
void fair_share_free(fair_share *f);
uint32_t fair_share_count(const fair_share *f);
uint32_t fair_share_of(const fair_share *f, const move *m); // GRAPH_NOBODY

#endif
