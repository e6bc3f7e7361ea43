// SPDX-License-Identifier: MIT
#include "net/record/journal.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { RECORD_LONGEST = 1 << 30, SMALLEST_LARGE = 1 << 24 };

static const char MAGIC[] = "linchpin log 1\n";

struct journal {
    char *path, *next_path;
    int file;
    uint64_t version, incarnation;
    uint64_t size, size_when_new, limit;
    lp_bytes scratch;
};

static bool failed(const journal *j, error *e, const char *what)
{
    return error_set(e, "%s %s: %s", what, j->path, strerror(errno));
}

static bool write_all(int file, const uint8_t *data, size_t length)
{
    while (length) {
        ssize_t written = write(file, data, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        data += written;
        length -= (size_t)written;
    }
    return true;
}

static void put_head(const journal *j, lp_bytes *to)
{
    bytes_put(to, MAGIC, sizeof MAGIC - 1);
    bytes_put_word(to, j->version);
    bytes_put_word(to, j->incarnation);
}

static void put_record(lp_bytes *to, const lp_bytes *record)
{
    uint8_t length[4];
    bytes_set_length(length, (uint32_t)record->length);
    bytes_put(to, length, sizeof length);
    bytes_put_word(to, XXH3_64bits(record->data, record->length));
    bytes_put(to, record->data, record->length);
}

static bool get_head(journal *j, lp_bytes *from, error *e)
{
    const uint8_t *magic = bytes_get(from, sizeof MAGIC - 1);
    if (!magic || memcmp(magic, MAGIC, sizeof MAGIC - 1) != 0)
        return error_set(e, "%s is no log of this version of linchpin", j->path);
    uint64_t version = bytes_get_word(from);
    j->incarnation = bytes_get_word(from);
    if (from->bad)
        return error_set(e, "%s is no log of this version of linchpin", j->path);
    if (version != j->version)
        return error_set(e, "%s is the log of another process, or of another version of the model",
                         j->path);
    return true;
}

// Applies what is whole; returns where that ends, 0 after an error.
static size_t apply_records(journal *j, lp_bytes *from, journal_apply apply, void *data, error *e)
{
    for (;;) {
        size_t start = from->at;
        const uint8_t *head = bytes_get(from, 4);
        uint32_t length = head ? bytes_length_at(head) : 0;
        uint64_t sum = bytes_get_word(from);
        const uint8_t *bytes = length && length <= RECORD_LONGEST ? bytes_get(from, length) : NULL;
        if (!bytes || XXH3_64bits(bytes, length) != sum)
            return start;
        lp_bytes record = bytes_view(bytes, length);
        if (!apply(data, &record) || !lp_get_end(&record)) {
            error_set(e, "%s: the record at byte %zu is malformed", j->path, start);
            return 0;
        }
    }
}

static bool load(journal *j, journal_apply apply, void *data, error *e)
{
    struct stat info;
    if (fstat(j->file, &info) != 0)
        return failed(j, e, "cannot read");
    lp_bytes all = {.data = memory_new((size_t)info.st_size + 1, 1)};
    while (all.length < (size_t)info.st_size) {
        ssize_t got = read(j->file, all.data + all.length, (size_t)info.st_size - all.length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        all.length += (size_t)got;
    }
    size_t whole = 0;
    if (get_head(j, &all, e))
        whole = apply_records(j, &all, apply, data, e);
    bytes_fini(&all);
    if (!whole)
        return false;
    if (ftruncate(j->file, (off_t)whole) != 0 || lseek(j->file, 0, SEEK_END) < 0)
        return failed(j, e, "cannot write");
    j->size = whole;
    return true;
}

// A log begins as a file of its own, so that one without a head is never seen.
static int begin_file(const journal *j, const lp_bytes *contents, error *e)
{
    int file = open(j->next_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0 || flock(file, LOCK_EX | LOCK_NB) != 0 ||
        !write_all(file, contents->data, contents->length) || fsync(file) != 0 ||
        rename(j->next_path, j->path) != 0) {
        failed(j, e, "cannot write");
        if (file >= 0) {
            unlink(j->next_path);
            close(file);
        }
        return -1;
    }
    return file;
}

static bool open_file(journal *j, bool *existed, journal_apply apply, void *data, error *e)
{
    j->file = open(j->path, O_RDWR | O_CLOEXEC);
    *existed = j->file >= 0;
    if (*existed) {
        if (flock(j->file, LOCK_EX | LOCK_NB) != 0)
            return error_set(e, "%s is in use by another process", j->path);
        return load(j, apply, data, e);
    }
    if (errno != ENOENT)
        return failed(j, e, "cannot read");
    bytes_clear(&j->scratch);
    put_head(j, &j->scratch);
    j->file = begin_file(j, &j->scratch, e);
    j->size = j->scratch.length;
    return j->file >= 0;
}

journal *journal_open(const char *directory, uint64_t version, uint64_t *incarnation, bool *existed,
                      journal_apply apply, void *data, error *e)
{
    journal *j = memory_new(1, sizeof *j);
    *j = (journal){.path = text_format("%s/log", directory),
                   .next_path = text_format("%s/log.next", directory),
                   .file = -1,
                   .limit = SMALLEST_LARGE,
                   .version = version,
                   .incarnation = *incarnation};
    if (!open_file(j, existed, apply, data, e)) {
        journal_close(j);
        return NULL;
    }
    j->size_when_new = j->size;
    *incarnation = j->incarnation;
    return j;
}

bool journal_append(journal *j, const lp_bytes *record, bool sync, error *e)
{
    bytes_clear(&j->scratch);
    put_record(&j->scratch, record);
    if (record->length > RECORD_LONGEST)
        return error_set(e, "%s: a record of more than %d bytes", j->path, RECORD_LONGEST);
    if (!write_all(j->file, j->scratch.data, j->scratch.length))
        return failed(j, e, "cannot write");
    if (sync && fdatasync(j->file) != 0)
        return failed(j, e, "cannot write");
    j->size += j->scratch.length;
    return true;
}

bool journal_is_large(const journal *j)
{
    return j->size > j->limit && j->size > 4 * j->size_when_new;
}

void journal_set_limit(journal *j, uint64_t bytes)
{
    j->limit = bytes;
}

bool journal_replace(journal *j, const lp_bytes *everything, error *e)
{
    bytes_clear(&j->scratch);
    put_head(j, &j->scratch);
    put_record(&j->scratch, everything);
    int file = begin_file(j, &j->scratch, e);
    if (file < 0)
        return false;
    close(j->file);
    j->file = file;
    j->size = j->size_when_new = j->scratch.length;
    return true;
}

void journal_close(journal *j)
{
    if (!j)
        return;
    if (j->file >= 0)
        close(j->file);
    free(j->path);
    free(j->next_path);
    bytes_fini(&j->scratch);
    free(j);
}
