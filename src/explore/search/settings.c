// SPDX-License-Identifier: MIT
// See settings.h.

#include "explore/search/settings.h"

#include "base/io/keys.h"
#include "harness/stress/stress.h"

bool settings_parse(int argc, char **argv, settings *s, error *e)
{
    *s = (settings){.max_steps = 10000,
                    .preemptions = UINT32_MAX,
                    .depth = 3,
                    .split = 20000,
                    .seed = 1,
                    .hang = STRESS_HANG};
    const char *search = NULL;
    const key keys[] = {
        {"object", .text = &s->object},
        {"scenario", .text = &s->which.scenario},
        {"spec", .text = &s->spec},
        {"golden", .text = &s->golden}, // the shared object whose serial runs are the spec
        {"serve", .text = &s->serve},   // we make them: the descriptors of a socket and of memory
        {"calls", .text = &s->which.calls},
        {"up-to", .text = &s->which.up_to},
        {"budget", .number = &s->which.budget},
        {"values", .count = &s->which.values},
        {"well-formed", .flag = &s->which.well_formed},
        {"condition", .text = &s->condition},
        {"replay", .text = &s->replay},
        {"histories", .text = &s->histories},
        {"search", .text = &search},
        {"preemptions", .count = &s->preemptions},
        {"depth", .count = &s->depth},
        {"seed", .count = &s->seed},
        {"all-histories", .flag = &s->all_histories},
        {"reuse", .flag = &s->reuse},
        {"spurious", .flag = &s->spurious},
        {"races", .flag = &s->races},
        {"all-loops", .flag = &s->all_loops},
        {"all-threads", .flag = &s->all_threads},
        {"thread-symmetry", .flag = &s->symmetry}, // for tests: even with --histories
        {"repeats", .flag = &s->repeats},          // for measurements: every execution is judged
        {"quasi-factor", .flag = &s->least},
        {"lock-free", .flag = &s->lock_free},
        {"leaks", .flag = &s->leaks},
        {"max-steps", .count = &s->max_steps},
        {"max-executions", .count = &s->max_executions},
        {"jobs", .count = &s->jobs},
        {"split", .count = &s->split}, // for tests: after how many executions
        {"memory", .count = &s->memory},
        {"timeout", .number = &s->timeout},
        {"hang", .number = &s->hang},
    };
    for (int i = 2; i < argc; i++)
        if (!keys_set(keys, sizeof keys / sizeof *keys, argv[i], e))
            return false;
    return !search || search_kind_find(search, &s->search) ||
           error_set(e, "there is no search '%s'", search);
}
