// SPDX-License-Identifier: MIT
// Places as verdicts have them, "treiber.c:31" or "stack/treiber.lin:31:5", and the files that
// they are in. A verdict often has no folders: files are looked for among what the command was
// given, and beside it.

#ifndef REPORT_SOURCE_PATH_H
#define REPORT_SOURCE_PATH_H

#include "base/text.h"

#include <stdint.h>

// Of the file's name in `where`, which may be NULL. Line and column are 0 where there are none;
// the pointers may be NULL.
size_t source_name_length(const char *where, uint32_t *line, uint32_t *column);

// The path of the file of that name, and its text; NULL: none was found. `places`: files and
// folders; ends with NULL. Caller frees.
char *source_path_find(const char *const *places, const char *name, text *into);

#endif
