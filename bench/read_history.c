// SPDX-License-Identifier: MIT
// read_history FILE…: how long it takes from files to histories, once all are
// in the page cache, and how much memory. The best of five rounds over all.

#include "history/history_format.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// The operations in the file; SIZE_MAX: it could not be read.
static size_t read_file(const char *file)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    error e = {0};
    size_t operations = SIZE_MAX;
    if (history_load(file, NULL, NULL, h, &e)) {
        operations = h->op_count;
    } else {
        char *why = error_text(&e);
        fprintf(stderr, "%s\n", why);
        free(why);
    }
    lp_history_free(h);
    lp_pool_free(pool);
    return operations;
}

int main(int argc, char **argv)
{
    double best = 0;
    size_t operations = 0;
    for (int round = 0; round < 5; round++) {
        double from = now();
        operations = 0;
        for (int i = 1; i < argc; i++) {
            size_t n = read_file(argv[i]);
            if (n == SIZE_MAX)
                return 2;
            operations += n;
        }
        double took = now() - from;
        if (round == 0 || took < best)
            best = took;
    }
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    printf("%d files, %zu operations: %.4f s, at most %ld MB\n", argc - 1, operations, best,
           use.ru_maxrss / 1000);
    return 0;
}
