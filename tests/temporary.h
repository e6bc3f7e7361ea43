// SPDX-License-Identifier: MIT
// Names for mkstemp and mkdtemp, in TMPDIR, which `make test` has in memory (tools/in_memory): a test that makes
// thousands of files, or asks the disk to keep them, would wait for the disk.

#ifndef TESTS_TEMPORARY_H
#define TESTS_TEMPORARY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEMPORARY_SIZE = 64 };

// Short, as addresses of sockets are made of it: where TMPDIR is long, in /tmp.
static inline void temporary_name(char name[TEMPORARY_SIZE], const char *stem)
{
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder || strlen(folder) + strlen(stem) + strlen("/-XXXXXX") >= TEMPORARY_SIZE)
        folder = "/tmp";
    snprintf(name, TEMPORARY_SIZE, "%s/%s-XXXXXX", folder, stem);
}

#endif
