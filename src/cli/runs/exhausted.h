// SPDX-License-Identifier: MIT
// The end of the program when there is no memory left: "unknown", with a sentence.

#ifndef CLI_EXHAUSTED_H
#define CLI_EXHAUSTED_H

#include "cli/command.h"

#include <stdbool.h>

void exhausted_prepare(void);
void exhausted_in_json(bool json);            // whether stdout gets a verdict too
void exhausted_to_files(output_files *files); // which files do; NULL: none

#endif
