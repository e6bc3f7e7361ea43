// SPDX-License-Identifier: MIT
// man/linchpin.1, which the build puts into the program.

#ifndef CLI_MANUAL_TEXT_H
#define CLI_MANUAL_TEXT_H

#include <stddef.h>

extern const char manual_text[]; // NUL-terminated
extern const size_t manual_text_length;

#endif
