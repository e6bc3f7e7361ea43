// SPDX-License-Identifier: MIT
// The fast scanner: see event_scan.h. Known keys in any order, blanks anywhere;
// values that are integers, null, true, false, plain strings, or a flat list of
// these. Everything else is left to the general reader.

#include "history/text/event_scan.h"

#include <string.h>

enum { MOST_ITEMS = 8 };
enum { HAS_PROCESS = 1, HAS_TYPE = 2, HAS_METHOD = 4, HAS_VALUE = 8 };

typedef struct scan {
    history_source *s;
    const char *at, *end;
    history_event *event;
    unsigned has;
} scan;

static inline void blanks(scan *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\r'))
        c->at++;
}

static inline bool take(scan *c, char wanted)
{
    if (c->at >= c->end || *c->at != wanted)
        return false;
    c->at++;
    return true;
}

// The rest of a word of constant length; the compiler makes a comparison of it.
static inline bool word(scan *c, const char *spelling, size_t length)
{
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, spelling, length) != 0)
        return false;
    c->at += length;
    return true;
}
#define WORD(c, literal) word(c, literal, sizeof(literal) - 1)

// Eighteen digits always fit into 64 bits.
static inline bool integer(scan *c, int64_t *out)
{
    bool negative = take(c, '-');
    const char *digits = c->at;
    int64_t n = 0;
    for (; c->at < c->end && (unsigned char)(*c->at - '0') < 10; c->at++) {
        if (c->at - digits == 18)
            return false;
        n = n * 10 + (*c->at - '0');
    }
    if (c->at == digits || (*digits == '0' && c->at - digits > 1))
        return false;
    if (c->at < c->end && (*c->at == '.' || *c->at == 'e' || *c->at == 'E'))
        return false;
    *out = negative ? -n : n;
    return true;
}

// After the opening quote: printable ASCII without escapes.
static inline bool plain_string(scan *c, const char **bytes, size_t *length)
{
    *bytes = c->at;
    for (; c->at < c->end; c->at++) {
        unsigned char b = (unsigned char)*c->at;
        if (b == '"') {
            *length = (size_t)(c->at++ - *bytes);
            return true;
        }
        if (b < 0x20 || b >= 0x80 || b == '\\')
            return false;
    }
    return false;
}

static bool scalar(scan *c, lp_value *out)
{
    int64_t n;
    const char *bytes;
    size_t length;
    if (c->at >= c->end)
        return false;
    switch (*c->at) {
    case '"':
        c->at++;
        if (!plain_string(c, &bytes, &length))
            return false;
        *out = names_get(&c->s->names, c->s->pool, bytes, length);
        return true;
    case 'n':
        *out = LP_NIL;
        return WORD(c, "null");
    case 't':
        *out = LP_TRUE;
        return WORD(c, "true");
    case 'f':
        *out = LP_FALSE;
        return WORD(c, "false");
    default:
        if (!integer(c, &n))
            return false;
        *out = lp_int(n);
        return true;
    }
}

static bool list(scan *c, lp_value *out)
{
    lp_value items[MOST_ITEMS];
    size_t count = 0;
    c->at++;
    do {
        blanks(c);
        if (count == MOST_ITEMS || !scalar(c, &items[count++]))
            return false;
        blanks(c);
    } while (take(c, ','));
    if (!take(c, ']'))
        return false;
    *out = lp_vector(c->s->pool, items, count);
    return true;
}

static inline bool type(scan *c)
{
    if (WORD(c, "\"invoke\""))
        c->event->type = EVENT_INVOKE;
    else if (WORD(c, "\"ok\""))
        c->event->type = EVENT_OK;
    else if (WORD(c, "\"fail\""))
        c->event->type = EVENT_FAIL;
    else if (WORD(c, "\"info\""))
        c->event->type = EVENT_INFO;
    else
        return false;
    return true;
}

static inline bool method(scan *c)
{
    const char *bytes;
    size_t length;
    if (!take(c, '"') || !plain_string(c, &bytes, &length))
        return false;
    c->event->method = names_get(&c->s->names, c->s->pool, bytes, length);
    return true;
}

// After a key: the colon, and blanks around it.
static inline bool colon(scan *c, unsigned field)
{
    blanks(c);
    if (!take(c, ':') || (c->has & field))
        return false;
    c->has |= field;
    blanks(c);
    return true;
}

static inline bool pair(scan *c)
{
    int64_t ignored;
    if (WORD(c, "\"process\""))
        return colon(c, HAS_PROCESS) && integer(c, &c->event->process);
    if (WORD(c, "\"type\""))
        return colon(c, HAS_TYPE) && type(c);
    if (WORD(c, "\"f\""))
        return colon(c, HAS_METHOD) && method(c);
    if (WORD(c, "\"value\""))
        return colon(c, HAS_VALUE) && c->at < c->end &&
               (*c->at == '[' ? list(c, &c->event->value) : scalar(c, &c->event->value));
    return (WORD(c, "\"time\"") || WORD(c, "\"index\"")) && colon(c, 0) && integer(c, &ignored);
}

bool event_scan(history_source *s, const char *bytes, size_t length, history_event *event)
{
    scan c = {s, bytes, bytes + length, event, 0};
    *event = (history_event){.line = s->line};
    blanks(&c);
    event->column = (uint64_t)(c.at - bytes) + 1;
    if (!take(&c, '{'))
        return false;
    do {
        blanks(&c);
        if (!pair(&c))
            return false;
        blanks(&c);
    } while (take(&c, ','));
    if (!take(&c, '}'))
        return false;
    blanks(&c);
    unsigned needed = HAS_PROCESS | HAS_TYPE | (event->type == EVENT_INVOKE ? HAS_METHOD : 0);
    return c.at == c.end && (c.has & needed) == needed;
}
