// SPDX-License-Identifier: MIT
// asap SPEC FILE…: what it saves that operations take effect as soon as possible (§6.1.1
// of Lawrence and Lowe). Judges each history by the direct search with and without, several
// times; prints the best microseconds per history of both. They must agree.

#include "base/io/limits.h"
#include "base/memory.h"
#include "history/history_format.h"
#include "judge/resolve.h"
#include "judge/search/sync_search.h"
#include "spec/spec_get.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 9 };

typedef struct subject {
    const lp_spec *spec;
    lp_pool *pool;
    uint32_t count;
    lp_history **histories;
    uint32_t **methods;
    lp_outcome *outcomes;
} subject;

static bool load(subject *s, uint32_t i, const char *file, error *e)
{
    s->histories[i] = lp_history_new(s->pool);
    if (!history_load(file, NULL, NULL, s->histories[i], e))
        return false;
    s->methods[i] = memory_new(s->histories[i]->op_count, sizeof **s->methods);
    return resolve_methods(s->histories[i], s->spec, s->methods[i], e);
}

// Seconds for all; negative: another outcome than before.
static double judge_all(const subject *s, bool asap, bool stuck, bool first)
{
    limits none = {0};
    limits_start(&none);
    sync_search *search = sync_search_new(s->spec, s->pool);
    double from = clock_seconds();
    for (uint32_t i = 0; i < s->count; i++) {
        judge_task task = {
            .history = s->histories[i], .methods = s->methods[i], .spec = s->spec, .limits = &none};
        lp_verdict v;
        lp_verdict_init(&v);
        sync_search_run(search, &task, (sync_search_options){.asap = asap, .stuck = stuck}, &v);
        if (first)
            s->outcomes[i] = v.outcome;
        else if (s->outcomes[i] != v.outcome)
            return -1;
        lp_verdict_fini(&v);
    }
    double took = clock_seconds() - from;
    sync_search_free(search);
    return took;
}

static int compare(const subject *s)
{
    double best[2] = {1e9, 1e9};
    for (int round = 0; round < ROUNDS; round++)
        for (int asap = 0; asap < 2; asap++) {
            double took = judge_all(s, asap, false, round == 0 && asap == 0);
            if (took < 0) {
                fprintf(stderr, "asap: the searches disagree\n");
                return 1;
            }
            best[asap] = took < best[asap] ? took : best[asap];
        }
    double each = 1e6 / (s->count ? s->count : 1);
    printf("%.2f %.2f\n", best[1] * each, best[0] * each);
    return 0;
}

int main(int argc, char **argv)
{
    error e = {0};
    if (argc < 3)
        return 2;
    subject s = {.pool = lp_pool_new(), .count = (uint32_t)argc - 2};
    s.spec = spec_get(argv[1], NULL, &e);
    s.histories = memory_new(s.count, sizeof *s.histories);
    s.methods = memory_new(s.count, sizeof *s.methods);
    s.outcomes = memory_new(s.count, sizeof *s.outcomes);
    bool ok = s.spec != NULL;
    for (uint32_t i = 0; ok && i < s.count; i++)
        ok = load(&s, i, argv[i + 2], &e);
    if (!ok)
        fprintf(stderr, "%s\n", error_text(&e));
    return ok ? compare(&s) : 2;
}
