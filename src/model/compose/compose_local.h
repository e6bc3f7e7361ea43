// SPDX-License-Identifier: MIT
// One instance of a component of a system, alone in any environment: a flat automaton that has its
// variables and the channels to and from it. Its own actions are taken when their guards hold; its
// inputs at any time, with any arguments; its clock goes on at any time; and what somebody puts into a channel to it is received.
// What it sends lies in the channels from it. Variables lie as they do in the system: those of a
// component are arrays over all its instances.
//
// Whatever the instance does in the system, it can do here: components share nothing but actions
// and messages, and the guard of an action that somebody else takes is not asked.

#ifndef MODEL_COMPOSE_LOCAL_H
#define MODEL_COMPOSE_LOCAL_H

#include "model/syntax/ast.h"

// `parameters`: their ranks. *out is the caller's to free, before `whole`, in any
// case. False: it cannot be made, for example because an action would have too many parameters.
bool compose_local(const model *whole, const unit *system, const system_part *part,
                   const uint32_t *parameters, model **out, error *e);

#endif
