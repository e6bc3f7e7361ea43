// SPDX-License-Identifier: MIT
// Running other programs: the user's compiler, and the runners that hold the
// user's code, so that its crash is theirs and not ours.

#ifndef TOOLCHAIN_PROCESS_H
#define TOOLCHAIN_PROCESS_H

#include "base/error.h"
#include "base/io/limits.h"
#include "base/text.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct process_result {
    bool exited; // else killed by `signal`
    int code;
    int signal;
    bool timed_out; // killed by us because limits were reached
    bool silent;    // likewise, because it said nothing for too long
    bool too_many;  // likewise, because it started too many processes
    bool too_large; // likewise, because it, or one of them, took too much memory
    text out;       // what it wrote to the captured descriptor
} process_result;

void process_result_fini(process_result *r);

typedef struct process_options {
    const char *const *argv; // NULL-terminated; argv[0] is looked up in PATH
    int capture_fd;          // this descriptor of the child is captured; -1: none
    bool merge_stderr;       // its stderr is captured too (capture_fd must be 1)
    limits *limits;          // may be NULL; when reached the child is killed,
    double grace;            // so many seconds after SIGTERM; 0: as usual
    double silence;          // likewise when it writes nothing for so long; 0: it may
    const char *tmpdir;      // where it puts its temporary files; NULL: where we do
    size_t most_processes;   // with `sweep`: killed when there are more at once; 0: no bound
    uint64_t most_memory;    // likewise, resident bytes of one process
    bool sweep;              // what it started is ended with it, wherever it is: see descendants.h
    // Called with each complete line of the captured descriptor; may be NULL,
    // then all goes to result->out.
    void (*line)(void *context, const char *line, size_t length);
    void *line_context;
} process_options;

// Runs it and waits. False: it could not be started.
bool process_run(const process_options *o, process_result *r, error *e);

// A private directory for the files of this run, and its removal. Honours TMPDIR.
char *scratch_new(error *e); // NULL on failure
void scratch_free(char *path);
// Frees the name, and leaves the directory. False: there was nothing in it, and it is gone.
bool scratch_keep(char *path);
// For a program that ends here and now: removes all that scratch_new has made.
void scratch_end(void);

// Where linchpin's own files are, from where the running program is:
// <prefix>/bin/linchpin → <prefix>/include, <prefix>/libexec/linchpin.
// LINCHPIN_PREFIX overrides. Caller frees.
char *installed_path(const char *relative);

#endif
