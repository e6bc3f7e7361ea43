// SPDX-License-Identifier: MIT
// The log of a process: whatever kills it, what it has appended is there, and nothing torn.

#include "base/random.h"
#include "base/text.h"
#include "net/record/journal.h"
#include "setting.h"
#include "temporary.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char directory[TEMPORARY_SIZE];
static char path[128], next_path[128];

static int make_directory(void **state)
{
    (void)state;
    temporary_name(directory, "linchpin-journal");
    if (!mkdtemp(directory))
        return -1;
    snprintf(path, sizeof path, "%s/log", directory);
    snprintf(next_path, sizeof next_path, "%s/log.next", directory);
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    unlink(path);
    unlink(next_path);
    return rmdir(directory);
}

// Records hold 1, 2, 3 … and padding that depends on the number.
typedef struct seen {
    uint64_t last;
} seen;

static void fill(lp_bytes *record, uint64_t number)
{
    bytes_clear(record);
    bytes_put_word(record, number);
    for (uint64_t i = 0; i < number * 7 % 40; i++)
        bytes_put_byte(record, (uint8_t)(number + i));
}

static bool apply(void *data, lp_bytes *record)
{
    seen *s = data;
    uint64_t number = bytes_get_word(record);
    assert_true(number == s->last + 1);
    s->last = number;
    for (uint64_t i = 0; i < number * 7 % 40; i++)
        assert_int_equal(bytes_get_byte(record), (uint8_t)(number + i));
    return true;
}

static journal *open_log(seen *s, error *e)
{
    uint64_t incarnation = 77;
    bool existed;
    *s = (seen){0};
    journal *j = journal_open(directory, 5, &incarnation, &existed, apply, s, e);
    if (j)
        assert_true(incarnation == 77);
    return j;
}

static void append(journal *j, uint64_t number)
{
    lp_bytes record = {0};
    error e = {0};
    fill(&record, number);
    assert_true(journal_append(j, &record, false, &e));
    bytes_fini(&record);
}

static void test_torn_tails(void **state)
{
    (void)state;
    seen s;
    error e = {0};
    struct stat info;
    off_t ends[11] = {0};
    unlink(path);
    journal *j = open_log(&s, &e);
    assert_non_null(j);
    for (uint64_t i = 0; i <= 10; i++) {
        if (i)
            append(j, i);
        assert_int_equal(stat(path, &info), 0);
        ends[i] = info.st_size;
    }
    journal_close(j);
    // Cut off at every byte, from the end: what is whole is there, and it can be gone on with.
    for (off_t at = ends[10]; at >= ends[0]; at--) {
        assert_int_equal(truncate(path, at), 0);
        uint64_t whole = 10;
        while (ends[whole] > at)
            whole--;
        j = open_log(&s, &e);
        assert_non_null(j);
        assert_true(s.last == whole);
        journal_close(j);
        assert_int_equal(stat(path, &info), 0);
        assert_true(info.st_size == ends[whole]);
    }
    // Rubbish at the end, of any length.
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (int n = 0; n < 200; n++) {
        int file = open(path, O_WRONLY | O_APPEND);
        for (uint64_t bytes = rng_below(&r, 40); bytes; bytes--) {
            uint8_t byte = (uint8_t)rng_next(&r);
            assert_int_equal(write(file, &byte, 1), 1);
        }
        close(file);
        j = open_log(&s, &e);
        assert_non_null(j);
        assert_true(s.last == (uint64_t)n);
        append(j, (uint64_t)n + 1);
        journal_close(j);
    }
}

// A child appends and says so; it is killed at some moment. What it has said is there.
static void test_killed(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    seen s;
    error e = {0};
    unlink(path);
    for (int round = 0; round < 30; round++) {
        int pipes[2];
        uint64_t said = 0, number;
        assert_int_equal(pipe(pipes), 0);
        pid_t child = fork();
        if (child == 0) {
            journal *j = open_log(&s, &e);
            for (number = s.last + 1; j; number++) {
                append(j, number);
                if (write(pipes[1], &number, sizeof number) != sizeof number)
                    break;
            }
            _exit(1);
        }
        close(pipes[1]);
        for (uint64_t n = 1 + rng_below(&r, 300); n; n--)
            assert_int_equal(read(pipes[0], &said, sizeof said), sizeof said);
        kill(child, SIGKILL);
        while (read(pipes[0], &number, sizeof number) == sizeof number)
            said = number;
        close(pipes[0]);
        assert_true(waitpid(child, NULL, 0) == child);
        journal *j = open_log(&s, &e);
        assert_non_null(j);
        assert_true(s.last >= said && s.last <= said + 1);
        journal_close(j);
    }
}

static void test_replaced(void **state)
{
    (void)state;
    seen s;
    error e = {0};
    unlink(path);
    journal *j = open_log(&s, &e);
    append(j, 1);
    append(j, 2);
    lp_bytes record = {0};
    fill(&record, 1);
    assert_true(journal_replace(j, &record, &e));
    bytes_fini(&record);
    append(j, 2);
    append(j, 3);
    journal_close(j);
    j = open_log(&s, &e);
    assert_true(j && s.last == 3);
    assert_int_equal(access(next_path, F_OK), -1);
    // Half a replacement is no log: the process was killed before it was in its place.
    int file = open(next_path, O_WRONLY | O_CREAT, 0666);
    assert_int_equal(write(file, "linch", 5), 5);
    close(file);
    journal_close(j);
    j = open_log(&s, &e);
    assert_true(j && s.last == 3);
    journal_close(j);
}

static void test_errors(void **state)
{
    (void)state;
    seen s;
    error e = {0};
    unlink(path);
    journal *j = open_log(&s, &e);
    assert_null(open_log(&s, &e));
    assert_non_null(strstr(e.message, "in use"));
    append(j, 1);
    journal_close(j);
    uint64_t incarnation = 1;
    bool existed;
    assert_null(journal_open(directory, 6, &incarnation, &existed, apply, &s, &e));
    assert_non_null(strstr(e.message, "another version"));
    assert_null(journal_open("/nowhere/at/all", 5, &incarnation, &existed, apply, &s, &e));
    assert_non_null(strstr(e.message, "No such file"));
    // No log at all.
    FILE *file = fopen(path, "w");
    fputs("something else entirely, and long enough for a head", file);
    fclose(file);
    assert_null(open_log(&s, &e));
    assert_non_null(strstr(e.message, "no log"));
}

static void test_full_disk(void **state)
{
    (void)state;
    seen s;
    error e = {0};
    struct rlimit before, small = {200, 200};
    unlink(path);
    signal(SIGXFSZ, SIG_IGN);
    journal *j = open_log(&s, &e);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    lp_bytes record = {0};
    uint64_t number = 1;
    for (; fill(&record, number), journal_append(j, &record, false, &e); number++)
        assert_true(number < 100);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    bytes_fini(&record);
    assert_non_null(strstr(e.message, "cannot write"));
    assert_non_null(strstr(e.message, path));
    journal_close(j);
    j = open_log(&s, &e);
    assert_true(j && s.last == number - 1);
    journal_close(j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_torn_tails), cmocka_unit_test(test_killed),
        cmocka_unit_test(test_replaced),   cmocka_unit_test(test_errors),
        cmocka_unit_test(test_full_disk),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
