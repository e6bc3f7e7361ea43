// SPDX-License-Identifier: MIT
// A recorded run, replayed step by step through the interpreter of the model (model/enact): was every
// action enabled, did it send and lead to what the model says, and was every message sent before
// it was received, once, and in order where its channel says so?
//
// The traces of all processes are merged into one order of all steps: that of each process, with each message
// sent before it is received. Any such order will do: components share nothing but messages.

#ifndef RUN_REPLAY_H
#define RUN_REPLAY_H

#include "base/error.h"
#include "base/io/limits.h"
#include "model/component/component.h"

#include <linchpin/judge.h>

typedef struct replay_model {
    const char *file, *bytes;
    size_t length;
    component_choice which;
} replay_model;

// False: with what in the model cannot be replayed.
bool replay_knows(const replay_model *model, error *e);
// All traces of a folder, NAME.jsonl. A difference becomes the verdict, else it stays as it is but for
// the number of steps. False: with an error, such as that a trace is missing.
bool replay_folder(const replay_model *model, const char *folder, limits *l, lp_verdict *v,
                   error *e);

#endif
