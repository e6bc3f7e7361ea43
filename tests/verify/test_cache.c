// SPDX-License-Identifier: MIT
// What is taken from the cache is what was kept there under that name, or nothing.

#include "base/memory.h"
#include "toolchain/compiled_cache.h"
#include "toolchain/process.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { OBJECT = 300 };

typedef struct place {
    char *where, *object, *kept, *other, *copy;
    char bytes[OBJECT];
} place;

static void write_bytes(const char *path, const void *bytes, size_t length)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, length, f), length);
    assert_int_equal(fclose(f), 0);
}

static size_t read_bytes(const char *path, char *to, size_t most)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(to, 1, most, f);
    fclose(f);
    return n;
}

static int set_up(void **state)
{
    error e = {0};
    place *p = memory_new(1, sizeof *p);
    p->where = scratch_new(&e);
    assert_non_null(p->where);
    char *cache = text_format("%s/cache", p->where);
    setenv("LINCHPIN_CACHE", cache, 1);
    free(cache);
    p->object = text_format("%s/object", p->where);
    p->copy = text_format("%s/copy", p->where);
    p->kept = cache_path("a", 1, "cc");
    p->other = cache_path("b", 1, "cc");
    for (int i = 0; i < OBJECT; i++)
        p->bytes[i] = (char)(i * 7);
    write_bytes(p->object, p->bytes, OBJECT);
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    place *p = *state;
    scratch_free(p->where);
    free(p->object);
    free(p->copy);
    free(p->kept);
    free(p->other);
    free(p);
    return 0;
}

static bool taken(const place *p, const char *path)
{
    char got[OBJECT + 100];
    unlink(p->copy);
    if (!cache_take(path, p->copy))
        return false;
    assert_int_equal(read_bytes(p->copy, got, sizeof got), OBJECT);
    assert_memory_equal(got, p->bytes, OBJECT);
    return true;
}

static void what_is_kept_comes_back(void **state)
{
    const place *p = *state;
    assert_string_not_equal(p->kept, p->other);
    assert_false(taken(p, p->kept));
    cache_keep(p->kept, p->object);
    assert_true(taken(p, p->kept));
    assert_false(taken(p, p->other));
    // Whatever the compiler's umask was: the scratch directory is private.
    chmod(p->object, 0666);
    cache_keep(p->other, p->object);
    assert_true(taken(p, p->other));
}

static void every_damage_is_seen(void **state)
{
    const place *p = *state;
    char whole[OBJECT + 100];
    cache_keep(p->kept, p->object);
    size_t length = read_bytes(p->kept, whole, sizeof whole);
    assert_true(length > OBJECT && length < sizeof whole);
    for (size_t i = 0; i < length; i++) {
        whole[i] ^= 1;
        write_bytes(p->kept, whole, length);
        assert_false(taken(p, p->kept));
        whole[i] ^= 1;
        write_bytes(p->kept, whole, i);
        assert_false(taken(p, p->kept));
    }
    write_bytes(p->kept, p->bytes, OBJECT); // as older versions kept it
    assert_false(taken(p, p->kept));
    write_bytes(p->kept, whole, length);
    assert_true(taken(p, p->kept));
}

static void another_ones_object_is_not_taken(void **state)
{
    const place *p = *state;
    cache_keep(p->other, p->object);
    assert_int_equal(rename(p->other, p->kept), 0);
    assert_false(taken(p, p->kept));
    cache_keep(p->kept, p->object);
    assert_true(taken(p, p->kept));
}

