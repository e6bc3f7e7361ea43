// SPDX-License-Identifier: MIT
// See named_files.h. Which options name files is said by their tables: what is written has the type
// CLI_OUTPUT, what is read is a FILE or FILES, or a spec, which may be one. A file is known by its
// device and inode; one that is not there yet by those of its folder, and its name in it, links
// followed.
//
// What a test includes is known to the compiler only, and later. But what linchpin writes are pages,
// XML, JSON, graphs and histories: nobody means to have one of those under the name of a source.

#include "cli/runs/named_files.h"

#include "base/memory.h"
#include "cli/options.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

typedef struct identity {
    bool known, there;
    dev_t device;
    ino_t inode;
    char *name; // in that folder; NULL: it is the file itself
} identity;

typedef struct named {
    const char *option; // NULL: it is no option's
    const char *path;
    bool written;
    bool model; // is what it writes
    identity is;
} named;

typedef struct named_list {
    named *items;
    size_t count, capacity;
} named_list;

static bool is_null_device(const struct stat *s)
{
    return S_ISCHR(s->st_mode) && s->st_rdev == makedev(1, 3);
}

static identity of(const struct stat *s, char *name)
{
    return (identity){.known = !is_null_device(s),
                      .there = !name,
                      .device = s->st_dev,
                      .inode = s->st_ino,
                      .name = name};
}

// Where the link at `path` leads; NULL: it is none. Caller frees.
static char *target(const char *path)
{
    char to[PATH_MAX];
    ssize_t n = readlink(path, to, sizeof to - 1);
    if (n <= 0)
        return NULL;
    to[n] = '\0';
    const char *slash = *to == '/' ? NULL : strrchr(path, '/');
    return text_format("%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, to);
}

static identity identify(const char *path)
{
    enum { MOST_LINKS = 40 };
    struct stat s;
    bool input = strcmp(path, "-") == 0;
    if (input ? fstat(STDIN_FILENO, &s) == 0 : stat(path, &s) == 0)
        return of(&s, NULL);
    char *at = memory_string(path);
    for (int i = 0; i < MOST_LINKS; i++) {
        char *to = target(at);
        if (!to)
            break;
        free(at);
        at = to;
    }
    char *slash = strrchr(at, '/');
    char *folder = slash ? memory_string_n(at, (size_t)(slash + 1 - at)) : memory_string(".");
    identity is = {0};
    if (stat(folder, &s) == 0)
        is = of(&s, memory_string(slash ? slash + 1 : at));
    free(folder);
    free(at);
    return is;
}

static bool same(const named *a, const named *b)
{
    const identity *x = &a->is, *y = &b->is;
    if (!x->known || !y->known || x->device != y->device || x->inode != y->inode)
        return false;
    return x->name && y->name ? strcmp(x->name, y->name) == 0 : !x->name && !y->name;
}

static void add(named_list *l, const named *n)
{
    MEMORY_GROW(l->items, l->capacity, l->count + 1);
    l->items[l->count] = *n;
    bool to_stdout = n->written && strcmp(n->path, "-") == 0;
    l->items[l->count++].is = to_stdout ? (identity){0} : identify(n->path);
}

// A file, a list of files with commas, or, with =, such a list of them with names.
static void add_inputs(named_list *l, const char *option, const char *value)
{
    add(l, &(named){.option = option, .path = value});
    for (const char *at = value; strpbrk(value, ",=");) {
        size_t n = strcspn(at, ",="), last = !at[n];
        char *part = memory_string_n(at, n);
        struct stat s;
        if (n && stat(part, &s) == 0) {
            add(l, &(named){.option = option, .path = value});
            free(l->items[l->count - 1].is.name);
            l->items[l->count - 1].is = of(&s, NULL);
        }
        free(part);
        if (last)
            break;
        at += n + 1;
    }
}

static void add_option(named_list *l, const cli_option *o, const void *options)
{
    const char *value = *(const char *const *)(const void *)((const char *)options + o->offset);
    bool file = o->argument && strncmp(o->argument, "FILE", 4) == 0;
    if (!value)
        return;
    if (o->type == CLI_STRING && (file || strcmp(o->name, "spec") == 0))
        add_inputs(l, o->name, value);
    else if (o->type == CLI_OUTPUT)
        add(l, &(named){.option = o->name,
                        .path = value,
                        .written = true,
                        .model = strcmp(o->name, "marked") == 0});
}

static void find(const cli_command *command, const void *options, const cli_arguments *a,
                 named_list *l)
{
    const cli_option *tables[CLI_TABLES];
    options_tables(command, tables);
    for (int i = 0; i < a->count; i++)
        if (i != command->written || !i)
            add(l, &(named){.path = a->values[i]});
    for (int i = 0; i < a->after_count; i++)
        add(l, &(named){.path = a->after[i]});
    for (size_t t = 0; t < CLI_TABLES; t++)
        for (const cli_option *o = tables[t]; o && o->name; o++)
            if (o->type == CLI_STRING || o->type == CLI_OUTPUT)
                add_option(l, o, options);
}

static bool ends_as_source(const char *path)
{
    static const char *const endings[] = {".c",   ".h",   ".cc",  ".hh", ".cpp", ".hpp",
                                          ".cxx", ".hxx", ".lin", ".s",  ".S",   ".faults"};
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot, endings[i]) == 0)
            return true;
    return false;
}

