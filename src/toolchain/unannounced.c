// SPDX-License-Identifier: MIT
// See unannounced.h. In that form a statement is one line, `LEFT = FUNCTION (ARGUMENTS);`.
// What is no struct is loaded into a register first, so memory on the left of a call, or
// among its arguments, is a struct that is stored or copied.

#include "toolchain/unannounced.h"

#include <ctype.h>
#include <string.h>

enum { STATEMENT_MAX = 4096 };

// "[fast_queue.c:28:16] " at `at`: its length, else 0.
static size_t place_length(const char *at)
{
    size_t n = *at == '[' ? strcspn(at, "]\n") : 0;
    if (!n || at[n] != ']')
        return 0;
    const char *colon = memchr(at, ':', n);
    if (!colon || !isdigit((unsigned char)colon[1]))
        return 0;
    return n + 1 + (at[n + 1] == ' ');
}

// One line without places, texts and remarks; *place: where the first place is.
static void read_statement(const char *line, size_t length, char *out, const char **place)
{
    const char *end = line + length;
    size_t n = 0;
    *place = NULL;
    while (line < end && n + 1 < STATEMENT_MAX) {
        size_t skip = place_length(line);
        if (skip) {
            *place = *place ? *place : line + 1;
            line += skip;
        } else if (*line == '"') {
            for (line++; line < end && *line != '"'; line++)
                line += *line == '\\' && line + 1 < end;
            line += line < end;
        } else if (*line == ';') {
            break; // "[return slot optimization]" and the like come after it
        } else {
            out[n++] = *line++;
        }
    }
    while (n && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
}

static bool is_memory(const char *operand, size_t length)
{
    char one[STATEMENT_MAX];
    while (length && *operand == ' ')
        operand++, length--;
    memcpy(one, operand, length);
    one[length] = '\0';
    return *one != '&' && !strstr(one, "<retval>") &&
           (*one == '*' || !strncmp(one, "MEM", 3) || strstr(one, "->"));
}

static bool begins(const char *s, const char *with)
{
    return !strncmp(s, with, strlen(with));
}

// A call whose result, or one of whose arguments, is in memory.
static bool hides_access(const char *s)
{
    size_t n = strlen(s);
    if (!n || s[n - 1] != ')' || begins(s, "if (") || begins(s, "switch (") ||
        begins(s, "return ") || strstr(s, "__builtin_") || strstr(s, "__tsan_"))
        return false;
    const char *equals = strstr(s, " = "), *call = equals ? equals + 3 : s;
    if (begins(call, "lp_")) // values of a test: its own arguments, on its own stack
        return false;
    // The parenthesis that the last one closes.
    size_t depth = 0, open = n;
    do {
        open--;
        depth += s[open] == ')';
        depth -= s[open] == '(';
    } while (open && depth);
    if (!open || s + open <= call || s[open - 1] != ' ' || call[0] == '(' || call[0] == '&')
        return false;
    if (equals && is_memory(s, (size_t)(equals - s)))
        return true;
    size_t from = open + 1;
    for (size_t i = from; i < n; i++) {
        depth += s[i] == '(' || s[i] == '[' || s[i] == '<';
        depth -= (s[i] == ')' || s[i] == ']' || (s[i] == '>' && s[i - 1] != '-')) && depth;
        if ((s[i] != ',' || depth) && i + 1 < n)
            continue;
        if (is_memory(s + from, i - from))
            return true;
        from = i + 1;
    }
    return false;
}

bool unannounced_find(const char *dump, text *where)
{
    char statement[STATEMENT_MAX];
    for (const char *line = dump; *line;) {
        size_t length = strcspn(line, "\n");
        const char *at = line + strspn(line, " "), *place;
        if (at > line && length < STATEMENT_MAX) {
            read_statement(at, length - (size_t)(at - line), statement, &place);
            if (hides_access(statement)) {
                size_t n = place ? strcspn(place, "]") : 0;
                while (n && place[n] != ':') // without the column
                    n--;
                text_add(where, "%.*s", (int)n, place ? place : "");
                return true;
            }
        }
        line += length + (line[length] == '\n');
    }
    return false;
}
