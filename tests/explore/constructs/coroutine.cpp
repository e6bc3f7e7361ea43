// SPDX-License-Identifier: MIT
// A generator that two threads resume, one at a time.
// Wrong: both at once.
// scenario: next | next
// flags: -std=c++20
// needs: gcc

#include "construct.h"

#include <coroutine>
#include <exception>

struct generator {
    struct promise_type {
        long value = 0;
        generator get_return_object()
        {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend()
        {
            return {};
        }
        std::suspend_always final_suspend() noexcept
        {
            return {};
        }
        std::suspend_always yield_value(long v)
        {
            value = v;
            return {};
        }
        void return_void()
        {
        }
        void unhandled_exception()
        {
            std::terminate();
        }
    };
    std::coroutine_handle<promise_type> handle;
};

static generator numbers()
{
    for (long n = 0;; n++)
        co_yield n;
}

struct object {
    gate door{};
    generator g = numbers();

    ~object()
    {
        g.handle.destroy();
    }

    long next()
    {
        inside guard(door);
        g.handle.resume();
        return g.handle.promise().value;
    }
};

COUNTER
