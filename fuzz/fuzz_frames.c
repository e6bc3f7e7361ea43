// SPDX-License-Identifier: MIT
// Fuzz target: what comes over a connection between two processes. A hello that is accepted is the same when written
// and read again; messages lie within their frame, and whatever their numbers are, the link keeps its
// invariants. See fuzz.h.

#include "fuzz.h"
#include "fuzz_input.h"
#include "net/wire/frames.h"
#include "net/wire/peer_link.h"

const char *const fuzz_words[] = {"\1", "\2", "\3", "\4", "\5", "\x7f", "\xff\xff\xff\xff", NULL};

static void add_frames(rng *r, lp_bytes *b)
{
    for (uint64_t left = 1 + rng_below(r, 4); left; left--)
        switch (rng_below(r, 4)) {
        case 0:
            frame_put_hello(b, &(hello){.version = rng_next(r),
                                        .from = {NAME_CLIENT, 7},
                                        .to = {2, 1},
                                        .incarnation = rng_next(r),
                                        .received = rng_below(r, 1000)});
            break;
        case 1:
            frame_put_ack(b, rng_below(r, 9), rng_below(r, 2) * 12);
            break;
        case 2:
            frame_put_refused(b, "another client has had this number");
            break;
        default:
            frame_put_data(b, rng_below(r, 9), 1 + rng_below(r, 5), 3, 9);
            bytes_put(b, "\6abc\5de\2f", 9); // the second one in order
        }
}

void fuzz_input(rng *r, text *out)
{
    lp_bytes b = {0};
    add_frames(r, &b);
    text_add_bytes(out, (const char *)b.data, b.length);
    bytes_fini(&b);
}

static void read_hello(lp_bytes *frame)
{
    hello h, again;
    const char *why = NULL;
    if (!frame_get_hello(frame, &h, &why)) {
        MUST(why);
        return;
    }
    lp_bytes b = {0};
    frame_put_hello(&b, &h);
    lp_bytes back = bytes_view(b.data + FRAME_HEAD + 1, b.length - FRAME_HEAD - 1);
    MUST(frame_get_hello(&back, &again, &why) && again.version == h.version &&
         name_same(again.from, h.from) && name_same(again.to, h.to) &&
         again.incarnation == h.incarnation && again.received == h.received);
    bytes_fini(&b);
}

static void read_data(peer_link *l, lp_bytes *frame)
{
    data_frame d;
    unsigned flags;
    const uint8_t *bytes;
    size_t length;
    link_held next;
    if (!frame_get_data(frame, &d))
        return;
    for (uint64_t i = 0; i < d.count && frame_get_message(frame, &flags, &bytes, &length); i++) {
        MUST(bytes >= frame->data && bytes + length <= frame->data + frame->length);
        link_arrive(l, d.first + i, flags, bytes, length);
        while (link_next(l, &next))
            free(next.bytes);
        MUST(link_check(l));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    peer_link l = {0};
    uint64_t acknowledged, beyond;
    for (size_t at = 0, whole; at < size; at += whole) {
        whole = frame_whole(data + at, size - at);
        if (!whole || whole > size - at) // SIZE_MAX: no frame
            break;
        lp_bytes frame = bytes_view(data + at + FRAME_HEAD, whole - FRAME_HEAD);
        switch (bytes_get_byte(&frame)) {
        case FRAME_HELLO:
            read_hello(&frame);
            break;
        case FRAME_DATA:
            read_data(&l, &frame);
            break;
        case FRAME_ACK:
            if (frame_get_ack(&frame, &acknowledged, &beyond))
                MUST(lp_get_end(&frame));
            break;
        default:
            break;
        }
    }
    link_fini(&l);
    return 0;
}
