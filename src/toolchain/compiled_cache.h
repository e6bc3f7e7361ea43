// SPDX-License-Identifier: MIT
// What was compiled (models, and the user's sources: see kept_object.h) is kept, by content, in
// $LINCHPIN_CACHE, else $XDG_CACHE_HOME/linchpin, else ~/.cache/linchpin. LINCHPIN_CACHE=off: not at
// all. The directory must belong to the user and nobody else may write to it, or
// it is not used: what is in it is loaded and run. The same goes for each file.
//
// A file ends with a hash of its name and of what comes before, so one that was cut
// short, damaged, or put in place of another is taken for none, and is replaced. What is
// loaded is a copy of the bytes that were hashed: what happens to the file meanwhile does
// not matter.

#ifndef TOOLCHAIN_COMPILED_CACHE_H
#define TOOLCHAIN_COMPILED_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CACHE_BYTES = 256 << 20 }; // kept in all, and now and then a little more

bool cache_is_used(void); // there is a directory for it
// Where what this compiler makes of this source is or would be kept. NULL: nowhere.
// Caller frees.
char *cache_path(const char *source, size_t length, const char *cc);
// Copies what is kept there to the file `to`. False: there is nothing, or it is not
// as it was kept.
bool cache_take(const char *path, const char *to);
// Puts a copy of `file` there, whole or not at all, and now and then trims. That it cannot be done does not matter.
void cache_keep(const char *path, const char *file);
// Removes those not used for longest until at most so many bytes are kept, and what
// writers left behind that were killed.
void cache_trim(const char *directory, uint64_t bytes);

#endif
