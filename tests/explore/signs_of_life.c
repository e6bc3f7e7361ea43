// SPDX-License-Identifier: MIT
// The watchdog gives signs of life, newlines, on the descriptor that verdicts are written to. A
// verdict may be longer than a pipe holds, and its reader slow: no newline gets into its middle.

#include "explore/runtime/watchdog.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { LENGTH = 1 << 20 }; // a pipe holds 2^16

static _Noreturn void tell(int answer, atomic_uint *alive)
{
    static char line[LENGTH + 1];
    memset(line, 'v', LENGTH);
    line[LENGTH] = '\n';
    const watchdog_plan plan = {.hang = 0.08, .answer = answer, .alive = alive};
    error e;
    if (!watchdog_start(&plan, &e))
        _exit(1);
    while (!atomic_load(alive))
        ;
    watchdog_tell(answer, line, sizeof line);
    unsigned now = atomic_load(alive);
    while (atomic_load(alive) == now) // signs of life are given again after it
        ;
    _exit(0);
}

static void no_sign_of_life_in_the_middle_of_a_line(void **state)
{
    (void)state;
    atomic_uint *alive =
        mmap(NULL, sizeof *alive, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(alive != MAP_FAILED);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        tell(ends[1], alive);
    close(ends[1]);
    while (atomic_load(alive) < 2) // the pipe is full, and the watchdog has looked
        assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
    static char seen[2 * LENGTH];
    size_t size = 0;
    for (ssize_t n = 1; n > 0; size += (size_t)n) {
        n = read(ends[0], seen + size, sizeof seen - size);
        assert_true(n >= 0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    size_t begin = strspn(seen, "\n"), length = strspn(seen + begin, "v");
    assert_int_equal(length, LENGTH);
    size_t rest = begin + length;
    assert_int_equal(strspn(seen + rest, "\n"), size - rest);
    assert_true(size - rest > 1); // the end of the line, and a sign of life
    munmap(alive, sizeof *alive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_sign_of_life_in_the_middle_of_a_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
