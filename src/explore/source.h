// SPDX-License-Identifier: MIT
// From addresses to names: "treiber.c:31" for code, "top" for a variable that
// the dynamic symbols do not tell. By elfutils' libdw, where it was found.

#ifndef EXPLORE_SOURCE_H
#define EXPLORE_SOURCE_H

#include "base/text.h"

#include <stdbool.h>

char *source_line(const void *return_address); // NULL: not known; caller frees
// What the access touches, as the source has it: "q->tail". False: not known.
bool source_operand(const void *return_address, bool writes, text *out);
bool source_symbol(const void *address, text *out);
// Did gcc compile something of the user's that has bit-fields? Its call before a
// write to one does not tell of the read that is part of it.
bool source_has_hidden_reads(void);

#endif
