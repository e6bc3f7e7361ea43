// SPDX-License-Identifier: MIT
// What is wrong with a text: what the parser and the checker say of it, and the warnings of a model in which
// nothing is wrong.
//
// The parser and the checker stop at the first error. Then what is around it is blanked out (its statement;
// if that does not help, its block; then its declaration) and the rest is read again. What is said about a name
// that was declared in what is missing now follows from the first error, and is left out.

#ifndef LSP_DIAGNOSE_H
#define LSP_DIAGNOSE_H

#include "lsp/names/name_table.h"

#include <stdbool.h>
#include <stddef.h>

enum { DIAGNOSES_MOST = 20 };

typedef struct diagnosis {
    size_t from, to; // bytes
    bool warning;
    char *what; // a sentence, and perhaps a hint on a line of its own
} diagnosis;

typedef struct diagnoses {
    diagnosis list[DIAGNOSES_MOST];
    size_t count;
    bool is_model; // it can be verified
} diagnoses;

void diagnose(diagnoses *d, const char *bytes, size_t length, const name_table *names);
void diagnoses_fini(diagnoses *d);

#endif
