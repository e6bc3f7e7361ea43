// SPDX-License-Identifier: MIT
// See source_places.h.

#include "report/ci/source_places.h"

#include "base/memory.h"
#include "report/source_path.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct source_places {
    const char *const *given;
    char *folder; // the current one, and
    char *top;    // of the repository that has it; both without a slash at the end
    source_file **files;
    size_t count, capacity;
};

static bool has_git(const char *folder)
{
    char *path = text_format("%s/.git", folder);
    bool has = access(path, F_OK) == 0;
    free(path);
    return has;
}

// A folder has .git where it is the top of a repository, also of a worktree or a submodule.
static char *find_top(const char *folder)
{
    char *top = memory_string(folder);
    while (*top && !has_git(top))
        *strrchr(top, '/') = '\0';
    if (*top)
        return top;
    free(top);
    return memory_string(folder);
}

source_places *source_places_new(const char *const *given)
{
    source_places *s = memory_new(1, sizeof *s);
    s->given = given;
    char *folder = getcwd(NULL, 0); // of a folder that was removed: none
    s->folder = memory_string(folder && strcmp(folder, "/") != 0 ? folder : "");
    free(folder);
    s->top = find_top(s->folder);
    return s;
}

void source_places_free(source_places *s)
{
    for (size_t i = 0; i < s->count; i++) {
        free(s->files[i]->name);
        free(s->files[i]->path);
        text_fini(&s->files[i]->bytes);
        free(s->files[i]);
    }
    free(s->files);
    free(s->folder);
    free(s->top);
    free(s);
}

// Absolute, without "." and "..". Links are not followed: a repository has them under their names.
static char *absolute(const source_places *s, const char *path)
{
    text all = {0};
    text_add(&all, "%s", *path == '/' ? "" : s->folder);
    for (size_t n; *path; path += n) {
        n = strcspn(path, "/");
        if (n == 2 && memcmp(path, "..", 2) == 0) {
            const char *slash = all.length ? strrchr(all.bytes, '/') : NULL;
            text_cut(&all, slash ? (size_t)(slash - all.bytes) : 0);
        } else if (n && !(n == 1 && *path == '.')) {
            text_add(&all, "/%.*s", (int)n, path);
        }
        n += path[n] == '/';
    }
    return text_take(&all);
}

static void set_path(const source_places *s, source_file *f, const char *path)
{
    char *whole = absolute(s, path);
    size_t top = strlen(s->top);
    f->inside = strncmp(whole, s->top, top) == 0 && whole[top] == '/' && whole[top + 1];
    f->path = memory_string(f->inside ? whole + top + 1 : whole);
    free(whole);
}

static source_file *known(const source_places *s, const char *name)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->files[i]->name, name) == 0)
            return s->files[i];
    return NULL;
}

static const source_file *file_named(source_places *s, const char *name)
{
    source_file *f = known(s, name);
    if (f)
        return f;
    f = memory_new(1, sizeof *f);
    f->name = memory_string(name);
    bool input = strcmp(name, "-") == 0 || strcmp(name, "<stdin>") == 0;
    char *path = input ? NULL : source_path_find(s->given, name, &f->bytes);
    struct stat st;
    if (input)
        set_path(s, f, "/dev/stdin");
    else if (path)
        set_path(s, f, path);
    else if (stat(name, &st) == 0 && S_ISREG(st.st_mode)) // too large to be read
        set_path(s, f, name);
    else
        f->path = memory_string(name);
    free(path);
    MEMORY_GROW(s->files, s->capacity, s->count + 1);
    s->files[s->count++] = f;
    return f;
}

// Of the line with this number; NULL: there is none.
static const char *line_at(const source_file *f, uint32_t line, size_t *length)
{
    const char *at = f->bytes.bytes;
    for (uint32_t i = 1; at && i < line; i++) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    if (!at || !line)
        return NULL;
    *length = strcspn(at, "\r\n");
    return at;
}

