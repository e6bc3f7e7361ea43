// SPDX-License-Identifier: MIT
#include "net/wire/peer_link.h"

#include "base/error.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void link_fini(peer_link *l)
{
    for (size_t i = 0; i < l->held_count; i++)
        free(l->held[i].bytes);
    free(l->held);
    free(l->beyond);
    free(l->entries);
    bytes_fini(&l->kept);
    *l = (peer_link){0};
}

uint64_t link_send(peer_link *l, unsigned flags, const lp_bytes *head, const lp_bytes *body)
{
    size_t length = head->length + body->length, before = l->kept.length;
    REQUIRE(length <= LINK_LONGEST);
    bytes_put_number(&l->kept, (uint64_t)length << 1 | (flags & LINK_IN_ORDER));
    bytes_put(&l->kept, head->data, head->length);
    bytes_put(&l->kept, body->data, body->length);
    MEMORY_GROW(l->entries, l->entry_capacity, l->entry_count + 1);
    l->entries[l->entry_count++] =
        (link_entry){l->dropped + before, (uint32_t)(l->kept.length - before)};
    return ++l->last;
}

// Moves what is kept to the front when more is gone than is left: each byte moves once on average.
static void compact(peer_link *l)
{
    size_t count = l->entry_count - l->kept_from;
    uint64_t end = l->dropped + l->kept.length;
    uint64_t first = count ? l->entries[l->kept_from].offset : end;
    size_t gone = (size_t)(first - l->dropped);
    if (gone * 2 < l->kept.length && l->kept_from * 2 < l->entry_count)
        return;
    memmove(l->kept.data, l->kept.data + gone, l->kept.length - gone);
    l->kept.length -= gone;
    l->dropped = first;
    memmove(l->entries, l->entries + l->kept_from, count * sizeof *l->entries);
    l->entry_count = count;
    l->kept_from = 0;
}

bool link_acknowledge(peer_link *l, uint64_t number, bool *changed)
{
    *changed = false;
    if (number > l->last)
        return false;
    if (number <= l->acknowledged)
        return true;
    l->kept_from += number - l->acknowledged;
    l->acknowledged = number;
    if (l->sent < number)
        l->sent = number;
    compact(l);
    *changed = true;
    return true;
}

void link_reconnect(peer_link *l)
{
    l->sent = l->acknowledged;
}

const uint8_t *link_on_wire(const peer_link *l, uint64_t first, uint64_t count, size_t *length)
{
    assert(count && first > l->acknowledged && first + count - 1 <= l->last);
    const link_entry *from = &l->entries[l->kept_from + (first - l->acknowledged - 1)];
    const link_entry *to = from + (count - 1);
    *length = (size_t)(to->offset + to->length - from->offset);
    return l->kept.data + (from->offset - l->dropped);
}

size_t link_bytes_on_way(const peer_link *l)
{
    size_t length;
    if (l->sent == l->acknowledged)
        return 0;
    link_on_wire(l, l->acknowledged + 1, l->sent - l->acknowledged, &length);
    return length;
}

uint64_t link_fitting(const peer_link *l, uint64_t first, uint64_t last, size_t bytes)
{
    assert(first > l->acknowledged && first <= last && last <= l->last);
    const link_entry *from = &l->entries[l->kept_from + (first - l->acknowledged - 1)];
    uint64_t fit = 1, over = last - first + 2; // so many are short enough together; so many are not
    if (from[over - 2].offset + from[over - 2].length - from->offset <= bytes)
        return over - 1;
    while (fit + 1 < over) {
        uint64_t middle = (fit + over) / 2;
        if (from[middle - 1].offset + from[middle - 1].length - from->offset <= bytes)
            fit = middle;
        else
            over = middle;
    }
    return fit;
}

uint64_t link_sendable(const peer_link *l, size_t bytes)
{
    uint64_t most = l->acknowledged + LINK_WINDOW;
    if (most > l->last)
        most = l->last;
    return l->sent >= most ? 0 : link_fitting(l, l->sent + 1, most, bytes);
}

