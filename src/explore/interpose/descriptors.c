// SPDX-License-Identifier: MIT
// See descriptors.h.

#include "explore/interpose/descriptors.h"

#include <fcntl.h>
#include <unistd.h>

enum { STANDARD = 3, OURS_MAX = 4096, COPIES_FROM = 64 };

static bool ours[OURS_MAX];
static int copies[STANDARD] = {-1, -1, -1};
static bool lost[STANDARD];

void descriptor_opened(int file)
{
    if (file >= STANDARD && file < OURS_MAX)
        ours[file] = true;
}

void descriptor_closed(int file)
{
    if (file >= STANDARD && file < OURS_MAX)
        ours[file] = false;
}

bool descriptor_is_ours(int file)
{
    return file >= STANDARD && file < OURS_MAX && ours[file];
}

void descriptors_init(void)
{
    for (int i = 0; i < STANDARD; i++)
        copies[i] = fcntl(i, F_DUPFD_CLOEXEC, COPIES_FROM);
    for (int i = STANDARD; i < OURS_MAX; i++)
        if (fcntl(i, F_GETFD) >= 0)
            descriptor_opened(i);
}

void descriptor_lost(int file)
{
    if (file >= 0 && file < STANDARD)
        lost[file] = true;
}

void descriptors_reset(void)
{
    for (int i = 0; i < STANDARD; i++) {
        if (lost[i] && copies[i] >= 0)
            dup2(copies[i], i);
        lost[i] = false;
    }
}
