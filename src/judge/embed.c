// SPDX-License-Identifier: MIT
// What a program that embeds linchpin calls, in terms of what the command line
// calls: see include/linchpin/judge.h and spec.h.

#include "base/memory.h"
#include "history/history_sound.h"
#include "judge/judge.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

const lp_spec *lp_spec_find(const char *name)
{
    return spec_find(name, NULL);
}

lp_outcome lp_history_judge(const lp_history *history, const lp_spec *spec, const char *condition,
                            lp_verdict *v)
{
    REQUIRE(history && spec && v);
    REQUIRE(history_is_sound(history));
    error e = {0};
    const judge *j = judge_find(condition ? condition : "linearizable", &e);
    if (!j) {
        verdict_decide(v, LP_ERROR, "%s", e.message);
        return v->outcome;
    }
    bool *all = memory_new(history->op_count, sizeof *all);
    memset(all, true, history->op_count);
    lp_history *copy = lp_history_select(history, all);
    if (!judge_history(j, copy, spec, NULL, true, v, &e))
        verdict_decide(v, LP_ERROR, "%s", e.message);
    lp_history_free(copy);
    judge_release(j);
    free(all);
    return v->outcome;
}
