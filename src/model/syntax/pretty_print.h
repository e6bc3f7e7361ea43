// SPDX-License-Identifier: MIT
// The one way a model is laid out. The author chooses the words, where lines of
// comment stand, which blocks are on one line, and where a long expression
// breaks; the rest is given:
//
//   - two columns for each block; a statement, declaration or setting per line;
//   - a block stays on one line if it was written so and fits in 100 columns;
//   - one space between words where there is any, none at the end of a line;
//   - bodies of methods that are one line each, and comments at the ends of lines,
//     stand below each other.
//
// Formatting again changes nothing, and the tokens stay the same.

#ifndef MODEL_PRETTY_PRINT_H
#define MODEL_PRETTY_PRINT_H

#include "base/error.h"
#include "base/text.h"

// False with an error when it is no model. Types are not looked at.
bool model_format(const char *file, const char *bytes, size_t length, text *out, error *e);

#endif
