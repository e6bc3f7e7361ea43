// SPDX-License-Identifier: MIT
// verify OBJECT progress …: after a search that found nothing wrong, is there a run without an end
// that breaks what is promised? Herlihy and Shavit, "On the nature of progress" (2011), have the five
// promises as two questions: of all operations or of some, and under which scheduler.
//
// A run without an end of a finite instance goes round in the graph of states in the end, so what
// breaks a promise is a component of it (divergence.h), of the edges that such a run may take:
//
//     waitfree         all that leaves one operation open, which makes steps in it
//     lockfree         steps
//     obstructionfree  steps of one thread
//     starvationfree   as waitfree; and each thread makes a move in it, or cannot in some state
//     deadlockfree     as lockfree; likewise
//
// A thread that waits looks at its condition for ever, which takes steps too: so an object whose
// threads ever wait has none of the first three, and a state in which all open operations wait breaks
// the others. An idle thread need not call again.

#ifndef VERIFY_FIND_PROGRESS_H
#define VERIFY_FIND_PROGRESS_H

#include "verify/job.h"

const char *progress_name(progress p); // "lock-free"
const char *progress_kept(progress p); // what is said when it holds
// What is said of a run that breaks it, by going round, or else by waiting.
const char *progress_broken(progress p, bool rounds);
// It may end differently then: SEARCH_STUCK, or SEARCH_LIMIT.
void job_find_progress(job *j, search *q);

// The run that is shown, noted move by move when it is run again, and then looked at by itself: do its
// last moves, which lead round, break the promise? What is not seen of moves is that a thread which
// makes none cannot.
void progress_note(void *shown, const move *m);
bool progress_confirmed(const struct progress_run *shown, progress p, size_t rounds);
void progress_run_free(struct progress_run *shown); // NULL: nothing

#endif