static uint32_t characters(const source_file *f, uint32_t line, uint32_t bytes)
{
    size_t length;
    const char *at = line_at(f, line, &length);
    if (!at || bytes == 0)
        return bytes;
    uint32_t count = 1;
    for (size_t i = 0; i + 1 < bytes && i < length; i++)
        count += ((unsigned char)at[i] & 0xc0) != 0x80;
    return count;
}

bool source_places_at(source_places *s, const char *path, uint64_t line, uint64_t column,
                      source_place *out)
{
    const source_file *f = file_named(s, path);
    uint32_t n = line > INT32_MAX ? 0 : (uint32_t)line;
    *out = (source_place){f, n, column > INT32_MAX ? 0 : characters(f, n, (uint32_t)column)};
    return true;
}

bool source_places_find(source_places *s, const char *where, source_place *out)
{
    uint32_t line, column;
    size_t length = source_name_length(where, &line, &column);
    if (length == 0)
        return false;
    char *name = memory_string_n(where, length);
    bool found = source_places_at(s, name, line, column, out);
    free(name);
    return found;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// After `before`, and blanks; NULL: the line does not say that.
static const char *said(const char *line, size_t length, const char *before, const char *object)
{
    size_t n = strlen(object), b = strlen(before);
    for (size_t i = 0; i + b + n <= length; i++) {
        if (memcmp(line + i, before, b) != 0 || (i && in_word(line[i - 1])))
            continue;
        size_t at = i + b;
        while (at < length && line[at] == ' ')
            at++;
        if (at + n <= length && memcmp(line + at, object, n) == 0 &&
            (at + n == length || !in_word(line[at + n])))
            return line + at;
    }
    return NULL;
}

// The first line that says so, if possible one that has `also`.
static bool declared_in(const source_file *f, const char *before, const char *object,
                        const char *also, source_place *out)
{
    size_t length;
    const char *line = line_at(f, 1, &length);
    bool found = false;
    for (uint32_t number = 1; line; number++) {
        const char *at = said(line, length, before, object);
        bool best = at && said(at, length - (size_t)(at - line), "", also);
        if (best || (at && !found))
            *out = (source_place){f, number, characters(f, number, (uint32_t)(at - line) + 1)};
        found |= at != NULL;
        line += length + strspn(line + length, "\r");
        if (best || *line != '\n')
            break;
        line++;
        length = strcspn(line, "\r\n");
    }
    return found;
}

bool source_places_declaration(source_places *s, const char *object, const char *also,
                               source_place *out)
{
    static const char *const before[] = {"verify ", "LP_OBJECT(", "system "};
    for (size_t b = 0; *object && b < sizeof before / sizeof *before; b++)
        for (size_t i = 0; s->given[i]; i++)
            if (declared_in(file_named(s, s->given[i]), before[b], object, also ? also : "", out))
                return true;
    return false;
}

static void add_words(const char *line, size_t length, text *out)
{
    bool any = false, blank = false;
    for (size_t i = 0; i < length; i++) {
        if (isspace((unsigned char)line[i])) {
            blank = any;
            continue;
        }
        text_add(out, "%s", blank ? " " : "");
        text_add_bytes(out, line + i, 1);
        any = true;
        blank = false;
    }
    text_add(out, "\n");
}

// The line above that is not indented and begins with a letter.
static const char *heading(const char *first, const char *line)
{
    while (line > first) {
        line--; // the end of the line before
        while (line > first && line[-1] != '\n')
            line--;
        if (isalpha((unsigned char)*line) || *line == '_')
            return line;
    }
    return NULL;
}

void source_place_words(const source_place *place, text *out)
{
    size_t length;
    const char *line = line_at(place->file, place->line, &length);
    const char *above = line ? heading(place->file->bytes.bytes, line) : NULL;
    if (above)
        add_words(above, strcspn(above, "\r\n"), out);
    if (line)
        add_words(line, length, out);
}
