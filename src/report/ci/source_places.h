// SPDX-License-Identifier: MIT
// Places in the user's files, as programs outside know them: by a path from the top of the
// repository, whatever folder linchpin was started in and however the file was named.
//
//     source_places *s = source_places_new(files);
//     source_place p;
//     if (source_places_find(s, "treiber.c:31", &p))
//         … p.file->path, p.line …
//     source_places_free(s);

#ifndef REPORT_SOURCE_PLACES_H
#define REPORT_SOURCE_PLACES_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct source_file {
    char *name;  // as the verdict has it
    char *path;  // from the top if it is inside, else absolute, or `name` where none was found
    bool inside; // of the repository; where there is none, of the current folder
    text bytes;  // the file's; NULL bytes: it was not found, is empty or too large
} source_file;

typedef struct source_place {
    const source_file *file; // NULL: not known; valid as long as the source_places
    uint32_t line, column;   // from 1, columns in characters; 0: not known
} source_place;

typedef struct source_places source_places;

// `given`: files and folders that the command was given; NULL-terminated.
source_places *source_places_new(const char *const *given);
void source_places_free(source_places *s);

// All return whether *out is known.
bool source_places_find(source_places *s, const char *where, source_place *out); // may be NULL
// A file that the command was given, or stdin, as - or as <stdin>; columns count bytes, as in an `error`.
bool source_places_at(source_places *s, const char *path, uint64_t line, uint64_t column,
                      source_place *out);
// Where it is said what is judged: the verify block, or the LP_OBJECT of a test. Of several the
// one that has `also`, such as the spec's name, in its line; may be NULL.
bool source_places_declaration(source_places *s, const char *object, const char *also,
                               source_place *out);

// What is at the place, in words that do not change when lines above are added or removed, or
// something is indented: the line, and the one above it that begins a function or an object,
// as diff -p finds it.
void source_place_words(const source_place *place, text *out);

#endif
