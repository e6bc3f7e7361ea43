// SPDX-License-Identifier: MIT
// Which names of an enum an automaton treats alike: its scalarsets (Ip and Dill, "Better
// verification through symmetry", 1996; here found, not declared). Replicas, clients and readers
// mostly are such: they are compared for equality, put into sets, indices of arrays, arguments and
// contents of messages. Then a permutation of the names leaves the steps and what is said of
// states as they are, and states that differ by one alone need not be told apart. Of the first
// state nothing is asked: a way through the states without names is one through those with
// names, from any state it could begin in.
//
// Names that nothing tells apart are neighbours in their enum. What tells neighbours apart is a
// cut between them:
//     a name that is written               on both its sides
//     a set of names that are written      where those in it meet others
//     x < name and the like                where that may change
//     a subrange: type reader = op r1..r2  at its ends
//     x < y, min, max, of enums or of tuples with them     everywhere in their types
//     a local without a value, which is the first name     behind that name
//     a seq, set or map of an automaton that is kept in the order of its items     everywhere
//     what a history holds                                  everywhere in its type
// Composition writes down one copy of an input action for each instance that takes part, and of
// a message to all: those names are all of a type, and tell nothing apart.
//
// forall and exists stop at the first item that decides, so what would fail behind it does not:
// the order of the items shows unless nothing can fail (cannot_fail.h). The same goes for those
// copies where one of them may have to wait.

#ifndef MODEL_ENUM_SYMMETRY_H
#define MODEL_ENUM_SYMMETRY_H

#include "model/steps/program.h"

typedef struct enum_symmetry {
    // Something tells item i of an enum from the one before it.
    bool cut[MODEL_MAX_ENUMS][MODEL_MAX_NAMES + 1];
    bool sorted[MODEL_MAX_SHARED]; // a channel that is kept in the order of ranks
} enum_symmetry;

// Of an automaton that is verified so. Everything is cut where there are pointers.
void enum_symmetry_find(enum_symmetry *s, const program *p, const instance *v);

#endif
