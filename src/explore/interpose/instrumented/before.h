// SPDX-License-Identifier: MIT
// Read before each of the user's files.

// gcc expands small copies that are asked for by these names in place, and does not tell.
#ifndef __clang__
#ifdef __cplusplus
extern "C" {
#endif
void *linchpin_memcpy(void *, const void *, __SIZE_TYPE__) __asm__("memcpy");
void *linchpin_memmove(void *, const void *, __SIZE_TYPE__) __asm__("memmove");
void *linchpin_memset(void *, int, __SIZE_TYPE__) __asm__("memset");
#ifdef __cplusplus
}
#endif
#define __builtin_memcpy linchpin_memcpy
#define __builtin_memmove linchpin_memmove
#define __builtin_memset linchpin_memset
#endif

// In C++ strings are made from templates in the user's object,
// where their accesses are seen, and not taken from libstdc++, where they are not. The
// library's configuration header sets the macro, and is read once. (Streams cannot be had
// so: their facets are found by objects of which there must be one.)

#if defined(__cplusplus) && __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
