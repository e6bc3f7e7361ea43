// SPDX-License-Identifier: MIT
// Which files a compiler reads of the user's: told to who wants to know, such as to run again when
// one of them is saved.

#ifndef TOOLCHAIN_COMPILE_INPUTS_H
#define TOOLCHAIN_COMPILE_INPUTS_H

#include "base/words.h"

#include <stdbool.h>

// For programs, not for the library: from now on `told` hears of each file; NULL: nobody does.
void compile_tell_inputs(void (*told)(const char *path));
bool compile_inputs_wanted(void);
void compile_inputs_list(const words *files);
// What a compiler wrote with -MD -MF: a rule of make.
void compile_inputs_rule(const char *path);

#endif
