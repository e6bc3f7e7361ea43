// SPDX-License-Identifier: MIT
// See workflow_commands.h. The word that ends ::stop-commands:: is random: who could write it
// could also end it. Blanks are those of .NET, which knows more than those of ASCII: so whatever
// is not of ASCII counts as one.

#include "cli/runs/workflow_commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

bool workflow_reads(void)
{
    const char *actions = getenv("GITHUB_ACTIONS");
    return actions && strcmp(actions, "true") == 0;
}

static bool begins(const char *at, const char *end, const char *what)
{
    size_t length = strlen(what);
    return (size_t)(end - at) >= length && memcmp(at, what, length) == 0;
}

static bool blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || (unsigned char)c >= 0x80;
}

void workflow_add_plain(text *out, const char *lines, size_t length)
{
    if (!workflow_reads()) {
        text_add_bytes(out, lines, length);
        return;
    }
    bool at_start = true;
    for (const char *at = lines, *end = lines + length; at < end; at++) {
        bool command = (at_start && begins(at, end, "::")) || begins(at, end, "##[");
        at_start = *at == '\n' || (at_start && blank(*at));
        if (!command)
            text_add_bytes(out, at, 1);
        else if (*at == ':')
            text_add(out, "\\x3a");
        else
            text_add(out, "#\\x23");
        at += command && *at == '#';
    }
}

static char word[40]; // that ends the pause; empty: there is none
static pid_t pauser;

static void say(const char *before, const char *after)
{
    char line[80];
    int length = snprintf(line, sizeof line, "%s%s%s\n", before, word, after);
    for (int done = 0, n; done < length; done += n)
        if ((n = (int)write(STDERR_FILENO, line + done, (size_t)(length - done))) <= 0)
            return;
}

void workflow_pause(void)
{
    if (!workflow_reads() || word[0])
        return;
    fflush(stderr);
    uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        number = (uint64_t)(uintptr_t)&number ^ (uint64_t)clock();
    snprintf(word, sizeof word, "linchpin-%016" PRIx64, number);
    pauser = getpid();
    say("::stop-commands::", "");
}

void workflow_resume(void)
{
    if (!word[0] || pauser != getpid())
        return;
    say("\n::", "::"); // the last line may have no end
    word[0] = '\0';
}
