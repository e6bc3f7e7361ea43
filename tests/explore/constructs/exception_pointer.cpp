// SPDX-License-Identifier: MIT
// An exception is carried from one thread to another by std::exception_ptr.
// Wrong: both operations keep it in one place.
// scenario: next | next
// paths: no

#include "construct.h"

#include <atomic>
#include <exception>
#include <thread>

struct object {
    std::atomic<long> n{0};
    std::exception_ptr ours;

    long next()
    {
        std::exception_ptr mine;
        std::exception_ptr &carrier = EITHER(mine, ours);
        std::thread([&] {
            try {
                throw n++;
            } catch (...) {
                carrier = std::current_exception();
            }
        }).join();
        try {
            std::rethrow_exception(carrier);
        } catch (long now) {
            return now;
        }
        return NOTHING;
    }
};

COUNTER
