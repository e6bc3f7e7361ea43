// SPDX-License-Identifier: MIT
// A test of a set. It holds as it stands: put your own object in its place.
//
//     linchpin test set_test.c              on real threads
//     linchpin explore set_test.c           every interleaving
//     cc set_test.c $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <pthread.h>
#include <stdlib.h>

// ---- your object: include its header instead --------------------------------

typedef struct set {
    pthread_mutex_t lock;
    bool has[16];
} set;

static bool put(set *s, int value, bool there)
{
    pthread_mutex_lock(&s->lock);
    bool changed = s->has[value] != there;
    s->has[value] = there;
    pthread_mutex_unlock(&s->lock);
    return changed;
}

static bool has(set *s, int value)
{
    pthread_mutex_lock(&s->lock);
    bool there = s->has[value];
    pthread_mutex_unlock(&s->lock);
    return there;
}

// ---- how linchpin calls it -----------------------------------------------------

static void *create(void)
{
    set *s = calloc(1, sizeof *s);
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

static void destroy(void *s)
{
    pthread_mutex_destroy(&((set *)s)->lock);
    free(s);
}

// Each says whether it changed the set, or whether the value is there.
static lp_value add(void *s, const lp_value *args)
{
    return lp_bool(put(s, (int)lp_to_int(args[0]), true));
}

static lp_value remove_(void *s, const lp_value *args)
{
    return lp_bool(put(s, (int)lp_to_int(args[0]), false));
}

static lp_value contains(void *s, const lp_value *args)
{
    return lp_bool(has(s, (int)lp_to_int(args[0])));
}

LP_OBJECT(set, .create = create, .destroy = destroy, .spec = "set",
          .methods = {{"add", add, .args = {LP_INTS(1, 3)}},
                      {"remove", remove_, .args = {LP_INTS(1, 3)}},
                      {"contains", contains, .args = {LP_INTS(1, 3)}}})

LP_MAIN
