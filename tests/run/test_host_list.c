// SPDX-License-Identifier: MIT
// Lists of hosts: what is read, and which process goes where.

#include "run/processes/host_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *const names[] = {"replica[p1]", "replica[p2]", "replica[p3]", "client[1]",
                                    "client[2]"};
static const bool clients[] = {false, false, false, true, true};
static const fault_names all = {names, clients, 5};

static bool read_hosts(host_list *l, const char *lines, error *e)
{
    char path[] = "/tmp/linchpin-hosts-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, lines, strlen(lines)), strlen(lines));
    close(fd);
    *l = (host_list){0};
    *e = (error){0};
    bool good = host_list_read(l, &all, path, e);
    unlink(path);
    return good;
}

static void places(const char *lines, const char *expected) // a digit for each process
{
    host_list l;
    error e;
    if (!read_hosts(&l, lines, &e))
        fail_msg("%s", e.message);
    for (size_t i = 0; i < all.count; i++)
        assert_int_equal(l.of[i], expected[i] - '0');
    host_list_fini(&l);
}

static void test_places(void **state)
{
    (void)state;
    places("a\n", "00000");
    places("# two\na\n\nb # the other\n", "01010");
    places("a 1\nb", "01111");
    places("a client[*]\nb\nc", "12100");
    places("a {replica[p1], replica[p3]} client[2]\nb 2", "01010");
    places("a replica[p2]\nb 3\nc 1\n", "10211");
    places("a\nb replica[p3] client[*]\n", "00111");
}

static void test_words(void **state)
{
    (void)state;
    host_list l;
    error e;
    assert_true(
        read_hosts(&l, "alice@lab 5\nlocalhost\nbob@far address=10.0.0.4 2\n127.0.0.3", &e));
    assert_string_equal(l.hosts[0].name, "alice@lab");
    assert_string_equal(l.hosts[0].address, "lab");
    assert_false(l.hosts[0].here);
    assert_int_equal(l.hosts[0].slots, 5);
    assert_true(l.hosts[1].here && l.hosts[3].here);
    assert_string_equal(l.hosts[2].name, "bob@far");
    assert_string_equal(l.hosts[2].address, "10.0.0.4");
    assert_true(l.hosts[2].here);
    host_list_fini(&l);
}

static void wrong(const char *lines, uint64_t line, uint64_t column, const char *sentence)
{
    host_list l;
    error e;
    assert_false(read_hosts(&l, lines, &e));
    if (!strstr(e.message, sentence))
        fail_msg("%s", e.message);
    assert_int_equal(e.line, line);
    assert_int_equal(e.column, column);
    host_list_fini(&l);
}

static void test_wrong(void **state)
{
    (void)state;
    wrong("# nobody\n", 0, 0, "no host in it");
    wrong("a\n-oProxyCommand=sh", 2, 1, "a host is expected");
    wrong("a;b", 1, 1, "a host is expected");
    wrong("alice@", 1, 1, "a host is expected");
    wrong("@a", 1, 1, "a host is expected");
    wrong("a\n b\na", 3, 1, "a is in line 1 already");
    wrong("a 0", 1, 3, "how many processes");
    wrong("a 2 client[*]", 1, 5, "not both");
    wrong("a client[*] 2", 1, 13, "not both");
    wrong("a client[3]", 1, 3, "no process is 'client[3]'");
    wrong("a address=", 1, 11, "an address is expected");
    wrong("a client[1]\nb client[*]", 2, 1, "client[1] is on a already");
    wrong("a 3\nb 1", 0, 0, "no host has room for client[2]");
    wrong("a replica[*]", 0, 0, "no host has room for client[1]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_places), cmocka_unit_test(test_words),
                                       cmocka_unit_test(test_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