static void only_a_file_of_ours_is_taken(void **state)
{
    const place *p = *state;
    cache_keep(p->kept, p->object);
    for (int who = 0; who < 2; who++) {
        chmod(p->kept, who ? 0620 : 0602);
        assert_false(taken(p, p->kept));
    }
    chmod(p->kept, 0600);
    assert_true(taken(p, p->kept));
    if (geteuid() == 0) {
        assert_int_equal(chown(p->kept, 65534, (gid_t)-1), 0);
        assert_false(taken(p, p->kept));
        assert_int_equal(chown(p->kept, 0, (gid_t)-1), 0);
        assert_true(taken(p, p->kept));
    }
    assert_int_equal(rename(p->kept, p->other), 0);
    assert_int_equal(symlink(p->other, p->kept), 0);
    assert_false(taken(p, p->kept));
    unlink(p->kept);
    assert_int_equal(mkfifo(p->kept, 0600), 0);
    assert_false(taken(p, p->kept));
    unlink(p->kept);
    assert_int_equal(mkdir(p->kept, 0700), 0);
    assert_false(taken(p, p->kept));
}

static bool there(const char *path)
{
    return access(path, F_OK) == 0;
}

static void set_age(const char *path, time_t seconds)
{
    struct timespec then[2];
    clock_gettime(CLOCK_REALTIME, &then[0]);
    then[0].tv_sec -= seconds;
    then[1] = then[0];
    assert_int_equal(utimensat(AT_FDCWD, path, then, 0), 0);
}

static void what_is_used_stays_longest(void **state)
{
    const place *p = *state;
    char *paths[4];
    for (char i = 0; i < 4; i++) {
        char source[] = {'s', (char)('0' + i)};
        paths[(int)i] = cache_path(source, sizeof source, "cc");
        cache_keep(paths[(int)i], p->object);
        set_age(paths[(int)i], 10000 - i);
    }
    char *where = text_format("%s/cache", p->where), *left = text_format("%s.abcdef", paths[0]);
    char *being_written = text_format("%s.ghijkl", paths[0]);
    char *foreign = text_format("%s/notes.so", where);
    write_bytes(left, "x", 1);
    set_age(left, 10000);
    write_bytes(being_written, "x", 1);
    write_bytes(foreign, "x", 1);
    set_age(foreign, 20000);
    assert_true(taken(p, paths[0])); // the oldest, but used now
    struct stat s;
    assert_int_equal(stat(paths[0], &s), 0);
    cache_trim(where, 4 * (uint64_t)s.st_size);
    assert_true(there(paths[0]) && there(paths[1]) && there(paths[2]) && there(paths[3]));
    assert_false(there(left));
    assert_true(there(being_written));
    cache_trim(where, 2 * (uint64_t)s.st_size);
    assert_true(there(paths[0]) && there(paths[3]));
    assert_false(there(paths[1]) || there(paths[2]));
    cache_trim(where, 0);
    assert_false(there(paths[0]) || there(paths[3]));
    assert_true(there(foreign));
    for (int i = 0; i < 4; i++)
        free(paths[i]);
    free(where);
    free(left);
    free(being_written);
    free(foreign);
}

// What a killed writer left goes when something is kept: not each time, but soon; and at once with a large object.
static void what_is_kept_is_trimmed_now_and_then(void **state)
{
    const place *p = *state;
    char *first = cache_path("first", 5, "cc"), *left = text_format("%s.abcdef", first);
    unsigned kept = 0;
    write_bytes(left, "x", 1);
    set_age(left, 10000);
    for (; kept < 1000 && there(left); kept++) {
        char *path = cache_path((const char *)&kept, sizeof kept, "cc");
        cache_keep(path, p->object);
        free(path);
    }
    assert_false(there(left));
    char *large = text_format("%s/large", p->where), *bytes = memory_new(2 << 20, 1);
    memset(bytes, 1, 2 << 20);
    write_bytes(large, bytes, 2 << 20);
    for (unsigned i = 2000; i < 2004; i++) {
        char *path = cache_path((const char *)&i, sizeof i, "cc");
        write_bytes(left, "x", 1);
        set_age(left, 10000);
        cache_keep(path, large);
        assert_true(there(path));
        assert_false(there(left));
        free(path);
    }
    free(first);
    free(left);
    free(large);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_kept_comes_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_damage_is_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_ones_object_is_not_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_a_file_of_ours_is_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_used_stays_longest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_kept_is_trimmed_now_and_then, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
