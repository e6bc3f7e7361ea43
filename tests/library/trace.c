// SPDX-License-Identifier: MIT
// Random traces, as text, and made small: see trace.h.

#include "library/trace.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const verbs[VERBS] = {"spec", "int",    "string", "vector", "map",
                                         "call", "return", "select", "judge"};
// How often each occurs: most steps make the history.
static const uint32_t weights[VERBS] = {1, 4, 2, 2, 1, 10, 8, 1, 3};

static verb random_verb(rng *r)
{
    uint32_t sum = 0;
    for (int v = 0; v < VERBS; v++)
        sum += weights[v];
    uint32_t at = (uint32_t)rng_below(r, sum);
    int v = 0;
    while (at >= weights[v])
        at -= weights[v++];
    return (verb)v;
}

void trace_random(trace *t, rng *r)
{
    t->count = 1 + (uint32_t)rng_below(r, TRACE_MOST);
    for (uint32_t i = 0; i < t->count; i++)
        t->steps[i] = (step){random_verb(r), (uint32_t)rng_below(r, 100),
                             (uint32_t)rng_below(r, 100), (uint32_t)rng_below(r, 100)};
}

void trace_print(const trace *t, FILE *to)
{
    for (uint32_t i = 0; i < t->count; i++) {
        const step *s = &t->steps[i];
        fprintf(to, "%s %u %u %u\n", verbs[s->verb], s->a, s->b, s->c);
    }
}

bool trace_read(trace *t, FILE *from)
{
    char name[16];
    step s;
    t->count = 0;
    while (fscanf(from, "%15s %u %u %u", name, &s.a, &s.b, &s.c) == 4) {
        int v = 0;
        while (v < VERBS && strcmp(verbs[v], name) != 0)
            v++;
        if (v == VERBS || t->count == TRACE_MOST)
            return false;
        s.verb = (verb)v;
        t->steps[t->count++] = s;
    }
    return feof(from) != 0;
}

bool trace_passes(const trace *t, bool planted)
{
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        abort();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(2);
        trace_run(t, planted);
        _exit(0);
    }
    int status;
    while (waitpid(child, &status, 0) != child)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static trace without(const trace *t, uint32_t from, uint32_t count)
{
    trace less = {.count = 0};
    for (uint32_t i = 0; i < t->count; i++)
        if (i < from || i >= from + count)
            less.steps[less.count++] = t->steps[i];
    return less;
}

void trace_shrink(trace *t, bool planted)
{
    for (uint32_t size = t->count / 2; size; size /= 2) {
        bool fewer = true;
        while (fewer) {
            fewer = false;
            for (uint32_t at = 0; at < t->count;) {
                trace less = without(t, at, size);
                if (trace_passes(&less, planted)) {
                    at += size;
                } else {
                    *t = less;
                    fewer = true;
                }
            }
        }
    }
}
