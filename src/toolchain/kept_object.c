// SPDX-License-Identifier: MIT
// See kept_object.h. In the cache stand the note, a NUL, and the object.
//
// As ccache's "preprocessor mode", but that the bytes of the files count too. A list of files as
// -MD gives it would be cheaper, but a header that appears earlier on the path is in no list.

#include "toolchain/kept_object.h"

#include "base/io/file_read.h"
#include "base/memory.h"
#include "toolchain/compiled_cache.h"
#include "toolchain/compiler_identity.h"
#include "toolchain/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

static void add_words(text *key, const char *const *list)
{
    for (; list && *list; list++)
        text_add_bytes(key, *list, strlen(*list) + 1);
    text_add(key, "\n");
}

static bool add_folder(text *key)
{
    char *folder = getcwd(NULL, 0);
    const char *named = getenv("PWD"); // gcc takes this name if it is one of the same folder
    if (folder)
        text_add(key, "%s\n%s\n", folder, named ? named : "");
    free(folder);
    return folder != NULL;
}

// The preprocessed text, with macros: those that are predefined name the compiler's version and
// the processor.
static bool preprocess(const kept_source *s, text *into)
{
    char *output = text_format("%s/kept.i", s->scratch);
    words w = {0};
    words_add_all(&w, s->compiler);
    words_add(&w, memory_string("-fPIC"));
    words_add_all(&w, s->flags);
    static const char *const how[] = {"-E", "-dD", "-o", NULL};
    words_add_all(&w, how);
    words_add(&w, memory_string(output));
    words_add(&w, memory_string(s->source));
    process_options p = {.argv = (const char *const *)w.items,
                         .capture_fd = STDOUT_FILENO,
                         .merge_stderr = true,
                         .tmpdir = s->scratch,
                         .limits = s->limits};
    process_result r = {0};
    error ignored = {0};
    bool ok = process_run(&p, &r, &ignored) && r.exited && r.code == 0 &&
              file_read(output, NULL, into, &ignored);
    process_result_fini(&r);
    unlink(output);
    words_fini(&w);
    free(output);
    return ok;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The name in a line such as: # 12 "/usr/include/stdio.h" 1 3
static char *marked_name(const char *line, size_t length)
{
    const char *end = line + length, *at = memchr(line, '"', length);
    if (length < 3 || line[0] != '#' || line[1] != ' ' || line[2] < '0' || line[2] > '9' || !at)
        return NULL;
    text name = {0};
    for (at++; at < end && *at != '"'; at++) {
        at += *at == '\\' && at + 1 < end;
        text_add_bytes(&name, at, 1);
    }
    return text_take(&name);
}

static void note_files(const text *preprocessed, words *files)
{
    words all = {0};
    const char *end = preprocessed->bytes + preprocessed->length;
    for (const char *at = preprocessed->bytes; at && at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((newline ? newline : end) - at);
        char *name = marked_name(at, n);
        if (name)
            words_add(&all, name);
        at += n + 1;
    }
    if (all.count)
        qsort(all.items, all.count, sizeof *all.items, by_name);
    for (size_t i = 0; i < all.count; i++)
        if (i == 0 || strcmp(all.items[i], all.items[i - 1]) != 0)
            words_add(files, memory_string(all.items[i]));
    words_fini(&all);
}

// Their names are in the preprocessed text. One that is no file's, as "<built-in>" or that of a
// #line, counts too.
static void hash_files(const words *files, char hash[32])
{
    text all = {0}, bytes = {0};
    for (size_t i = 0; i < files->count; i++) {
        struct stat s;
        error ignored = {0};
        text_clear(&bytes);
        bool there = stat(files->items[i], &s) == 0 && S_ISREG(s.st_mode) &&
                     file_read(files->items[i], NULL, &bytes, &ignored);
        XXH128_hash_t h = XXH3_128bits(bytes.bytes ? bytes.bytes : "", there ? bytes.length : 0);
        text_add(&all, "%d %016llx%016llx\n", there, (unsigned long long)h.high64,
                 (unsigned long long)h.low64);
    }
    XXH128_hash_t h = XXH3_128bits(all.bytes ? all.bytes : "", all.length);
    char digits[33];
    snprintf(digits, sizeof digits, "%016llx%016llx", (unsigned long long)h.high64,
             (unsigned long long)h.low64);
    memcpy(hash, digits, 32);
    text_fini(&all);
    text_fini(&bytes);
}

static bool is_plain(const kept_source *s)
{
    bool plain = cache_is_used() && environment_is_plain() && flags_are_plain(s->flags);
    for (const char *const *word = s->compiler; plain && *word; word++)
        plain = **word != '-' || flags_are_plain((const char *const[]){*word, NULL});
    return plain;
}

static bool find(kept_object *k, const kept_source *s, text *key)
{
    add_words(key, s->compiler);
    add_words(key, s->flags);
    hash_files(&k->files, k->contents);
    text_add_bytes(key, k->contents, sizeof k->contents);
    k->path = cache_path(key->bytes, key->length, s->compiler[0]);
    k->scratch = text_format("%s/kept", s->scratch);
    return k->path != NULL;
}

bool kept_object_find(kept_object *k, const kept_source *s)
{
    *k = (kept_object){0};
    text key = {0}, source = {0};
    bool ok = is_plain(s) && compiler_identity(s->compiler, &key) && add_folder(&key) &&
              preprocess(s, &source) &&
              // read by the assembler
              !memmem(source.bytes, source.length, ".incbin", 7) &&
              !memmem(source.bytes, source.length, ".include", 8);
    if (ok) {
        text_add(&key, "object\n%s\n%d\n", s->source, s->noted);
        text_add_bytes(&key, source.bytes, source.length);
        note_files(&source, &k->files);
        ok = find(k, s, &key);
    }
    text_fini(&key);
    text_fini(&source);
    return ok;
}

// Of these flags only those that linchpin adds concern the linker: --wrap=NAME.
static bool no_libraries(const char *const *flags)
{
    for (; flags && *flags; flags++)
        if (!strncmp(*flags, "-l", 2) || !strncmp(*flags, "-L", 2) ||
            !strncmp(*flags, "-fuse-ld", 8) ||
            (!strncmp(*flags, "-Wl,", 4) && strncmp(*flags, "-Wl,--wrap=", 11) != 0))
            return false;
    return true;
}

bool kept_link_find(kept_object *k, const kept_source *s, const char *const *objects)
{
    *k = (kept_object){0};
    text key = {0};
    bool ok = is_plain(s) && no_libraries(s->compiler) && no_libraries(s->flags) &&
              compiler_identity(s->compiler, &key);
    if (ok) {
        words_add_all(&k->files, objects);
        text_add(&key, "linked\n");
        ok = find(k, s, &key);
    }
    text_fini(&key);
    return ok;
}

static bool write_file(const char *path, const char *before, size_t n, const text *rest,
                       size_t from)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        return false;
    bool ok = fwrite(before, 1, n, f) == n &&
              fwrite(rest->bytes + from, 1, rest->length - from, f) == rest->length - from;
    return fclose(f) == 0 && ok;
}

