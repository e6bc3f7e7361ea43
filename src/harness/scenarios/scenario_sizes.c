// SPDX-License-Identifier: MIT
// See scenario_sizes.h. What makes a search long is the number of threads, then the calls they
// make side by side; a call before they start only makes more scenarios. Bugs need few
// threads and few calls, but often something inside, or a node that was used before: so
// two threads come first, with up to two calls before, and three threads with a call
// each are tried as soon as two threads with two calls are done. Calls after the
// threads are left out: a thread that makes them last does as well.

#include "harness/scenarios/scenario_sizes.h"

#include "base/error.h"

static const char *const names[] = {
    "1x1",     "2x1",     "1+2x1",     "2x2",       "1x1x1", "1+2x2",   "1+1x1x1",   "2+2x1",
    "3x2",     "1+3x2",   "1+2x1x1",   "2+2x2",     "2+3x2", "4x2",     "1+3x3",     "1+2x2x1",
    "2+3x3",   "2+4x3",   "2+4x4",     "1+2x2x2",   "3+4x4", "3+5x4",   "1+1x1x1x1", "2+3x2x2",
    "2+3x3x2", "2+3x3x3", "1+2x2x2x1", "2+2x2x2x2", "4+6x6", "2+4x4x4",
};
_Static_assert(sizeof names / sizeof *names <= SIZES_MAX, "SIZES_MAX is too small");

uint32_t sizes_count(void)
{
    return sizeof names / sizeof *names;
}

const char *sizes_name(uint32_t i)
{
    return names[i];
}

scenario_shape sizes_shape(uint32_t i)
{
    scenario_shape shape;
    error ignored;
    scenario_shape_parse(names[i], &shape, &ignored);
    return shape;
}

static bool within(const scenario_shape *a, const scenario_shape *b)
{
    bool fits =
        a->before <= b->before && a->after <= b->after && a->thread_count <= b->thread_count;
    for (uint32_t t = 0; fits && t < a->thread_count; t++) // the longest come first
        fits = a->threads[t] <= b->threads[t];
    return fits;
}

void sizes_print(uint32_t count, text *out)
{
    uint32_t largest[SIZES_MAX], n = 0;
    for (uint32_t i = 0; i < count; i++) {
        const scenario_shape a = sizes_shape(i);
        bool inside = false;
        for (uint32_t k = i + 1; k < count && !inside; k++) {
            const scenario_shape b = sizes_shape(k);
            inside = within(&a, &b);
        }
        if (!inside)
            largest[n++] = i;
    }
    for (uint32_t i = 0; i < n; i++)
        text_add(out, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " and ", names[largest[i]]);
}
