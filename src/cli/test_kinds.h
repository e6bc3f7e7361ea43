// SPDX-License-Identifier: MIT
// What `linchpin new` can write: the tests in templates/, which are installed with the program.

#ifndef CLI_TEST_KINDS_H
#define CLI_TEST_KINDS_H

#include "base/error.h"
#include "base/words.h"

char *test_kinds_folder(void); // caller frees
// "queue" for queue_test.c, if the names of the files end with `ending`, _test.c: sorted.
bool test_kinds_list(const char *folder, const char *ending, words *kinds, error *e);

#endif
