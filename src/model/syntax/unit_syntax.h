// SPDX-License-Identifier: MIT
// What may stand at the top of a file and moves by itself: a word, and how the block after it is
// parsed. Each is one file src/model/front/unit_NAME.c, which the build finds. It gives a unit
// with guarded actions over variables among the model's shared ones; from there on checker,
// compiler, interpreter, search, simulation and pictures are the same for all of them.

#ifndef MODEL_UNIT_SYNTAX_H
#define MODEL_UNIT_SYNTAX_H

#include "model/syntax/parser.h"

typedef struct unit_syntax {
    const char *word; // "automaton"
    // The word is taken. NULL: with an error.
    unit *(*parse)(parser *p);
} unit_syntax;

extern const unit_syntax *const unit_syntaxes[]; // NULL ends it

// Around the block of a unit: what stands in it is its own.
void unit_begin(parser *p, unit *u);
void unit_end(parser *p, unit *u);
// The action, whose body is parsed, is enabled only where the guard holds.
void action_guard(parser *p, method *f, expr *guard);

#endif
