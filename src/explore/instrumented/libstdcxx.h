// SPDX-License-Identifier: MIT
// Read before the user's C++ files: strings are made from templates in the user's object,
// where their accesses are seen, and not taken from libstdc++, where they are not. The
// library's configuration header sets the macro, and is read once. (Streams cannot be had
// so: their facets are found by objects of which there must be one.)

#if defined(__cplusplus) && __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
