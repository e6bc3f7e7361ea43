// SPDX-License-Identifier: MIT
// From objects/distributed/abd.lin: the automaton replica.

#ifndef REPLICA_H
#define REPLICA_H

#include "abd.h"

// abd.lin:147  automaton replica(P p)
typedef struct replica {
    P p;
    tag tag;
    lp_id val; // writer?
} replica;

extern const lp_component_kind replica_kind;

#endif
