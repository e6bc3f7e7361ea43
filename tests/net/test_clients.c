// SPDX-License-Identifier: MIT
// Clients from outside: the command line and the C library, beside a workload; and what traces say.

#include "abd/abd_client.h"
#include "base/memory.h"
#include "base/text.h"
#include "cluster.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void write_servers(const cluster *c, char path[128])
{
    snprintf(path, 128, "%s/servers", c->root);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "# where they are\n");
    for (unsigned i = 0; i < REPLICAS; i++)
        fprintf(file, "replica[p%u] %s\n", i + 1, c->address[i]);
    assert_int_equal(fclose(file), 0);
}

static void expect_line(program *p, const char *wanted)
{
    char *line = program_line(p);
    if (!line || strcmp(line, wanted) != 0)
        fail_msg("'%s' instead of '%s'", line ? line : "nothing", wanted);
    free(line);
}

static void test_command_line(void **state)
{
    (void)state;
    cluster c = {0};
    char servers[128];
    program p;
    cluster_start(&c, 1, OVER_TCP_PORTS);
    cluster_workload(&c, "sessions=2 keys=2");
    write_servers(&c, servers);
    const char *argv[] = {CLIENT, "--servers", servers, "--key", "7",
                          "read", "write",     "-5",    "read",  NULL};
    program_start(&p, NULL, argv);
    expect_line(&p, "nil");
    expect_line(&p, "ok");
    expect_line(&p, "-5");
    assert_int_equal(program_end(&p), 0);
    const char *again[] = {CLIENT, "read", "--key", "7", "--servers", servers, NULL};
    for (int i = 0; i < 20; i++) {
        program_start(&p, NULL, again);
        expect_line(&p, "-5");
        assert_int_equal(program_end(&p), 0);
    }
    program_say(&c.clients[0], "drain");
    cluster_until_done(&c);
    cluster_judge(&c);
    cluster_end(&c);
}

