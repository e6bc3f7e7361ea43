// SPDX-License-Identifier: MIT
// The user's compiler, as the user's build would call it: one object file per
// source, then one shared object. Names the runner provides stay undefined
// here and are resolved when the runner loads it.

#include "toolchain/compile.h"
#include "base/memory.h"
#include "base/words.h"
#include "toolchain/compile_inputs.h"
#include "toolchain/kept_object.h"
#include "toolchain/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool ends_with(const char *name, const char *const *endings)
{
    const char *dot = strrchr(name, '.');
    for (; dot && *endings; endings++)
        if (!strcmp(dot, *endings))
            return true;
    return false;
}

static bool is_cxx(const char *source)
{
    return ends_with(source, (const char *const[]){".cc", ".cpp", ".cxx", ".C", NULL});
}

bool compile_is_source(const char *name)
{
    return is_cxx(name) || ends_with(name, (const char *const[]){".c", NULL});
}

static bool is_compiled(const char *source)
{
    return ends_with(source, (const char *const[]){".o", ".a", ".so", NULL});
}

// The C++ compiler beside a C compiler: /usr/bin/gcc-12 → /usr/bin/g++-12.
static char *cxx_beside(const char *cc)
{
    static const char *const pairs[][2] = {{"clang", "clang++"}, {"gcc", "g++"}, {"cc", "c++"}};
    const char *slash = strrchr(cc, '/'), *base = slash ? slash + 1 : cc;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const char *at = strstr(base, pairs[i][0]);
        const char *rest = at ? at + strlen(pairs[i][0]) : NULL;
        if (at && strncmp(rest, "++", 2) != 0)
            return text_format("%.*s%s%s", (int)(at - cc), cc, pairs[i][1], rest);
    }
    return memory_string(cc);
}

static bool is_wrapper(const char *word)
{
    const char *slash = strrchr(word, '/'), *base = slash ? slash + 1 : word;
    return !strcmp(base, "ccache") || !strcmp(base, "distcc") || !strcmp(base, "icecc");
}

static void compiler_words(const compile_options *o, bool cxx, words *w)
{
    const char *cc = o->cc ? o->cc : getenv("CC"), *given = getenv("CXX");
    if (cxx && !o->cc && given && *given) {
        words_split(w, given);
        return;
    }
    words_split(w, cc && *cc ? cc : "cc");
    if (!w->count)
        words_add(w, memory_string("cc"));
    size_t name = w->count > 1 && is_wrapper(w->items[0]) ? 1 : 0;
    if (cxx) {
        char *beside = cxx_beside(w->items[name]);
        free(w->items[name]);
        w->items[name] = beside;
    }
}

// Lines of the user's files are in it.
static void show(const text *messages)
{
    text visible = {0};
    text_add_visible(&visible, messages->bytes, messages->length, "\n\t");
    fwrite(visible.bytes, 1, visible.length, stderr);
    text_fini(&visible);
}

// `said`: what the compiler says when all is well; may be NULL.
static bool run_compiler(words *w, const compile_options *o, const char *what, text *said, error *e)
{
    process_options options = {.argv = (const char *const *)w->items,
                               .capture_fd = STDOUT_FILENO,
                               .merge_stderr = true,
                               .tmpdir = o->scratch, // what a killed compiler leaves goes with it
                               .limits = o->limits};
    process_result result;
    bool ok = process_run(&options, &result, e);
    if (ok && result.timed_out)
        ok = error_set(e, "compiling was stopped: %s", limits_reason(o->limits));
    else if (ok && !(result.exited && result.code == 0)) {
        if (result.out.length && !o->quiet)
            show(&result.out);
        ok = result.out.length ? error_set(e, "%s", what)
                               : error_set(e, "%s fails and says nothing: %s", w->items[0], what);
    } else if (ok && said) {
        text_add_bytes(said, result.out.bytes, result.out.length);
    }
    process_result_fini(&result);
    return ok;
}

