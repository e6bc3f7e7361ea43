// SPDX-License-Identifier: MIT
// A class with atomic members. A push that stores where it should compare and swap loses another's.

#include "say.h"

#include <atomic>
#include <linchpin/linchpin.h>
#include <mutex>

template <typename T> class stack {
    struct node {
        T value;
        node *next;
    };
    std::atomic<node *> head{nullptr};
    std::atomic<int> pushed{0};
    std::mutex lock;

  public:
    void push(T value)
    {
        node *n = new node{value, head.load(std::memory_order_acquire)};
        head.store(n, std::memory_order_release);
        pushed.fetch_add(1, std::memory_order_relaxed);
        say_list(head);
    }
    bool pop(T *value)
    {
        std::lock_guard<std::mutex> guard(lock);
        node *n = head;
        if (n) {
            *value = n->value;
            head = n->next;
        }
        say_list(head);
        return n != nullptr;
    }
};

static void *create()
{
    return new stack<int>;
}

static lp_value push(void *s, const lp_value *args)
{
    static_cast<stack<int> *>(s)->push(static_cast<int>(lp_to_int(args[0])));
    return LP_UNIT;
}

static lp_value pop(void *s, const lp_value *)
{
    int value;
    return static_cast<stack<int> *>(s)->pop(&value) ? lp_int(value) : LP_NIL;
}

LP_OBJECT(atomic_stack, .create = create, .spec = "stack",
          .methods = {{.name = "push", .run = push, .args = {LP_UNIQUE}},
                      {.name = "pop", .run = pop}})
