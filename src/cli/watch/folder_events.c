// SPDX-License-Identifier: MIT
// See folder_events.h. A write is heard of when the file is closed, not in its midst. Network file
// systems, and those of user space, tell only what this machine does, or nothing: there, and where
// inotify has come to its limits, files are looked at from time to time.

#include "cli/watch/folder_events.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/vfs.h>
#include <unistd.h>

void folder_events_init(folder_events *e, bool polls)
{
    *e = (folder_events){.fd = polls ? -1 : inotify_init1(IN_NONBLOCK | IN_CLOEXEC)};
    e->polls = e->fd < 0;
}

static bool tells(const char *folder)
{
    static const unsigned silent[] = {
        0x6969,                             // NFS
        0x517b,     0xff534d42, 0xfe534d42, // SMB
        0x01021997,                         // 9P: virtual machines
        0x786f4256,                         // VirtualBox
        0x65735546,                         // FUSE
        0x5346414f,                         // AFS
        0x00c36400,                         // Ceph
    };
    struct statfs s;
    if (statfs(folder, &s) != 0)
        return false;
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        if ((unsigned)s.f_type == silent[i])
            return false;
    return true;
}

static void add_folder(folder_events *e, const char *file)
{
    static const uint32_t mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE |
                                 IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF;
    const char *slash = strrchr(file, '/');
    char *folder = slash == file ? memory_string("/")
                   : slash       ? memory_string_n(file, (size_t)(slash - file))
                                 : memory_string(".");
    for (size_t i = 0; i < e->folders.count; i++) {
        if (strcmp(e->folders.items[i], folder) == 0) {
            free(folder);
            return;
        }
    }
    words_add(&e->folders, folder);
    if (e->fd >= 0 && (!tells(folder) || inotify_add_watch(e->fd, folder, mask | IN_ONLYDIR) < 0))
        e->polls = true;
}

void folder_events_add(folder_events *e, const char *file)
{
    add_folder(e, file);
    char *target = realpath(file, NULL), *beside = NULL;
    const char *slash = strrchr(file, '/');
    char *folder = slash ? memory_string_n(file, (size_t)(slash - file) + 1) : memory_string(".");
    beside = realpath(folder, NULL);
    size_t n = beside ? strlen(beside) : 0;
    bool same = target && beside && strncmp(target, beside, n) == 0 && target[n] == '/' &&
                !strchr(target + n + 1, '/');
    if (target && !same)
        add_folder(e, target);
    free(folder);
    free(beside);
    free(target);
}

void folder_events_drain(folder_events *e)
{
    _Alignas(struct inotify_event) char bytes[4096];
    ssize_t n;
    while (e->fd >= 0 && (n = read(e->fd, bytes, sizeof bytes)) > 0) {
        for (ssize_t at = 0; at < n;) {
            const struct inotify_event *one = (const void *)(bytes + at);
            if (one->mask & (IN_IGNORED | IN_MOVE_SELF | IN_UNMOUNT)) // the folder is gone
                e->polls = true;
            at += (ssize_t)(sizeof *one + one->len);
        }
    }
}

void folder_events_fini(folder_events *e)
{
    if (e->fd >= 0)
        close(e->fd);
    words_fini(&e->folders);
}
