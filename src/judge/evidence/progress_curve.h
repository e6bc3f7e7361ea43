// SPDX-License-Identifier: MIT
// How a search came on, to be plotted: what it had done and found, and when. At most as many samples
// as a series may have: when there are more, every other one is dropped, and from then on they are
// taken half as often. A search that is long over before it ends is seen to be.

#ifndef JUDGE_PROGRESS_CURVE_H
#define JUDGE_PROGRESS_CURVE_H

#include <linchpin/judge.h>

typedef struct progress_sample {
    double seconds;       // since the curve began
    uint64_t work, found; // found: CURVE_UNKNOWN: not known then
} progress_sample;

#define CURVE_UNKNOWN UINT64_MAX

typedef struct progress_curve {
    double started;
    uint64_t next, every; // the work at which the next sample is due; and so on
    progress_sample samples[LP_SERIES_MOST];
    uint32_t count;
} progress_curve;

void curve_begin(progress_curve *c);
static inline bool curve_due(const progress_curve *c, uint64_t work)
{
    return work >= c->next;
}
void curve_add(progress_curve *c, uint64_t work, uint64_t found);
void curve_cut(progress_curve *c, uint64_t work); // what came after that is done anew
// The last sample, unless it was taken when the search ended, and all of it as series: `works` over time, their rate, and found by works.
void curve_tell(progress_curve *c, uint64_t work, uint64_t found, const char *works, lp_verdict *v);

#endif
