// SPDX-License-Identifier: MIT
// See source_files.h.

#include "report/page/source_files.h"

#include "base/intern.h"
#include "base/memory.h"
#include "report/source_path.h"

#include <stdlib.h>

typedef struct search {
    json_writer *w;
    const char *const *places;
    intern *seen;
} search;

static void want(search *s, const char *where)
{
    size_t length = source_name_length(where, NULL, NULL);
    if (length == 0)
        return;
    bool fresh;
    intern_add_fresh(s->seen, where, length, &fresh);
    if (!fresh)
        return;
    char *name = memory_string_n(where, length);
    text found = {0};
    char *path = source_path_find(s->places, name, &found);
    if (path) {
        json_key_string(s->w, name, length);
        json_string(s->w, found.bytes ? found.bytes : "", found.length);
    }
    free(path);
    text_fini(&found);
    free(name);
}

void source_files_write(json_writer *w, const lp_verdict *v, const char *const *places)
{
    search s = {w, places, intern_new()};
    for (uint32_t i = 0; i < v->trace_count; i++) {
        want(&s, v->trace[i].where);
        for (uint32_t k = 0; k < v->trace[i].frame_count; k++)
            want(&s, v->trace[i].frames[k].where);
    }
    for (uint32_t i = 0; i < v->waiting_count; i++)
        want(&s, v->waiting[i].where);
    for (uint32_t i = 0; i < v->point_count; i++)
        want(&s, v->points[i].where);
    for (uint32_t i = 0; i < v->warning_count; i++)
        want(&s, v->warnings[i].where);
    for (uint32_t i = 0; i < v->extreme_count; i++)
        want(&s, v->extremes[i].where);
    if (v->race) {
        want(&s, v->race->first.where);
        want(&s, v->race->second.where);
    }
    intern_free(s.seen);
}