static bool is_there(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

// By its own name, or by that of what a link leads to.
static bool is_source(const char *path)
{
    char *real = is_there(path) ? realpath(path, NULL) : NULL;
    bool source = real && (ends_as_source(path) || ends_as_source(real));
    free(real);
    return source;
}

// Stdout has the verdict, unless it is --quiet. These do no more than to write their file.
static bool beside_verdict(const cli_command *command, const void *options, const named *n)
{
    const cli_common *common = options;
    bool alone = strcmp(n->option, "aut") == 0 || strcmp(n->option, "spec-aut") == 0;
    struct stat out;
    if (!command->judges || alone || (common->quiet && !common->json))
        return false;
    named printed = {.path = ""};
    if (fstat(STDOUT_FILENO, &out) != 0)
        return false;
    printed.is = of(&out, NULL);
    return same(n, &printed);
}

static bool is_verdict_file(const char *option)
{
    static const char *const names[] = {
#define OUTPUT_KIND(name, help) #name,
#include "cli/runs/output_kinds.def"
#undef OUTPUT_KIND
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(option, names[i]) == 0)
            return true;
    return false;
}

static bool check_one(const cli_command *command, const void *options, const named *n, error *e)
{
    if (!*n->path)
        return error_set(e, "--%s needs the name of a file", n->option);
    bool dash = strcmp(n->path, "-") == 0;
    if ((dash && is_verdict_file(n->option)) || (!dash && beside_verdict(command, options, n)))
        return error_set(e,
                         "--%s needs a file: stdout has the verdict; with --quiet it may be "
                         "/dev/stdout",
                         n->option);
    if (!dash && !n->model && is_source(n->path))
        return error_set(e,
                         "--%s %s: that is a source by its name, which is not written over; "
                         "choose another name, or remove it",
                         n->option, n->path);
    return true;
}

static bool check_pair(const named *written, const named *other, bool judges, error *e)
{
    if (!same(written, other))
        return true;
    if (other->written)
        return error_set(e, "--%s and --%s are the same file, %s", other->option, written->option,
                         written->path);
    if (other->option)
        return error_set(e, "--%s %s is what --%s reads: it would be overwritten", written->option,
                         written->path, other->option);
    return error_set(e, "--%s %s is what is %s: it would be overwritten", written->option,
                     written->path, judges ? "judged" : "read");
}

bool named_files_check(const cli_command *command, const void *options, const cli_arguments *a,
                       error *e)
{
    named_list l = {0};
    bool fine = true;
    find(command, options, a, &l);
    for (size_t i = 0; fine && i < l.count; i++) {
        if (!l.items[i].written)
            continue;
        for (size_t k = 0; fine && k < l.count; k++)
            if (k < i || !l.items[k].written)
                fine = check_pair(&l.items[i], &l.items[k], command->judges, e);
        fine = fine && check_one(command, options, &l.items[i], e);
    }
    if (fine && command->written && a->count > command->written &&
        is_source(a->values[command->written]))
        fine = error_set(e, "%s is a source by its name, which is not written over",
                         a->values[command->written]);
    for (size_t i = 0; i < l.count; i++)
        free(l.items[i].is.name);
    free(l.items);
    return fine;
}
