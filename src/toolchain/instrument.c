// SPDX-License-Identifier: MIT
// How C code is compiled so that every access to memory arrives at explore's
// scheduler: see instrument.h.

#include "toolchain/instrument.h"

#include "base/io/file_read.h"
#include "base/memory.h"
#include "base/words.h"
#include "toolchain/assembly.h"
#include "toolchain/compile.h"
#include "toolchain/kept_object.h"
#include "toolchain/process.h"
#include "toolchain/unannounced.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_clang(const char *cc, const char *scratch, limits *l)
{
    const char *given = cc ? cc : getenv("CC");
    words argv = {0};
    words_split(&argv, given && *given ? given : "cc");
    words_add(&argv, memory_string("--version"));
    text said = {0};
    bool clang = kept_answer((const char *const *)argv.items, scratch, l, &said) && said.bytes &&
                 strstr(said.bytes, "clang");
    text_fini(&said);
    words_fini(&argv);
    return clang;
}

// The runner has functions of its own for these, as accesses to memory. They
// must stay calls: compilers expand small ones in place, unseen.
static const char *const wrapped[] = {
#define WRAPPED(result, name, parameters) #name,
#include "toolchain/libc_functions.def"
};

// These must stay calls too: the runner knows what they touch.
static const char *const calls[] = {
#define BUILTIN(name, touches) name,
#include "toolchain/libc_functions.def"
};

bool instrument_sees(const char *path, error *e)
{
    text bytes = {0};
    bool ok = file_read(path, NULL, &bytes, e);
    if (ok && !memmem(bytes.bytes, bytes.length, "__tsan_", 7))
        ok = error_at(e, path, 0, 0,
                      "explore would not see what it does: give the source, compile it with "
                      "-fsanitize=thread, or link it as a shared library (.so)");
    text_fini(&bytes);
    return ok;
}

// A member of an archive that the linker takes: "(/lib/libx.a)y.o" or "/lib/libx.a(y.o)". Those of
// the compiler and of the C library are no matter.
static bool check_linked(const char *line, size_t length, error *e)
{
    bool first = length && *line == '(';
    line += first;
    length -= first;
    const char *archive = memmem(line, length, first ? ".a)" : ".a(", 3);
    if (!archive)
        return true;
    size_t n = (size_t)(archive - line) + 2;
    char *path = memory_string_n(line, n);
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    bool ok = strstr(path, "/gcc/") || strstr(path, "/clang/") || strstr(name, "_nonshared.a") ||
              access(path, R_OK) != 0 || instrument_sees(path, e);
    free(path);
    return ok;
}

// What there is of gcc's last tree form, if that was asked for.
static void note_unannounced(text *found, const char *assembly)
{
    text bytes = {0}, where = {0};
    error ignored;
    char *dump = text_format("%s.opt", assembly);
    if (access(dump, R_OK) == 0 && file_read(dump, NULL, &bytes, &ignored) &&
        unannounced_find(bytes.bytes, &where))
        text_add(found,
                 "gcc does not tell that a struct is copied, as the result or an argument of a "
                 "call, at %s",
                 where.bytes);
    free(dump);
    text_fini(&bytes);
    text_fini(&where);
}

