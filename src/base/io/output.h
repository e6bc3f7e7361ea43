// SPDX-License-Identifier: MIT
// Files that the user wants written. What was there before stays until the new content is
// complete and on the disk: it is written beside the old file and then takes its place.
// What is not a regular file (a device, a pipe, stdout by another name) is written to and
// otherwise left as it is.
//
//     output o;
//     if (!output_open(&o, path, e)) …
//     output_put(&o, "…", 3);
//     ok = output_close(&o, true, e);

#ifndef BASE_OUTPUT_H
#define BASE_OUTPUT_H

#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct output {
    FILE *stream;
    const char *path; // as the user wrote it; the caller's
    char *target;     // the file itself, behind links; NULL: written to as it is
    char *fresh;      // written beside; NULL: `bytes`, for a folder that takes no new files
    char *bytes;
    size_t length;
    int why; // the first error of the system; 0: none
    bool only_new;
} output;

bool output_open(output *o, const char *path, error *e);
// Likewise, but never over a file that is there.
bool output_open_new(output *o, const char *path, error *e);
void output_put(output *o, const char *bytes, size_t length);
// Ends it in any case. `keep` false: what was there stays. False with the error if not all
// could be written; then too.
bool output_close(output *o, bool keep, error *e);

// Could it be written now? Changes nothing, and does not open what is not a regular file.
bool output_check(const char *path, error *e);

// All at once.
bool output_write(const char *path, const char *bytes, size_t length, error *e);
// Each with a newline, sorted by their bytes. They are the caller's, in their new order.
bool output_write_sorted(const char *path, char **lines, size_t count, error *e);

#endif
