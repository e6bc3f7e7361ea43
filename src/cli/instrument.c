// SPDX-License-Identifier: MIT
// How C code is compiled so that every access to memory arrives at explore's
// scheduler: see instrument.h.

#include "cli/instrument.h"

#include "base/memory.h"
#include "cli/assembly.h"
#include "history/format.h"

#include <stdlib.h>
#include <string.h>

static bool is_clang(const char *cc, limits *l)
{
    const char *given = cc ? cc : getenv("CC");
    words argv = {0};
    words_split(&argv, given && *given ? given : "cc");
    words_add(&argv, memory_string("--version"));
    process_options p = {.argv = (const char *const *)argv.items,
                         .capture_fd = 1,
                         .merge_stderr = true,
                         .limits = l};
    process_result r;
    error ignored;
    bool clang = false;
    if (process_run(&p, &r, &ignored)) {
        clang = r.out.bytes && strstr(r.out.bytes, "clang");
        process_result_fini(&r);
    }
    words_fini(&argv);
    return clang;
}

// The runner has functions of its own for these, as accesses to memory. They
// must stay calls: compilers expand small ones in place, unseen.
static const char *const wrapped[] = {"memcpy",       "memmove",       "memset",      "bzero",
                                      "memcmp",       "strlen",        "strcmp",      "strncmp",
                                      "strcpy",       "strncpy",       "strdup",      "strndup",
                                      "__memcpy_chk", "__memmove_chk", "__memset_chk"};

// Of these it tells when they work on memory that others see.
static const char *const untold[] = {"qsort",    "bsearch",   "strcat",     "strncat",     "stpcpy",
                                     "strchr",   "strrchr",   "strstr",     "strpbrk",     "strspn",
                                     "strcspn",  "strnlen",   "strcasecmp", "strncasecmp", "memchr",
                                     "vsprintf", "vsnprintf", "sprintf",    "snprintf"};

// Where the first inline assembly is that explore does not see into.
static bool note_assembly(void *context, const char *source, const char *assembly, error *e)
{
    text *found = context, bytes = {0}, where = {0};
    const char *slash = strrchr(source, '/');
    bool ok = file_read(assembly, &bytes, e);
    if (ok && !found->length && assembly_find(bytes.bytes, &where))
        text_add(found, "%s has inline assembly that explore does not see into, %s",
                 slash ? slash + 1 : source, where.bytes);
    text_fini(&bytes);
    text_fini(&where);
    return ok;
}

bool instrument(runner_job *j, const cli_arguments *files, const char *output, text *assembly)
{
    words flags = {0}, link = {0};
    limits compiling = j->limits;
    compiling.memory = 0; // that limit is for the exploration
    runner_flags(files, &flags);
    words_add_all(&link, files->after);
    // A large frame touches every page of its own, so none jumps over a guard.
    words_add(&flags, memory_string("-fstack-clash-protection"));
    words_add(&flags, memory_string("-fsanitize=thread")); // linked with our own functions
    if (is_clang(j->o->cc, &compiling)) {
        // Else the read of x++ is left out.
        words_add(&flags, memory_string("-mllvm"));
        words_add(&flags, memory_string("-tsan-instrument-read-before-write=1"));
        words_add(&flags, memory_string("-gdwarf-aranges"));    // where lines are looked up
        words_add(&flags, memory_string("-fstandalone-debug")); // types of libraries too
    } else {
        words_add(&flags, memory_string("-Wno-tsan")); // about fences, which we understand
    }
    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++) {
        words_add(&flags, text_format("-fno-builtin-%s", wrapped[i]));
        words_add(&link, text_format("-Wl,--wrap=%s", wrapped[i]));
    }
    for (size_t i = 0; i < sizeof untold / sizeof *untold; i++)
        words_add(&link, text_format("-Wl,--wrap=%s", untold[i]));
    compile_options c = {.cc = j->o->cc,
                         .sources = files->values,
                         .flags = (const char *const *)flags.items,
                         .link_flags = (const char *const *)link.items,
                         .scratch = j->scratch,
                         .output = output,
                         .assembly = note_assembly,
                         .assembly_context = assembly,
                         .limits = &compiling};
    bool ok = compile_shared(&c, &j->error);
    j->limits.reached = compiling.reached;
    words_fini(&flags);
    words_fini(&link);
    return ok;
}
