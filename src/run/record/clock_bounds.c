// SPDX-License-Identifier: MIT
// See clock_bounds.h.

#include "run/record/clock_bounds.h"

enum { DRIFT = 1000 }; // one in so many

// How far the clocks may have drifted apart between two readings of theirs.
static int64_t drift(uint64_t a, uint64_t b)
{
    uint64_t passed = a < b ? b - a : a - b;
    return (int64_t)(passed / DRIFT + 1);
}

bool clock_bounds_answer(clock_bounds *b, uint64_t asked, uint64_t said, uint64_t heard)
{
    int64_t least = (int64_t)(asked - said), most = (int64_t)(heard - said);
    if (!b->known) {
        *b = (clock_bounds){true, least, most, said};
        return least <= most;
    }
    int64_t more = drift(b->at, said);
    if (said > b->at) { // what was known becomes less certain, else what is new
        b->least -= more;
        b->most += more;
        b->at = said;
    } else {
        least -= more;
        most += more;
    }
    b->least = least > b->least ? least : b->least;
    b->most = most < b->most ? most : b->most;
    return b->least <= b->most;
}

uint64_t clock_bounds_least(const clock_bounds *b, uint64_t time)
{
    return time + (uint64_t)(b->least - drift(b->at, time));
}

uint64_t clock_bounds_most(const clock_bounds *b, uint64_t time)
{
    return time + (uint64_t)(b->most + drift(b->at, time));
}
