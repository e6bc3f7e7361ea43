// SPDX-License-Identifier: MIT
// The front ends there are: see transition_system.h.

#ifndef VERIFY_FRONT_ENDS_H
#define VERIFY_FRONT_ENDS_H

#include "verify/system/transition_system.h"

extern const front_end client_front;    // an object and its clients
extern const front_end automaton_front; // an automaton
extern const front_end process_front;   // a process

// Whose steps a unit of a model has.
static inline const front_end *front_of(const unit *u)
{
    return u->is_process ? &process_front : u->is_automaton ? &automaton_front : &client_front;
}

#endif
