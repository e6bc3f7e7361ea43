// SPDX-License-Identifier: MIT
// What a data race, a leak and a crash are said to be about; for test_trace.sh.

#include "words.h"

#include <linchpin/linchpin.h>
#include <stdlib.h>

typedef struct cell {
    long seq;
    int value, ready;
} cell;

typedef struct box {
    cell cells[3];
    cell *none;
} box;

static void *create(void)
{
    return calloc(1, sizeof(box));
}

static lp_value race(void *object, const lp_value *args)
{
    box *b = object;
    (void)args;
    cell *c = &b->cells[2];
    c->value++; // race
    return lp_int(0);
}

static lp_value leak(void *object, const lp_value *args)
{
    box *b = object;
    (void)args;
    b->none = malloc(2 * sizeof(cell)); // leak
    return lp_int(0);
}

static inline void put(cell *c, int v)
{
    c->value = v; // put
}

static lp_value crash(void *object, const lp_value *args)
{
    box *b = object;
    (void)args;
    put(b->none, 1); // crash
    return lp_int(0);
}

static lp_value crash_in_header(void *object, const lp_value *args)
{
    box *b = object;
    (void)args;
    put_int(&b->none->ready, 1); // header
    return lp_int(0);
}

LP_OBJECT(faults, .create = create, .destroy = free, .spec = "self",
          .methods = {{.name = "race", .run = race},
                      {.name = "leak", .run = leak},
                      {.name = "crash", .run = crash},
                      {.name = "crash_in_header", .run = crash_in_header}})
