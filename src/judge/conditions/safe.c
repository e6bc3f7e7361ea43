// SPDX-License-Identifier: MIT
// A safe register (Lamport, 1986): a read that overlaps no write returns the last
// value written; a read that overlaps one may return anything. Where writes
// overlap each other, any of those that may have been the last will do.

#include "judge/search/register_reads.h"

static void run(const judge_task *task, lp_verdict *v)
{
    register_judge_reads(task, false, v);
}

const judge judge_safe = {
    .name = "safe",
    .summary = "registers: a read that overlaps no write returns the last value",
    .only = "register",
    .prefix_closed = true,
    .local = true,
    .values_matter = true,
    .run = run,
};
