// SPDX-License-Identifier: MIT
// Compiling for runners and listening to them: see runner.h.

#include "cli/runner.h"

#include "base/memory.h"
#include "judge/least.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void runner_flags(const cli_arguments *a, words *flags)
{
    char *include = installed_path("include");
    const char *slash = strrchr(a->values[0], '/');
    words_add(flags, memory_string("-g"));
    words_add(flags, memory_string("-O1"));
    words_add(flags, text_format("-I%s", include));
    words_add(flags, slash ? text_format("-I%.*s/", (int)(slash - a->values[0]), a->values[0])
                           : memory_string("-I."));
    for (int i = 0; i < a->after_count; i++)
        words_add(flags, memory_string(a->after[i]));
    free(include);
}

bool runner_spec_check(const runner_spec *s, error *e)
{
    if (s->golden && s->spec && strcmp(s->spec, "self") != 0)
        return error_set(e, "--golden is a spec of its own: leave --spec %s out", s->spec);
    return !s->golden || *s->golden || error_set(e, "--golden needs a file");
}

void runner_spec_words(const runner_spec *s, const char *golden_so, words *argv)
{
    words_add_text(argv, "spec", s->golden ? "self" : s->spec);
    words_add_text(argv, "golden", s->golden ? golden_so : NULL);
}

cli_arguments runner_golden(const cli_arguments *a, const char *golden, words *own)
{
    words_add(own, memory_string(a->values[0]));
    for (const char *at = golden; *at;) {
        size_t n = strcspn(at, ",");
        if (n)
            words_add(own, memory_string_n(at, n));
        at += n + (at[n] == ',');
    }
    cli_arguments b = *a;
    b.values = (const char **)(uintptr_t)own->items;
    b.count = (int)own->count;
    return b;
}

// What the runner says, line by line; the last line is the verdict.
typedef struct listener {
    limits *limits;
    text last;
} listener;

static void listen(void *context, const char *line, size_t length)
{
    static const char head[] = "{\"progress\":\"";
    listener *it = context;
    size_t n = sizeof head - 1;
    if (length > n + 2 && !strncmp(line, head, n)) {
        limits_progress(it->limits, "%.*s", (int)(length - n - 2), line + n);
        return;
    }
    text_clear(&it->last);
    text_add_bytes(&it->last, line, length);
}

runner_end runner_run(const words *argv, limits *l, limits *patient, lp_pool *pool, lp_verdict *v,
                      process_result *r, error *e)
{
    listener it = {.limits = l};
    process_options p = {.argv = (const char *const *)argv->items,
                         .capture_fd = 3,
                         .limits = patient,
                         .line = listen,
                         .line_context = &it};
    runner_end end = RUNNER_SILENT;
    if (!process_run(&p, r, e))
        end = RUNNER_FAILED;
    else if (it.last.length)
        end = verdict_read_json(it.last.bytes, it.last.length, pool, v, e) ? RUNNER_SAID
                                                                           : RUNNER_FAILED;
    text_fini(&it.last);
    return end;
}

bool runner_condition(const char *condition, bool find_least, error *e)
{
    if (find_least) {
        least l;
        bool fine = least_init(&l, condition, e);
        least_fini(&l);
        return fine;
    }
    const judge *j = judge_find(condition ? condition : "linearizable", e);
    judge_release(j);
    return j != NULL;
}

void runner_clean(char *scratch, bool keep)
{
    if (!keep) {
        scratch_free(scratch);
        return;
    }
    fprintf(stderr, "linchpin: the compiled files are in %s\n", scratch);
    free(scratch);
}
