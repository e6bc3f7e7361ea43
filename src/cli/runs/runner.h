// SPDX-License-Identifier: MIT
// What `test` and `explore` share: compiling the user's files, and running the
// program that loads them and says its verdict on descriptor 3.

#ifndef CLI_RUNNER_H
#define CLI_RUNNER_H

#include "base/words.h"
#include "cli/command.h"
#include "toolchain/process.h"

// What both take: the first member of a command's options.
typedef struct runner_options {
    cli_common common;
    const char *object, *scenario, *calls, *condition, *spec, *golden, *cc, *histories;
    bool quasi_factor, keep;
} runner_options;

// The rows of the options that mean the same to both; OWN is the command's struct,
// with the member `shared`.
#define RUNNER_OPTIONS(OWN)                                                                        \
    {"object", CLI_STRING, offsetof(OWN, shared.object), "NAME",                                   \
     "which object, when the test declares several"},                                              \
        {"spec", CLI_STRING, offsetof(OWN, shared.spec), "NAME",                                   \
         "another spec than the test's; self: what the object does in serial runs"},               \
        {"golden", CLI_STRING, offsetof(OWN, shared.golden), "FILES",                              \
         "the spec: serial runs of TEST.c with FILES (a.c,b.c) in place of MORE.c"},               \
        {"quasi-factor", CLI_FLAG, offsetof(OWN, shared.quasi_factor), NULL,                       \
         "find the least K of a relaxed condition; default: of quasi"},                            \
        {"cc", CLI_STRING, offsetof(OWN, shared.cc), "COMMAND",                                    \
         "the C compiler; default: $CC or cc"},                                                    \
    {                                                                                              \
        "keep", CLI_FLAG, offsetof(OWN, shared.keep), NULL,                                        \
            "keep the compiled files, and say where they are"                                      \
    }

// One run of a command: the user's files are compiled to `so`, those of --golden to
// `golden`, in a folder of their own.
typedef struct runner_job {
    const runner_options *o;
    const cli_arguments *a;
    char *scratch, *so, *golden;
    limits limits;
    lp_pool *pool;
    lp_verdict verdict;
    error error;
} runner_job;

// What a command does in its own way. The first two give false after an error.
typedef struct runner_way {
    bool (*compile)(runner_job *j, const cli_arguments *files, const char *output);
    bool (*run)(runner_job *j);
    void (*reproduce)(runner_job *j); // how to see it again
} runner_way;

// Compiles, runs, and shows the verdict; gives the exit code.
int runner_command(runner_job *j, const runner_way *w);

// How the user's files are compiled, whatever for: -g -O1, where our headers are
// and where the first file is, and what the user gave after "--".
void runner_flags(const cli_arguments *a, words *flags);

// --condition, --quasi-factor, --spec and --golden: what they may be, and which of them
// go together.
bool runner_check(const runner_options *o, error *e);
// What every runner is told first: itself, the file, and what both take.
void runner_words(const runner_job *j, const char *runner, words *argv);

// What is run, and what it did not do when it has to be ended.
typedef struct runner_what {
    const char *name, *late;
    double silence; // seconds after which one that says nothing is ended; 0: never
    double most;    // seconds that it may take, beside --timeout; 0: any
} runner_what;

// Runs it and reads its verdict. Lines of progress go where the job's limits show them.
// It keeps its own time and memory; one that does not is ended. False: see the error.
bool runner_run(runner_job *j, const words *argv, runner_what what);

#endif
