// SPDX-License-Identifier: MIT
// A test of a channel. It holds as it stands: put your own object in its place.
//
//     linchpin test channel_test.cpp              on real threads
//     linchpin explore channel_test.cpp           every interleaving
//     c++ channel_test.cpp $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <condition_variable>
#include <mutex>

// ---- your object: include its header instead --------------------------------

// A sender waits until a receiver has taken its value.
class channel
{
  public:
    void send(int sent)
    {
        std::unique_lock<std::mutex> guard(lock);
        changed.wait(guard, [this] { return !full; });
        full = true;
        taken = false;
        value = sent;
        changed.notify_all();
        changed.wait(guard, [this] { return taken; });
        full = false;
        changed.notify_all();
    }

    int receive()
    {
        std::unique_lock<std::mutex> guard(lock);
        changed.wait(guard, [this] { return full && !taken; });
        taken = true;
        changed.notify_all();
        return value;
    }

  private:
    std::mutex lock;
    std::condition_variable changed;
    bool full = false, taken = false;
    int value = 0;
};

// ---- how linchpin calls it -----------------------------------------------------

namespace
{

void *create()
{
    return new channel;
}

void destroy(void *c)
{
    delete static_cast<channel *>(c);
}

lp_value send(void *c, const lp_value *args)
{
    static_cast<channel *>(c)->send(static_cast<int>(lp_to_int(args[0])));
    return LP_UNIT; // it returns nothing
}

lp_value receive(void *c, const lp_value *)
{
    return lp_int(static_cast<channel *>(c)->receive());
}

// A send and a receive take effect together. Who waits although somebody else could
// meet it is reported too. The scenarios have a partner for everybody: runs in which
// threads wait for ever are judged as well, but each costs a millisecond.
LP_OBJECT(channel, .create = create, .destroy = destroy, .spec = "channel",
          .methods = {{.name = "send", .run = send, .args = {LP_UNIQUE}},
                      {.name = "receive", .run = receive}},
          .scenarios = {"send(1) send(2) | receive receive", "send(1) | send(2) | receive receive",
                        "send(1) send(2) | receive | receive"})

} // namespace

LP_MAIN
