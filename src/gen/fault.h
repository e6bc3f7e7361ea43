// SPDX-License-Identifier: MIT
// One violation, somewhere: see fault.c for which and why it is certain.

#ifndef GEN_FAULT_H
#define GEN_FAULT_H

#include "gen/simulation.h"

gen_fault *gen_fault_new(gen_simulation *s);
void gen_fault_free(gen_fault *f);
bool gen_fault_done(const gen_fault *f);
// It waits for the open operations to return, and no other may begin.
bool gen_fault_wants_quiet(const gen_fault *f, const gen_simulation *s);
// No operation is open: its move. False: with the reason.
bool gen_fault_in_quiet(gen_fault *f, gen_simulation *s, error *e);
// The error that none could be placed. False.
bool gen_fault_missing(const gen_simulation *s, error *e);

#endif