static void test_bad_command_lines(void **state)
{
    (void)state;
    char errors[] = "/tmp/linchpin-errors-XXXXXX", servers[] = "/tmp/linchpin-servers-XXXXXX";
    int file = mkstemp(errors), listed = mkstemp(servers);
    assert_true(file >= 0 && listed >= 0);
    assert_int_equal(write(listed, "replica[p1] unix:/nowhere\nreplica[p4] 127.0.0.1:1\n", 50), 50);
    const struct {
        const char *says;
        const char *argv[8];
    } cases[] = {
        {"which method?", {CLIENT}},
        {"--servers is missing", {CLIENT, "read"}},
        {"No such file", {CLIENT, "read", "--servers", "/nowhere/at/all"}},
        {":2:1: 'replica[p4]' is no server of abd", {CLIENT, "read", "--servers", servers}},
        {"--number N", {CLIENT, "--driven"}},
        {"no option --colour", {CLIENT, "--colour"}},
        {"--key takes N", {CLIENT, "--key"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        program p;
        char words[512] = "";
        assert_int_equal(ftruncate(file, 0), 0);
        program_start(&p, errors, cases[i].argv);
        assert_int_equal(program_end(&p), 2);
        assert_true(pread(file, words, sizeof words - 1, 0) >= 0);
        if (!strstr(words, cases[i].says))
            fail_msg("'%s' instead of '%s'", words, cases[i].says);
    }
    close(file);
    close(listed);
    unlink(errors);
    unlink(servers);
}

typedef struct tally {
    int returned;
    lp_value last;
} tally;

static void count(void *data, lp_value result)
{
    tally *t = data;
    t->returned++;
    t->last = result;
}

static void test_library(void **state)
{
    (void)state;
    cluster c = {0};
    char servers[128], why[LP_CLIENT_ERROR];
    lp_value v;
    tally t = {0};
    assert_null(abd_client_open("/nowhere/at/all", why));
    assert_non_null(strstr(why, "No such file"));
    cluster_start(&c, 1, OVER_UNIX_SOCKETS);
    write_servers(&c, servers);
    abd_client *a = abd_client_open(servers, why), *b = abd_client_open(servers, why);
    assert_true(a && b);
    assert_true(abd_read(a, 1, LP_FOR_EVER, &v) && lp_is_nil(v));
    assert_true(abd_write(a, 1, INT64_MIN, LP_FOR_EVER));
    assert_true(abd_read(b, 1, LP_FOR_EVER, &v) && lp_to_int(v) == INT64_MIN);
    for (int i = 0; i < 100; i++)
        abd_submit_write(a, 2, i, count, &t);
    assert_true(lp_client_wait(a, LP_FOR_EVER) && t.returned == 100);
    abd_submit_read(b, 2, count, &t);
    assert_true(lp_client_wait(b, LP_FOR_EVER) && t.returned == 101);
    assert_true(t.last.kind == LP_KIND_INT && t.last.bits >= 0 && t.last.bits < 100);
    // Without a majority nothing returns; what was given up comes back, or not.
    program_kill(&c.replicas[0], 9);
    program_kill(&c.replicas[1], 9);
    assert_false(abd_write(a, 1, 8, 1));
    assert_false(abd_read(a, 1, 0, &v));
    abd_submit_read(b, 1, count, &t);
    assert_false(lp_client_wait(b, 1));
    lp_client_close(b);
    cluster_start_replica(&c, 1);
    assert_true(abd_read(a, 1, LP_FOR_EVER, &v));
    assert_true(lp_to_int(v) == INT64_MIN || lp_to_int(v) == 8);
    abd_client_close(a);
    abd_client_close(NULL);
    cluster_end(&c);
}

// ---- Traces ----

typedef struct trace_message {
    char from[64], to[64], link[64]; // link: the other process
    char process[64];
    char *what;
    uint64_t number;
    bool sent;
} trace_message;

typedef struct trace_messages {
    trace_message *items;
    size_t count, capacity, actions;
} trace_messages;

// The text between two marks of a line.
static bool between(const char *line, const char *before, const char *after, char *into,
                    size_t size)
{
    const char *start = strstr(line, before);
    if (!start)
        return false;
    start += strlen(before);
    const char *end = strstr(start, after);
    if (!end || (size_t)(end - start) >= size)
        return false;
    memcpy(into, start, (size_t)(end - start));
    into[end - start] = 0;
    return true;
}

static void read_trace(trace_messages *all, const char *path, const char *process)
{
    char line[4096], step[32], what[1024], number[32];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        trace_message m = {0};
        assert_true(between(line, "\"step\":\"", "\"", step, sizeof step));
        assert_true(between(line, "\"what\":\"", "\"", what, sizeof what));
        if (strcmp(step, "send") != 0 && strcmp(step, "receive") != 0) {
            all->actions++;
            continue;
        }
        m.sent = strcmp(step, "send") == 0;
        assert_true(between(line, "\"at\":\"", "\"", m.sent ? m.from : m.to, 64));
        assert_true(between(line, "\"with\":\"", "\"", m.sent ? m.to : m.from, 64));
        if (!between(line, "\"link\":\"", "\"", m.link, 64))
            fail_msg("%s", line);
        assert_true(between(line, "\"number\":", "}", number, sizeof number));
        snprintf(m.process, sizeof m.process, "%s", process);
        m.number = strtoull(number, NULL, 10);
        m.what = memory_string(what);
        MEMORY_GROW(all->items, all->capacity, all->count + 1);
        all->items[all->count++] = m;
    }
    fclose(file);
}

// By link, number, and sending before receiving.
static int by_link(const void *left, const void *right)
{
    const trace_message *a = left, *b = right;
    int order = strcmp(a->sent ? a->process : a->link, b->sent ? b->process : b->link);
    if (!order)
        order = strcmp(a->sent ? a->link : a->process, b->sent ? b->link : b->process);
    if (!order)
        order = (a->number > b->number) - (a->number < b->number);
    return order ? order : (int)b->sent - (int)a->sent;
}

static void test_traces(void **state)
{
    (void)state;
    cluster c = {.traced = true};
    trace_messages all = {0};
    char path[160], process[32];
    cluster_start(&c, 2, OVER_UNIX_SOCKETS);
    cluster_workload(&c, "sessions=4 operations=300 keys=2");
    for (unsigned i = 0; i < 9; i++) {
        cluster_until(&c, 50 * (i + 1));
        program_kill(&c.replicas[i % 3], 9);
        cluster_start_replica(&c, i % 3);
    }
    cluster_until_done(&c);
    for (unsigned i = 0; i < REPLICAS; i++) {
        // What the last turn of one that is killed has written is cut off when it recovers.
        program_kill(&c.replicas[i], 9);
        cluster_start_replica(&c, i);
        assert_int_equal(program_end(&c.replicas[i]), 0);
    }
    for (unsigned i = 0; i < REPLICAS; i++) {
        snprintf(path, sizeof path, "%s/p%u.trace", c.root, i + 1);
        snprintf(process, sizeof process, "replica[p%u]", i + 1);
        read_trace(&all, path, process);
    }
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(program_end(&c.clients[i]), 0);
        snprintf(path, sizeof path, "%s/client%u.trace", c.root, i + 1);
        snprintf(process, sizeof process, "client[%u]", i + 1);
        read_trace(&all, path, process);
    }
    c.client_count = 0;
    qsort(all.items, all.count, sizeof *all.items, by_link);
    size_t received = 0;
    for (size_t i = 0; i < all.count; i++) {
        const trace_message *m = &all.items[i], *before = i ? &all.items[i - 1] : NULL;
        if (m->sent) { // once
            assert_true(!before || by_link(before, m) < 0);
            continue;
        }
        received++; // once, and what was sent
        assert_true(before && before->sent && before->number == m->number);
        assert_string_equal(before->what, m->what);
        assert_string_equal(before->from, m->from);
        assert_string_equal(before->to, m->to);
    }
    assert_true(received >= 600 * 8 && all.actions >= 600 * 4);
    for (size_t i = 0; i < all.count; i++)
        free(all.items[i].what);
    free(all.items);
    cluster_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_command_line),
        cmocka_unit_test(test_bad_command_lines),
        cmocka_unit_test(test_library),
        cmocka_unit_test(test_traces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
