// SPDX-License-Identifier: MIT
// One run of several, with --watch: what it knows of the run before, which its verdicts are
// compared with, and what it leaves for the run after. Each run is a process: it starts with
// `watched_run_begin`, and all that it leaves is in memory that it shares with its parent. Where
// nobody watches, nothing here does anything.

#ifndef CLI_WATCHED_RUN_H
#define CLI_WATCHED_RUN_H

#include "base/words.h"
#include "cli/command.h"
#include "cli/runs/output_relay.h"
#include "judge/evidence/verdict_difference.h"

// In memory that the run shares with its parent.
typedef struct watched_state {
    volatile bool began;   // the options are accepted
    volatile bool stopped; // a file was saved again: what comes of it, nobody wants to know
    volatile bool whole;   // it has come to its end, and told all
} watched_state;

typedef struct watched_run {
    uint64_t number;            // 1: the first
    words saved;                // which files, since the run before
    const output_relay *before; // the verdicts of the last run that was whole; NULL: there is none
    output_relay *now;
    watched_state *state;
    void (*read)(const char *path); // hears of files that the compiler reads
    bool (*stale)(void);            // was a file saved since it began?
} watched_run;

void watched_run_begin(const watched_run *r); // which has to stay
void watched_run_accepted(void);
void watched_run_child(void);     // in a child of the run, which gives its verdicts
void watched_run_exhausted(void); // allocates nothing
// Before a verdict is told: nobody wants to know any more, as it was stopped, or interrupted after
// the first run. From then on it stays silent. It is whole if all that there was to tell was told.
bool watched_run_silent(void);
bool watched_run_silenced(void);                // it was
void watched_run_end(const cli_common *common); // tells which verdicts are gone

// How a verdict is told.
typedef struct watched_verdict {
    bool compared; // with one of the run before
    bool several;  // which had several
    verdict_difference difference;
} watched_verdict;
void watched_verdict_take(watched_verdict *w, const lp_verdict *v, const error *where);
// Is there more to tell than the difference?
bool watched_verdict_is_news(const watched_verdict *w);
// The verdict as JSON, with what there is to say of the run, and a newline.
void watched_verdict_write(const watched_verdict *w, const lp_verdict *v, text *out);

#endif
