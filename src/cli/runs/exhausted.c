// SPDX-License-Identifier: MIT
// See exhausted.h. Nothing is allocated here, and nothing that was to be printed is: it
// may be half a verdict.

#include "cli/runs/exhausted.h"

#include "base/memory.h"
#include "cli/runs/output_files.h"
#include "cli/runs/supervise.h"
#include "cli/runs/watched_run.h"
#include "judge/evidence/verdict.h"
#include "toolchain/process.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool in_json;
static output_files *files;
static atomic_flag ending = ATOMIC_FLAG_INIT;

static void put(int fd, const char *line)
{
    ssize_t ignored = write(fd, line, strlen(line));
    (void)ignored;
}

static void end(size_t bytes)
{
    while (atomic_flag_test_and_set(&ending))
        pause(); // another thread is at it
    char line[128];
    snprintf(line, sizeof line,
             "linchpin: out of memory (%zu bytes wanted): the result is unknown\n", bytes);
    put(STDERR_FILENO, line);
    if (in_json)
        put(STDOUT_FILENO, VERDICT_LAST_WORD("out of memory"));
    watched_run_exhausted();
    output_files_exhausted(files);
    scratch_end();
    supervise_report(LP_UNKNOWN);
    _exit(LP_UNKNOWN);
}

void exhausted_prepare(void)
{
    memory_on_exhausted(end);
}

void exhausted_in_json(bool json)
{
    in_json = json;
}

void exhausted_to_files(output_files *wanted)
{
    files = wanted;
}
