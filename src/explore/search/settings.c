// SPDX-License-Identifier: MIT
// See settings.h.

#include "explore/search/settings.h"

#include "base/io/keys.h"
#include "harness/stress/stress.h"

#define KEY_FLAG flag
#define KEY_COUNT count
#define KEY_NUMBER count
#define KEY_TEXT text
#define KEY_OUTPUT text
#define KEY_SECONDS number

bool settings_parse(int argc, char **argv, settings *s, error *e)
{
    *s = (settings){.max_steps = 10000,
                    .preemptions = UINT32_MAX,
                    .depth = 3,
                    .split = 20000,
                    .seed = 1,
                    .hang = STRESS_HANG};
    const key keys[] = {
#define OPTION(type, name, field, argument, help) {name, .KEY_##type = &s->field},
#define SHARED OPTION
#include "explore/search/explore_options.def"
        {"object", .text = &s->object},
        {"spec", .text = &s->spec},
        {"golden", .text = &s->golden}, // the shared object whose serial runs are the spec
        {"serve", .text = &s->serve},   // we make them: the descriptors of a socket and of memory
        {"quasi-factor", .flag = &s->least},
        {"series", .flag = &s->series}, // for a page
        {"memory", .count = &s->memory},
        {"timeout", .number = &s->timeout},
        {"thread-symmetry", .flag = &s->symmetry}, // for tests: even with --histories
        {"repeats", .flag = &s->repeats},          // for measurements: every execution is judged
        {"split", .count = &s->split},             // for tests: after how many executions
    };
    for (int i = 2; i < argc; i++)
        if (!keys_set(keys, sizeof keys / sizeof *keys, argv[i], e))
            return false;
    return !s->search || search_kind_find(s->search, &s->kind) ||
           error_set(e, "there is no search '%s'", s->search);
}

scenarios_options settings_scenarios(const settings *s)
{
    return (scenarios_options){.scenario = s->scenario,
                               .calls = s->calls,
                               .up_to = s->up_to,
                               .budget = s->budget,
                               .values = s->values,
                               .well_formed = s->well_formed};
}
