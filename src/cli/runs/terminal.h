// SPDX-License-Identifier: MIT
// Where the output goes: a terminal, a file, a pipe, a full disk.

#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include "base/io/limits.h"
#include "base/text.h"
#include "report/report.h"

// Colour, characters and width for stdout.
report_style terminal_style(void);
void terminal_print(const text *t); // as it is: ours, or what report.h made
// For people, in lines: GitHub's runner obeys none of them (workflow_commands.h).
void terminal_print_text(const text *t);
// Data that others have written: as it is, but on a terminal with what it would obey made visible.
void terminal_print_data(const char *bytes, size_t length);
// The same, but where a reader lets it wait, only until a limit is reached: then false, with a
// part written. Files and terminals get all of it.
bool terminal_print_within(limits *l, const char *bytes, size_t length);
// "linchpin: …" on stderr, on one line, and below it those of the message that are indented.
void terminal_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Has the user, or who started us, asked us to end?
bool terminal_interrupted(void);
// Call before the program ends: writes what is left. False: it could not be
// written, and stderr says so (nothing is said when the reader has gone).
bool terminal_close(void);
// True: something could not be written, so there is no point in more of it; the limit is set
// as reached, and terminal_close will say why.
bool terminal_failed(limits *l);
// A write to a pipe nobody reads, or beyond `ulimit -f`, gives an error instead of a signal.
void terminal_signals(void);

#endif
