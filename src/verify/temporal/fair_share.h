// SPDX-License-Identifier: MIT
// Whose step is it? Those who have to be treated fairly have numbers: the threads of an object, the
// components of a system and each way of a message from one to another, or the actions with their
// arguments. Of a process, they are its parallel parts, several of which may take a step together
// (step_takers.h); or its events with their values, those that are hidden likewise, and of steps that
// have no name each place of the text with the parts that take it. Nobody has to take a step that is up to the environment: a call of a client, an input
// that no component gives, a crash, the loss of a message.

#ifndef VERIFY_FAIR_SHARE_H
#define VERIFY_FAIR_SHARE_H

#include "verify/search/kept_graph.h"

typedef struct fair_share fair_share;

fair_share *fair_share_new(const transition_system *s, fairness fair, bool actions);
void fair_share_free(fair_share *f);
uint32_t fair_share_count(const fair_share *f);
uint32_t fair_share_of(const fair_share *f, const move *m); // GRAPH_NOBODY
// Is that the number of several, and who are they?
bool fair_share_groups(const fair_share *f);
uint32_t fair_share_members(const fair_share *f, uint32_t who, const uint32_t **list);

#endif
