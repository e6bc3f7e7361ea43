// SPDX-License-Identifier: MIT
// A web cache in front of one page: get may return what the page was some time ago. A copy
// serves for RELAXED_K + 1 operations, puts among them; then it is fetched again. So a get is
// at most RELAXED_K operations out of order.
//
//   cache.c          as it should be
//   cache_forever.c  faulty: only gets make a copy older

#ifndef RELAXED_CACHE_H
#define RELAXED_CACHE_H

typedef struct cache cache;

cache *cache_new(void);
void cache_free(cache *c);
int cache_get(cache *c); // 0: nothing was put yet
void cache_put(cache *c, int value);

#endif
