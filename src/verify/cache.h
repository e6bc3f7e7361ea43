// SPDX-License-Identifier: MIT
// Compiled models are kept, by content, in $LINCHPIN_CACHE, else
// $XDG_CACHE_HOME/linchpin, else ~/.cache/linchpin. LINCHPIN_CACHE=off: not at
// all. The directory must belong to the user and nobody else may write to it, or
// it is not used: what is in it is loaded and run.

#ifndef VERIFY_CACHE_H
#define VERIFY_CACHE_H

#include <stddef.h>

// Where the model with this source, compiled by this compiler, is or would be
// kept. NULL: nowhere. Caller frees.
char *cache_path(const char *source, size_t length, const char *cc);
// Puts a copy of `file` there. That it cannot be done does not matter.
void cache_keep(const char *path, const char *file);

#endif
