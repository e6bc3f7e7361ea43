// SPDX-License-Identifier: MIT
// A history that is judged again and again while it grows. What is settled is forgotten
// after each look by a fast judge: a value that was added and removed before
// anything that is still open was called cannot be part of a violation to come. Without
// a fast judge, all is kept.
// Looks come when the history has doubled since the last one, so their cost stays
// in proportion, and whenever the caller has time. What was given up without a
// return stays open for ever, and nothing after it is forgotten, unless it is one that changes
// nothing, or the fast judge knows better.

#ifndef JUDGE_STREAM_WINDOW_H
#define JUDGE_STREAM_WINDOW_H

#include "judge/fast/fast.h"

typedef struct stream_window stream_window;

// For a fast judge that has `settled`, or NULL: then for the judges of whole histories.
stream_window *stream_window_new(const lp_spec *spec, lp_pool *pool, const fast_judge *fast,
                                 limits *l);
// One without a fast judge for what has happened so far. tickets[i] becomes the
// ticket of operation i, if it is open; those in `left_out` have failed.
stream_window *stream_window_from(const lp_spec *spec, const lp_history *h, limits *l,
                                  const bool *left_out, uint32_t *tickets);
void stream_window_free(stream_window *w);

// Gives a ticket for the events below.
uint32_t stream_window_call(stream_window *w, uint32_t method, const lp_op *call);
void stream_window_return(stream_window *w, uint32_t ticket, lp_value result, uint32_t line);
void stream_window_fail(stream_window *w, uint32_t ticket);
void stream_window_abandon(stream_window *w, uint32_t ticket);

// Judges, if it is due or `now`. LP_UNKNOWN only with `end`: nothing more will come.
lp_outcome stream_window_look(stream_window *w, bool now, bool end);
// Were operations forgotten? Then those that are left show that there is a violation, but not what was possible.
bool stream_window_forgot(const stream_window *w);
// Whose history and methods are those of the window.
judge_task stream_window_task(const stream_window *w);

#endif
