// SPDX-License-Identifier: MIT
// Where `fmt` puts a space between two tokens of a line.

#ifndef MODEL_TOKEN_SPACING_H
#define MODEL_TOKEN_SPACING_H

#include "model/syntax/lex.h"

// A mark has the bytes of a name, and is none.
bool token_reads(const source *s, const token *t, const char *what);
bool token_reads_one_of(const source *s, const token *t, const char *const *list); // NULL ends it
bool token_spaced(const source *s, const token *before, const token *t);

#endif
