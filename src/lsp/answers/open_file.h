// SPDX-License-Identifier: MIT
// A file that the client has open: its text, what its names mean, and what is wrong with it, each found out
// when it is asked for after a change; and what was verified since then.

#ifndef LSP_OPEN_FILE_H
#define LSP_OPEN_FILE_H

#include "lsp/answers/diagnose.h"
#include "lsp/claims/claim_result.h"
#include "lsp/text/document.h"

typedef struct open_file {
    document text;
    name_table *names; // NULL: not known since the last change
    diagnoses *found;  // likewise
    bool told;         // the client has them
    claim_result
        *claims; // of each verify block, what is known since the last change; NULL: nothing
    uint32_t claim_count;
} open_file;

open_file *open_file_new(const char *uri, bool utf8);
void open_file_free(open_file *f);
void open_file_changed(open_file *f);
const name_table *open_file_names(open_file *f);
// Makes room for what is found out about each verify block.
claim_result *open_file_claims(open_file *f);
const diagnoses *open_file_diagnoses(open_file *f);

#endif
