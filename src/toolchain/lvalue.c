// SPDX-License-Identifier: MIT
// See lvalue.h.

#include "toolchain/lvalue.h"

#include <ctype.h>
#include <string.h>

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_space(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

// Where the bracket that opens here is closed; NULL: not in this line.
static const char *closed(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
        if (!depth)
            return at;
    }
    return NULL;
}

// And where the one that is closed here was opened.
static const char *opened(const char *line, const char *at)
{
    int depth = 0;
    for (;; at--) {
        depth += *at == ')' || *at == ']';
        depth -= *at == '(' || *at == '[';
        if (!depth)
            return at;
        if (at == line)
            return NULL;
    }
}

// The end of "*a->b[c].d", or NULL if that is no lvalue: a number, a call.
static const char *end_of(const char *at)
{
    while (*at == '*')
        at++;
    const char *inside = *at == '(' ? closed(at) : NULL;
    if (inside) {
        at = inside + 1;
    } else {
        if (!in_name(*at) || isdigit((unsigned char)*at))
            return NULL;
        while (in_name(*at))
            at++;
    }
    for (;;) {
        if (*at == '[') {
            const char *end = closed(at);
            if (!end)
                return NULL;
            at = end + 1;
        } else if (*at == '.' || (at[0] == '-' && at[1] == '>')) {
            at += *at == '.' ? 1 : 2;
            if (!in_name(*at))
                return NULL;
            while (in_name(*at))
                at++;
        } else {
            return *at == '(' ? NULL : at;
        }
    }
}

// The start of the operand that ends before `end`.
static const char *start_of(const char *line, const char *end)
{
    const char *at = end;
    while (at > line) {
        if (at[-1] == ']' || at[-1] == ')') {
            at = opened(line, at - 1);
            if (!at)
                return NULL;
        } else if (in_name(at[-1])) {
            while (at > line && in_name(at[-1]))
                at--;
        } else {
            return NULL;
        }
        if (at > line && at[-1] == '.')
            at--;
        else if (at > line + 1 && at[-1] == '>' && at[-2] == '-')
            at -= 2;
        else if (at[0] != '[')
            break;
    }
    while (at > line && at[-1] == '*')
        at--;
    return at;
}

static bool say(const char *from, const char *to, text *out)
{
    enum { LONGEST = 40 };
    if (!from || !to || to <= from || to - from > LONGEST)
        return false;
    text_add(out, "%.*s", (int)(to - from), from);
    return true;
}

// "atomic_load(&r->tail)": what the first argument points at.
static bool first_argument(const char *open, text *out)
{
    const char *at = skip_space(open + 1);
    bool address = *at == '&';
    at = skip_space(at + address);
    const char *end = end_of(at);
    char after = end ? *skip_space(end) : '\0';
    if (after != ',' && after != ')')
        return false;
    if (!address)
        text_add(out, "*");
    return say(at, end, out);
}

static bool is_assignment(const char *at)
{
    if (*at == '=')
        return at[1] != '=';
    size_t length = strspn(at, "+-*/%&|^<>");
    return length && at[length] == '=' && at[length + 1] != '=';
}

static bool is_step(const char *at)
{
    return (at[0] == '+' && at[1] == '+') || (at[0] == '-' && at[1] == '-');
}

static bool left_of(const char *line, const char *at, text *out)
{
    while (at > line && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return say(start_of(line, at), at, out);
}

// All that is on the right of an assignment, if it is one thing.
static bool right_of(const char *assignment, text *out)
{
    const char *at = skip_space(assignment + 1), *end = end_of(at);
    return end && strchr(";,)", *skip_space(end)) && say(at, end, out);
}

// An operand, at one of its operators or names.
static bool operand(const char *line, const char *at, bool writes, text *out)
{
    bool member = at > line && (at[-1] == '.' || at[-1] == '>');
    const char *before = !member ? at : at[-1] == '>' ? at - 2 : at - 1;
    bool inside = member || strchr("[.-", *at);
    const char *start = inside ? start_of(line, before) : at;
    const char *end = start ? end_of(start) : NULL;
    if (!end)
        return false;
    const char *after = skip_space(end);
    if (*after == '=' && is_assignment(after) && !writes)
        return right_of(after, out);
    // A write where no assignment follows is not of this operand.
    return (!writes || is_assignment(after) || is_step(after)) && say(start, end, out);
}

static bool is_atomic_call(const char *at)
{
    return !strncmp(at, "atomic_", 7) || !strncmp(at, "__atomic_", 9) || !strncmp(at, "__sync_", 7);
}

bool lvalue_at(const char *line, uint32_t column, bool writes, text *out)
{
    if (!column || column > strlen(line))
        return false;
    const char *at = line + column - 1;
    if (is_step(at))
        return in_name(at[2]) ? say(at + 2, end_of(at + 2), out) : left_of(line, at, out);
    if (is_assignment(at)) // what is read may stand on either side, unless the left one changes
        return writes || *at != '=' ? left_of(line, at, out) : right_of(at, out);
    const char *name = at;
    while (in_name(*name))
        name++;
    if (name > at && *skip_space(name) == '(')
        return is_atomic_call(at) && first_argument(skip_space(name), out);
    return operand(line, at, writes, out);
}

// Where the argument after this comma begins; NULL: there is none in this line.
static const char *next_argument(const char *at)
{
    int depth = 0;
    for (; *at && depth >= 0; at++) {
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
        if (!depth && *at == ',')
            return skip_space(at + 1);
    }
    return NULL;
}

// What the call whose bracket opens here works on.
static bool handed(const char *line, const char *open, text *out)
{
    const char *name = open;
    while (name > line && (name[-1] == ' ' || name[-1] == '\t'))
        name--;
    const char *end = name;
    while (name > line && in_name(name[-1]))
        name--;
    if (name == end)
        return false;
    if (name > line && name[-1] == '.')
        return say(start_of(line, name - 1), name - 1, out);
    if (name > line + 1 && name[-1] == '>' && name[-2] == '-') {
        text_add(out, "*"); // p->load() works on what p points at
        return say(start_of(line, name - 2), name - 2, out);
    }
    if (end - name == 7 && !strncmp(name, "syscall", 7)) {
        const char *second = next_argument(open + 1);
        return second && first_argument(second - 1, out);
    }
    return first_argument(open, out);
}

bool lvalue_handed(const char *line, uint32_t column, text *out)
{
    if (!column || column > strlen(line))
        return false;
    const char *at = line + column - 1;
    if (*at == '(')
        return handed(line, at, out);
    const char *name = at;
    while (in_name(*name) || (name[0] == ':' && name[1] == ':') || (name > at && name[-1] == ':'))
        name++;
    if (name > at && *skip_space(name) == '(')
        return handed(line, skip_space(name), out);
    if (is_step(at))
        return in_name(at[2]) ? say(at + 2, end_of(at + 2), out) : left_of(line, at, out);
    if (is_assignment(at))
        return left_of(line, at, out);
    return operand(line, at, false, out);
}
