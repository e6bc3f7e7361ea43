// SPDX-License-Identifier: MIT
// The user's compiler.

#ifndef TOOLCHAIN_COMPILE_H
#define TOOLCHAIN_COMPILE_H

#include "base/error.h"
#include "base/io/limits.h"
#include "base/text.h"

// Compiles and links `sources` into the shared object `output`, showing the
// compiler's own messages on stderr when it fails. `.cc .cpp .cxx` go to the
// C++ compiler beside `cc` (cc→c++, gcc→g++, clang→clang++).
typedef struct compile_options {
    const char *cc;                // NULL: $CC, else "cc"
    const char *const *sources;    // NULL-terminated
    const char *const *flags;      // for compiling; NULL-terminated; may be NULL
    const char *const *link_flags; // for linking; NULL-terminated; may be NULL
    const char *scratch;           // where object files go
    const char *output;
    const char *beside; // a C++ source of linchpin's own, compiled if one of the others is C++
    bool quiet;         // not even then: the caller has another way
    bool keep;          // objects are kept from run to run: see kept_object.h
    // Is shown the file of assembly that the compiler made of each source, and says what is to be
    // known of it; may be NULL. The first such note is added to `note`.
    bool (*assembly)(const char *source, const char *assembly, text *note, error *e);
    text *note;
    // Is shown each line in which the linker names a file; may be NULL.
    bool (*linked)(const char *line, size_t length, error *e);
    bool dump; // with gcc's last tree form beside it, as ASSEMBLY.opt
    limits *limits;
} compile_options;
bool compile_shared(const compile_options *o, error *e);
bool compile_is_source(const char *name); // C or C++, by its ending

#endif
