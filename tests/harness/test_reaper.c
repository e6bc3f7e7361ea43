// SPDX-License-Identifier: MIT
// Children that have ended are seen as waitpid sees them, and reaped later, but not never.

#include "harness/stress/reaper.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static pid_t child_that(int exits, int dies)
{
    pid_t child = fork();
    if (child == 0) {
        if (dies)
            kill(getpid(), dies);
        _exit(exits);
    }
    assert_true(child > 0);
    return child;
}

static bool is_reaped(pid_t child)
{
    return waitpid(child, NULL, WNOHANG) < 0 && errno == ECHILD;
}

static void sees_how_a_child_ended(void **state)
{
    (void)state;
    int status, direct;
    pid_t exits = child_that(3, 0), dies = child_that(0, SIGKILL);
    assert_true(reaper_look(exits, true, &status));
    assert_int_equal(waitpid(exits, &direct, 0), exits);
    assert_int_equal(status, direct);
    assert_int_equal(WEXITSTATUS(status), 3);
    assert_true(reaper_look(dies, true, &status));
    assert_int_equal(waitpid(dies, &direct, 0), dies);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), WTERMSIG(direct));
}

static void does_not_wait_unless_told(void **state)
{
    (void)state;
    int status, pipes[2];
    char byte = 0;
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        ssize_t n = read(pipes[0], &byte, 1);
        _exit(n == 1 ? 0 : 1);
    }
    assert_false(reaper_look(child, false, &status));
    assert_int_equal(write(pipes[1], &byte, 1), 1);
    assert_true(reaper_look(child, true, &status));
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    waitpid(child, NULL, 0);
    close(pipes[0]);
    close(pipes[1]);
}

static void keeps_some_and_reaps_the_oldest(void **state)
{
    (void)state;
    enum { CHILDREN = REAPER_MOST + 5 };
    reaper r = {0};
    pid_t children[CHILDREN];
    for (int i = 0; i < CHILDREN; i++) {
        int status;
        children[i] = child_that(i, 0);
        assert_true(reaper_look(children[i], true, &status));
        reaper_take(&r, children[i]);
    }
    for (int i = 0; i < CHILDREN; i++)
        assert_int_equal(is_reaped(children[i]), i < CHILDREN - REAPER_MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sees_how_a_child_ended),
        cmocka_unit_test(does_not_wait_unless_told),
        cmocka_unit_test(keeps_some_and_reaps_the_oldest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
