// SPDX-License-Identifier: MIT
// A .lin model, read and checked.
//
//     model *m = model_read("treiber.lin", bytes, length, &e);
//     for (uint32_t i = 0; i < m->instance_count; i++) … verify it …
//     model_free(m);

#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "model/syntax/ast.h"

// NULL with an error that has line, column, a caret and a hint.
model *model_read(const char *file, const char *bytes, size_t length, error *e);
// The same; what is wrong is also noted in *note, which must outlive the model, and whether it could be
// parsed in *parsed.
model *model_read_noted(const char *file, const char *bytes, size_t length, source_note *note,
                        bool *parsed, error *e);
// Parsed only, with its tokens and their roles in *tokens: for who lays it out.
model *model_read_tokens(const char *file, const char *bytes, size_t length, struct token **tokens,
                         error *e);
void model_free(model *m);

#endif
