// SPDX-License-Identifier: MIT
// A static local variable is initialised once, by whoever comes first.
// Wrong: with a flag by hand, two may do so.
// scenario: next | next

#include "construct.h"

#include <atomic>
#include <new>

struct object {
    static std::atomic<long> &counter()
    {
#ifdef WRONG
        alignas(std::atomic<long>) static char space[sizeof(std::atomic<long>)];
        static volatile bool made;
        if (!made) {
            new (space) std::atomic<long>(0);
            made = true;
        }
        return *reinterpret_cast<std::atomic<long> *>(space);
#else
        static std::atomic<long> *made = new std::atomic<long>(0);
        return *made;
#endif
    }

    long next()
    {
        return counter()++;
    }
};

COUNTER
