// SPDX-License-Identifier: MIT
// Objects and processes of a file that has automata, too: they stand in a view of their own, the last one,
// with the shared variables, the invariants and the init block that stand in no automaton. So a view has
// either one automaton or none, and is checked as a file without the others would be.

#ifndef MODEL_COMPOSE_BESIDE_H
#define MODEL_COMPOSE_BESIDE_H

#include "model/syntax/ast.h"

bool stands_beside(const model *m); // is there an object or a process at all?
// The object of that name; NULL: there is none.
const unit *find_object(const model *m, const char *name);
bool has_process(const model *m, const char *name);
// No automaton, object or process is called so: an error.
bool nothing_called(const model *m, const char *name, uint32_t at, error *e);
// Fills and checks the view. `owned` says of a variable, or of an invariant, that an automaton has it.
bool compose_beside(const model *m, model *view,
                    bool (*owned)(const model *m, uint32_t variable, uint32_t invariant), error *e);

#endif
