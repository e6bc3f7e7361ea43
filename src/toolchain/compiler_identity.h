// SPDX-License-Identifier: MIT
// Would this compiler, called like this, do the same again? What is kept from run to run must not
// outlive the compiler that made it, nor depend on anything that nobody looks at.

#ifndef TOOLCHAIN_COMPILER_IDENTITY_H
#define TOOLCHAIN_COMPILER_IDENTITY_H

#include "base/text.h"

#include <stdbool.h>

// Adds which files the words of a compiler ("ccache", "gcc", "-m32"), its assembler, its linker and
// this program are (path, size, time, inode), and where the linker looks for libraries. False: it is
// not to be found.
bool compiler_identity(const char *const *compiler, text *to);
// Do these flags make a compiler read only what the preprocessor reads, and write only the object?
// Known ones only. `flags` may be NULL.
bool flags_are_plain(const char *const *flags);
// Is no variable set that says where a compiler finds its parts, or makes it write something else?
bool environment_is_plain(void);

#endif
