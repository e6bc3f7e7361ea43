// SPDX-License-Identifier: MIT
// See compiled_cache.h. A copy gets its name when it is whole, so nobody sees half a file. After a power cut
// there may be one, whose seal is then wrong: so nothing waits for the disk.

#include "toolchain/compiled_cache.h"

#include "base/memory.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

enum { SEAL_MAGIC = 8, SEAL = SEAL_MAGIC + 16 }; // after the object: magic, hash
enum { LARGEST = 64 << 20 };                     // of one object
enum { KEY_DIGITS = 32 + 1 + 16, TEMPORARY = 7 };
enum { ABANDONED = 3600 }; // seconds after which nobody still writes it
enum { LARGE = 1 << 20 };  // as much as many others

static const char magic[SEAL_MAGIC] = {'l', 'i', 'n', 'c', 'h', 's', 'o', '1'};

static char *directory(void)
{
    const char *own = getenv("LINCHPIN_CACHE"), *base = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    if (own)
        return strcmp(own, "off") == 0 || !*own ? NULL : text_format("%s", own);
    if (base && *base == '/')
        return text_format("%s/linchpin", base);
    return home && *home == '/' ? text_format("%s/.cache/linchpin", home) : NULL;
}

bool cache_is_used(void)
{
    char *where = directory();
    free(where);
    return where != NULL;
}

static void make_directories(char *path)
{
    for (char *at = path + 1; *at; at++)
        if (*at == '/') {
            *at = 0;
            mkdir(path, 0700);
            *at = '/';
        }
    mkdir(path, 0700);
}

// Nobody else can have written it.
static bool is_ours(const struct stat *s)
{
    return s->st_uid == geteuid() && !(s->st_mode & (S_IWGRP | S_IWOTH));
}

