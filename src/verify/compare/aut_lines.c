// SPDX-License-Identifier: MIT
// See aut_lines.h.

#include "verify/compare/aut_lines.h"

#include <string.h>

// A file of few transitions does not make a table of many states.
enum { STATES_AT_LEAST = 1000000, STATES_PER_TRANSITION = 64 };

static bool bad(aut_lines *l, const char *what)
{
    const char *begin = l->at;
    while (begin > l->bytes && begin[-1] != '\n')
        begin--;
    return error_at(l->e, l->file, l->line, (uint64_t)(l->at - begin) + 1, "%s", what);
}

static void skip_blanks(aut_lines *l)
{
    while (*l->at == ' ' || *l->at == '\t' || *l->at == '\r')
        l->at++;
}

static bool expect(aut_lines *l, char c, const char *what)
{
    skip_blanks(l);
    if (*l->at != c)
        return bad(l, what);
    l->at++;
    return true;
}

static bool number(aut_lines *l, uint64_t most, uint64_t *out, const char *what)
{
    uint64_t value = 0;
    skip_blanks(l);
    const char *first = l->at;
    for (; *l->at >= '0' && *l->at <= '9' && value <= most; l->at++)
        value = value * 10 + (uint64_t)(*l->at - '0');
    if (l->at == first)
        return bad(l, what);
    if (value > most) {
        l->at = first;
        return bad(l, "this number is too large");
    }
    *out = value;
    return true;
}

static bool state(aut_lines *l, uint32_t *out)
{
    uint64_t value = 0;
    if (!number(l, UINT32_MAX - 1, &value, "the number of a state is expected here"))
        return false;
    if (value >= l->states) {
        while (l->at[-1] >= '0' && l->at[-1] <= '9')
            l->at--;
        return bad(l, "there are not so many states: the first line says how many");
    }
    *out = (uint32_t)value;
    return true;
}

static void skip_empty(aut_lines *l)
{
    for (skip_blanks(l); *l->at == '\n'; skip_blanks(l)) {
        l->at++;
        l->line++;
    }
}

static bool header(aut_lines *l)
{
    static const char form[] =
        "an Aldebaran file begins with: des (first state, transitions, states)";
    uint64_t start = 0, states = 0;
    skip_empty(l);
    if (strncmp(l->at, "des", 3) != 0)
        return bad(l, form);
    l->at += 3;
    if (!expect(l, '(', form) || !number(l, UINT32_MAX - 1, &start, form) ||
        !expect(l, ',', form) || !number(l, UINT64_C(1) << 40, &l->transitions, form) ||
        !expect(l, ',', form) || !number(l, UINT32_MAX - 1, &states, form) || !expect(l, ')', form))
        return false;
    if (start >= states)
        return bad(l, "the first state is none of them: states are counted from 0");
    if (states > STATES_AT_LEAST + l->transitions * STATES_PER_TRANSITION)
        return bad(l, "so few transitions do not lead to so many states");
    l->start = (uint32_t)start;
    l->states = (uint32_t)states;
    skip_blanks(l);
    return *l->at == '\n' || l->at == l->end || bad(l, "nothing is expected after the brackets");
}

bool aut_lines_begin(aut_lines *l, const char *file, const char *bytes, size_t length, error *e)
{
    *l = (aut_lines){
        .file = file, .bytes = bytes, .at = bytes, .end = bytes + length, .line = 1, .e = e};
    const char *zero = memchr(bytes, 0, length);
    if (zero)
        return error_at(e, file, 0, 0, "this is no text: it has a zero byte");
    return header(l);
}

static bool quoted_label(aut_lines *l, aut_transition *out)
{
    out->label = ++l->at;
    while (*l->at != '"' && *l->at != '\n' && *l->at)
        l->at++;
    if (*l->at != '"')
        return bad(l, "the quotes of this label are not closed");
    out->length = (size_t)(l->at++ - out->label);
    return true;
}

// Up to a comma that stands in no brackets of the label, as in a(1,2).
static bool bare_label(aut_lines *l, aut_transition *out)
{
    uint32_t depth = 0;
    out->label = l->at;
    for (; *l->at && *l->at != '\n' && (depth || (*l->at != ',' && *l->at != ')')); l->at++) {
        depth += *l->at == '(';
        depth -= *l->at == ')';
    }
    if (*l->at != ',')
        return bad(l, "a comma and the number of a state are expected after the label");
    const char *last = l->at;
    while (last > out->label && (last[-1] == ' ' || last[-1] == '\t'))
        last--;
    out->length = (size_t)(last - out->label);
    return true;
}

static bool transition(aut_lines *l, aut_transition *out)
{
    if (!expect(l, '(', "a transition is expected here: (0, \"label\", 1)") ||
        !state(l, &out->from) || !expect(l, ',', "a comma is expected after the state"))
        return false;
    skip_blanks(l);
    if (!(*l->at == '"' ? quoted_label(l, out) : bare_label(l, out)))
        return false;
    if (out->length == 0)
        return bad(l, "this label is empty");
    if (out->length == 3 && memcmp(out->label, "tau", 3) == 0)
        out->length = 0;
    if (!expect(l, ',', "a comma is expected after the label") || !state(l, &out->to) ||
        !expect(l, ')', "a bracket is expected after the state"))
        return false;
    skip_blanks(l);
    return *l->at == '\n' || l->at == l->end || bad(l, "nothing is expected after the brackets");
}

aut_more aut_lines_next(aut_lines *l, aut_transition *out)
{
    skip_empty(l);
    if (l->at == l->end) {
        if (l->read != l->transitions) {
            error_at(l->e, l->file, l->line, 0,
                     "the first line says %llu transitions, and there are %llu",
                     (unsigned long long)l->transitions, (unsigned long long)l->read);
            return AUT_BAD;
        }
        return AUT_END;
    }
    if (++l->read > l->transitions) {
        bad(l, "there are more transitions than the first line says");
        return AUT_BAD;
    }
    return transition(l, out) ? AUT_LINE : AUT_BAD;
}
