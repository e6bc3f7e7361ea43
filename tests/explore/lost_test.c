// SPDX-License-Identifier: MIT
// A counter whose operation misuses the C library, which crashes with a lock taken or with
// its heap in pieces. HOW says what it does, WHEN in which operation (-1: in all).

#define _GNU_SOURCE
#include <linchpin/linchpin.h>

#include <dirent.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static _Atomic int count;
static char *const nowhere = (char *)8;

static int crash(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)info;
    (void)size;
    (void)data;
    return *(volatile char *)nowhere;
}

static void misuse(void)
{
    FILE *file = NULL;
    switch (HOW) {
    case 1: // with the lock of stdout, or in the middle of malloc
        printf("%s\n", nowhere);
        break;
    case 2: // with that of time zones
        localtime_r(&(time_t){1}, (struct tm *)nowhere);
        break;
    case 3:
        initstate(1, nowhere, 128);
        break;
    case 4: { // with that of the heap, which finds out
        DIR *root = opendir("/");
        closedir(root);
        closedir(root);
        break;
    }
    case 5:
        file = open_memstream(&(char *){0}, &(size_t){0});
        fwrite(nowhere, 1, 100000, file);
        break;
    case 6: // the user's own function crashes, called by the loader
        dl_iterate_phdr(crash, NULL);
        break;
    case 7:
        file = tmpfile();
        ((long *)file)[-1] = 0x1230001;
        fclose(file);
        break;
    case 8:
        for (char *at = (char *)tmpfile();; at += sizeof(long))
            *(volatile long *)at = 0x4141414141414141;
    }
}

static lp_value next(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    int v = count++;
    if (v == WHEN || WHEN < 0)
        misuse();
    return lp_int(v);
}

static void *create(void)
{
    return calloc(1, 8);
}

LP_OBJECT(lost, .create = create, .destroy = free, .spec = "counter", .methods = {{"next", next}})
