// SPDX-License-Identifier: MIT
// Whoever connects to a server and is none of its peers is refused by name, and whatever is sent to it does no harm.

#include "abd/abd.h"
#include "base/random.h"
#include "cluster.h"
#include "net/wire/frames.h"
#include "setting.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include <cmocka.h>

static int connect_to(const char *address)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    a.sin_port = htons((uint16_t)atoi(strchr(address, ':') + 1));
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(s >= 0 && connect(s, (struct sockaddr *)&a, sizeof a) == 0);
    return s;
}

static void send_all(int s, const lp_bytes *b)
{
    size_t at = 0;
    while (at < b->length) {
        ssize_t sent = send(s, b->data + at, b->length - at, MSG_NOSIGNAL);
        if (sent <= 0)
            return; // it has hung up already
        at += (size_t)sent;
    }
}

// All that it says until it hangs up.
static lp_bytes read_to_end(int s)
{
    lp_bytes all = {0};
    uint8_t bytes[4096];
    ssize_t got;
    shutdown(s, SHUT_WR);
    while ((got = read(s, bytes, sizeof bytes)) > 0)
        bytes_put(&all, bytes, (size_t)got);
    close(s);
    return all;
}

static hello good_hello(uint32_t client)
{
    return (hello){.version = abd_system.version,
                   .from = {NAME_CLIENT, client},
                   .to = {2, 0},
                   .incarnation = 5};
}

static void expect_refusal(const char *address, const hello *h, const char *why)
{
    lp_bytes b = {0};
    frame_put_hello(&b, h);
    int s = connect_to(address);
    send_all(s, &b);
    lp_bytes answer = read_to_end(s);
    assert_true(answer.length > FRAME_HEAD && answer.data[FRAME_HEAD] == FRAME_REFUSED);
    bytes_put_byte(&answer, 0);
    if (!strstr((const char *)answer.data + FRAME_HEAD + 1, why))
        fail_msg("it says '%s'", (const char *)answer.data + FRAME_HEAD + 1);
    bytes_fini(&b);
    bytes_fini(&answer);
}

static void test_refusals(void **state)
{
    (void)state;
    cluster c = {0};
    cluster_start(&c, 1, OVER_TCP_PORTS);
    hello h = good_hello(9);
    h.version++;
    expect_refusal(c.address[0], &h, "another version");
    h = good_hello(9);
    h.to.number = 1;
    expect_refusal(c.address[0], &h, "another process listens");
    h = good_hello(9);
    h.from.kind = 1; // an operation is no process
    expect_refusal(c.address[0], &h, "no such process");
    h = good_hello(0);
    expect_refusal(c.address[0], &h, "no such process");
    // The client of the cluster has its number already, once it is connected.
    cluster_workload(&c, "operations=10");
    cluster_until_done(&c);
    h = good_hello(1);
    for (unsigned i = 0; i < REPLICAS; i++) {
        h.to.number = i;
        char *line = NULL; // it may not have got to all three yet
        while (!line || strstr(line, "connections=0")) {
            free(line);
            program_say(&c.replicas[i], "figures");
            line = program_line(&c.replicas[i]);
        }
        free(line);
        expect_refusal(c.address[i], &h, "another client has had this number");
    }
    cluster_end(&c);
}

static void put_rubbish(rng *r, lp_bytes *b, uint32_t client)
{
    static const uint8_t store[] = {4, 0, 2, 0, 1, 0, 0, 0, 0x90, 0, 0, 0x20, 0, 2, 0, 0, 0,
                                    0, 0, 0, 0, 0, 0, 0, 0, 0,    0, 0, 0,    0, 0, 0, 0, 0};
    hello h = good_hello(client);
    if (rng_below(r, 8))
        frame_put_hello(b, &h);
    for (uint64_t frames = rng_below(r, 4); frames; frames--) {
        size_t length = rng_below(r, sizeof store + 1);
        frame_put_data(b, rng_below(r, 2), 1 + rng_below(r, 3), 1 + rng_below(r, 2), length + 1);
        bytes_put_byte(b, (uint8_t)(length << 1));
        bytes_put(b, store, length);
    }
    for (uint64_t damage = rng_below(r, 3); damage && b->length; damage--)
        b->data[rng_below(r, b->length)] = (uint8_t)rng_next(r);
    if (b->length && rng_below(r, 4) == 0)
        b->length = rng_below(r, b->length);
    for (uint64_t more = rng_below(r, 8) ? 0 : rng_below(r, 100); more; more--)
        bytes_put_byte(b, (uint8_t)rng_next(r));
}

static void test_rubbish_on_sockets(void **state)
{
    (void)state;
    cluster c = {0};
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    cluster_start(&c, 1, OVER_TCP_PORTS);
    cluster_workload(&c, "sessions=2 keys=1");
    for (uint32_t i = 0; i < 400; i++) {
        lp_bytes b = {0};
        put_rubbish(&r, &b, 100 + i);
        int s = connect_to(c.address[i % REPLICAS]);
        send_all(s, &b);
        lp_bytes answer = read_to_end(s);
        bytes_fini(&answer);
        bytes_fini(&b);
    }
    program_say(&c.clients[0], "drain");
    cluster_until_done(&c);
    cluster_end(&c); // with exit code 0
}

// As they are sent to a port of datagrams: rubbish, frames under a wrong checksum, and a hello of one who then goes on
// with what was never agreed.
static void put_bad_datagram(rng *r, lp_bytes *b, uint32_t client)
{
    lp_bytes frames = {0};
    if (rng_below(r, 2)) {
        hello h = good_hello(client);
        frame_put_hello(&frames, &h);
    }
    put_rubbish(r, &frames, client);
    uint64_t seed = rng_below(r, 4) ? good_hello(client).version : rng_next(r);
    bytes_put_word(b, XXH3_64bits_withSeed(frames.data, frames.length, seed));
    bytes_put(b, frames.data, frames.length);
    bytes_fini(&frames);
}

static void test_rubbish_in_datagrams(void **state)
{
    (void)state;
    cluster c = {0};
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    cluster_start(&c, 1, OVER_UDP_PORTS);
    cluster_workload(&c, "sessions=2 keys=1");
    for (uint32_t i = 0; i < 2000; i++) {
        struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        a.sin_port = htons((uint16_t)atoi(strrchr(c.address[i % REPLICAS], ':') + 1));
        lp_bytes b = {0};
        put_bad_datagram(&r, &b, 100 + i);
        int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        assert_true(sendto(s, b.data, b.length, 0, (struct sockaddr *)&a, sizeof a) >= 0);
        close(s);
        bytes_fini(&b);
    }
    cluster_until(&c, c.returns + 100);
    program_say(&c.clients[0], "drain");
    cluster_until_done(&c);
    cluster_judge(&c);
    cluster_end(&c); // with exit code 0
}

// Whoever connects and then says nothing, or not all of it, does not keep his place.
static void test_no_hello(void **state)
{
    (void)state;
    cluster c = {0};
    cluster_start(&c, 1, OVER_TCP_PORTS);
    int silent = connect_to(c.address[0]), slow = connect_to(c.address[0]);
    char byte;
    assert_int_equal(write(slow, "\20\0\0\0\1", 5), 5);
    assert_int_equal(read(silent, &byte, 1), 0);
    assert_int_equal(read(slow, &byte, 1), 0);
    close(silent);
    close(slow);
    cluster_workload(&c, "operations=10");
    cluster_until_done(&c);
    cluster_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_rubbish_on_sockets),
        cmocka_unit_test(test_rubbish_in_datagrams),
        cmocka_unit_test(test_no_hello),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
