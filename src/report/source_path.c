// SPDX-License-Identifier: MIT
// See source_path.h.

#include "report/source_path.h"

#include "base/io/file_read.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST = 512 * 1024 }; // bytes: nobody wrote a longer file by hand

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
static char *look_at(const char *place, const char *name, text *into)
{
    if (strcmp(base_name(place), name) == 0 && read_source(place, into))
        return memory_string(place);
    struct stat st;
    bool folder = stat(place, &st) == 0 && S_ISDIR(st.st_mode);
    int length = folder ? (int)strlen(place) : (int)(base_name(place) - place);
    char *path = text_format("%.*s%s%s", length, place, folder ? "/" : "", name);
    if (read_source(path, into))
        return path;
    free(path);
    return NULL;
}

size_t source_name_length(const char *where, uint32_t *line, uint32_t *column)
{
    size_t length = where ? strlen(where) : 0;
    uint32_t numbers[2] = {0};
    for (int n = 0; n < 2; n++) {
        size_t at = length;
        while (at > 0 && isdigit((unsigned char)where[at - 1]))
            at--;
        if (at == 0 || at == length || where[at - 1] != ':')
            break;
        numbers[1] = numbers[0];
        numbers[0] = (uint32_t)strtoul(where + at, NULL, 10);
        length = at - 1;
    }
    if (line)
        *line = numbers[0];
    if (column)
        *column = numbers[1];
    return length;
}

// Only its last part is looked for: a verdict that somebody else has saved chooses no folder.
char *source_path_find(const char *const *places, const char *name, text *into)
{
    for (uint32_t i = 0; places[i]; i++)
        if (strcmp(places[i], name) == 0 && read_source(name, into))
            return memory_string(name);
    char *found = NULL;
    for (uint32_t i = 0; *base_name(name) && places[i] && !found; i++)
        found = look_at(places[i], base_name(name), into);
    return found;
}