// `how` is -c or -S.
static bool translate(const compile_options *o, const char *how, const char *source, bool cxx,
                      const char *object, error *e)
{
    words w = {0};
    // Of the user's files, not of those that were made of them.
    bool made = strncmp(source, o->scratch, strlen(o->scratch)) == 0;
    char *rule = compile_inputs_wanted() && !made ? text_format("%s.d", object) : NULL;
    compiler_words(o, cxx, &w);
    words_add(&w, memory_string("-fPIC"));
    words_add_all(&w, o->flags);
    if (rule) {
        words_add(&w, memory_string("-MD"));
        words_add(&w, memory_string("-MF"));
        words_add(&w, memory_string(rule));
    }
    words_add(&w, memory_string(how));
    words_add(&w, memory_string("-o"));
    words_add(&w, memory_string(object));
    words_add(&w, memory_string(source));
    // Paths and macros are what a first try lacks, and "--" is where they go.
    bool hint = o->link_flags && !o->link_flags[0];
    char *what = text_format("%s does not compile%s", source,
                             hint ? "; the compiler's flags go after --" : "");
    bool ok = run_compiler(&w, o, what, NULL, e);
    if (rule)
        compile_inputs_rule(rule);
    free(rule);
    free(what);
    words_fini(&w);
    return ok;
}

static bool is_assembly(const char *path)
{
    return ends_with(path, (const char *const[]){".s", ".S", NULL});
}

static bool compile_one(const compile_options *o, const char *source, const char *object,
                        text *note, error *e)
{
    if (!o->assembly || is_assembly(source))
        return translate(o, "-c", source, is_cxx(source), object, e);
    char *between = text_format("%s.s", object);
    words first = {0};
    words_add_all(&first, o->flags);
    if (o->dump)
        words_add(&first, text_format("-fdump-tree-optimized-lineno=%s.opt", between));
    compile_options whole = *o;
    whole.flags = (const char *const *)first.items;
    bool ok = translate(&whole, "-S", source, is_cxx(source), between, e) &&
              o->assembly(source, between, note, e);
    // It has its line numbers already.
    words flags = {0};
    for (const char *const *f = o->flags; f && *f; f++)
        if (strncmp(*f, "-g", 2) != 0)
            words_add(&flags, memory_string(*f));
    compile_options plain = *o;
    plain.flags = (const char *const *)flags.items;
    ok = ok && translate(&plain, "-c", between, false, object, e);
    words_fini(&flags);
    words_fini(&first);
    free(between);
    return ok;
}

static bool compile_or_take(const compile_options *o, const char *source, const char *object,
                            error *e)
{
    words compiler = {0};
    compiler_words(o, is_cxx(source), &compiler);
    kept_source s = {.compiler = (const char *const *)compiler.items,
                     .flags = o->flags,
                     .source = source,
                     .scratch = o->scratch,
                     .noted = o->assembly,
                     .limits = o->limits};
    kept_object kept = {0};
    text note = {0};
    bool found = o->keep && compile_is_source(source) && kept_object_find(&kept, &s);
    if (found) // also if it does not compile
        compile_inputs_list(&kept.files);
    bool ok = found && kept_object_take(&kept, object, &note);
    if (!ok) {
        ok = compile_one(o, source, object, &note, e);
        if (ok && found)
            kept_object_keep(&kept, object, &note);
    }
    if (ok && note.length && !o->note->length)
        text_add_bytes(o->note, note.bytes, note.length);
    kept_object_fini(&kept);
    text_fini(&note);
    words_fini(&compiler);
    return ok;
}

static bool check_source(const char *source, error *e)
{
    struct stat s;
    if (access(source, R_OK) != 0 || stat(source, &s) != 0)
        return error_at(e, source, 0, 0, "there is no such file, or it cannot be read");
    if (S_ISDIR(s.st_mode))
        return error_at(e, source, 0, 0,
                        "this is a folder; folders of headers go after --, as -- -I%s", source);
    // Compilers take what they do not know for the linker's business.
    if (is_compiled(source) || is_cxx(source) ||
        ends_with(source, (const char *const[]){".c", ".i", ".ii", ".s", ".S", NULL}))
        return true;
    return error_at(e, source, 0, 0,
                    "this is neither C or C++ (.c .cpp .cc .cxx) nor compiled (.o .a .so)");
}

