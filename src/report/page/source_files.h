// SPDX-License-Identifier: MIT
// The source files that a verdict speaks of. It has their names and lines, "treiber.c:31", and
// often no folders: they are looked for among what the command was given, and beside it.

#ifndef REPORT_SOURCE_FILES_H
#define REPORT_SOURCE_FILES_H

#include "base/io/json_write.h"

#include <linchpin/judge.h>

// A member for each file that was found: its name and its text.
void source_files_write(json_writer *w, const lp_verdict *v, const char *const *places);

#endif
