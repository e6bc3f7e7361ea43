// SPDX-License-Identifier: MIT
// A test of a counter. It holds as it stands: put your own object in its place.
//
//     linchpin test counter_test.cpp              on real threads
//     linchpin explore counter_test.cpp           every interleaving
//     c++ counter_test.cpp $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <atomic>

// ---- your object: include its header instead --------------------------------

class tally
{
  public:
    void add(int n)
    {
        value.fetch_add(n);
    }

    int read() const
    {
        return value.load();
    }

  private:
    std::atomic<int> value{0};
};

// ---- how linchpin calls it -----------------------------------------------------

namespace
{

void *create()
{
    return new tally;
}

void destroy(void *t)
{
    delete static_cast<tally *>(t);
}

lp_value inc(void *t, const lp_value *)
{
    static_cast<tally *>(t)->add(1);
    return LP_UNIT; // it returns nothing
}

lp_value add(void *t, const lp_value *args)
{
    static_cast<tally *>(t)->add(static_cast<int>(lp_to_int(args[0])));
    return LP_UNIT;
}

lp_value value(void *t, const lp_value *)
{
    return lp_int(static_cast<tally *>(t)->read());
}

LP_OBJECT(tally, .create = create, .destroy = destroy, .spec = "counter",
          .methods = {{.name = "inc", .run = inc},
                      {.name = "add", .run = add, .args = {LP_INTS(1, 3)}},
                      {.name = "read", .run = value}})

} // namespace

LP_MAIN
