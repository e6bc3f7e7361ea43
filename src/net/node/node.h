// SPDX-License-Identifier: MIT
// A process of a system, on its event loop: its links, its components, its log.
//
// A *turn* is what happens between two waits of the loop. What a turn sends is collected in the links; at its end
// what it changed is logged first, and then all that goes to one peer leaves in one write. So
// whoever hears of a step hears of one that survives a crash.

#ifndef NET_NODE_H
#define NET_NODE_H

#include "base/random.h"
#include "net/node/components.h"
#include "net/record/journal.h"
#include "net/record/step_trace.h"
#include "net/wire/peer_link.h"
#include "net/wire/process_name.h"
#include "net/wire/wire_faults.h"

#include <uv.h>

typedef struct node node;
typedef struct peer peer;
typedef struct connection connection;
typedef struct datagrams datagrams;

typedef struct peer_slot {
    peer *peer;
} peer_slot;

HASH_TABLE_TYPE(peer_table, peer_slot);

struct peer {
    node *node;
    process_name name;
    uint64_t incarnation; // 0: not known yet
    char *address;        // where it listens; NULL: it connects to us, or nobody has said yet
    connection *connection;
    peer_link link;
    bool touched; // something is to be logged, or to be sent
    bool gone;    // a client that is done: to be forgotten
    // Since the last record of the log.
    bool unknown_to_log;
    uint64_t logged; // up to here, what it was sent
    uint64_t *news;  // what was received
    size_t news_count, news_capacity;
    // Acknowledgements.
    uint64_t told; // what it knows to have arrived
    uint64_t tell_at;
    // Faults.
    faults faults;
    delays delays;
    // Connecting again.
    uint64_t retry_at; // 0: not now
    uint32_t patience; // milliseconds
};

enum { GONE_CLIENTS = 256 };

typedef struct figures {
    uint64_t messages_sent, messages_received, bytes_sent, writes, turns, connections;
} figures;

struct node {
    const lp_system *system;
    process_name name;
    uint64_t incarnation;
    uv_loop_t loop;
    uv_prepare_t before_wait;
    uv_check_t after_wait;
    uv_timer_t timer;
    uint64_t timer_at;
    uv_idle_t busy;
    uv_timer_t strangers; // those that were accepted and have not said who they are
    uv_handle_t *listener;
    peer_table peers;
    uint32_t gone[GONE_CLIENTS]; // numbers of clients that were done last, + 1; next comes gone_at
    uint32_t gone_at;
    peer **touched;
    size_t touched_count, touched_capacity;
    connection *connections; // all, also those that are closing
    components components;
    lp_bytes parts; // of the message that is being sent
    unsigned message;
    lp_bytes head;
    lp_bytes to_oneself;
    uint64_t sent_to_oneself, received_from_oneself;
    uint8_t *decoded; // room for a message that is received, and for one that is shown
    size_t decoded_size;
    journal *journal; // NULL: nothing is logged
    bool sync;        // it survives a power failure, too
    lp_bytes record;
    uint64_t trace_mark; // where the trace ended when the last record was logged
    fault_rules rules;
    rng random;
    int64_t skew, clock; // microseconds; what the clock showed last
    step_trace *trace;   // NULL: none
    figures figures;
    lp_bytes scratch;
    lp_bytes datagram, datagram_in; // that is sent, that is heard
    bool ended;                     // the loop is to stop
    char failure[512];              // why; empty: as it should
    char reason[128];               // why somebody has refused us
    // Called at the end of a turn, before anything of it is sent; may be NULL.
    void (*before_sending)(void *data);
    void *before_sending_data;
    void (*complain)(const char *sentence); // of something that is wrong with others; may be NULL
};

bool node_init(node *n, const lp_system *system, process_name name, uint64_t seed, error *e);
void node_fini(node *n);
// Runs until node_end, or while `more` says so.
void node_run(node *n, bool (*more)(void *data), void *data);
void node_end(node *n);
// Ends with an error that the program prints.
void node_fail(node *n, const char *format, ...) __attribute__((format(printf, 2, 3)));
uint64_t node_now(const node *n); // milliseconds
void node_end_turn(node *n);      // log and send
void node_complain(const node *n, process_name about, const char *sentence);

#endif
