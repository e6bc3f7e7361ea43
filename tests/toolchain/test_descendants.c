// SPDX-License-Identifier: MIT
// Nothing is left of what our children started, whoever of them ends just when all are ended:
// a process whose parent is gone before it is looked at is not known to be ours at first.

#include "toolchain/descendants.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { ROUNDS = 60, ESCAPED = 30 };

// Adopts what gets away from it, and ends after so many microseconds.
static void middle(int ready, long after)
{
    descendants_adopt();
    for (int i = 0; i < ESCAPED; i++)
        if (fork() == 0) {
            setsid();
            for (;;)
                pause();
        }
    (void)!write(ready, "", 1);
    nanosleep(&(struct timespec){.tv_nsec = after * 1000}, NULL);
    _exit(0);
}

static void nobody_is_left(void **state)
{
    (void)state;
    descendants_adopt();
    for (long round = 0; round < ROUNDS; round++) {
        int ready[2];
        char byte;
        assert_int_equal(pipe(ready), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            middle(ready[1], round * 25);
        close(ready[1]);
        assert_int_equal(read(ready[0], &byte, 1), 1);
        close(ready[0]);
        descendants_end();
        assert_int_equal(descendants_count(), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_is_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
