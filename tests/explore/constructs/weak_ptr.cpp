// SPDX-License-Identifier: MIT
// std::weak_ptr::lock while the last std::shared_ptr is replaced, under a lock.
// Wrong: without one.
// scenario: write(1) ; write(2) | read
// paths: no

#include "construct.h"

#include <memory>

struct object {
    gate door{};
    std::shared_ptr<long> owner;
    std::weak_ptr<long> watcher;

    void store(long v)
    {
        auto fresh = std::make_shared<long>(v);
        inside guard(door);
        watcher = fresh;
        owner = fresh;
    }

    long load()
    {
        inside guard(door);
        std::shared_ptr<long> value = watcher.lock();
        return value ? *value : NOTHING;
    }
};

REGISTER
