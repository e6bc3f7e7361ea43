// SPDX-License-Identifier: MIT
// See locals_log.h. All that a look finds is kept, and compared with what the thread had in the step
// that is shown before, which need not be the one that was made before.

#include "explore/show/locals_log.h"

#include "base/memory.h"
#include "explore/runtime/fiber.h"
#include "explore/show/memory_boxes.h"
#include "explore/show/memory_log.h"
#include "explore/show/source_cells.h"
#include "explore/show/value_names.h"
#include "judge/evidence/step_evidence.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 16, MOST = 32 };

typedef struct local {
    const char *name; // of the debug information, which stays
    size_t size;
    unsigned char bytes[WIDEST];
} local;

typedef struct look {
    uint32_t step, number, thread; // number: in the order of looking
    local *locals;
    uint32_t count;
} look;

static look *looks;
static uint32_t look_count, look_capacity;

static struct {
    uint32_t box; // LP_NO_BOX: it has none
    const look *now;
} threads[FIBERS_MAX];

static const local *find(const look *l, const char *name)
{
    for (uint32_t i = 0; l && i < l->count; i++)
        if (strcmp(l->locals[i].name, name) == 0)
            return &l->locals[i];
    return NULL;
}

static void add_local(void *context, const char *name, const void *bytes, size_t size)
{
    look *l = context;
    local fresh = {.name = name, .size = size};
    const void *to = NULL; // a place on a stack tells nobody anything
    if (size == sizeof to)
        memcpy(&to, bytes, size);
    if (fiber_of_stack(to, NULL))
        return;
    if (l->count == MOST || find(l, name)) // an inner one hides it
        return;
    memcpy(fresh.bytes, bytes, size);
    l->locals[l->count++] = fresh;
}

void locals_look(const fiber *f, uint32_t step, const source_stack *s)
{
    MEMORY_GROW(looks, look_capacity, look_count + 1);
    look *l = &looks[look_count++];
    *l = (look){.step = step, .number = look_count, .thread = f->number};
    if (!s)
        return;
    l->locals = memory_new(MOST, sizeof *l->locals);
    source_locals(s, add_local, l);
}

void locals_forget(void)
{
    for (uint32_t i = 0; i < look_count; i++)
        free(looks[i].locals);
    look_count = 0;
}

static int by_step(const void *a, const void *b)
{
    const look *x = a, *y = b;
    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

void locals_boxes(lp_verdict *v)
{
    if (look_count)
        qsort(looks, look_count, sizeof *looks, by_step);
    for (uint32_t i = 0; i < FIBERS_MAX; i++) {
        bool any = false;
        for (uint32_t k = 0; k < look_count; k++)
            any = any || (looks[k].thread == i && looks[k].count);
        threads[i].now = NULL;
        threads[i].box = LP_NO_BOX;
        if (!any)
            continue;
        char *name = text_format("thread %u", thread_number(&rt.fibers[i]));
        threads[i].box = verdict_box(v, name, LP_BOX_THREAD, NULL);
        free(name);
    }
}

static char *value_of(const local *l)
{
    text t = {0};
    show_value(l->bytes, l->size, &t);
    return text_take(&t);
}

static void tell(lp_verdict *v, uint32_t box, const local *was, const local *is)
{
    assert(was || is);
    if (was && is && was->size == is->size && memcmp(was->bytes, is->bytes, is->size) == 0)
        return;
    char *before = was ? value_of(was) : NULL, *after = is ? value_of(is) : NULL;
    char *name = memory_string(is ? is->name : was->name);
    verdict_change(
        v, &(lp_cell_change){.box = box,
                             .cell = name,
                             .before = before,
                             .after = after,
                             .to = is ? boxes_find(show_target(is->bytes, is->size)) : LP_NO_BOX});
    free(name);
    free(before);
    free(after);
}

// The first that is not of an earlier step.
static uint32_t first_of(uint32_t step)
{
    uint32_t low = 0, high = look_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (looks[middle].step < step)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void locals_step(lp_verdict *v, uint32_t step)
{
    for (uint32_t k = first_of(step); k < look_count && looks[k].step == step; k++) {
        const look *l = &looks[k];
        bool last = k + 1 == look_count || l[1].step != step || l[1].thread != l->thread;
        if (threads[l->thread].box == LP_NO_BOX || !last)
            continue;
        const look *was = threads[l->thread].now;
        for (uint32_t i = 0; was && i < was->count; i++)
            if (!find(l, was->locals[i].name))
                tell(v, threads[l->thread].box, &was->locals[i], NULL);
        for (uint32_t i = 0; i < l->count; i++)
            tell(v, threads[l->thread].box, find(was, l->locals[i].name), &l->locals[i]);
        threads[l->thread].now = l;
    }
}