// Where the first inline assembly is that explore does not see into, or another access that
// the compiler does not announce.
static bool note_assembly(const char *source, const char *assembly, text *found, error *e)
{
    text bytes = {0}, where = {0};
    const char *slash = strrchr(source, '/');
    bool ok = file_read(assembly, NULL, &bytes, e);
    if (ok && assembly_find(bytes.bytes, &where))
        text_add(found, "%s has %s", slash ? slash + 1 : source, where.bytes);
    if (ok && !found->length)
        note_unannounced(found, assembly);
    text_fini(&bytes);
    text_fini(&where);
    return ok;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The test may be in the folder too. Takes the path over.
static void add_once(words *sources, char *path)
{
    struct stat a, b;
    for (size_t i = 0; i < sources->count; i++)
        if (stat(path, &a) == 0 && stat(sources->items[i], &b) == 0 && a.st_ino == b.st_ino &&
            a.st_dev == b.st_dev) {
            free(path);
            return;
        }
    words_add(sources, path);
}

// The sources in a folder, in the order of their names.
static bool add_folder(const char *path, words *sources, error *e)
{
    DIR *folder = opendir(path);
    if (!folder)
        return error_at(e, path, 0, 0, "the folder cannot be read");
    size_t before = sources->count;
    for (struct dirent *d; (d = readdir(folder));)
        if (compile_is_source(d->d_name))
            add_once(sources, text_format("%s/%s", path, d->d_name));
    closedir(folder);
    if (sources->count == before)
        return error_at(e, path, 0, 0, "there are no C or C++ sources in this folder");
    qsort(sources->items + before, sources->count - before, sizeof *sources->items, by_name);
    return true;
}

static bool add_library(const char *library, words *sources, words *flags, error *e)
{
    for (const char *at = library ? library : ""; *at;) {
        size_t n = strcspn(at, ",");
        char *path = memory_string_n(at, n);
        struct stat s;
        bool folder = stat(path, &s) == 0 && S_ISDIR(s.st_mode), ok = true;
        if (folder) {
            words_add(flags, text_format("-I%s", path));
            ok = add_folder(path, sources, e);
        } else if (n) {
            words_add(sources, memory_string(path));
            ok = compile_is_source(path) ||
                 error_at(e, path, 0, 0, "--instrument takes sources: this is no C or C++ file");
        }
        free(path);
        if (!ok)
            return false;
        at += n + (at[n] == ',');
    }
    return true;
}

// Code that would not be instrumented is, as far as a definition can achieve that. The
// compilers read these before what the user gives.
static void add_visibility(words *flags)
{
    static const char *const definitions[] = {
        // Functions that are left out on purpose: their accesses are no less real.
        "-Dno_sanitize_thread=unused",
        "-D__no_sanitize_thread__=unused",
        "-Dno_sanitize(...)=unused",
        "-D__no_sanitize__(...)=unused",
        "-Ddisable_sanitizer_instrumentation=unused",
        // As in before.h, for libc++.
        "-D_LIBCPP_DISABLE_EXTERN_TEMPLATE",
    };
    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++)
        words_add(flags, memory_string(definitions[i]));
    words_add(flags, memory_string("-include"));
    words_add(flags, installed_path("libexec/linchpin/before.h"));
}

bool instrument(const instrument_options *o, text *assembly, error *e)
{
    words flags = {0}, link = {0}, sources = {0};
    words_add_all(&sources, o->sources);
    if (!add_library(o->library, &sources, &flags, e)) {
        words_fini(&sources);
        words_fini(&flags);
        return false;
    }
    limits compiling = *o->limits;
    compiling.memory = 0; // that limit is for the exploration
    words_add_all(&flags, o->flags);
    words_add_all(&link, o->link_flags);
    add_visibility(&flags);
    char *beside = installed_path("libexec/linchpin/libstdcxx.cpp");
    // A large frame touches every page of its own, so none jumps over a guard.
    words_add(&flags, memory_string("-fstack-clash-protection"));
    words_add(&flags, memory_string("-fsanitize=thread")); // linked with our own functions
    words_add(&flags, memory_string("-fno-lto")); // what is linked then is not instrumented
    bool clang = is_clang(o->cc, o->scratch, &compiling);
    if (clang) {
        // Else the read of x++ is left out.
        words_add(&flags, memory_string("-mllvm"));
        words_add(&flags, memory_string("-tsan-instrument-read-before-write=1"));
        words_add(&flags, memory_string("-gdwarf-aranges"));    // where lines are looked up
        words_add(&flags, memory_string("-fstandalone-debug")); // types of libraries too
        // Calls through pointers come to the runner, which knows where they lead.
        words_add(&flags, memory_string("-mretpoline"));
        words_add(&flags, memory_string("-mretpoline-external-thunk"));
    } else {
        words_add(&flags, memory_string("-mindirect-branch=thunk-extern"));
        words_add(&flags, memory_string("-mindirect-branch-register"));
        words_add(&flags, memory_string("-fcf-protection=none")); // does not go with it
        words_add(&flags, memory_string("-Wno-tsan")); // about fences, which we understand
    }
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        words_add(&flags, text_format("-fno-builtin-%s", calls[i]));
    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++) {
        words_add(&flags, text_format("-fno-builtin-%s", wrapped[i]));
        words_add(&link, text_format("-Wl,--wrap=%s", wrapped[i]));
    }
    compile_options c = {.cc = o->cc,
                         .sources = (const char *const *)sources.items,
                         .flags = (const char *const *)flags.items,
                         .link_flags = (const char *const *)link.items,
                         .scratch = o->scratch,
                         .output = o->output,
                         .beside = beside,
                         .assembly = note_assembly,
                         .linked = check_linked,
                         .dump = !clang,
                         .keep = true,
                         .note = assembly,
                         .limits = &compiling};
    bool ok = compile_shared(&c, e);
    o->limits->reached = compiling.reached;
    free(beside);
    words_fini(&flags);
    words_fini(&link);
    words_fini(&sources);
    return ok;
}
