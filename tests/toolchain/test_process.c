// SPDX-License-Identifier: MIT
// Other programs: started, captured, ended; compiled; and scratch directories.

#include "base/memory.h"
#include "toolchain/compile.h"
#include "toolchain/descendants.h"
#include "toolchain/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static process_result run(const char *script, process_options o)
{
    const char *argv[] = {"sh", "-c", script, NULL};
    o.argv = argv;
    process_result r;
    error e = {0};
    assert_true(process_run(&o, &r, &e));
    return r;
}

static void captures_and_exits(void **state)
{
    (void)state;
    process_result r = run("echo out; echo err >&2; exit 3",
                           (process_options){.capture_fd = 1, .merge_stderr = true});
    assert_true(r.exited);
    assert_int_equal(r.code, 3);
    assert_string_equal(r.out.bytes, "out\nerr\n");
    process_result_fini(&r);
}

static void captures_any_descriptor(void **state)
{
    (void)state;
    process_result r = run("echo three >&3", (process_options){.capture_fd = 3});
    assert_string_equal(r.out.bytes, "three\n");
    process_result_fini(&r);
}

static void tells_signals(void **state)
{
    (void)state;
    process_result r = run("kill -SEGV $$", (process_options){.capture_fd = -1});
    assert_false(r.exited);
    assert_int_equal(r.signal, SIGSEGV);
    process_result_fini(&r);
}

static void stdin_is_empty(void **state)
{
    (void)state;
    process_result r = run("cat; echo end", (process_options){.capture_fd = 1});
    assert_string_equal(r.out.bytes, "end\n");
    process_result_fini(&r);
}

static void count_line(void *context, const char *line, size_t length)
{
    text *all = context;
    assert_int_equal(strlen(line), length);
    text_add(all, "<%s>", line);
}

static void gives_lines(void **state)
{
    (void)state;
    text all = {0};
    process_result r =
        run("printf 'a\\n\\nbc\\nrest'",
            (process_options){.capture_fd = 1, .line = count_line, .line_context = &all});
    assert_string_equal(all.bytes, "<a><><bc>");
    assert_string_equal(r.out.bytes, "rest"); // not a complete line
    text_fini(&all);
    process_result_fini(&r);
}

static void much_output(void **state)
{
    (void)state;
    process_result r = run("yes 0123456789 | head -n 100000", (process_options){.capture_fd = 1});
    assert_int_equal(r.out.length, 1100000);
    process_result_fini(&r);
}

// The limit is reached when the program says it is ready, not by the clock.
typedef struct ready {
    volatile sig_atomic_t flag;
    text rest;
} ready;

static void on_ready(void *context, const char *line, size_t length)
{
    ready *r = context;
    if (!strcmp(line, "ready"))
        r->flag = 1;
    else
        text_add_bytes(&r->rest, line, length);
}

static process_result run_until_ready(const char *script, ready *r)
{
    limits l = {.interrupted = &r->flag};
    limits_start(&l);
    return run(script, (process_options){
                           .capture_fd = 1, .limits = &l, .line = on_ready, .line_context = r});
}

// A program that ignores SIGTERM, and what it started, end with the limit.
static void limits_end_it(void **state)
{
    (void)state;
    ready told = {0};
    process_result r =
        run_until_ready("trap '' TERM; echo ready; while :; do sleep 1000; done", &told);
    assert_true(r.timed_out);
    assert_false(r.exited);
    assert_int_equal(r.signal, SIGKILL);
    process_result_fini(&r);
}

static void limits_let_it_speak(void **state)
{
    (void)state;
    ready told = {0};
    process_result r = run_until_ready(
        "trap 'echo so far; exit 5' TERM; echo ready; while :; do sleep 0.01; done", &told);
    assert_true(r.timed_out);
    assert_true(r.exited);
    assert_int_equal(r.code, 5);
    assert_string_equal(told.rest.bytes, "so far");
    text_fini(&told.rest);
    process_result_fini(&r);
}

// A child left behind holds the pipe open; it must not hold us.
static void orphans_do_not_matter(void **state)
{
    (void)state;
    process_result r = run("sleep 1000 & echo done", (process_options){.capture_fd = 1});
    assert_string_equal(r.out.bytes, "done\n");
    process_result_fini(&r);
}

// Each with a session of its own, and gone by itself after 20 s, whatever happens here.
static process_result run_daemons(int count, const char *then, process_options o)
{
    char *script = text_format("i=0; while [ $i -lt %d ]; do setsid -f timeout -s "
                               "KILL 20 sleep 20; i=$((i + 1)); done; %s",
                               count, then);
    process_result r = run(script, o);
    free(script);
    return r;
}

static void too_many_processes_end_it(void **state)
{
    (void)state;
    process_result r = run_daemons(
        60, "sleep 20", (process_options){.capture_fd = 1, .sweep = true, .most_processes = 20});
    assert_true(r.too_many);
    assert_int_equal(descendants_count(), 0);
    process_result_fini(&r);
}

