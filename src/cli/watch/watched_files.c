// SPDX-License-Identifier: MIT
// See watched_files.h.

#include "cli/watch/watched_files.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/conflicts.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool look(const char *path, file_mark *mark, struct timespec *changed)
{
    struct stat s;
    *mark = (file_mark){0};
    if (stat(path, &s) != 0 || !S_ISREG(s.st_mode))
        return false;
    *mark =
        (file_mark){.device = s.st_dev, .inode = s.st_ino, .size = s.st_size, .written = s.st_mtim};
    if (changed)
        *changed = s.st_ctim;
    return true;
}

static bool same_mark(const file_mark *a, const file_mark *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->written.tv_sec == b->written.tv_sec && a->written.tv_nsec == b->written.tv_nsec;
}

static bool later(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

static watched_file *find(const watched_files *f, const char *path)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->items[i].path, path) == 0)
            return &f->items[i];
    return NULL;
}

static watched_file *add(watched_files *f, const char *path)
{
    MEMORY_GROW(f->items, f->capacity, f->count + 1);
    watched_file *it = &f->items[f->count++];
    *it = (watched_file){.path = memory_string(path)};
    it->there = look(path, &it->mark, NULL);
    return it;
}

// What an option names: q=queue.c,r=register is two specs, one of which is a file.
static void add_named(watched_files *f, const char *value)
{
    struct stat s;
    while (*value) {
        size_t n = strcspn(value, ",");
        char *word = memory_string_n(value, n);
        const char *equals = strchr(word, '='), *path = equals ? equals + 1 : word;
        if (stat(path, &s) == 0 && S_ISREG(s.st_mode) && !find(f, path))
            add(f, path)->given = true;
        free(word);
        value += n + (value[n] == ',');
    }
}

void watched_files_given(watched_files *f, const cli_command *command, const void *options,
                         const cli_arguments *arguments)
{
    // The options that name files to be read.
    static const char *const inputs[] = {"spec", "golden", "instrument", "faults", "cluster"};
    for (int i = 0; i < arguments->count; i++) {
        struct stat s;
        bool folder = stat(arguments->values[i], &s) == 0 && S_ISDIR(s.st_mode);
        if (!folder && !find(f, arguments->values[i]))
            add(f, arguments->values[i])->given = true;
    }
    for (int i = 0; i < arguments->after_count; i++)
        add_named(f, arguments->after[i]);
    for (const cli_option *o = command->options; o->name; o++)
        for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
            if (strcmp(o->name, inputs[i]) == 0 && option_given(command->options, options, o->name))
                add_named(f,
                          *(const char *const *)(const void *)((const char *)options + o->offset));
}

// One that was changed after the run began may have been read before: it counts as saved.
bool watched_files_read(watched_files *f, const char *path, uint64_t run,
                        const struct timespec *began)
{
    while (strncmp(path, "./", 2) == 0) // of -I.
        path += 2;
    watched_file *it = find(f, path);
    if (it) {
        it->seen = run;
        return false;
    }
    struct timespec changed;
    it = add(f, path);
    it->seen = run;
    if (it->there && look(path, &it->mark, &changed) && later(&changed, began))
        it->mark = (file_mark){0};
    return true;
}

void watched_files_forget(watched_files *f, uint64_t run)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->count; i++) {
        if (f->items[i].given || f->items[i].seen >= run)
            f->items[kept++] = f->items[i];
        else
            free(f->items[i].path);
    }
    f->count = kept;
}

static void add_once(words *w, const char *word)
{
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->items[i], word) == 0)
            return;
    words_add(w, memory_string(word));
}

// Is it another one than it was? One that is empty now and was not is about to be written.
static bool differs(const watched_file *it, file_mark *mark, bool *there)
{
    *there = look(it->path, mark, NULL) && (mark->size > 0 || (it->there && it->mark.size == 0));
    return *there ? !same_mark(mark, &it->mark) : it->there;
}

bool watched_files_look(watched_files *f, words *saved, words *gone)
{
    bool any = false;
    for (size_t i = 0; i < f->count; i++) {
        watched_file *it = &f->items[i];
        file_mark mark;
        bool there;
        if (!differs(it, &mark, &there))
            continue;
        any = true;
        add_once(there ? saved : gone, it->path);
        it->mark = there ? mark : (file_mark){0};
        it->there = there;
    }
    return any;
}

bool watched_files_differ(const watched_files *f)
{
    bool any = false;
    for (size_t i = 0; i < f->count && !any; i++) {
        file_mark mark;
        bool there;
        any = differs(&f->items[i], &mark, &there);
    }
    return any;
}

bool watched_files_lack(const watched_files *f)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->items[i].given && !f->items[i].there)
            return true;
    return false;
}

static bool is_source(const char *name)
{
    static const char *const endings[] = {".h",   ".hh",  ".hpp", ".hxx", ".inc", ".inl", ".ipp",
                                          ".def", ".tcc", ".c",   ".cc",  ".cpp", ".cxx", ".lin"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && dot != name && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot, endings[i]) == 0)
            return true;
    return false;
}

static void list(const words *folders, size_t from, words *into)
{
    for (size_t i = from; i < folders->count; i++) {
        const char *folder = folders->items[i];
        DIR *all = opendir(folder);
        for (const struct dirent *d; all && (d = readdir(all));)
            if (is_source(d->d_name))
                words_add(into, strcmp(folder, ".") == 0 ? memory_string(d->d_name)
                                                         : text_format("%s/%s", folder, d->d_name));
        if (all)
            closedir(all);
    }
}

void watched_files_list(watched_files *f, const words *folders, size_t from)
{
    if (from == 0)
        words_fini(&f->sources);
    list(folders, from, &f->sources);
}

void watched_files_fresh(watched_files *f, const words *folders, words *fresh)
{
    words now = {0};
    list(folders, 0, &now);
    for (size_t i = 0; i < now.count; i++) {
        bool known = find(f, now.items[i]) != NULL;
        for (size_t k = 0; k < f->sources.count && !known; k++)
            known = strcmp(now.items[i], f->sources.items[k]) == 0;
        if (!known)
            add_once(fresh, now.items[i]);
    }
    words_fini(&f->sources);
    f->sources = now;
}

void watched_files_fini(watched_files *f)
{
    for (size_t i = 0; i < f->count; i++)
        free(f->items[i].path);
    free(f->items);
    words_fini(&f->sources);
    *f = (watched_files){0};
}
