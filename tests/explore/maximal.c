// SPDX-License-Identifier: MIT
// Of histories, one canonical line each on stdin, prints those that are maximal:
// no other one has the same operations with the same results and more order.

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPS_MAX = 48 };

typedef struct history {
    char *line, *key; // the key: operations and results, process by process
    int count;
    bool before[OPS_MAX][OPS_MAX];
} history;

typedef struct op {
    int process, called, returned;
    char text[160];
} op;

static history *all;
static int count, capacity;

static int by_process(const void *a, const void *b)
{
    const op *x = a, *y = b;
    return x->process != y->process ? x->process - y->process : x->called - y->called;
}

static void read_event(const char *event, int at, op *ops, int *n)
{
    int process = atoi(strstr(event, "\"process\":") + 10);
    const char *f = strstr(event, "\"f\":"), *end = strchr(f, '}');
    if (strstr(event, "\"type\":\"invoke\"") && strstr(event, "\"type\":\"invoke\"") < f) {
        ops[*n] = (op){.process = process, .called = at, .returned = 1 << 20};
        snprintf(ops[*n].text, sizeof ops[*n].text, "%d:%.*s", process, (int)(end - f), f);
        ++*n;
        return;
    }
    for (int i = *n; i-- > 0;)
        if (ops[i].process == process) {
            size_t used = strlen(ops[i].text);
            snprintf(ops[i].text + used, sizeof ops[i].text - used, "=%.*s", (int)(end - f), f);
            ops[i].returned = at;
            return;
        }
}

static void add(const char *line)
{
    op ops[OPS_MAX];
    int n = 0, at = 0;
    for (const char *p = strchr(line, '{'); p && n < OPS_MAX; p = strchr(p + 1, '{'))
        read_event(p, at++, ops, &n);
    qsort(ops, (size_t)n, sizeof *ops, by_process);
    if (count == capacity)
        all = realloc(all, sizeof *all * (size_t)(capacity = capacity ? 2 * capacity : 64));
    history *h = &all[count++];
    memset(h, 0, sizeof *h);
    h->count = n;
    h->line = strdup(line);
    h->key = calloc((size_t)n + 1, 200);
    for (int i = 0; i < n; i++) {
        strcat(strcat(h->key, ops[i].text), ";");
        for (int k = 0; k < n; k++)
            h->before[i][k] = ops[i].returned < ops[k].called;
    }
}

// Has b all the order of a, and more?
static bool stricter(const history *b, const history *a)
{
    bool more = false;
    if (strcmp(a->key, b->key) != 0)
        return false;
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < a->count; k++) {
            if (a->before[i][k] && !b->before[i][k])
                return false;
            more = more || (b->before[i][k] && !a->before[i][k]);
        }
    return more;
}

int main(void)
{
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin))
        add(line);
    for (int i = 0; i < count; i++) {
        bool best = true;
        for (int k = 0; k < count && best; k++)
            best = !stricter(&all[k], &all[i]);
        if (best)
            fputs(all[i].line, stdout);
    }
    return 0;
}