// Where the loader finds libraries that were given as files.
static void add_search_paths(const char *const *sources, words *w)
{
    for (; *sources; sources++) {
        char *path = ends_with(*sources, (const char *const[]){".so", NULL})
                         ? realpath(*sources, NULL)
                         : NULL;
        char *slash = path ? strrchr(path, '/') : NULL;
        if (slash)
            words_add(w, text_format("-Wl,-rpath,%.*s", (int)(slash - path), path));
        free(path);
    }
}

// The file that goes with C++ sources, as the user's flags say but for the language, and
// for headers that are put before every file.
static bool compile_beside(const compile_options *o, words *objects, error *e)
{
    words flags = {0};
    for (const char *const *f = o->flags; f && *f; f++)
        if (!strcmp(*f, "-include") && f[1])
            f++;
        else
            words_add(&flags, memory_string(*f));
    words_add(&flags, memory_string("-std=c++17"));
    words_add(&flags, memory_string("-w"));
    compile_options own = *o;
    own.flags = (const char *const *)flags.items;
    own.assembly = NULL;
    char *object = text_format("%s/beside.o", o->scratch);
    words_add(objects, object);
    bool ok = compile_or_take(&own, o->beside, object, e);
    words_fini(&flags);
    return ok;
}

static bool link_objects(const compile_options *o, bool cxx, const words *objects, error *e)
{
    words w = {0};
    compiler_words(o, cxx, &w);
    words_add(&w, memory_string("-shared"));
    // What the user's code defines is never taken for something of ours.
    words_add(&w, memory_string("-Wl,-Bsymbolic"));
    words_add(&w, memory_string("-fPIC"));
    words_add(&w, memory_string("-o"));
    words_add(&w, memory_string(o->output));
    words_add_all(&w, (const char *const *)objects->items);
    add_search_paths(o->sources, &w);
    words_add_all(&w, o->link_flags);
    text said = {0};
    if (o->linked)
        words_add(&w, memory_string("-Wl,-t,-t")); // names the files, members of archives too
    bool ok = run_compiler(&w, o, "the test does not link", &said, e);
    for (const char *at = said.bytes; ok && o->linked && at && *at;) {
        size_t n = strcspn(at, "\n");
        ok = o->linked(at, n, e);
        at += n + (at[n] == '\n');
    }
    text_fini(&said);
    words_fini(&w);
    return ok;
}

static bool link_or_take(const compile_options *o, bool cxx, const words *objects, error *e)
{
    words compiler = {0};
    compiler_words(o, cxx, &compiler);
    kept_source s = {.compiler = (const char *const *)compiler.items,
                     .flags = o->link_flags,
                     .scratch = o->scratch,
                     .limits = o->limits};
    kept_object kept = {0};
    text none = {0};
    bool all = o->keep;
    for (const char *const *source = o->sources; *source; source++)
        all = all && compile_is_source(*source);
    bool found = all && kept_link_find(&kept, &s, (const char *const *)objects->items);
    bool ok = found && kept_object_take(&kept, o->output, &none);
    if (!ok) {
        ok = link_objects(o, cxx, objects, e);
        if (ok && found)
            kept_object_keep(&kept, o->output, &none);
    }
    text_fini(&none);
    kept_object_fini(&kept);
    words_fini(&compiler);
    return ok;
}

bool compile_shared(const compile_options *o, error *e)
{
    REQUIRE(o->sources && o->sources[0] && o->scratch && o->output && (!o->assembly || o->note));
    bool cxx = false, ok = true;
    for (const char *const *s = o->sources; *s; s++) {
        if (!check_source(*s, e))
            return false;
        cxx = cxx || is_cxx(*s);
    }

    words objects = {0};
    for (size_t i = 0; ok && o->sources[i]; i++) {
        if (is_compiled(o->sources[i])) {
            words_add(&objects, memory_string(o->sources[i]));
            continue;
        }
        char *object = text_format("%s/%zu.o", o->scratch, i);
        words_add(&objects, object);
        ok = compile_or_take(o, o->sources[i], object, e);
    }
    if (ok && cxx && o->beside)
        ok = compile_beside(o, &objects, e);
    ok = ok && link_or_take(o, cxx, &objects, e);
    words_fini(&objects);
    return ok;
}
