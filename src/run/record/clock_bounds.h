// SPDX-License-Identifier: MIT
// The clock of another machine, as ours: of what was timed there, from when to when it can have been
// here. Somebody there is asked for the time, again and again: the answer was given after we had asked
// and before we heard it (Cristian, "Probabilistic clock synchronization", 1989). Between answers the two
// clocks may drift apart, by one in a thousand: NTP slews a clock by half of that at most.
//
// So calls become earlier and returns later than they were: the history has fewer orders that are
// forced. A violation may be hidden by that, and none is made up.

#ifndef RUN_CLOCK_BOUNDS_H
#define RUN_CLOCK_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct clock_bounds {
    bool known;
    int64_t least, most; // our clock minus theirs, when theirs showed `at`; nanoseconds
    uint64_t at;
} clock_bounds;

// Asked when our clock showed `asked`, the answer was `said`, and `heard` here then. False: that cannot be;
// a clock was set, or runs faster than clocks do.
bool clock_bounds_answer(clock_bounds *b, uint64_t asked, uint64_t said, uint64_t heard);
// When theirs showed `time`, ours showed no less, no more.
uint64_t clock_bounds_least(const clock_bounds *b, uint64_t time);
uint64_t clock_bounds_most(const clock_bounds *b, uint64_t time);

#endif
