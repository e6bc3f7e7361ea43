// SPDX-License-Identifier: MIT
// Whatever others say or take away: a server goes on, or ends with an error by name; and it ends when
// whoever started it is gone.

#include "base/random.h"
#include "base/text.h"
#include "cluster.h"
#include "setting.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void expect_error(program *p, const char *line, const char *what)
{
    program_say(p, "%s", line);
    char *answer = program_line(p);
    if (!answer || strncmp(answer, "error ", 6) != 0 || !strstr(answer, what))
        fail_msg("to '%s' it says '%s'", line, answer ? answer : "nothing");
    free(answer);
}

static void test_bad_commands(void **state)
{
    (void)state;
    cluster c = {0};
    cluster_start(&c, 1, OVER_UNIX_SOCKETS);
    program *p = &c.replicas[0], *client = &c.clients[0];
    expect_error(p, "explode", "is no command");
    expect_error(p, "peer replica[p9] 127.0.0.1:1", "is no server of abd");
    expect_error(p, "peer replica[p2]", "a process and its address");
    expect_error(p, "delay 5..1 *", "range of milliseconds");
    expect_error(p, "skew soon", "microseconds");
    expect_error(p, "workload sessions=1", "is no command"); // it is no client
    expect_error(client, "workload sessions=0", "a number from 1");
    expect_error(client, "workload colour=1", "no setting");
    expect_error(client, "workload sessions", "no setting");
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (int i = 0; i < 500; i++) {
        char line[40];
        size_t length = 1 + rng_below(&r, sizeof line - 2);
        for (size_t at = 0; at < length; at++)
            line[at] = (char)(1 + rng_below(&r, 255));
        for (size_t at = 0; at < length; at++)
            if (line[at] == '\n' || line[at] == 'h') // "heal" is right, and has no answer
                line[at] = ' ';
        line[0] = '!';
        line[length] = 0;
        expect_error(p, line, "");
    }
    cluster_workload(&c, "operations=20");
    cluster_until_done(&c);
    cluster_end(&c);
}

// Runs a replica until its end; what it says on stderr. Caller frees.
static char *last_words(const char *const *argv, int *code)
{
    char errors[] = "/tmp/linchpin-errors-XXXXXX";
    int file = mkstemp(errors);
    assert_true(file >= 0);
    program p;
    program_start(&p, errors, argv);
    free(program_line(&p));
    *code = program_end(&p);
    char *words = calloc(4096, 1);
    assert_non_null(words);
    assert_true(read(file, words, 4095) >= 0);
    close(file);
    unlink(errors);
    return words;
}

static void expect_end(const char *what, const char *const *argv)
{
    int code;
    char *words = last_words(argv, &code);
    if (code != 2 || !strstr(words, what))
        fail_msg("exit code %d, '%s' instead of '%s'", code, words, what);
    free(words);
}

static void test_errors_by_name(void **state)
{
    (void)state;
    cluster c = {0};
    cluster_start(&c, 1, OVER_TCP_PORTS);
    char other[128], used[128], path[160];
    snprintf(other, sizeof other, "%s/other", c.root);
    snprintf(used, sizeof used, "%s/p1", c.root);
    snprintf(path, sizeof path, "unix:%s/here", c.root);
#define EXPECT_END(what, ...) expect_end(what, (const char *[]){REPLICA, __VA_ARGS__, NULL})
    EXPECT_END("address already in use", "p1", "--directory", other, "--listen", c.address[1]);
    EXPECT_END("in use by another process", "p1", "--directory", used);
    EXPECT_END("there is no replica[p7]", "p7", "--directory", other);
    EXPECT_END("which replica?", "--directory", other);
    EXPECT_END("--directory is missing", "p1");
    EXPECT_END("no option --colour", "p1", "--colour", "red");
    EXPECT_END("is no number", "p1", "--seed", "x");
    EXPECT_END("is no address", "p1", "--directory", other, "--listen", "here");
    EXPECT_END("No such file", "p1", "--directory", "/nowhere/at/all");
    EXPECT_END("cannot write", "p1", "--directory", other, "--trace", "/nowhere/at/all");
    EXPECT_END("another process", "p2", "--directory", other); // p1 was there
    program p;
    // A socket whose process was killed is taken over; one whose process lives is not.
    for (int killed = 0; killed < 2; killed++) {
        char directory[160];
        snprintf(directory, sizeof directory, "%s/%d", c.root, killed);
        const char *argv[] = {REPLICA, "p1", "--directory", directory, "--listen", path, NULL};
        program_start(&p, NULL, argv);
        char *line = program_line(&p);
        assert_true(line && strncmp(line, "ready replica[p1] unix:", 23) == 0);
        free(line);
        if (!killed)
            program_kill(&p, SIGKILL);
    }
    EXPECT_END("address already in use", "p1", "--directory", other, "--listen", path);
    assert_int_equal(program_end(&p), 0);
    cluster_end(&c);
}

