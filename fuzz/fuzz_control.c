// SPDX-License-Identifier: MIT
// Fuzz target: lines on the stdin of a client. Whatever they are, it goes on, unless a line is too long. See fuzz.h.

#include "fuzz.h"
#include "fuzz_input.h"
#include "net/program/client_node.h"
#include "net/program/control.h"
#include "net/program/workload.h"

#include <string.h>

const char *const fuzz_examples[] = {
    "peer server[a] 127.0.0.1:4711\npeer server[b] udp:127.0.0.1:4711\n",
    "delay 1..20 server[a]\ndrop 100 *\nduplicate 50 client[*]\nreorder 200 *\ncut "
    "server[b]\nheal\n",
    "skew -5000\nfigures\nworkload sessions=3 operations=5 reads=500 keys=4 rate=0 seed=1 first=1 "
    "step=1\n",
    "workload sessions=2\nworkload sessions=2\ndrain\nstop\n",
    NULL,
};
const char *const fuzz_words[] = {
    "peer ",    "server[a]", "client[1]", "*",           "delay ",
    "workload", " keys=",    " step=",    "\n",          "18446744073709551616",
    "-1",       "..",        "=",         "4294967296]", NULL};

// ---- A system of two servers and one method ----

static void begin_nothing(void *self, lp_component me)
{
    *(unsigned *)self = me.number;
}

static bool receive_nothing(void *self, lp_turn *turn, lp_component from, const void *message)
{
    (void)self, (void)turn, (void)from, (void)message;
    return false;
}

static void call_both(void *self, lp_turn *turn)
{
    (void)self;
    lp_put_int(lp_message(turn, 0), 1);
    lp_send(turn, lp_server(0, LP_EACH));
}

static bool decode_nothing(void *message, unsigned number, lp_bytes *from)
{
    (void)message, (void)number;
    return lp_get_end(from);
}

static const char *const both[] = {"a", "b"}, *const messages[] = {"ask"};
static const lp_component_kind server = {.name = "server",
                                         .size = sizeof(unsigned),
                                         .begin = begin_nothing,
                                         .receive = receive_nothing,
                                         .instances = both,
                                         .instance_count = 2};
static const lp_component_kind ask = {.name = "ask",
                                      .size = sizeof(unsigned),
                                      .begin = begin_nothing,
                                      .receive = receive_nothing,
                                      .method = "ask",
                                      .arguments = 1,
                                      .supply = 1,
                                      .call = call_both};
static const lp_component_kind *const kinds[] = {&server, &ask};
static const lp_system two = {.name = "two",
                              .version = 1,
                              .spec = "register",
                              .kinds = kinds,
                              .kind_count = 2,
                              .messages = messages,
                              .message_count = 1,
                              .message_size = 1,
                              .decode = decode_nothing};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    error e = {0};
    node n;
    MUST(client_init(&n, &two, 1, 1, &e));
    workload *w = workload_new(&n);
    control *c = control_open(&n, false, workload_command, w, &e);
    MUST(c);
    workload_speaks_to(w, c);
    control_hear(c, (const char *)data, size);
    MUST(!n.failure[0] || strstr(n.failure, "a line of more than"));
    node_fini(&n);
    control_close(c);
    workload_free(w);
    return 0;
}
