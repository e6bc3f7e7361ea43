// SPDX-License-Identifier: MIT
// PipeWire's ring for one producer and one consumer (Debian: libspa-0.2-dev), used as
// PipeWire uses it: look how much is in it, copy, move the index.
//
//     linchpin explore spa_ringbuffer_test.c -- $(pkg-config --cflags libspa-0.2)

#include <spa/utils/ringbuffer.h>

#include <linchpin/linchpin.h>

#include <stdlib.h>

enum { PLACES = 2, BYTES = PLACES * (int)sizeof(int) };

typedef struct ring {
    struct spa_ringbuffer indices;
    int places[PLACES];
} ring;

static void *create(void)
{
    ring *r = calloc(1, sizeof *r);
    spa_ringbuffer_init(&r->indices);
    return r;
}

static lp_value enq(void *given, const lp_value *args)
{
    ring *r = given;
    int value = (int)lp_to_int(args[0]);
    uint32_t index;
    if (spa_ringbuffer_get_write_index(&r->indices, &index) >= BYTES)
        return LP_FALSE;
    spa_ringbuffer_write_data(&r->indices, r->places, BYTES, index % BYTES, &value, sizeof value);
    spa_ringbuffer_write_update(&r->indices, (int32_t)(index + sizeof value));
    return LP_TRUE;
}

static lp_value deq(void *given, const lp_value *args)
{
    ring *r = given;
    int value;
    uint32_t index;
    (void)args;
    if (spa_ringbuffer_get_read_index(&r->indices, &index) <= 0)
        return LP_NIL;
    spa_ringbuffer_read_data(&r->indices, r->places, BYTES, index % BYTES, &value, sizeof value);
    spa_ringbuffer_read_update(&r->indices, (int32_t)(index + sizeof value));
    return lp_int(value);
}

LP_OBJECT(spa_ringbuffer, .create = create, .destroy = free, .spec = "bounded-queue:2",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}, .role = LP_PRODUCER},
                      {"deq", deq, .role = LP_CONSUMER}})
