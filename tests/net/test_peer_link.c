// SPDX-License-Identifier: MIT
// Two links over a network that loses, repeats, delays and reorders frames, and connections that
// break: every message arrives exactly once, those that ask for it after all that were sent before them.

#include "base/random.h"
#include "net/wire/frames.h"
#include "net/wire/peer_link.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 200 };

typedef struct frame {
    uint64_t number;
    unsigned flags;
    uint32_t value;
} frame;

typedef struct world {
    rng random;
    peer_link from, to;
    frame wire[4096];
    size_t on_wire;
    uint64_t acks[64];
    size_t ack_count;
    bool in_order[MOST + 1]; // of message i
    bool arrived[MOST + 1];
    uint32_t sent, delivered;
} world;

static void deliver(world *w, uint64_t number, uint32_t value)
{
    assert_true(value >= 1 && value <= w->sent && value == number);
    assert_false(w->arrived[value]);
    w->arrived[value] = true;
    w->delivered++;
    for (uint32_t before = 1; w->in_order[value] && before < value; before++)
        assert_true(w->arrived[before]);
}

static void send_one(world *w)
{
    lp_bytes head = {0}, body = {0};
    if (w->sent == MOST)
        return;
    w->sent++;
    w->in_order[w->sent] = rng_below(&w->random, 2);
    bytes_put_word(&head, w->sent);
    for (uint64_t n = rng_below(&w->random, 20); n; n--)
        bytes_put_byte(&body, (uint8_t)w->sent);
    assert_true(link_send(&w->from, w->in_order[w->sent] ? LINK_IN_ORDER : 0, &head, &body) ==
                w->sent);
    bytes_fini(&head);
    bytes_fini(&body);
}

// Puts what is unsent on the wire, as the bytes say it.
static void transmit(world *w)
{
    uint64_t count = link_sendable(&w->from, 1 + rng_below(&w->random, 300));
    if (!count)
        return;
    size_t length;
    uint64_t first = w->from.sent + 1;
    const uint8_t *wire = link_on_wire(&w->from, first, count, &length);
    lp_bytes bytes = bytes_view(wire, length);
    for (uint64_t i = 0; i < count; i++) {
        frame f = {.number = first + i};
        const uint8_t *message;
        size_t size;
        assert_true(frame_get_message(&bytes, &f.flags, &message, &size));
        lp_bytes read = bytes_view(message, size);
        f.value = (uint32_t)bytes_get_word(&read);
        for (size_t at = 8; at < size; at++)
            assert_int_equal(message[at], (uint8_t)f.value);
        // One in eight comes twice. One that is lost stays unacknowledged until the connection breaks.
        uint64_t copies = rng_below(&w->random, 8);
        for (copies = copies == 0 ? 2 : copies == 1 ? 0 : 1; copies; copies--)
            if (w->on_wire < sizeof w->wire / sizeof *w->wire)
                w->wire[w->on_wire++] = f;
    }
    assert_true(lp_get_end(&bytes));
    w->from.sent += count;
}

static void arrive(world *w)
{
    if (!w->on_wire)
        return;
    size_t which = rng_below(&w->random, w->on_wire);
    frame f = w->wire[which];
    w->wire[which] = w->wire[--w->on_wire];
    uint32_t value = f.value;
    link_held next;
    switch (link_arrive(&w->to, f.number, f.flags, (const uint8_t *)&value, sizeof value)) {
    case LINK_DELIVER:
        deliver(w, f.number, value);
        break;
    case LINK_DUPLICATE:
        assert_true(w->arrived[value]);
        break;
    case LINK_HELD:
        assert_true(f.flags & LINK_IN_ORDER);
        break;
    case LINK_TOO_FAR:
        fail();
    }
    while (link_next(&w->to, &next)) {
        memcpy(&value, next.bytes, sizeof value);
        deliver(w, next.number, value);
        free(next.bytes);
    }
}

static void acknowledge(world *w)
{
    bool changed;
    if (rng_below(&w->random, 2)) {
        if (w->ack_count < 64)
            w->acks[w->ack_count++] = w->to.received;
    } else if (w->ack_count) {
        size_t which = rng_below(&w->random, w->ack_count); // they may overtake each other, too
        uint64_t number = w->acks[which];
        w->acks[which] = w->acks[--w->ack_count];
        assert_true(link_acknowledge(&w->from, number, &changed));
    }
}

static void reconnect(world *w)
{
    bool changed;
    w->on_wire = w->ack_count = 0;
    assert_true(link_acknowledge(&w->from, w->to.received, &changed));
    link_reconnect(&w->from);
}

