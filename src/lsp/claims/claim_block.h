// SPDX-License-Identifier: MIT
// The verify blocks of a text, by their number in the name table.

#ifndef LSP_CLAIM_TEXT_H
#define LSP_CLAIM_TEXT_H

#include "lsp/names/name_table.h"

// Where it says what is claimed: up to the brace.
void claim_header(const name_table *t, uint32_t claim, size_t *from, size_t *to);
// Where the statement, or the header of a method, ends that begins at this byte.
size_t statement_end(const name_table *t, size_t from);
// The header on one line: "verify stack refines lifo". Caller frees.
char *claim_title(const name_table *t, uint32_t claim, const char *bytes);
// The text with blanks for all other verify blocks: no other verdict depends on them, though the number of states that
// a reduction leaves may. Everything keeps its place.
// Caller frees.
char *claim_alone(const name_table *t, uint32_t claim, const char *bytes, size_t length);
// The claim with this title: number `first` if it has it, else the only one that does. False: there is none.
bool claim_find(const name_table *t, const char *bytes, const char *title, uint32_t first,
                uint32_t *out);

#endif
