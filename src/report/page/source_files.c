// SPDX-License-Identifier: MIT
// See source_files.h.

#include "report/page/source_files.h"

#include "base/intern.h"
#include "base/io/file_read.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST = 512 * 1024 }; // bytes: nobody wrote a longer file by hand

typedef struct search {
    json_writer *w;
    const char *const *places;
    intern *seen;
} search;

static bool read_source(const char *path, text *into)
{
    struct stat st;
    error e = {0};
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= LARGEST &&
           file_read(path, NULL, into, &e);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// `place` may be the file itself, its folder, or a file beside it.
static bool look_at(const char *place, const char *name, text *into)
{
    if (strcmp(base_name(place), name) == 0 && read_source(place, into))
        return true;
    struct stat st;
    bool folder = stat(place, &st) == 0 && S_ISDIR(st.st_mode);
    int length = folder ? (int)strlen(place) : (int)(base_name(place) - place);
    char *path = text_format("%.*s%s%s", length, place, folder ? "/" : "", name);
    bool found = read_source(path, into);
    free(path);
    return found;
}

// The name in "treiber.c:31" or "stack/treiber.lin:31:5".
static size_t name_length(const char *where)
{
    size_t length = strlen(where);
    for (int numbers = 0; numbers < 2; numbers++) {
        size_t at = length;
        while (at > 0 && isdigit((unsigned char)where[at - 1]))
            at--;
        if (at == 0 || at == length || where[at - 1] != ':')
            break;
        length = at - 1;
    }
    return length;
}

// Only its last part is looked for: a verdict that somebody else has saved chooses no folder.
static bool find(const search *s, const char *name, text *into)
{
    for (uint32_t i = 0; s->places[i]; i++)
        if (strcmp(s->places[i], name) == 0 && read_source(name, into))
            return true;
    for (uint32_t i = 0; *base_name(name) && s->places[i]; i++)
        if (look_at(s->places[i], base_name(name), into))
            return true;
    return false;
}

static void want(search *s, const char *where)
{
    size_t length = where ? name_length(where) : 0;
    if (length == 0)
        return;
    bool fresh;
    intern_add_fresh(s->seen, where, length, &fresh);
    if (!fresh)
        return;
    char *name = memory_string_n(where, length);
    text found = {0};
    if (find(s, name, &found)) {
        json_key_string(s->w, name, length);
        json_string(s->w, found.bytes ? found.bytes : "", found.length);
    }
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
