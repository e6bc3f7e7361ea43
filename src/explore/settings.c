// SPDX-License-Identifier: MIT
// See settings.h.

#include "explore/settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool parse_number(const char *key, const char *value, uint64_t *out, error *e)
{
    char *end;
    errno = 0;
    *out = strtoull(value, &end, 10);
    return (*value && !*end && !errno) || error_set(e, "%s=%s is not a number", key, value);
}

bool settings_parse(int argc, char **argv, settings *s, error *e)
{
    *s = (settings){
        .max_steps = 10000, .preemptions = UINT32_MAX, .depth = 3, .split = 20000, .seed = 1};
    for (int i = 2; i < argc; i++) {
        const char *equals = strchr(argv[i], '=');
        if (!equals)
            return error_set(e, "runner argument '%s' has no value", argv[i]);
        const char *value = equals + 1;
        size_t n = (size_t)(equals - argv[i]);
#define KEY(name) (n == strlen(name) && !strncmp(argv[i], name, n))
        bool ok = true;
        if (KEY("object"))
            s->object = value;
        else if (KEY("scenario"))
            s->which.scenario = value;
        else if (KEY("spec"))
            s->spec = value;
        else if (KEY("golden")) // the shared object whose serial runs are the spec
            s->golden = value;
        else if (KEY("serve")) // we make them: the descriptors of a socket and of memory
            s->serve = value;
        else if (KEY("calls"))
            s->which.calls = value;
        else if (KEY("up-to"))
            s->which.up_to = value;
        else if (KEY("values"))
            ok = parse_number("values", value, &s->which.values, e);
        else if (KEY("well-formed"))
            s->which.well_formed = *value == '1';
        else if (KEY("condition"))
            s->condition = value;
        else if (KEY("replay"))
            s->replay = value;
        else if (KEY("histories"))
            s->histories = value;
        else if (KEY("search"))
            ok = search_kind_find(value, &s->search) ||
                 error_set(e, "there is no search '%s'", value);
        else if (KEY("preemptions"))
            ok = parse_number("preemptions", value, &s->preemptions, e);
        else if (KEY("depth"))
            ok = parse_number("depth", value, &s->depth, e);
        else if (KEY("seed"))
            ok = parse_number("seed", value, &s->seed, e);
        else if (KEY("all-histories"))
            s->all_histories = *value == '1';
        else if (KEY("reuse"))
            s->reuse = *value == '1';
        else if (KEY("spurious"))
            s->spurious = *value == '1';
        else if (KEY("races"))
            s->races = *value == '1';
        else if (KEY("all-loops"))
            s->all_loops = *value == '1';
        else if (KEY("all-threads"))
            s->all_threads = *value == '1';
        else if (KEY("twins")) // for tests: also where histories are written
            s->twins = *value == '1';
        else if (KEY("repeats")) // for measurements: every execution is judged
            s->repeats = *value == '1';
        else if (KEY("quasi-factor"))
            s->least = *value == '1';
        else if (KEY("lock-free"))
            s->lock_free = *value == '1';
        else if (KEY("leaks"))
            s->leaks = *value == '1';
        else if (KEY("max-steps"))
            ok = parse_number("max-steps", value, &s->max_steps, e);
        else if (KEY("max-executions"))
            ok = parse_number("max-executions", value, &s->max_executions, e);
        else if (KEY("jobs"))
            ok = parse_number("jobs", value, &s->jobs, e);
        else if (KEY("split")) // for tests: after how many executions
            ok = parse_number("split", value, &s->split, e);
        else if (KEY("memory"))
            ok = parse_number("memory", value, &s->memory, e);
        else if (KEY("timeout"))
            s->timeout = strtod(value, NULL);
        else
            ok = error_set(e, "runner argument '%s' is not known", argv[i]);
#undef KEY
        if (!ok)
            return false;
    }
    return true;
}
