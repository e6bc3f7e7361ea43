// SPDX-License-Identifier: MIT
// A regular register (Lamport, 1986): a read returns the last value written before
// it, or one that is being written meanwhile. Where writes overlap each other, any
// of those that may have been the last will do, and each read is looked at on its
// own: the weak multi-writer regularity of Shao, Pierce and Welch (2003).

#include "judge/search/register_reads.h"

static void run(const judge_task *task, lp_verdict *v)
{
    register_judge_reads(task, true, v);
}

const judge judge_regular = {
    .name = "regular",
    .summary = "registers: a read returns the last value, or one written meanwhile",
    .only = "register",
    .prefix_closed = true,
    .local = true,
    .run = run,
};
