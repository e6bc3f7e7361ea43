// SPDX-License-Identifier: MIT
// std::call_once: the counter is made once.
// Wrong: two who come at once make two.
// scenario: next | next

#include "construct.h"

#include <atomic>
#include <memory>
#include <mutex>

struct object {
    std::once_flag once;
    std::shared_ptr<std::atomic<long>> made[2];
    std::atomic<int> used{0};
    std::atomic<std::atomic<long> *> counter{nullptr};

    void make()
    {
        int i = used++;
        made[i] = std::make_shared<std::atomic<long>>(0);
        counter = made[i].get();
    }

    long next()
    {
        IF_RIGHT(std::call_once(once, [this] { make(); });)
        IF_WRONG(if (!counter) make();)
        return (*counter)++;
    }
};

COUNTER
