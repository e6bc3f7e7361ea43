// SPDX-License-Identifier: MIT
// A test of a stack. It holds as it stands: put your own object in its place.
//
//     linchpin test stack_test.cpp              on real threads
//     linchpin explore stack_test.cpp           every interleaving
//     c++ stack_test.cpp $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <atomic>

// ---- your object: include its header instead --------------------------------

struct node {
    int value;
    node *next;
};

class stack
{
  public:
    void push(int value)
    {
        node *n = new node{value, top.load()};
        while (!top.compare_exchange_weak(n->next, n))
            ;
    }

    bool pop(int *value)
    {
        node *n = top.load();
        while (n && !top.compare_exchange_weak(n, n->next))
            ;
        if (n)
            *value = n->value;
        return n;
    }

  private:
    std::atomic<node *> top{nullptr};
};

// ---- how linchpin calls it -----------------------------------------------------

namespace
{

void *create()
{
    return new stack;
}

void destroy(void *s)
{
    delete static_cast<stack *>(s); // the nodes are left to the end of the process
}

lp_value push(void *s, const lp_value *args)
{
    static_cast<stack *>(s)->push(static_cast<int>(lp_to_int(args[0])));
    return LP_UNIT; // it returns nothing
}

lp_value pop(void *s, const lp_value *)
{
    int value;
    return static_cast<stack *>(s)->pop(&value) ? lp_int(value) : LP_NIL; // nil: it was empty
}

LP_OBJECT(stack, .create = create, .destroy = destroy, .spec = "stack",
          .methods = {{.name = "push", .run = push, .args = {LP_UNIQUE}},
                      {.name = "pop", .run = pop}})

} // namespace

LP_MAIN