uint64_t link_first_beyond(const peer_link *l)
{
    uint64_t delivered = l->beyond_count ? l->beyond[0] : UINT64_MAX;
    uint64_t held = l->held_count ? l->held[0].number : UINT64_MAX;
    uint64_t first = delivered < held ? delivered : held;
    return first == UINT64_MAX ? 0 : first;
}

// Where a number is in `beyond`, or would be.
static size_t place_beyond(const peer_link *l, uint64_t number)
{
    size_t low = 0, high = l->beyond_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (l->beyond[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool link_was_delivered(const peer_link *l, uint64_t number)
{
    size_t at = place_beyond(l, number);
    return number <= l->received || (at < l->beyond_count && l->beyond[at] == number);
}

void link_delivered(peer_link *l, uint64_t number)
{
    assert(!link_was_delivered(l, number));
    if (number > l->received + 1) {
        size_t at = place_beyond(l, number);
        MEMORY_GROW(l->beyond, l->beyond_capacity, l->beyond_count + 1);
        memmove(l->beyond + at + 1, l->beyond + at, (l->beyond_count - at) * sizeof *l->beyond);
        l->beyond[at] = number;
        l->beyond_count++;
        return;
    }
    l->received++;
    size_t joined = 0;
    while (joined < l->beyond_count && l->beyond[joined] == l->received + 1) {
        l->received++;
        joined++;
    }
    l->beyond_count -= joined;
    if (joined)
        memmove(l->beyond, l->beyond + joined, l->beyond_count * sizeof *l->beyond);
}

static bool is_held(const peer_link *l, uint64_t number)
{
    for (size_t i = l->held_count; i && l->held[i - 1].number >= number; i--)
        if (l->held[i - 1].number == number)
            return true;
    return false;
}

static void hold(peer_link *l, uint64_t number, const uint8_t *bytes, size_t length)
{
    size_t at = l->held_count;
    while (at > 0 && l->held[at - 1].number >= number)
        at--;
    MEMORY_GROW(l->held, l->held_capacity, l->held_count + 1);
    memmove(l->held + at + 1, l->held + at, (l->held_count - at) * sizeof *l->held);
    l->held[at] = (link_held){number, length, memory_copy(bytes, length)};
    l->held_count++;
}

link_arrival link_arrive(peer_link *l, uint64_t number, unsigned flags, const uint8_t *bytes,
                         size_t length)
{
    if (!number || number > l->received + LINK_WINDOW)
        return number && number <= l->received ? LINK_DUPLICATE : LINK_TOO_FAR;
    if (link_was_delivered(l, number))
        return LINK_DUPLICATE;
    if (is_held(l, number))
        return LINK_HELD; // whatever this one says of itself
    if ((flags & LINK_IN_ORDER) && number > l->received + 1) {
        hold(l, number, bytes, length);
        return LINK_HELD;
    }
    link_delivered(l, number);
    return LINK_DELIVER;
}

bool link_next(peer_link *l, link_held *next)
{
    if (!l->held_count || l->held[0].number > l->received + 1)
        return false;
    assert(l->held[0].number == l->received + 1);
    *next = l->held[0];
    l->held_count--;
    memmove(l->held, l->held + 1, l->held_count * sizeof *l->held);
    link_delivered(l, next->number);
    return true;
}

bool link_check(const peer_link *l)
{
    bool good = l->acknowledged <= l->sent && l->sent <= l->last &&
                l->entry_count - l->kept_from == l->last - l->acknowledged;
    uint64_t end = l->dropped + l->kept.length;
    for (size_t i = l->entry_count; i > l->kept_from; i--) {
        good = good && l->entries[i - 1].offset + l->entries[i - 1].length == end;
        end = l->entries[i - 1].offset;
    }
    for (size_t i = 0; i < l->beyond_count; i++)
        good = good && l->beyond[i] > (i ? l->beyond[i - 1] : l->received + 1);
    for (size_t i = 0; i < l->held_count; i++)
        good = good && l->held[i].number > (i ? l->held[i - 1].number : l->received);
    return good;
}
