// SPDX-License-Identifier: MIT
// Files that the verdicts of one command are written to: pages for people, files for continuous
// integration, editors, viewers. A kind of file is a `verdict_format`.
//
// A verdict is rendered when it is printed, so that nothing of it has to be kept; the file is put
// together at the end. That allocates nothing: it is also done when there is no memory left.

#ifndef REPORT_VERDICT_FILE_H
#define REPORT_VERDICT_FILE_H

#include "base/error.h"
#include "base/text.h"

#include <linchpin/judge.h>

// The command whose verdicts they are.
typedef struct verdict_run {
    const char *command;      // "check"
    const char *line;         // as it can be typed again
    const char *asked;        // the options that say what is asked: " --spec queue"
    const char *const *files; // that it was given; NULL-terminated
    double timeout;           // that it was given; 0: none
} verdict_run;

typedef struct verdict_entry {
    const verdict_run *run;
    const lp_verdict *verdict;
    const error *error; // where the input is wrong; NULL, or without a file: not known
    const char *name;   // unique in the run, and the same in each run of the command
    unsigned number;    // so many were before it
} verdict_entry;

// A verdict as it stands in one kind of file. It is linked when it is complete.
typedef struct verdict_piece {
    lp_outcome outcome;
    char *bytes;
    size_t length;
    struct verdict_piece *_Atomic next;
} verdict_piece;

typedef void verdict_sink(void *context, const char *bytes, size_t length);

typedef struct verdict_format {
    // What can be said before there is a verdict; may be NULL.
    void (*begin)(const verdict_run *run, text *head);
    void (*add)(const verdict_entry *entry, text *piece);
    // All of the file, to the sink; allocates nothing. `first`: in the order of the verdicts.
    void (*put)(const char *head, const verdict_piece *first, verdict_sink *sink, void *context);
} verdict_format;

extern const verdict_format verdict_format_junit, verdict_format_report, verdict_format_sarif,
    verdict_format_annotations, verdict_format_summary;

#endif
