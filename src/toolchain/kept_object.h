// SPDX-License-Identifier: MIT
// What a compiler made of one of the user's sources, kept in the cache of compiled_cache.h, so
// that a second run starts at once. It is found by a hash of all that decides what it is:
//
//   - what the preprocessor makes of the source with the same flags, macros included, and the
//     bytes of every file that it read (blanks and comments decide columns in debug information);
//   - the flags, the working directory, and the files that the compiler, its assembler and its linker
//     are, and linchpin, since it also keeps what it noted about the assembly: compiler_identity.h.
//
// With flags that are not known to be harmless, or where the assembler reads files (.incbin), nothing
// is kept. What is linked of such objects alone is kept too; with libraries it is linked anew each
// time: they may have changed.

#ifndef TOOLCHAIN_KEPT_OBJECT_H
#define TOOLCHAIN_KEPT_OBJECT_H

#include "base/io/limits.h"
#include "base/text.h"
#include "base/words.h"

typedef struct kept_object {
    char *path;  // in the cache
    words files; // all that went into it
    char contents[32];
    char *scratch; // a file of the caller's scratch folder
} kept_object;

typedef struct kept_source {
    const char *const *compiler; // its words, as {"ccache", "gcc", "-m32", NULL}
    const char *const *flags;    // NULL-terminated; may be NULL
    const char *source, *scratch;
    bool noted; // notes about the assembly are kept with it
    limits *limits;
} kept_source;

// Where it is or would be kept. False: nowhere.
bool kept_object_find(kept_object *k, const kept_source *s);
// The same for the shared object that is linked of `objects`, NULL-terminated; `s` without a source.
bool kept_link_find(kept_object *k, const kept_source *s, const char *const *objects);
// Puts what is kept into the file `object`, and adds what was noted. False: there is nothing.
bool kept_object_take(const kept_object *k, const char *object, text *note);
// Keeps `object`, unless a file that went into it has changed since kept_object_find.
void kept_object_keep(const kept_object *k, const char *object, const text *note);
void kept_object_fini(kept_object *k);

// What a compiler says to `command`, {"gcc", "--version", NULL}: asked once, and kept.
bool kept_answer(const char *const *command, const char *scratch, limits *l, text *said);

#endif
