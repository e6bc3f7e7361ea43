// SPDX-License-Identifier: MIT
// sequentializations K <HISTORIES: what Round-Up's checker would have to look at. Each line
// is a history as --histories writes it. Prints the sum over all of them of
//     sequentializations  orders of the operations that keep "returned before called"
//                         (Definition 1 of Zhang, Chattopadhyay and Wang)
//     permutations        for each of those, the orders of its removals in which none is
//                         moved by more than K places (strict out-of-order, §V)
// A removal is an operation that is called without a value.

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPS = 16, MOST_PROCESSES = 16, LINE = 1 << 16 };

typedef struct history {
    unsigned count, removals;
    unsigned before[MOST_OPS]; // which operations had returned when it was called, as bits
} history;

static void fail(const char *why, const char *line)
{
    fprintf(stderr, "sequentializations: %s: %.200s\n", why, line);
    exit(2);
}

static history parse(const char *line)
{
    history h = {0};
    unsigned returned = 0, open[MOST_PROCESSES];
    bool is_open[MOST_PROCESSES] = {false};
    for (const char *at = line; (at = strstr(at, "{\"process\":")) != NULL; at++) {
        const char *type = strstr(at, "\"type\":\""), *value = strstr(at, "\"value\":");
        unsigned long process = strtoul(at + strlen("{\"process\":"), NULL, 10);
        if (!type || !value || process >= MOST_PROCESSES)
            fail("not an event", at);
        if (strncmp(type + strlen("\"type\":\""), "invoke", strlen("invoke")) == 0) {
            if (h.count == MOST_OPS || is_open[process])
                fail("too many operations", line);
            h.before[h.count] = returned;
            h.removals += strncmp(value + strlen("\"value\":"), "null", strlen("null")) == 0;
            open[process] = h.count++;
            is_open[process] = true;
        } else {
            if (!is_open[process])
                fail("a return without a call", at);
            returned |= 1U << open[process];
            is_open[process] = false;
        }
    }
    return h;
}

// Orders that begin with the operations of a set: each set is counted once.
static uint64_t orders(const history *h)
{
    static uint64_t ways[1U << MOST_OPS];
    unsigned all = (1U << h->count) - 1;
    memset(ways, 0, (all + 1) * sizeof *ways);
    ways[0] = 1;
    for (unsigned set = 0; set <= all; set++)
        for (unsigned op = 0; ways[set] && op < h->count; op++)
            if (!(set & 1U << op) && (h->before[op] & ~set) == 0)
                ways[set | 1U << op] += ways[set];
    return ways[all];
}

// Permutations of n things in which none is moved by more than k places.
static uint64_t permutations(unsigned n, unsigned k)
{
    static uint64_t ways[1U << MOST_OPS];
    unsigned all = (1U << n) - 1;
    memset(ways, 0, (all + 1) * sizeof *ways);
    ways[0] = 1;
    for (unsigned set = 0; set <= all; set++) {
        unsigned place = (unsigned)__builtin_popcount(set);
        for (unsigned i = 0; i < n; i++)
            if (!(set & 1U << i) && (i > place ? i - place : place - i) <= k)
                ways[set | 1U << i] += ways[set];
    }
    return ways[all];
}

int main(int count, char **args)
{
    static char line[LINE];
    uint64_t sequential = 0, permuted = 0;
    unsigned k = count == 2 ? (unsigned)strtoul(args[1], NULL, 10) : 0;
    if (count != 2) {
        fprintf(stderr, "usage: sequentializations K <HISTORIES\n");
        return 2;
    }
    while (fgets(line, sizeof line, stdin)) {
        if (!strchr(line, '\n') && !feof(stdin))
            fail("too long", line);
        history h = parse(line);
        uint64_t n = orders(&h);
        sequential += n;
        permuted += n * permutations(h.removals, k);
    }
    printf("%" PRIu64 " %" PRIu64 "\n", sequential, permuted);
    return 0;
}