static void some_processes_do_not(void **state)
{
    (void)state;
    process_result r = run_daemons(
        5, "exit 7", (process_options){.capture_fd = -1, .sweep = true, .most_processes = 100});
    assert_false(r.too_many);
    assert_int_equal(r.code, 7);
    assert_int_equal(descendants_count(), 0);
    process_result_fini(&r);
}

// In groups of their own, with more than one each, and one that is in ours.
static void groups_are_ended(void **state)
{
    (void)state;
    process_result r =
        run("for i in 1 2 3 4 5; do setsid -f sh -c 'timeout --foreground -s KILL 20 sleep 20 & "
            "timeout --foreground -s KILL 20 sleep 20 & wait'; done; exit 7",
            (process_options){.capture_fd = -1, .sweep = true});
    assert_int_equal(r.code, 7);
    assert_int_equal(descendants_count(), 0);
    process_result_fini(&r);
}

static void missing_program(void **state)
{
    (void)state;
    const char *argv[] = {"no-such-program-here", NULL};
    for (int fd = -1; fd <= 5; fd++) {
        process_options o = {.argv = argv, .capture_fd = fd};
        process_result r;
        error e = {0};
        assert_false(process_run(&o, &r, &e));
        assert_non_null(strstr(e.message, "no-such-program-here"));
        process_result_fini(&r);
    }
}

static void put(const char *folder, const char *name, const char *bytes)
{
    char *path = text_format("%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(bytes, f) >= 0);
    assert_int_equal(fclose(f), 0);
    free(path);
}

static void scratch_comes_and_goes(void **state)
{
    (void)state;
    error e = {0};
    char *path = scratch_new(&e);
    assert_non_null(path);
    put(path, "file", "x");
    char *copy = memory_string(path);
    scratch_free(path);
    assert_int_equal(access(copy, F_OK), -1);
    free(copy);
}

static bool compile(const char *scratch, const char *a, const char *b, error *e)
{
    char *one = text_format("%s/%s", scratch, a),
         *two = b ? text_format("%s/%s", scratch, b) : NULL;
    char *output = text_format("%s/out.so", scratch);
    const char *sources[] = {one, two, NULL};
    compile_options o = {.sources = sources, .scratch = scratch, .output = output};
    bool ok = compile_shared(&o, e);
    assert_int_equal(ok, access(output, F_OK) == 0);
    free(one);
    free(two);
    free(output);
    return ok;
}

static void compiles(void **state)
{
    (void)state;
    error e = {0};
    char *scratch = scratch_new(&e);
    put(scratch, "a.c", "int a(void); int a(void) { return 1; }\n");
    put(scratch, "b.cpp",
        "#include <vector>\nextern \"C\" int b() { return (int)std::vector<int>(2).size(); }\n");
    assert_true(compile(scratch, "a.c", "b.cpp", &e));
    scratch_free(scratch);
}

static void refuses(void **state)
{
    (void)state;
    error e = {0};
    char *scratch = scratch_new(&e);
    assert_false(compile(scratch, "missing.c", NULL, &e));
    assert_non_null(strstr(e.message, "no such file"));
    put(scratch, "bad.c", "int f(void) { return }\n");
    int saved = dup(STDERR_FILENO);
    assert_non_null(freopen("/dev/null", "w", stderr)); // the compiler's own words
    bool ok = compile(scratch, "bad.c", NULL, &e);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    assert_false(ok);
    assert_non_null(strstr(e.message, "does not compile"));
    scratch_free(scratch);
}

static void finds_its_files(void **state)
{
    (void)state;
    setenv("LINCHPIN_PREFIX", "/opt/linchpin", 1);
    char *path = installed_path("include");
    assert_string_equal(path, "/opt/linchpin/include");
    free(path);
    unsetenv("LINCHPIN_PREFIX");
    path = installed_path("x");
    assert_int_equal(path[0], '/');
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(captures_and_exits),
        cmocka_unit_test(captures_any_descriptor),
        cmocka_unit_test(tells_signals),
        cmocka_unit_test(stdin_is_empty),
        cmocka_unit_test(gives_lines),
        cmocka_unit_test(much_output),
        cmocka_unit_test(limits_end_it),
        cmocka_unit_test(limits_let_it_speak),
        cmocka_unit_test(orphans_do_not_matter),
        cmocka_unit_test(too_many_processes_end_it),
        cmocka_unit_test(some_processes_do_not),
        cmocka_unit_test(groups_are_ended),
        cmocka_unit_test(missing_program),
        cmocka_unit_test(scratch_comes_and_goes),
        cmocka_unit_test(compiles),
        cmocka_unit_test(refuses),
        cmocka_unit_test(finds_its_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