bool kept_answer(const char *const *command, const char *scratch, limits *l, text *said)
{
    kept_object k = {0};
    text key = {0}, none = {0};
    error ignored = {0};
    if (compiler_identity(command, &key)) {
        text_add(&key, "answer\n");
        add_words(&key, command);
        k.path = cache_path(key.bytes, key.length, command[0]);
        k.scratch = text_format("%s/kept", scratch);
        hash_files(&k.files, k.contents); // none
    }
    char *file = text_format("%s/answer", scratch);
    bool ok = k.path && kept_object_take(&k, file, &none) && file_read(file, NULL, said, &ignored);
    if (!ok) {
        process_options p = {
            .argv = command, .capture_fd = STDOUT_FILENO, .merge_stderr = true, .limits = l};
        process_result r = {0};
        ok = process_run(&p, &r, &ignored) && r.exited && r.code == 0;
        if (ok)
            text_add_bytes(said, r.out.bytes ? r.out.bytes : "", r.out.length);
        if (ok && k.path && said->length && write_file(file, "", 0, said, 0))
            kept_object_keep(&k, file, &none);
        process_result_fini(&r);
    }
    unlink(file);
    free(file);
    text_fini(&key);
    text_fini(&none);
    kept_object_fini(&k);
    return ok;
}

bool kept_object_take(const kept_object *k, const char *object, text *note)
{
    text kept = {0};
    error ignored = {0};
    bool ok = cache_take(k->path, k->scratch) && file_read(k->scratch, NULL, &kept, &ignored);
    const char *end = ok ? memchr(kept.bytes, 0, kept.length) : NULL;
    ok = end && write_file(object, "", 0, &kept, (size_t)(end - kept.bytes) + 1);
    if (ok)
        text_add_bytes(note, kept.bytes, (size_t)(end - kept.bytes));
    unlink(k->scratch);
    text_fini(&kept);
    return ok;
}

void kept_object_keep(const kept_object *k, const char *object, const text *note)
{
    char now[sizeof k->contents];
    text bytes = {0};
    error ignored = {0};
    hash_files(&k->files, now);
    if (memcmp(now, k->contents, sizeof now) == 0 && file_read(object, NULL, &bytes, &ignored) &&
        write_file(k->scratch, note->bytes ? note->bytes : "", note->length + 1, &bytes, 0))
        cache_keep(k->path, k->scratch);
    unlink(k->scratch);
    text_fini(&bytes);
}

void kept_object_fini(kept_object *k)
{
    free(k->path);
    free(k->scratch);
    words_fini(&k->files);
    *k = (kept_object){0};
}
