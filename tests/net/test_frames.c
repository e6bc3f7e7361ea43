// SPDX-License-Identifier: MIT
// Frames come out as they went in; damaged ones are refused, or are frames.

#include "base/random.h"
#include "net/wire/frames.h"
#include "net/wire/peer_link.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static lp_bytes body_of(const lp_bytes *b, frame_kind kind)
{
    assert_true(frame_whole(b->data, b->length) == b->length);
    lp_bytes frame = bytes_view(b->data + FRAME_HEAD, b->length - FRAME_HEAD);
    assert_int_equal(bytes_get_byte(&frame), kind);
    return frame;
}

static void test_round_trip(void **state)
{
    (void)state;
    hello h = {.version = 0xfedcba9876543210,
               .from = {NAME_CLIENT, 7},
               .to = {2, 1},
               .incarnation = 99,
               .received = 12345678901},
          back;
    const char *why = NULL;
    lp_bytes b = {0};
    frame_put_hello(&b, &h);
    lp_bytes frame = body_of(&b, FRAME_HELLO);
    assert_true(frame_get_hello(&frame, &back, &why));
    assert_true(back.version == h.version && name_same(back.from, h.from) &&
                name_same(back.to, h.to) && back.incarnation == 99 && back.received == h.received);
    bytes_clear(&b);
    frame_put_data(&b, 5, 6, 2, 4);
    static const uint8_t messages[] = {2 << 1 | 1, 'h', 'i', 0};
    bytes_put(&b, messages, sizeof messages);
    frame = body_of(&b, FRAME_DATA);
    data_frame d;
    assert_true(frame_get_data(&frame, &d) && d.acknowledged == 5 && d.first == 6 && d.count == 2);
    unsigned flags;
    const uint8_t *bytes;
    size_t length;
    assert_true(frame_get_message(&frame, &flags, &bytes, &length));
    assert_true(flags == LINK_IN_ORDER && length == 2 && memcmp(bytes, "hi", 2) == 0);
    assert_true(frame_get_message(&frame, &flags, &bytes, &length) && !flags && !length);
    assert_true(lp_get_end(&frame));
    bytes_fini(&b);
}

static void test_lengths(void **state)
{
    (void)state;
    static const uint8_t none[4] = {0}, huge[4] = {255, 255, 255, 255}, some[4] = {3, 0, 0, 0};
    assert_true(frame_whole(some, 3) == 0);
    assert_true(frame_whole(some, 4) == 7);
    assert_true(frame_whole(none, 4) == SIZE_MAX);
    assert_true(frame_whole(huge, 4) == SIZE_MAX);
}

static void read_anything(lp_bytes frame)
{
    hello h;
    data_frame d;
    const char *why = NULL;
    unsigned flags;
    const uint8_t *bytes;
    size_t length;
    switch (bytes_get_byte(&frame)) {
    case FRAME_HELLO:
        if (!frame_get_hello(&frame, &h, &why))
            assert_non_null(why);
        break;
    case FRAME_DATA:
        if (!frame_get_data(&frame, &d))
            break;
        for (uint64_t i = 0; i < d.count && frame_get_message(&frame, &flags, &bytes, &length); i++)
            for (size_t at = 0; at < length; at++)
                assert_true(bytes + at < frame.data + frame.length);
        break;
    default:
        bytes_get_number(&frame);
        lp_get_end(&frame);
    }
}

static void test_damaged(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t n = setting("LINCHPIN_CASES", 50000); n; n--) {
        lp_bytes b = {0};
        if (rng_below(&r, 2)) {
            frame_put_hello(&b, &(hello){.version = rng_next(&r), .from = {0, 1}});
        } else {
            frame_put_data(&b, rng_below(&r, 9), rng_below(&r, 9), rng_below(&r, 9), 9);
            bytes_put(&b, "\6abc\4de\2f", 9);
        }
        for (uint64_t damage = rng_below(&r, 4); damage; damage--)
            b.data[FRAME_HEAD + rng_below(&r, b.length - FRAME_HEAD)] = (uint8_t)rng_next(&r);
        size_t length = 1 + rng_below(&r, b.length - FRAME_HEAD);
        uint8_t *exact = malloc(length); // so that the sanitizer sees reading past the end
        assert_non_null(exact);
        memcpy(exact, b.data + FRAME_HEAD, length);
        read_anything(bytes_view(exact, length));
        free(exact);
        bytes_fini(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
