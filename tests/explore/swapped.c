// SPDX-License-Identifier: MIT
// Of histories, one canonical line each on stdin, prints all that come from them by
// swapping threads of the scenario that make the same calls.
//
//     swapped SCENARIO

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 8, EVENTS_MAX = 96 };

typedef struct event {
    int process;
    bool is_return;
    char rest[160]; // what follows the process
} event;

static char calls[THREADS_MAX][256];
static int threads;
static event events[EVENTS_MAX];
static int count;

static void read_scenario(char *text)
{
    char *from = strchr(text, ';'), *to = from ? strchr(from + 1, ';') : NULL;
    if (to)
        *to = 0;
    if (from && strchr(from, '|'))
        text = from + 1;
    for (char *part = strtok(text, "|"); part && threads < THREADS_MAX; part = strtok(NULL, "|")) {
        char *out = calls[threads++];
        for (const char *in = part; *in && *in != ';'; in++)
            if (*in != ' ')
                *out++ = *in;
            else if (out > calls[threads - 1] && out[-1] != ' ')
                *out++ = ' ';
        while (out > calls[threads - 1] && out[-1] == ' ')
            *--out = 0;
    }
}

static void read_line(const char *line)
{
    count = 0;
    for (const char *p = strchr(line, '{'); p && count < EVENTS_MAX; p = strchr(p + 1, '{')) {
        event *e = &events[count++];
        const char *rest = strchr(p, ','), *end = strchr(p, '}');
        e->process = atoi(strstr(p, "\"process\":") + 10);
        snprintf(e->rest, sizeof e->rest, "%.*s", (int)(end - rest), rest);
        e->is_return = !strstr(e->rest, "\"type\":\"invoke\"");
    }
}

static int by_process(const void *a, const void *b)
{
    return ((const event *)a)->process - ((const event *)b)->process;
}

// Within a run of calls, or of returns, events are in the order of processes.
static void print(const int *named)
{
    event out[EVENTS_MAX];
    for (int i = 0; i < count; i++) {
        out[i] = events[i];
        if (out[i].process < threads)
            out[i].process = named[out[i].process];
    }
    for (int i = 0, j; i < count; i = j) {
        for (j = i; j < count && out[j].is_return == out[i].is_return; j++)
            ;
        qsort(out + i, (size_t)(j - i), sizeof *out, by_process);
    }
    for (int i = 0; i < count; i++)
        printf("%s{\"process\":%d%s}", i ? "," : "[", out[i].process, out[i].rest);
    printf("]\n");
}

static void swap_all(int *named, int at, unsigned used)
{
    if (at == threads) {
        print(named);
        return;
    }
    for (int t = 0; t < threads; t++)
        if (!(used >> t & 1) && !strcmp(calls[t], calls[at])) {
            named[at] = t;
            swap_all(named, at + 1, used | 1u << t);
        }
}

int main(int argc, char **argv)
{
    static char line[1 << 16];
    int named[THREADS_MAX];
    if (argc != 2)
        return 2;
    read_scenario(argv[1]);
    while (fgets(line, sizeof line, stdin)) {
        read_line(line);
        swap_all(named, 0, 0);
    }
    return 0;
}
