// SPDX-License-Identifier: MIT
// libstdc++'s semaphore (Debian: libstdc++-12-dev, which g++ brings along).
//
//     linchpin explore libstdcxx_test.cpp -- -std=c++20

#include <linchpin/linchpin.h>

#include <semaphore>

using semaphore = std::counting_semaphore<2>;

static void *create()
{
    return new semaphore(1);
}

static void destroy(void *s)
{
    delete static_cast<semaphore *>(s);
}

static lp_value acquire(void *s, const lp_value *)
{
    static_cast<semaphore *>(s)->acquire();
    return LP_UNIT;
}

static lp_value release(void *s, const lp_value *)
{
    static_cast<semaphore *>(s)->release();
    return LP_UNIT;
}

// Progressible: who waits for ever must have nothing to acquire.
LP_OBJECT(counting_semaphore, .create = create, .destroy = destroy, .spec = "semaphore:1",
          .methods = {{.name = "acquire", .run = acquire}, {.name = "release", .run = release}},
          .condition = "progressible")
