// SPDX-License-Identifier: MIT
// How a search, or random walks, came along: how much there was when, in few samples, for plots.

#ifndef VERIFY_SEARCH_COURSE_H
#define VERIFY_SEARCH_COURSE_H

#include <stdint.h>

enum { COURSE_MOST = 400 };

typedef struct course_sample {
    double seconds;
    double done;   // states; of walks, how many
    double states; // of walks, about so many different ones
} course_sample;

typedef struct search_course {
    double started;
    double spacing; // between samples, in seconds; of walks, in walks
    course_sample samples[COURSE_MOST];
    uint32_t count;
} search_course;

void course_begin(search_course *c);
// Is a sample due? Costs a comparison. `c` may be NULL.
void course_note(search_course *c, double now, double states);
void course_note_walks(search_course *c, double now, double walks, double states);
// The last one, whatever the spacing.
void course_end(search_course *c, double now, double done, double states);

#endif
