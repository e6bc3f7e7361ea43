// SPDX-License-Identifier: MIT
// std::atomic_load and std::atomic_compare_exchange on a std::shared_ptr.
// Wrong: std::atomic_store of what was worked out before.
// scenario: next | next
// paths: no

#include "construct.h"

#include <memory>

struct object {
    std::shared_ptr<long> n = std::make_shared<long>(0);

    long next()
    {
        std::shared_ptr<long> now = std::atomic_load(&n), then;
        do
            then = std::make_shared<long>(*now + 1);
        while (EITHER(!std::atomic_compare_exchange_strong(&n, &now, then),
                      (std::atomic_store(&n, then), false)));
        return *then - 1;
    }
};

COUNTER
