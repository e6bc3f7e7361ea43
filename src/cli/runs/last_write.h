// SPDX-License-Identifier: MIT
// A file that can be written when there is no memory left: what that needs is prepared.
// Everywhere else files are written by base/io/output.h.

#ifndef CLI_LAST_WRITE_H
#define CLI_LAST_WRITE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct last_write {
    char *target; // behind links
    char *fresh;  // the name of the new file beside it, with its X's
    bool replace; // a regular file, or none yet; else it is written to as it is
    int fd;
    bool whole;  // so far
    bool at_end; // of what is there
} last_write;

void last_write_plan(last_write *w, const char *path, bool at_end);
// These allocate nothing.
bool last_write_open(last_write *w);
void last_write_stderr(last_write *w); // instead of a file
void last_write_put(last_write *w, const char *bytes, size_t length);
void last_write_close(last_write *w); // what was there stays if not all could be written
void last_write_fini(last_write *w);

#endif