static void run_case(uint64_t seed)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    rng_init(&w->random, seed);
    uint64_t messages = rng_below(&w->random, MOST + 1);
    for (uint64_t steps = 0; w->delivered < messages; steps++) {
        switch (rng_below(&w->random, 16)) {
        case 0:
        case 1:
        case 2:
            if (w->sent < messages)
                send_one(w);
            break;
        case 3:
        case 4:
        case 5:
            transmit(w);
            break;
        case 6:
        case 7:
            acknowledge(w);
            break;
        case 8:
            if (rng_below(&w->random, 8) == 0)
                reconnect(w);
            break;
        default:
            arrive(w);
        }
        assert_true(link_check(&w->from) && link_check(&w->to));
        assert_true(steps < 1000000);
    }
    reconnect(w);
    assert_true(w->to.received == messages && w->from.acknowledged == messages);
    assert_true(w->to.beyond_count == 0 && w->to.held_count == 0);
    link_fini(&w->from);
    link_fini(&w->to);
    free(w);
}

static void test_exactly_once(void **state)
{
    (void)state;
    uint64_t seed = setting("LINCHPIN_SEED", 1);
    for (uint64_t n = setting("LINCHPIN_CASES", 4000); n; n--)
        run_case(seed++);
}

static void test_window(void **state)
{
    (void)state;
    peer_link l = {0};
    lp_bytes none = {0};
    bool changed;
    for (int i = 0; i < LINK_WINDOW + 10; i++)
        link_send(&l, 0, &none, &none);
    assert_int_equal(link_sendable(&l, SIZE_MAX), LINK_WINDOW);
    l.sent = LINK_WINDOW;
    assert_int_equal(link_sendable(&l, SIZE_MAX), 0);
    assert_true(link_acknowledge(&l, 3, &changed) && changed);
    assert_int_equal(link_sendable(&l, SIZE_MAX), 3);
    assert_false(link_acknowledge(&l, LINK_WINDOW + 11, &changed)); // never sent
    assert_int_equal(link_arrive(&l, LINK_WINDOW + 1, 0, NULL, 0), LINK_TOO_FAR);
    assert_int_equal(link_arrive(&l, 0, 0, NULL, 0), LINK_TOO_FAR);
    assert_int_equal(link_arrive(&l, LINK_WINDOW, 0, NULL, 0), LINK_DELIVER);
    assert_int_equal(link_arrive(&l, LINK_WINDOW, 0, NULL, 0), LINK_DUPLICATE);
    link_fini(&l);
}

// Whoever says of one number that it must wait, and then that it need not, is not heard twice.
static void test_same_number_otherwise(void **state)
{
    (void)state;
    static const uint8_t byte[1] = {7};
    peer_link l = {0};
    link_held next;
    assert_int_equal(link_arrive(&l, 3, LINK_IN_ORDER, byte, 1), LINK_HELD);
    assert_int_equal(link_arrive(&l, 3, 0, byte, 1), LINK_HELD);
    assert_int_equal(link_arrive(&l, 3, LINK_IN_ORDER, byte, 1), LINK_HELD);
    assert_int_equal(link_first_beyond(&l), 3);
    assert_int_equal(link_arrive(&l, 2, 0, byte, 1), LINK_DELIVER);
    assert_false(link_next(&l, &next));
    assert_int_equal(link_first_beyond(&l), 2);
    assert_int_equal(link_arrive(&l, 1, LINK_IN_ORDER, byte, 1), LINK_DELIVER);
    assert_true(link_next(&l, &next) && next.number == 3 && next.length == 1);
    free(next.bytes);
    assert_false(link_next(&l, &next));
    assert_int_equal(link_first_beyond(&l), 0);
    assert_true(link_check(&l));
    link_fini(&l);
}

// As many as fit, and never none: what is too long by itself goes alone.
static void test_fitting(void **state)
{
    (void)state;
    peer_link l = {0};
    lp_bytes none = {0};
    static const size_t lengths[] = {3, 0, 9, 1, 200};
    for (size_t i = 0; i < 5; i++) {
        uint8_t bytes[200] = {0};
        lp_bytes body = bytes_view(bytes, lengths[i]);
        link_send(&l, 0, &none, &body);
    }
    for (uint64_t first = 1; first <= 5; first++)
        for (size_t bytes = 0; bytes < 250; bytes++) {
            uint64_t count = 0;
            size_t length = 0;
            while (first + count <= 5 && (!count || length <= bytes))
                link_on_wire(&l, first, ++count, &length);
            count -= count > 1 && length > bytes;
            assert_int_equal(link_fitting(&l, first, 5, bytes), count);
        }
    assert_int_equal(link_bytes_on_way(&l), 0);
    l.sent = 2;
    assert_int_equal(link_bytes_on_way(&l), 5);
    link_fini(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exactly_once),
        cmocka_unit_test(test_window),
        cmocka_unit_test(test_same_number_otherwise),
        cmocka_unit_test(test_fitting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
