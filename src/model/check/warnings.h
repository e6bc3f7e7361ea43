// SPDX-License-Identifier: MIT
// What a model says that can hardly be meant, though it can be verified: code that nothing
// reaches, names that nobody uses, names that hide others, methods that only the spec has.
//
// A warning must be right. A local that is never mentioned but whose value takes a step, such as
// a read of something shared, is not one: the step is part of the model. Parameters of methods
// belong to the signature. A named constant in a condition is a setting, which may have another
// value tomorrow. Built-in specs have more methods than most objects.

#ifndef MODEL_WARNINGS_H
#define MODEL_WARNINGS_H

#include "model/syntax/ast.h"

typedef struct warning {
    uint32_t at;
    char *what;       // one sentence
    const char *hint; // may be NULL
} warning;

typedef struct warnings {
    warning *list; // in the order of the source
    size_t count, capacity;
} warnings;

// Of a model that was checked.
void warnings_find(warnings *w, const model *m);
void warnings_fini(warnings *w);
// As errors are printed: the position, the sentence, the line with a caret, the hint.
void warning_error(const model *m, const warning *w, error *e);

// For those that find them.
void warnings_add(warnings *w, uint32_t at, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// Statements that nothing reaches.
void warnings_dead_code(warnings *w, const block *body);

#endif
