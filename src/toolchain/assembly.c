// SPDX-License-Identifier: MIT
// See assembly.h. Compilers put #APP before what the user wrote, and #NO_APP after it.

#include "toolchain/assembly.h"

#include <ctype.h>
#include <string.h>

enum { LINE_MAX_LENGTH = 256 };

// The next piece up to one of `ends`, without blanks around it. False: there is none.
static bool next_piece(const char **at, const char *ends, char *out)
{
    out[0] = '\0';
    if (!**at)
        return false;
    size_t n = strcspn(*at, ends);
    const char *from = *at, *to = *at + n;
    *at = *to ? to + 1 : to;
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    n = (size_t)(to - from) < LINE_MAX_LENGTH ? (size_t)(to - from) : LINE_MAX_LENGTH - 1;
    memcpy(out, from, n);
    out[n] = '\0';
    return true;
}

static bool one_of(const char *word, size_t length, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == length && !strncmp(word, *list, length))
            return true;
    return false;
}

// All operands are registers or numbers, or nothing is added to memory: a fence of
// old. A prefix says nothing by itself.
static bool harmless(const char *instruction)
{
    static const char *const fine[] = {"pause", "nop",   "mfence", "lfence", "sfence", "rep",
                                       "lock",  "rdtsc", "rdtscp", "cpuid",  "xgetbv", NULL};
    static const char *const adding[] = {"addl", "addq", "orl", "orq", NULL};
    size_t n = strcspn(instruction, " \t");
    const char *rest = instruction + n;
    rest += strspn(rest, " \t");
    if (one_of(instruction, n, fine))
        return !*rest || harmless(rest); // "lock incl …" in one
    if (one_of(instruction, n, adding) && (!strncmp(rest, "$0,", 3) || !strncmp(rest, "$0x0,", 5)))
        return true;
    bool registers = *rest != '\0';
    char operand[LINE_MAX_LENGTH];
    while (next_piece(&rest, ",", operand))
        registers = registers && (*operand == '%' || *operand == '$') && !strchr(operand, '(') &&
                    !strchr(operand, ':');
    return registers;
}

// Intrinsics become instructions that store, without a call of a hook before.
static bool is_unannounced(const char *line, bool clang)
{
    return !strncmp(line, "maskmov", 7) || !strncmp(line, "vmaskmov", 8) ||
           (!clang && (!strncmp(line, "movnt", 5) || !strncmp(line, "vmovnt", 6)));
}

bool assembly_find(const char *source, text *where)
{
    bool clang = strstr(source, "clang version") != NULL;
    char line[LINE_MAX_LENGTH], label[LINE_MAX_LENGTH] = "?", piece[LINE_MAX_LENGTH];
    bool users = false;
    while (next_piece(&source, "\n", line)) {
        size_t n = strlen(line);
        if (!strcmp(line, "#APP")) {
            users = true;
        } else if (!strcmp(line, "#NO_APP")) {
            users = false;
        } else if (*line == '#' || *line == '.' || *line == '/' || !*line) {
            continue; // a comment or a directive
        } else if (!users && strchr(line, ':') && line[strcspn(line, " \t:\"")] == ':') {
            memcpy(label, line, n + 1);
            label[strcspn(label, ":")] = '\0';
        } else if (users) {
            const char *at = line;
            while (next_piece(&at, ";", piece))
                if (*piece && *piece != '#' && !harmless(piece)) {
                    for (char *c = line; *c; c++)
                        *c = *c == '\t' ? ' ' : *c;
                    text_add(where,
                             "inline assembly that explore does not see into, in the function "
                             "%s: %s",
                             label, line);
                    return true;
                }
        } else if (is_unannounced(line, clang)) {
            text_add(where, "an instruction that explore does not see, in the function %s: %.*s",
                     label, (int)strcspn(line, " \t"), line);
            return true;
        }
    }
    return false;
}