char *cache_path(const char *source, size_t length, const char *cc)
{
    char *where = directory();
    if (!where)
        return NULL;
    make_directories(where);
    char *path = NULL;
    struct stat s;
    if (stat(where, &s) == 0 && S_ISDIR(s.st_mode) && is_ours(&s)) {
        const char *usual = getenv("CC");
        if (!cc)
            cc = usual ? usual : "cc";
        XXH128_hash_t a = XXH3_128bits(source, length), b = XXH3_128bits(cc, strlen(cc));
        path = text_format("%s/%016llx%016llx-%016llx.so", where, (unsigned long long)a.high64,
                           (unsigned long long)a.low64, (unsigned long long)b.low64);
    }
    free(where);
    return path;
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Over the name too: the object of another model is not this one's.
static void seal(const char *path, const char *object, size_t length, char out[SEAL])
{
    const char *name = name_of(path);
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        memory_exhausted(0);
    XXH3_128bits_reset(state);
    XXH3_128bits_update(state, name, strlen(name));
    XXH3_128bits_update(state, object, length);
    XXH128_canonical_t hash;
    XXH128_canonicalFromHash(&hash, XXH3_128bits_digest(state));
    XXH3_freeState(state);
    memcpy(out, magic, SEAL_MAGIC);
    memcpy(out + SEAL_MAGIC, hash.digest, sizeof hash.digest);
}

static bool read_all(int fd, char *to, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t n = read(fd, to + done, length - done);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool write_all(int fd, const char *from, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t n = write(fd, from + done, length - done);
        if (n < 0 && errno != EINTR)
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

// The bytes of a regular file. NULL: it is none, or cannot be read. Caller frees.
static char *read_object(int fd, bool ours, size_t *length)
{
    struct stat s;
    if (fstat(fd, &s) != 0 || !S_ISREG(s.st_mode) || (ours && !is_ours(&s)) || s.st_size <= 0 ||
        s.st_size > LARGEST)
        return NULL;
    *length = (size_t)s.st_size;
    char *bytes = memory_new(*length, 1);
    if (read_all(fd, bytes, *length))
        return bytes;
    free(bytes);
    return NULL;
}

static bool write_file(const char *path, const char *bytes, size_t length)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    bool ok = fd >= 0 && write_all(fd, bytes, length);
    return fd >= 0 && close(fd) == 0 && ok;
}

bool cache_take(const char *path, const char *to)
{
    // Not by way of a link; and a pipe is not waited for.
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return false;
    size_t length = 0;
    char *bytes = read_object(fd, true, &length), expected[SEAL];
    bool ok = bytes && length > SEAL;
    if (ok) {
        seal(path, bytes, length - SEAL, expected);
        ok = memcmp(bytes + length - SEAL, expected, SEAL) == 0 &&
             write_file(to, bytes, length - SEAL);
    }
    if (ok)
        futimens(fd, NULL); // used now: see cache_trim
    free(bytes);
    close(fd);
    return ok;
}

static bool write_sealed(int fd, const char *path, const char *file, size_t *bytes)
{
    int from = open(file, O_RDONLY | O_CLOEXEC);
    if (from < 0)
        return false;
    size_t length = 0;
    char *object = read_object(from, false, &length), end[SEAL];
    bool ok = object != NULL;
    if (ok) {
        seal(path, object, length, end);
        ok = write_all(fd, object, length) && write_all(fd, end, SEAL);
    }
    *bytes = length;
    free(object);
    close(from);
    return ok;
}

// To trim is to look at every file that is kept, hundreds of times as much work as to keep one more. So one in
// sixteen does it, by a digit of the key, which is a hash; and each that is large.
static bool is_to_trim(const char *path, size_t bytes)
{
    return bytes >= LARGE || name_of(path)[0] == '0';
}

void cache_keep(const char *path, const char *file)
{
    char *fresh = text_format("%s.XXXXXX", path), *copy = memory_string(path);
    const char *where = dirname(copy);
    size_t bytes = 0;
    int fd = mkstemp(fresh);
    bool ok = fd >= 0 && write_sealed(fd, path, file, &bytes);
    if (fd >= 0 && close(fd) != 0)
        ok = false;
    ok = ok && rename(fresh, path) == 0;
    if (ok && is_to_trim(path, bytes))
        cache_trim(where, CACHE_BYTES);
    if (!ok && fd >= 0)
        unlink(fresh);
    free(copy);
    free(fresh);
}

typedef struct kept {
    char *name;
    uint64_t bytes;
    struct timespec used;
} kept;

static int by_use(const void *a, const void *b)
{
    const kept *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    if (x->used.tv_nsec != y->used.tv_nsec)
        return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
    return strcmp(x->name, y->name);
}

// Only what this file wrote: the directory may be one that holds other things too.
static bool is_entry(const char *name, bool *temporary)
{
    size_t digits = strspn(name, "0123456789abcdef-"), length = strlen(name);
    *temporary = length == KEY_DIGITS + 3 + TEMPORARY;
    return digits == KEY_DIGITS && strncmp(name + digits, ".so", 3) == 0 &&
           (length == KEY_DIGITS + 3 || (*temporary && name[KEY_DIGITS + 3] == '.'));
}

void cache_trim(const char *path, uint64_t most)
{
    DIR *d = opendir(path);
    if (!d)
        return;
    kept *all = NULL;
    size_t count = 0, capacity = 0;
    uint64_t sum = 0;
    for (const struct dirent *entry; (entry = readdir(d));) {
        struct stat s;
        bool temporary;
        if (!is_entry(entry->d_name, &temporary) ||
            fstatat(dirfd(d), entry->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(s.st_mode))
            continue;
        if (temporary && s.st_mtim.tv_sec + ABANDONED > time(NULL))
            continue;
        if (temporary) {
            unlinkat(dirfd(d), entry->d_name, 0);
            continue;
        }
        MEMORY_GROW(all, capacity, count + 1);
        all[count++] = (kept){memory_string(entry->d_name), (uint64_t)s.st_size, s.st_mtim};
        sum += (uint64_t)s.st_size;
    }
    if (count)
        qsort(all, count, sizeof *all, by_use);
    for (size_t i = 0; i < count; i++) {
        if (sum > most && unlinkat(dirfd(d), all[i].name, 0) == 0)
            sum -= all[i].bytes;
        free(all[i].name);
    }
    free(all);
    closedir(d);
}
