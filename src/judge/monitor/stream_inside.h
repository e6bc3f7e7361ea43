// SPDX-License-Identifier: MIT
// A stream on its way: what stream_judge.c and stream_finish.c share.

#ifndef JUDGE_STREAM_INSIDE_H
#define JUDGE_STREAM_INSIDE_H

#include "base/intern.h"
#include "judge/fast/fast.h"
#include "judge/monitor/monitor.h"
#include "judge/monitor/stream_judge.h"
#include "judge/monitor/stream_open.h"
#include "judge/monitor/stream_window.h"

enum {
    STREAM_WINDOW = 24, // operations shown with a violation
    STREAM_WINDOW_MOST = 4096,
};

// One object or key. Slots are given from 0 up.
typedef struct stream_lane {
    bool begun;             // else nothing has happened, or all is as at the beginning
    stream_window *rolling; // for specs with a fast judge; else the monitor's:
    uint32_t set;
    lp_history *window; // the last operations; NULL: none are kept
    bool whole;         // all since nothing had happened are in the window
    bool *failed;       // per operation of the window: it had no effect; only if `whole`
    size_t failed_capacity;
    uint64_t work;   // configurations that the monitor met
    uint32_t *shown; // per slot: its operation in the window
    bool *used;      // per slot
    size_t shown_capacity, used_capacity;
    uint32_t open;
} stream_lane;

struct stream {
    const lp_spec *spec;
    const fast_judge *fast; // that can forget; NULL: none
    lp_pool *pool;
    limits *limits;
    intern *keys;
    stream_lane *lanes;
    size_t lane_capacity;
    monitor *monitor;
    uint64_t forget_at; // when it has so many bytes
    uint64_t window_ops, window_limit;
    size_t return_most, return_usual;
    bool searched; // some lane was too much for the monitor
    stream_open open;
    uint64_t operations, events;
    // Of the end:
    lp_outcome outcome;
    uint32_t bad_lane, bad_slot, bad_set;
    lp_value bad_result;
    bool bad_failed; // it failed, but must have had an effect
};

// Judges what a lane's window has gathered, if it is time for it or `now`; `end`: nothing follows.
bool stream_look(stream *s, uint32_t number, bool now, bool end);

#endif
