// SPDX-License-Identifier: MIT
// See open_file.h.

#include "lsp/answers/open_file.h"

#include "base/memory.h"

#include <stdlib.h>

open_file *open_file_new(const char *uri, bool utf8)
{
    open_file *f = memory_new(1, sizeof *f);
    document_init(&f->text, uri, utf8);
    return f;
}

void open_file_changed(open_file *f)
{
    if (f->names)
        name_table_fini(f->names);
    if (f->found)
        diagnoses_fini(f->found);
    free(f->names);
    free(f->found);
    for (uint32_t i = 0; i < f->claim_count; i++)
        claim_result_fini(&f->claims[i]);
    free(f->claims);
    f->names = NULL;
    f->found = NULL;
    f->claims = NULL;
    f->claim_count = 0;
    f->told = false;
}

void open_file_free(open_file *f)
{
    open_file_changed(f);
    document_fini(&f->text);
    free(f);
}

const name_table *open_file_names(open_file *f)
{
    if (!f->names) {
        f->names = memory_new(1, sizeof *f->names);
        name_table_read(f->names, f->text.bytes.bytes, f->text.bytes.length);
    }
    return f->names;
}

const diagnoses *open_file_diagnoses(open_file *f)
{
    if (!f->found) {
        f->found = memory_new(1, sizeof *f->found);
        diagnose(f->found, f->text.bytes.bytes, f->text.bytes.length, open_file_names(f));
    }
    return f->found;
}

claim_result *open_file_claims(open_file *f)
{
    if (!f->claims) {
        f->claim_count = open_file_names(f)->claim_count;
        f->claims = memory_new(f->claim_count + 1, sizeof *f->claims);
    }
    return f->claims;
}
