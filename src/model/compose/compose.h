// SPDX-License-Identifier: MIT
// From automata and systems, as they are written, to one flat automaton for each of them. The
// file is the whole, a flat automaton with what else its checker needs is a view of it: a model
// on its own, which is checked, lowered, compiled and searched like one that was written so.
//
//     automaton counter(int 0..2 i) { int n; output tick(i) do n += 1; }
//     automaton clock { int all; input tick(int 0..2 i) do all += 1; }
//     system both = clock || counter[i in int 0..2];
//
// becomes an automaton with the variables clock::all and counter::n[int 0..2] and the action
//
//     action tick(int 0..2 arg__0) do { clock::all += 1; counter::n[arg__0] += 1; }
//
// An action belongs to the automaton whose output or internal action it is. Its guard is that
// automaton's alone, since input actions are always enabled; it happens in all automata that
// have it as an input (Lynch and Tuttle 1987). What every automaton is given are values, so the
// order of their effects in the flat action makes no difference.

#ifndef MODEL_COMPOSE_H
#define MODEL_COMPOSE_H

#include "model/syntax/ast.h"

// Makes and checks the views of a model that has automata.
bool model_compose(model *m, error *e);
// The two further views of a simulation, for the check of all related states; the caller's to
// free. `v` is one of the file's verify blocks, about a simulation.
bool model_tabled(const instance *v, model **tabled, model **abstract, error *e);

#endif
