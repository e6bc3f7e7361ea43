// SPDX-License-Identifier: MIT
// A subcommand is one file, cmd_<name>.c, that defines `const cli_command
// cmd_<name>`: its options in one table, from which parsing, --help, the manual,
// completions and did-you-mean come. The build finds the file.

#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "base/error.h"
#include "base/io/limits.h"
#include "base/text.h"

#include <linchpin/judge.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum cli_type {
    CLI_FLAG,    // bool
    CLI_CHOICE,  // const char *: "" without a value, which can only stand after =
    CLI_STRING,  // const char *
    CLI_OUTPUT,  // const char *: a file that is written (runs/named_files.h)
    CLI_COUNT,   // uint64_t
    CLI_SECONDS, // double: 10, 1.5, 500ms, 10s, 2m, 1h
    CLI_BYTES,   // uint64_t: 200000, 64k, 200M, 2G
} cli_type;

typedef struct cli_option {
    const char *name; // without the dashes; NULL ends the table
    cli_type type;
    size_t offset;        // of the field in the subcommand's options struct
    const char *argument; // "FILE", "N"; NULL for a flag
    const char *help;     // one line
} cli_option;

typedef struct output_files output_files;

// What every subcommand understands; the first member of each options struct.
typedef struct cli_common {
    bool help, json, quiet;
    double timeout;
    uint64_t memory;
// Of those that judge: files that the verdicts are written to, too.
#define OUTPUT_KIND(name, help) const char *name;
#include "cli/runs/output_kinds.def"
#undef OUTPUT_KIND
    const char *watch;   // of those, too: NULL: one run; "": again when a file is saved; or "poll"
    output_files *files; // NULL: none is wanted
} cli_common;

typedef struct cli_arguments {
    int count;
    const char **values; // what is not an option, NULL-terminated
    int after_count;
    const char **after; // what came after "--", NULL-terminated
    int argc;           // the whole command line, for "reproduce"
    char **argv;
} cli_arguments;

// A common option that means something of its own to a subcommand.
typedef struct cli_meaning {
    const char *name; // NULL ends the list
    const char *help;
} cli_meaning;

// What an option's argument may be, for completions: words with blanks between. <specs> and the like stand for a
// table of the program (shells/offered.h); *.lin and * for files with such names, */ for folders. Several of
// those behind a comma may stand together, with commas.
typedef struct cli_values {
    const char *option; // NULL ends the list
    const char *values;
} cli_values;

typedef struct cli_command {
    const char *name;
    const char *usage;           // "FILE --spec NAME [options]"
    const char *summary;         // one line
    const char *details;         // paragraphs for --help; may be NULL
    const cli_option *options;   // its own; the common ones are added
    const cli_meaning *meanings; // of common ones, where they differ; may be NULL
    int written;                 // which of the arguments is a file that is written; 0: none
    const char *takes;           // what is no option may be this: as values of an option
    const cli_values *values;    // of its options, but those that offered.c knows; may be NULL
    size_t options_size;         // sizeof its options struct; handed over zeroed
    int (*run)(void *options, const cli_arguments *arguments); // the exit code
    // The user's file whose code would run in this program, if there is one, else NULL: then
    // it is supervised (supervise.h). NULL: there never is.
    const char *(*user_code)(const void *options, const cli_arguments *arguments);
    const char *fails; // when the exit code is 1, if it gives no verdicts; NULL: it never is
    bool writes_data;  // stdout is not for verdicts: "unknown" is told on stderr
    bool judges;       // it gives verdicts, and takes the options that all that do so take
} cli_command;

extern const cli_command *const cli_commands[]; // NULL-terminated; made by the build

// Limits as the common options say, with Ctrl-C, and progress on a terminal
// after the first second unless quiet.
void cli_limits(const cli_common *common, limits *l);
// Erases the progress line.
void cli_progress_end(const limits *l);
// Prints the verdict (text or JSON), adds it to the files and gives the exit code.
int cli_finish(const cli_common *common, const lp_verdict *v);
// "linchpin: …" on stderr; with --json also an error verdict on stdout. Gives 2.
int cli_error(const cli_common *common, const error *e);
// A limit, or Ctrl-C, came before there was anything to judge, such as while
// compiling: "unknown". Else an error. Gives the exit code.
int cli_stopped(const cli_common *common, const limits *l, const error *e);
// The same where stdout is for data: "unknown" is told on stderr.
int cli_stopped_data(const cli_common *common, const limits *l, const error *e);
// The command line again, quoted for a shell, with these options added, each a
// name and a value: they replace those of the same name. `without`: options that they leave
// no meaning, as "--budget TIME" or "--well-formed"; may be NULL. Caller frees.
char *cli_command_line(const cli_arguments *arguments, const char *const *added,
                       const char *const *without);
// One word of it.
void cli_add_word(text *t, const char *word);

#endif
