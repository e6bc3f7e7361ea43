// SPDX-License-Identifier: MIT
// From addresses to names: "treiber.c:31" for code, "top" for a variable that
// the dynamic symbols do not tell. By elfutils' libdw, where it was found.

#ifndef EXPLORE_SOURCE_H
#define EXPLORE_SOURCE_H

#include "base/text.h"

#include <stdbool.h>

char *source_line(const void *return_address); // NULL: not known; caller frees
bool source_symbol(const void *address, text *out);

#endif
