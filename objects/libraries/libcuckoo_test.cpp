// SPDX-License-Identifier: MIT
// libcuckoo (Debian: libcuckoo-dev): a hash table with two places for every key and a lock
// for every bucket, as a set.
//
//     linchpin explore libcuckoo_test.cpp

#include <libcuckoo/cuckoohash_map.hh>

#include <linchpin/linchpin.h>

// One place a bucket, and one bucket at first, so that it grows often.
using table = libcuckoo::cuckoohash_map<int, int, std::hash<int>, std::equal_to<int>,
                                        std::allocator<std::pair<const int, int>>, 1>;

static void *create()
{
    return new table(1);
}

static void destroy(void *t)
{
    delete static_cast<table *>(t);
}

static int key_of(const lp_value *args)
{
    return static_cast<int>(lp_to_int(args[0]));
}

static lp_value add(void *t, const lp_value *args)
{
    return lp_bool(static_cast<table *>(t)->insert(key_of(args), 0));
}

static lp_value remove(void *t, const lp_value *args)
{
    return lp_bool(static_cast<table *>(t)->erase(key_of(args)));
}

static lp_value contains(void *t, const lp_value *args)
{
    return lp_bool(static_cast<table *>(t)->contains(key_of(args)));
}

LP_OBJECT(libcuckoo, .create = create, .destroy = destroy, .spec = "set",
          .methods = {{.name = "add", .run = add, .args = {LP_INTS(1, 2)}},
                      {.name = "remove", .run = remove, .args = {LP_INTS(1, 2)}},
                      {.name = "contains", .run = contains, .args = {LP_INTS(1, 2)}}})
