// SPDX-License-Identifier: MIT
// A test of a set. It holds as it stands: put your own object in its place.
//
//     linchpin test set_test.cpp              on real threads
//     linchpin explore set_test.cpp           every interleaving
//     c++ set_test.cpp $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <array>
#include <mutex>

// ---- your object: include its header instead --------------------------------

class set
{
  public:
    bool put(std::size_t value, bool there)
    {
        std::lock_guard<std::mutex> guard(lock);
        bool changed = has[value] != there;
        has[value] = there;
        return changed;
    }

    bool contains(std::size_t value)
    {
        std::lock_guard<std::mutex> guard(lock);
        return has[value];
    }

  private:
    std::mutex lock;
    std::array<bool, 16> has{};
};

// ---- how linchpin calls it -----------------------------------------------------

namespace
{

void *create()
{
    return new set;
}

void destroy(void *s)
{
    delete static_cast<set *>(s);
}

std::size_t value(const lp_value *args)
{
    return static_cast<std::size_t>(lp_to_int(args[0]));
}

lp_value add(void *s, const lp_value *args)
{
    return lp_bool(static_cast<set *>(s)->put(value(args), true));
}

lp_value take_out(void *s, const lp_value *args)
{
    return lp_bool(static_cast<set *>(s)->put(value(args), false));
}

lp_value contains(void *s, const lp_value *args)
{
    return lp_bool(static_cast<set *>(s)->contains(value(args)));
}

LP_OBJECT(set, .create = create, .destroy = destroy, .spec = "set",
          .methods = {{.name = "add", .run = add, .args = {LP_INTS(1, 3)}},
                      {.name = "remove", .run = take_out, .args = {LP_INTS(1, 3)}},
                      {.name = "contains", .run = contains, .args = {LP_INTS(1, 3)}}})

} // namespace

LP_MAIN