static void test_full_disk(void **state)
{
    (void)state;
    cluster c = {0};
    struct rlimit before, small = {20000, 0};
    cluster_start(&c, 1, OVER_UNIX_SOCKETS);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    program_kill(&c.replicas[0], SIGKILL);
    small.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    cluster_start_replica(&c, 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    cluster_workload(&c, "sessions=4");
    while (
        !program_has_ended(&c.replicas[0])) // the other two go on, and what clients tell is read:
        cluster_until(&c, c.returns + 10);  // who waits to tell more sends nothing
    assert_int_equal(program_end(&c.replicas[0]), 2);
    cluster_until(&c, c.returns + 100);
    cluster_start_replica(&c, 0); // there is room again
    cluster_until(&c, c.returns + 100);
    program_say(&c.clients[0], "drain");
    cluster_until_done(&c);
    cluster_judge(&c);
    cluster_end(&c);
}

// Whatever becomes of whoever started it.
static void test_end_of_stdin(void **state)
{
    (void)state;
    char root[] = "/tmp/linchpin-end-XXXXXX", directory[64];
    assert_non_null(mkdtemp(root));
    const char *argv[] = {REPLICA, "p1", "--directory", directory, NULL};
    for (int how = 0; how < 3; how++) {
        int pids[2];
        snprintf(directory, sizeof directory, "%s/%d", root, how);
        assert_int_equal(pipe(pids), 0);
        pid_t starter = fork();
        if (starter == 0) {
            program p;
            program_start(&p, NULL, argv);
            char *line = program_line(&p);
            if (!line || strncmp(line, "ready ", 6) != 0)
                _exit(1);
            if (write(pids[1], &p.pid, sizeof p.pid) != sizeof p.pid)
                _exit(1);
            if (how == 0)
                _exit(0);
            if (how == 1)
                raise(SIGKILL);
            close(p.in); // and then the program is waited for
            _exit(waitpid(p.pid, NULL, 0) == p.pid ? 0 : 1);
        }
        close(pids[1]);
        pid_t replica, none;
        assert_int_equal(read(pids[0], &replica, sizeof replica), sizeof replica);
        assert_true(waitpid(starter, NULL, 0) == starter);
        // Its last copy of this pipe is closed when it ends.
        assert_int_equal(read(pids[0], &none, sizeof none), 0);
        close(pids[0]);
    }
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    assert_int_equal(system(command), 0);
}

// A file ends before the loop begins: so does the process, as it should.
static void test_stdin_is_a_file(void **state)
{
    (void)state;
    char root[] = "/tmp/linchpin-file-XXXXXX", command[512];
    assert_non_null(mkdtemp(root));
    snprintf(
        command, sizeof command,
        "echo figures >'%s/lines' && '%s' p1 --directory '%s/p1' <'%s/lines' >'%s/said' && "
        "'%s' p1 --directory '%s/p1' </dev/null >/dev/null && grep -q '^ready replica' '%s/said'",
        root, REPLICA, root, root, root, REPLICA, root, root);
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    signal(SIGXFSZ, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_commands),    cmocka_unit_test(test_errors_by_name),
        cmocka_unit_test(test_full_disk),       cmocka_unit_test(test_end_of_stdin),
        cmocka_unit_test(test_stdin_is_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
