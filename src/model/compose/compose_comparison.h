// SPDX-License-Identifier: MIT
// Two automata of a file that are compared by their visible actions: verify A implements B {}.
// Each has its own view. What is seen of the implementation has to be an action of the
// specification, too, with as many arguments, as implementation of I/O automata asks for; another
// name is an error, not a trace that is missing. The specification may have more.

#ifndef MODEL_COMPOSE_COMPARISON_H
#define MODEL_COMPOSE_COMPARISON_H

#include "model/syntax/ast.h"

// Is something to implement the automaton of this name?
bool is_compared_with(const model *m, const char *name);
// Is there something that it could implement? Before there are views.
bool check_compared(const model *m, const instance *v, error *e);
// Fills in what it is compared with. After its view was understood.
bool place_comparison(const model *m, instance *v, error *e);

#endif
