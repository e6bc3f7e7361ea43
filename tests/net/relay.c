// SPDX-License-Identifier: MIT
#include "relay.h"

#include "base/memory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

enum { LARGEST = 1 << 16 };

static int new_socket(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    assert_true(s >= 0 && bind(s, (struct sockaddr *)&a, sizeof a) == 0);
    return s;
}

void relay_begin(relay *r, uint64_t seed, unsigned bad)
{
    *r = (relay){.front = new_socket(), .stranger = new_socket(), .bad = bad};
    rng_init(&r->random, seed);
}

void relay_end(relay *r)
{
    for (unsigned i = 0; i < r->route_count; i++)
        close(r->routes[i].back);
    for (unsigned i = 0; i < r->kept_count; i++)
        free(r->kept[i].bytes);
    close(r->front);
    close(r->stranger);
}

void relay_to(relay *r, const char *address, char *front, size_t size)
{
    struct sockaddr_in own;
    socklen_t length = sizeof own;
    assert_int_equal(strncmp(address, "udp:127.0.0.1:", 14), 0);
    r->server = (struct sockaddr_in){.sin_family = AF_INET,
                                     .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                     .sin_port = htons((uint16_t)atoi(address + 14))};
    assert_int_equal(getsockname(r->front, (struct sockaddr *)&own, &length), 0);
    snprintf(front, size, "udp:127.0.0.1:%u", ntohs(own.sin_port));
}

static unsigned route_of(relay *r, const struct sockaddr_in *client)
{
    for (unsigned i = 0; i < r->route_count; i++)
        if (r->routes[i].client.sin_port == client->sin_port)
            return i;
    if (r->route_count == RELAY_ROUTES) { // the oldest is forgotten
        close(r->routes[0].back);
        memmove(r->routes, r->routes + 1, (RELAY_ROUTES - 1) * sizeof *r->routes);
        r->route_count--;
        for (unsigned i = 0; i < r->kept_count; i++)
            r->kept[i].route -= r->kept[i].route > 0;
    }
    r->routes[r->route_count].client = *client;
    r->routes[r->route_count].back = new_socket();
    return r->route_count++;
}

static bool happens(relay *r)
{
    return rng_below(&r->random, 1000) < r->bad;
}

static void send_from(int from, const struct sockaddr_in *to, const relayed *d)
{
    // Whoever does not get it has lost it.
    ssize_t n = sendto(from, d->bytes, d->length, 0, (const struct sockaddr *)to, sizeof *to);
    assert_true(n == (ssize_t)d->length || errno != EINVAL);
}

static void pass_on(relay *r, relayed *d)
{
    const struct sockaddr_in *client = &r->routes[d->route].client;
    send_from(d->forth ? r->routes[d->route].back : r->front, d->forth ? &r->server : client, d);
    if (happens(r)) {
        send_from(r->stranger, d->forth ? &r->server : client, d);
        r->replayed++;
    }
}

static void take(relay *r, relayed d)
{
    if (happens(r)) {
        r->lost++;
        free(d.bytes);
        return;
    }
    if (happens(r)) {
        d.bytes[rng_below(&r->random, d.length)] ^= (uint8_t)(1 + rng_below(&r->random, 255));
        r->damaged++;
    }
    pass_on(r, &d);
    if (!happens(r) || r->kept_count == RELAY_KEPT) {
        free(d.bytes);
        return;
    }
    r->kept[r->kept_count++] = d; // it comes once more, later
    r->repeated++;
}

static void hear(relay *r, int from, bool forth, unsigned route)
{
    uint8_t bytes[LARGEST];
    struct sockaddr_in who;
    socklen_t size = sizeof who;
    for (ssize_t n; size = sizeof who, (n = recvfrom(from, bytes, sizeof bytes, 0,
                                                     (struct sockaddr *)&who, &size)) > 0;) {
        relayed d = {forth ? route_of(r, &who) : route, forth, (size_t)n,
                     memory_copy(bytes, (size_t)n)};
        if (!happens(r) || r->kept_count == RELAY_KEPT) {
            take(r, d);
            continue;
        }
        r->kept[r->kept_count++] = d; // others overtake it
        r->overtaken++;
    }
}

void relay_turn(relay *r)
{
    hear(r, r->front, true, 0);
    for (unsigned i = 0; i < r->route_count; i++)
        hear(r, r->routes[i].back, false, i);
    while (r->kept_count && (rng_below(&r->random, 4) == 0 || !r->bad)) {
        unsigned which = (unsigned)rng_below(&r->random, r->kept_count);
        relayed d = r->kept[which];
        r->kept[which] = r->kept[--r->kept_count];
        pass_on(r, &d);
        free(d.bytes);
    }
}
