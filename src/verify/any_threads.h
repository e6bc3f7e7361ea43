// SPDX-License-Identifier: MIT
// `threads *`: what is claimed, for every number of threads, by view abstraction (views/view_closure.h).

#ifndef VERIFY_ANY_THREADS_H
#define VERIFY_ANY_THREADS_H

#include "verify/job.h"

enum { ANY_SEARCHED = 4 }; // threads, with which a violation is looked for at most

// Is it asked for every number of threads?
bool any_threads_asked(const instance *v, const verify_options *o);
// In place of a search. False: with an error.
bool job_any_threads(job *j);
// What is not said soundly of any number of threads is refused by name. False: with an error.
bool any_threads_suit(job *j);
// Is an option asked for that needs a number of threads? True: with an error.
bool any_threads_refuse(const instance *v, const verify_options *o, const char *option, error *e);
// Threads 0 to this one less one may call other methods than all others may; so each of them is in every view.
uint32_t any_threads_fixed(const unit *u);

#endif
