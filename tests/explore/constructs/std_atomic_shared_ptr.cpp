// SPDX-License-Identifier: MIT
// std::atomic<std::shared_ptr>, replaced by compare-exchange.
// Wrong: by a load and a store.
// scenario: next | next
// flags: -std=c++20
// paths: no

#include "construct.h"

#include <atomic>
#include <memory>

struct object {
    std::atomic<std::shared_ptr<long>> n{std::make_shared<long>(0)};

    long next()
    {
        std::shared_ptr<long> now = n.load(), then;
        do
            then = std::make_shared<long>(*now + 1);
        while (EITHER(!n.compare_exchange_strong(now, then), (n.store(then), false)));
        return *then - 1;
    }
};

COUNTER
