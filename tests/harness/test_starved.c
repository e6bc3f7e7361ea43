// SPDX-License-Identifier: MIT
// What could run, and what waits for somebody: told apart by the kernel.

#include "harness/stress/starved.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static void busy_processes_are_runnable(void **state)
{
    (void)state;
    assert_true(starved_runnable(getpid()));
    double before = starved_ran(getpid());
    assert_true(before > 0);
    while (starved_ran(getpid()) <= before)
        ;
}

// It waits for bytes that never come.
static void waiting_processes_are_not(void **state)
{
    (void)state;
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[1]);
        _exit(read(ends[0], &byte, 1) == 0 ? 0 : 1);
    }
    bool waits = false;
    for (int i = 0; i < 60000 && !waits; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        waits = !starved_runnable(pid);
    }
    assert_true(waits);
    close(ends[1]);
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_false(starved_runnable(pid)); // it is gone
    assert_true(starved_ran(pid) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(busy_processes_are_runnable),
        cmocka_unit_test(waiting_processes_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
