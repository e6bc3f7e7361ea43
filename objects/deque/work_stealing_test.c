// SPDX-License-Identifier: MIT
//     linchpin explore work_stealing_test.c chase_lev.c --object deque
//     linchpin explore work_stealing_test.c idempotent_lifo.c --object at_least_once
//
// Views of the same calls: a deque whose thieves may be refused, and one whose thieves
// are not, a stack, a queue, and what idempotent work stealing promises: each task at
// least once.

#include "work_stealing.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return tasks_new();
}

static void destroy(void *t)
{
    tasks_free(t);
}

static lp_value put(void *t, const lp_value *args)
{
    tasks_put(t, (int)lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value take(void *t, const lp_value *args)
{
    int task = tasks_take(t);
    (void)args;
    return task ? lp_int(task) : LP_NIL;
}

static lp_value steal(void *t, const lp_value *args)
{
    int task = tasks_steal(t);
    (void)args;
    return task ? lp_int(task) : LP_NIL;
}

// The state: tasks that nobody was given yet, then those that somebody was, between
// them a nil.
enum { PUT };

static void initial(const lp_spec *self, lp_step *s)
{
    lp_value border = LP_NIL;
    (void)self;
    lp_step_emit_values(s, LP_UNIT, &border, 1);
}

static void step(lp_step *s)
{
    size_t count;
    const lp_value *state = lp_step_values(s, &count);
    size_t waiting = lp_values_find(state, count, LP_NIL);
    if (s->calls[0].method == PUT) {
        lp_value task = lp_step_arg(s, 0, 0);
        lp_step_emit_spliced(s, LP_UNIT, 0, 0, &task, 1);
        return;
    }
    if (!waiting)
        lp_step_emit_same(s, LP_NIL);
    for (size_t i = 0; i < waiting; i++) {
        lp_value next[64];
        size_t n = 0;
        for (size_t k = 0; k < count && n < 63; k++)
            if (k != i)
                next[n++] = state[k];
        next[n++] = state[i];
        lp_step_emit_values(s, state[i], next, n);
    }
    for (size_t i = waiting + 1; i < count; i++)
        lp_step_emit_same(s, state[i]);
}

static const lp_spec at_least_once_spec = {
    .name = "at-least-once",
    .methods = {[PUT] = {.name = "put", .args = 1, .returns_nothing = true},
                {.name = "take"},
                {.name = "steal"}},
    .initial = initial,
    .step = step,
};

LP_OBJECT(deque, .create = create, .destroy = destroy, .spec = "deque",
          .methods = {{"push_back", put, .args = {LP_UNIQUE}, .role = LP_OWNER},
                      {"pop_back", take, .role = LP_OWNER},
                      {"try_pop_front", steal}})
LP_OBJECT(both_ends, .create = create, .destroy = destroy, .spec = "deque",
          .methods = {{"push_back", put, .args = {LP_UNIQUE}, .role = LP_OWNER},
                      {"pop_back", take, .role = LP_OWNER},
                      {"steal", steal}})
LP_OBJECT(queue, .create = create, .destroy = destroy, .spec = "queue",
          .methods = {{"enq", put, .args = {LP_UNIQUE}, .role = LP_OWNER},
                      {"deq", take, .role = LP_OWNER},
                      {"poll", steal}})
LP_OBJECT(stack, .create = create, .destroy = destroy, .spec = "stack",
          .methods = {{"push", put, .args = {LP_UNIQUE}, .role = LP_OWNER},
                      {"pop", take, .role = LP_OWNER},
                      {"take", steal}})
LP_OBJECT(at_least_once, .create = create, .destroy = destroy, .custom_spec = &at_least_once_spec,
          .methods = {{"put", put, .args = {LP_UNIQUE}, .role = LP_OWNER},
                      {"take", take, .role = LP_OWNER},
                      {"steal", steal}})
