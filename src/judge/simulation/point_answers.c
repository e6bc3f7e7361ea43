// SPDX-License-Identifier: MIT
// See point_answers.h.

#include "judge/simulation/point_answers.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void point_answers_init(point_answers *a, atomic_object *object)
{
    *a = (point_answers){.object = object};
    a->now = memory_new(1, atomic_size(object));
    a->next = memory_new(1, atomic_size(object));
}

void point_answers_fini(point_answers *a)
{
    free(a->now);
    free(a->next);
    free(a->list);
    *a = (point_answers){0};
}

void point_answers_begin(point_answers *a, uint32_t number)
{
    a->count = 0;
    atomic_object_get(a->object, number, a->now);
}

static void add(point_answers *a, const atomic_state *c)
{
    uint32_t number = atomic_object_number(a->object, c);
    for (uint32_t i = 0; i < a->count; i++)
        if (a->list[i] == number)
            return;
    MEMORY_GROW(a->list, a->capacity, (size_t)a->count + 1);
    a->list[a->count++] = number;
}

void point_answers_add(point_answers *a)
{
    add(a, a->now);
}

void point_answers_effect(point_answers *a, uint32_t process)
{
    const automaton_way *ways;
    if (process >= atomic_processes(a->object))
        return; // a thread that the object has started
    // Asked for each time: an effect may ask the spec for more, and then they move.
    for (uint32_t i = 0; i < atomic_ways(a->object, a->now, process, &ways); i++) {
        memcpy(a->next, a->now, atomic_size(a->object));
        atomic_effect(a->object, a->next, process, ways[i]);
        add(a, a->next);
    }
}

void point_answers_step(point_answers *a, uint32_t process, bool others)
{
    add(a, a->now);
    if (!others) {
        point_answers_effect(a, process);
        return;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        atomic_object_get(a->object, a->list[i], a->now);
        point_answers_effect(a, process);
        for (uint32_t p = 0; p < atomic_processes(a->object); p++)
            if (p != process)
                point_answers_effect(a, p);
    }
}

static bool is_explained(point_answers *a, atomic_state *c, uint32_t process, lp_value result,
                         bool looks)
{
    atomic_end end = atomic_return(a->object, c, process, result);
    return end == ATOMIC_TOOK_EFFECT || (end == ATOMIC_LOOKED && looks);
}

void point_answers_return(point_answers *a, uint32_t process, lp_value result, bool looks)
{
    if (is_explained(a, a->now, process, result, looks))
        add(a, a->now);
}

void point_answers_late(point_answers *a, uint32_t process, lp_value result, bool looks)
{
    uint32_t *returned = NULL, count = 0;
    size_t capacity = 0;
    add(a, a->now);
    for (uint32_t i = 0; i < a->count; i++) {
        atomic_object_get(a->object, a->list[i], a->now);
        atomic_object_get(a->object, a->list[i], a->next);
        if (is_explained(a, a->next, process, result, looks)) {
            MEMORY_GROW(returned, capacity, (size_t)count + 1);
            returned[count++] = atomic_object_number(a->object, a->next);
            continue;
        }
        for (uint32_t p = 0; p < atomic_processes(a->object); p++)
            point_answers_effect(a, p);
    }
    a->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        atomic_object_get(a->object, returned[i], a->now);
        add(a, a->now);
    }
    free(returned);
}
