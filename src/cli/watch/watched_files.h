// SPDX-License-Identifier: MIT
// The files that a command depends on, and which of them were saved: those on its command line,
// and those that the compiler has read since. A file was saved when it is there and is not the one
// that it was: another inode, another size, another time.

#ifndef CLI_WATCHED_FILES_H
#define CLI_WATCHED_FILES_H

#include "base/words.h"
#include "cli/command.h"

#include <sys/types.h>
#include <time.h>

typedef struct file_mark {
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec written;
} file_mark;

typedef struct watched_file {
    char *path;
    file_mark mark; // when it was last looked at
    bool there;
    bool given;    // on the command line
    uint64_t seen; // the last run that read it
} watched_file;

typedef struct watched_files {
    watched_file *items;
    size_t count, capacity;
    words sources; // of the folders, when they were last listed
} watched_files;

void watched_files_given(watched_files *f, const cli_command *command, const void *options,
                         const cli_arguments *arguments);
// A file that this run, which began then, has read. False: it is known.
bool watched_files_read(watched_files *f, const char *path, uint64_t run,
                        const struct timespec *began);
// Those that only runs before this one have read.
void watched_files_forget(watched_files *f, uint64_t run);
// Adds those that were saved since the last look, and those that are gone, or were emptied. False:
// neither.
bool watched_files_look(watched_files *f, words *saved, words *gone);
// Would the next look find something?
bool watched_files_differ(const watched_files *f);
// Is a file of the command line missing?
bool watched_files_lack(const watched_files *f);
// What looks like a source in these folders, those before `from` being known; and those that are
// new since then: one of them may be what was missing.
void watched_files_list(watched_files *f, const words *folders, size_t from);
void watched_files_fresh(watched_files *f, const words *folders, words *fresh);
void watched_files_fini(watched_files *f);

#endif
