// SPDX-License-Identifier: MIT
// kfifo K PROCESSES OPERATIONS SEED [MODE]: a history of a relaxed queue, as JSON Lines. Clients
// call, take effect at a random later moment and return later still, so it is
// K-quasi-linearizable. MODE: "segments" (default) removes any value of a segment of K + 1,
// as k-FIFO queues do; "window" any value that it may, which is as bad as it can get.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLIENTS_MOST = 1024 };

typedef struct item {
    int value;
    unsigned skipped;
    long segment;
} item;

static struct {
    item *items;
    size_t count;
    long added;
} queue;

static uint64_t state;

static unsigned below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % n);
}

static unsigned reach(unsigned k, int window)
{
    unsigned n = 0;
    if (!window) {
        while (n < queue.count && queue.items[n].segment == queue.items[0].segment)
            n++;
        return n;
    }
    while (n < queue.count && n <= k && (n == 0 || queue.items[n - 1].skipped < k))
        n++;
    return n;
}

static int take(unsigned k, int window)
{
    unsigned at = below(reach(k, window));
    int value = queue.items[at].value;
    for (unsigned i = 0; i < at; i++)
        queue.items[i].skipped++;
    memmove(queue.items + at, queue.items + at + 1, (--queue.count - at) * sizeof *queue.items);
    return value;
}

static void put(int value, unsigned k)
{
    queue.items[queue.count++] = (item){value, 0, queue.added++ / (long)(k + 1)};
}

typedef struct client {
    enum { IDLE, CALLED, DONE } at;
    int is_enq, value; // of a removal: its result; -1: nothing was there
} client;

static void print(unsigned who, const char *type, const client *c)
{
    printf("{\"process\":%u,\"type\":\"%s\",\"f\":\"%s\",\"value\":", who, type,
           c->is_enq ? "enq" : "deq");
    if (c->is_enq || (c->at == DONE && c->value >= 0))
        printf("%d}\n", c->value);
    else
        printf("null}\n");
}

static void step(client *c, unsigned who, unsigned k, int window, int *next, long *left)
{
    if (c->at == IDLE && *left) {
        --*left;
        c->is_enq = below(2);
        c->value = c->is_enq ? ++*next : -1;
        c->at = CALLED;
        print(who, "invoke", c);
    } else if (c->at == CALLED) {
        if (c->is_enq)
            put(c->value, k);
        else if (queue.count)
            c->value = take(k, window);
        c->at = DONE;
    } else if (c->at == DONE) {
        print(who, "ok", c);
        c->at = IDLE;
    }
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "kfifo K PROCESSES OPERATIONS SEED [segments|window]\n");
        return 2;
    }
    unsigned k = (unsigned)atoi(argv[1]), clients = (unsigned)atoi(argv[2]);
    long left = atol(argv[3]);
    int window = argc > 5 && !strcmp(argv[5], "window"), next = 0;
    static client all[CLIENTS_MOST];
    state = strtoull(argv[4], NULL, 10);
    queue.items = malloc(((size_t)left + 1) * sizeof *queue.items);
    if (!queue.items || !clients || clients > CLIENTS_MOST)
        return 2;
    for (unsigned busy = 1; busy || left;) {
        unsigned who = below(clients);
        step(&all[who], who, k, window, &next, &left);
        busy = 0;
        for (unsigned i = 0; i < clients; i++)
            busy += all[i].at != IDLE;
    }
    free(queue.items);
    return 0;
}
