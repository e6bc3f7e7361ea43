// SPDX-License-Identifier: MIT
#include "net/record/step_trace.h"

#include "base/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct step_trace {
    FILE *file;
    bool open; // a line was begun
    uint64_t time;
    step_place place;
    const char *step, *action;
    lp_text what;
    bool has_other;
    lp_component other;
    process_name peer;
    uint64_t number;
    text line;
};

step_trace *step_trace_open(const char *path, error *e)
{
    FILE *file = fopen(path, "ae");
    if (!file) {
        error_set(e, "cannot write %s: %s", path, strerror(errno));
        return NULL;
    }
    fseek(file, 0, SEEK_END); // ftell does not say so by itself
    step_trace *t = memory_new(1, sizeof *t);
    t->file = file;
    return t;
}

static void finish(step_trace *t)
{
    if (!t->open)
        return;
    t->open = false;
    text_clear(&t->line);
    text_add(&t->line, "{\"time\":%" PRIu64 ",\"at\":\"", t->time);
    name_add_component(&t->line, t->place.system, t->place.me);
    text_add(&t->line, "\",\"key\":%" PRId64 ",\"step\":\"%s\",\"what\":\"", t->place.key, t->step);
    if (t->action)
        text_add(&t->line, "%s(%s)\"", t->action, t->what.text.length ? t->what.text.bytes : "");
    else
        text_add(&t->line, "%s\"", t->what.text.length ? t->what.text.bytes : "");
    if (t->has_other) {
        text_add(&t->line, ",\"with\":\"");
        name_add_component(&t->line, t->place.system, t->other);
        text_add(&t->line, "\",\"link\":\"");
        name_add(&t->line, t->place.system, t->peer);
        text_add(&t->line, "\",\"number\":%" PRIu64, t->number);
    }
    text_add(&t->line, "}\n");
    fwrite(t->line.bytes, 1, t->line.length, t->file);
}

lp_text *step_trace_begin(step_trace *t, const step_place *place, const char *step,
                          const char *action)
{
    struct timespec now;
    finish(t);
    clock_gettime(CLOCK_MONOTONIC, &now);
    t->time = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    t->open = true;
    t->has_other = false;
    t->place = *place;
    t->step = step;
    t->action = action;
    text_clear(&t->what.text);
    return &t->what;
}

void step_trace_with(step_trace *t, lp_component other, process_name peer, uint64_t number)
{
    t->has_other = true;
    t->other = other;
    t->peer = peer;
    t->number = number;
}

uint64_t step_trace_end(step_trace *t)
{
    finish(t);
    long length = fflush(t->file) == 0 && !ferror(t->file) ? ftell(t->file) : -1;
    return length < 0 ? 0 : (uint64_t)length + 1;
}

bool step_trace_cut(step_trace *t, uint64_t mark)
{
    struct stat info;
    uint64_t length = mark ? mark - 1 : 0;
    return fstat(fileno(t->file), &info) == 0 &&
           ((uint64_t)info.st_size <= length || ftruncate(fileno(t->file), (off_t)length) == 0) &&
           fseek(t->file, 0, SEEK_END) == 0;
}

bool step_trace_close(step_trace *t)
{
    if (!t)
        return true;
    finish(t);
    bool good = !ferror(t->file);
    good = fclose(t->file) == 0 && good;
    text_fini(&t->what.text);
    text_fini(&t->line);
    free(t);
    return good;
}
