// SPDX-License-Identifier: MIT
// memcpy and its kin, as accesses. The user's objects are linked with
// -Wl,--wrap for these names, so that only calls from them come here. Each
// aligned word is a step of its own, since other threads may see a copy half
// done. Functions that read strings read byte by byte.

#include "explore/interpose/plain_access.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/schedule.h"

#include <stdlib.h>
#include <string.h>

// The only declarations: a function here that is not in the list is a warning, one that is in
// the list and not here does not link.
#define WRAPPED(result, name, parameters) result __wrap_##name parameters;
#include "toolchain/libc_functions.def"

#define WRAP(result, name, ...) result __wrap_##name(__VA_ARGS__)

static void (*const all_wrapped[])(void) __attribute__((used)) = {
#define WRAPPED(result, name, parameters) (void (*)(void)) __wrap_##name,
#include "toolchain/libc_functions.def"
};

enum { WORD = 8 };

// Bytes from `at` to the end of its word, at most `left`.
static size_t word_part(const void *at, size_t left)
{
    size_t n = WORD - (uintptr_t)at % WORD;
    return n < left ? n : left;
}

// The steps of the write decide the pieces; what is read for one of them may
// straddle a word, then it is read in two.
static void copy_piece(char *to, const char *from, size_t n, const void *pc)
{
    char piece[WORD];
    for (size_t done = 0; done < n;) {
        size_t part = word_part(from + done, n - done);
        access_plain(from + done, part, false, pc);
        memcpy(piece + done, from + done, part);
        done += part;
    }
    access_plain(to, n, true, pc);
    memcpy(to, piece, n);
}

static void *copy(void *to, const void *from, size_t size, const void *pc)
{
    if (!rt.in_user)
        return memmove(to, from, size);
    char *t = to;
    const char *f = from;
    if (t <= f || t >= f + size) {
        for (size_t i = 0, n; i < size; i += n) {
            n = word_part(t + i, size - i);
            copy_piece(t + i, f + i, n, pc);
        }
    } else {
        for (size_t left = size, n; left; left -= n) {
            n = (uintptr_t)(t + left) % WORD;
            n = n ? n : WORD;
            n = n < left ? n : left;
            copy_piece(t + left - n, f + left - n, n, pc);
        }
    }
    return to;
}

WRAP(void *, memcpy, void *to, const void *from, size_t size)
{
    return copy(to, from, size, CALLER);
}

WRAP(void *, memmove, void *to, const void *from, size_t size)
{
    return copy(to, from, size, CALLER);
}

WRAP(void *, __memcpy_chk, void *to, const void *from, size_t size, size_t room)
{
    if (size > room && rt.in_user)
        execution_break(LP_VIOLATION_BOUNDS, CALLER, "memcpy past the end of the destination");
    return copy(to, from, size, CALLER);
}

WRAP(void *, __memmove_chk, void *to, const void *from, size_t size, size_t room)
{
    if (size > room && rt.in_user)
        execution_break(LP_VIOLATION_BOUNDS, CALLER, "memmove past the end of the destination");
    return copy(to, from, size, CALLER);
}

static void *fill(void *to, int byte, size_t size, const void *pc)
{
    if (!rt.in_user)
        return memset(to, byte, size);
    char *t = to;
    for (size_t i = 0, n; i < size; i += n) {
        n = word_part(t + i, size - i);
        access_plain(t + i, n, true, pc);
        memset(t + i, byte, n);
    }
    return to;
}

WRAP(void *, memset, void *to, int byte, size_t size)
{
    return fill(to, byte, size, CALLER);
}

WRAP(void *, __memset_chk, void *to, int byte, size_t size, size_t room)
{
    if (size > room && rt.in_user)
        execution_break(LP_VIOLATION_BOUNDS, CALLER, "memset past the end of the destination");
    return fill(to, byte, size, CALLER);
}

WRAP(void, bzero, void *to, size_t size)
{
    fill(to, 0, size, CALLER);
}

WRAP(int, memcmp, const void *a, const void *b, size_t size)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < size; i++) {
        access_plain(x + i, 1, false, CALLER);
        unsigned char left = x[i];
        access_plain(y + i, 1, false, CALLER);
        if (left != y[i])
            return left < y[i] ? -1 : 1;
    }
    return 0;
}

WRAP(size_t, strlen, const char *s)
{
    size_t n = 0;
    for (;; n++) {
        access_plain(s + n, 1, false, CALLER);
        if (!s[n])
            return n;
    }
}

static int compare(const char *a, const char *b, size_t limit, const void *pc)
{
    for (size_t i = 0; i < limit; i++) {
        access_plain(a + i, 1, false, pc);
        unsigned char x = (unsigned char)a[i];
        access_plain(b + i, 1, false, pc);
        unsigned char y = (unsigned char)b[i];
        if (x != y)
            return x < y ? -1 : 1;
        if (!x)
            return 0;
    }
    return 0;
}

WRAP(int, strcmp, const char *a, const char *b)
{
    return compare(a, b, SIZE_MAX, CALLER);
}

WRAP(int, strncmp, const char *a, const char *b, size_t limit)
{
    return compare(a, b, limit, CALLER);
}

WRAP(char *, strcpy, char *to, const char *from)
{
    for (size_t i = 0;; i++) {
        access_plain(from + i, 1, false, CALLER);
        char c = from[i];
        access_plain(to + i, 1, true, CALLER);
        to[i] = c;
        if (!c)
            return to;
    }
}

WRAP(char *, strncpy, char *to, const char *from, size_t size)
{
    bool over = false;
    for (size_t i = 0; i < size; i++) {
        char c = 0;
        if (!over) {
            access_plain(from + i, 1, false, CALLER);
            c = from[i];
            over = !c;
        }
        access_plain(to + i, 1, true, CALLER);
        to[i] = c;
    }
    return to;
}

static char *duplicate(const char *s, size_t limit, const void *pc)
{
    size_t n = 0;
    for (; n < limit; n++) {
        access_plain(s + n, 1, false, pc);
        if (!s[n])
            break;
    }
    char *copied = malloc(n + 1);
    if (copied) {
        copy(copied, s, n, pc);
        access_plain(copied + n, 1, true, pc);
        copied[n] = 0;
    }
    return copied;
}

WRAP(char *, strdup, const char *s)
{
    return duplicate(s, SIZE_MAX, CALLER);
}

WRAP(char *, strndup, const char *s, size_t limit)
{
    return duplicate(s, limit, CALLER);
}
