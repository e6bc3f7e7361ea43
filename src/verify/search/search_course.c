// SPDX-License-Identifier: MIT
// See search_course.h. When there is no room, every other sample goes, and further ones have twice
// the distance: so they are even, however long it takes.

#include "verify/search/search_course.h"

#include <stddef.h>

static const double first_spacing = 0.001;

void course_begin(search_course *c)
{
    c->count = 0;
    c->started = -1;
    c->spacing = first_spacing;
}

static void add(search_course *c, double now, double done, double states)
{
    if (c->started < 0)
        c->started = now;
    if (c->count == COURSE_MOST) {
        c->count /= 2;
        for (uint32_t i = 0; i < c->count; i++)
            c->samples[i] = c->samples[(size_t)2 * i];
        c->spacing *= 2;
    }
    c->samples[c->count++] = (course_sample){now - c->started, done, states};
}

void course_note(search_course *c, double now, double states)
{
    if (c && (!c->count || now - c->started - c->samples[c->count - 1].seconds >= c->spacing))
        add(c, now, states, states);
}

void course_note_walks(search_course *c, double now, double walks, double states)
{
    if (c && (!c->count || walks - c->samples[c->count - 1].done >= c->spacing))
        add(c, now, walks, states);
}

void course_end(search_course *c, double now, double done, double states)
{
    if (c && (!c->count || c->samples[c->count - 1].done < done))
        add(c, now, done, states);
}
