// SPDX-License-Identifier: MIT
// What the C is written against that `linchpin compile` emits: the processes of a distributed
// system. The emitted code is the automata, and nothing else; this library runs them: sockets,
// recovery, clients, faults that are asked for.
//
// A component of the model is a struct with its variables and a function for each of its
// actions. The library calls them, one at a time, through the table of its kind:
//
//                begin ─▶ (call, of an operation) ─▶ act, act, … ─▶ receive ─▶ act, act, … ─▶ end
//
// `act` takes the first locally controlled action that is enabled and returns true, or returns
// false: then the component waits for a message. What a step sends leaves when the turn of the
// event loop ends, after the states that it changed are on record.
//
// A component kind is a *server*, with a process for each instance (replica[p1]), or an
// *operation*, of which client processes have one instance for each call under way.
// A running system holds any number of independent copies of the modelled one, told apart by a
// key: a server has a state for each key that was ever used.
//
// Ownership: tables and names are the emitted code's and outlive everything; a state is the
// library's memory; lp_turn, lp_bytes and lp_text are borrowed for the one call.

#ifndef LINCHPIN_NODE_H
#define LINCHPIN_NODE_H

#include <linchpin/value.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Values of the model ----

// An identifier of a supply, and so an operation, and what it was called with. The value is a
// function of the id, so only the id is compared. An optional one without an item is LP_NO_ID, less
// than all others.
//     63 … 60 supply, from 1   59 … 28 client process   27 … 0 number
typedef struct lp_id {
    uint64_t id;
    int64_t value;
} lp_id;

#ifdef __cplusplus
#define LP_NO_ID (lp_id{0, 0})
#else
#define LP_NO_ID ((lp_id){0, 0})
#endif

static inline unsigned lp_id_supply(lp_id x)
{
    return (unsigned)(x.id >> 60);
}

static inline unsigned lp_id_client(lp_id x)
{
    return (unsigned)(x.id >> 28);
}

static inline int lp_compare_ids(lp_id a, lp_id b)
{
    return (a.id > b.id) - (a.id < b.id);
}

static inline int lp_compare_ints(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

// Ends the process with an error, and exit code 2: "rsm.lin:64:3: somebody else answers, or twice".
__attribute__((noreturn)) void lp_fail(const char *where, const char *what);

// A step of the model that goes wrong, in any run of it. `linchpin verify` calls it a violation, and so does
// `linchpin run`, by the exit code of the process:
typedef enum lp_fault {
    LP_FAULT_ASSERTION = 16,  // an assertion fails
    LP_FAULT_ARITHMETIC = 17, // overflow, division by zero, a value outside of its range
    LP_FAULT_MISUSE = 18      // of a value that is not there: of none, of an empty set or seq
} lp_fault;

// "abd.lin:120:9: the sum is not an integer of 64 bits", and which component takes the step.
__attribute__((noreturn)) void lp_violate(lp_fault fault, const char *where, const char *what);

// Open ranges (`int 0..2...`) are integers of 64 bits. `where` is the place in the model.
static inline int64_t lp_add(int64_t a, int64_t b, const char *where)
{
    int64_t sum;
    if (__builtin_add_overflow(a, b, &sum))
        lp_violate(LP_FAULT_ARITHMETIC, where, "the sum is not an integer of 64 bits");
    return sum;
}

static inline int64_t lp_subtract(int64_t a, int64_t b, const char *where)
{
    int64_t difference;
    if (__builtin_sub_overflow(a, b, &difference))
        lp_violate(LP_FAULT_ARITHMETIC, where, "the difference is not an integer of 64 bits");
    return difference;
}

static inline int64_t lp_multiply(int64_t a, int64_t b, const char *where)
{
    int64_t product;
    if (__builtin_mul_overflow(a, b, &product))
        lp_violate(LP_FAULT_ARITHMETIC, where, "the product is not an integer of 64 bits");
    return product;
}

// What is assigned to a variable of the range least..most.
static inline int64_t lp_within(int64_t n, int64_t least, int64_t most, const char *where)
{
    if (n < least || n > most)
        lp_violate(LP_FAULT_ARITHMETIC, where, "the value is not in the range of its type");
    return n;
}

// ---- Sets without a bound ----

// A set of what has no end, identifiers say: its items, in their order. A map is a set of pairs that
// are compared by their first part; what is at its initial value is not in it. {0} is empty.
typedef struct lp_set {
    void *items;
    size_t count, capacity; // capacity 0: borrowed, or empty
} lp_set;

typedef struct lp_item_type {
    size_t size;
    int (*compare)(const void *a, const void *b);
} lp_item_type;

const void *lp_set_find(const lp_item_type *of, lp_set s,
                        const void *item);                      // NULL: it is not in it
bool lp_set_within(const lp_item_type *of, lp_set a, lp_set b); // a is a subset of b
// Of a variable, which owns its items.
void lp_set_put(const lp_item_type *of, lp_set *s,
                const void *item); // in place of one that is equal
void lp_set_remove(const lp_item_type *of, lp_set *s, const void *item);
void lp_set_assign(const lp_item_type *of, lp_set *s, lp_set from);
void lp_set_end(lp_set *s); // empty again, and its memory is free
// A seq: the same, in the order in which it was made. `at` is from 0 on.
void lp_seq_insert(const lp_item_type *of, lp_set *s, size_t at, const void *item);
void lp_seq_remove(const lp_item_type *of, lp_set *s, size_t at);
size_t lp_seq_find(const lp_item_type *of, lp_set s, const void *item); // its count: nowhere
// What expressions make lasts until lp_scratch_clear, which whoever calls a component does after each
// step. Each thread has its own.
lp_set lp_set_of(const lp_item_type *of, const void *items, size_t count); // in any order
void lp_set_collect(const lp_item_type *of, lp_set *s, const void *item);
lp_set lp_set_union(const lp_item_type *of, lp_set a, lp_set b);
lp_set lp_set_intersection(const lp_item_type *of, lp_set a, lp_set b);
lp_set lp_set_difference(const lp_item_type *of, lp_set a, lp_set b);
lp_set lp_set_symmetric(const lp_item_type *of, lp_set a, lp_set b); // in one of them
void lp_scratch_clear(void);

// ---- Messages and states as bytes ----

typedef struct lp_bytes lp_bytes;

void lp_put_int(lp_bytes *to,
                int64_t n); // small ones are short; also booleans, enums, sets of bits
void lp_put_id(lp_bytes *to, lp_id x);

// What is not there or not in its range is 0, and the whole is refused.
int64_t lp_get_int(lp_bytes *from, int64_t least, int64_t most);
lp_id lp_get_id(lp_bytes *from, unsigned supply);
lp_id lp_get_id_or_none(lp_bytes *from, unsigned supply);
// Of one of the supplies from `first` to `last`.
lp_id lp_get_id_among(lp_bytes *from, unsigned first, unsigned last);
lp_id lp_get_id_among_or_none(lp_bytes *from, unsigned first, unsigned last);
bool lp_get_end(const lp_bytes *from); // all was read, and all was right

// ---- Machines ----

// Where the model has a machine<op>, and `--spec` says what it is: the object of that spec, which
// carries out the operations that it is given and answers each. An operation is an identifier: its
// supply says which method it is, and its value what it was called with. Of two arguments each has 32
// bits of the value.
typedef struct lp_machine_type {
    const char *spec;           // "queue"
    const char *const *methods; // of the spec, in the order of their supplies,
    unsigned first, count;      // of which this is the first, and so many there are
} lp_machine_type;

// What is told of the operations that were carried out: a hash of all of them, in their order. 0: none
// was. The model compares answers by these operations; here, by the hash.
static inline uint64_t lp_past(uint64_t before, lp_id x)
{
    uint64_t h = (before ^ x.id) * UINT64_C(0x9e3779b97f4a7c15) + UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 32) * UINT64_C(0x94d049bb133111eb);
    h ^= h >> 29;
    return h ? h : 1;
}

typedef struct lp_machine {
    lp_id last;               // what was carried out last, or LP_NO_ID
    uint64_t past;            // all that was
    struct lp_object *inside; // the object as it is now
} lp_machine;

typedef struct lp_answer {
    lp_id before;    // the operation that was carried out last before this one,
    uint64_t past;   // and all that were
    lp_value result; // what the object answers: an integer, a boolean, nil or unit
} lp_answer;

#ifdef __cplusplus
#define LP_NO_ANSWER (lp_answer{LP_NO_ID, 0, LP_NIL})
#else
#define LP_NO_ANSWER ((lp_answer){LP_NO_ID, 0, LP_NIL})
#endif

static inline int lp_compare_answers(lp_answer a, lp_answer b)
{
    return (a.past > b.past) - (a.past < b.past);
}

static inline int64_t lp_both(int32_t first, int32_t second)
{
    return (int64_t)((uint64_t)(uint32_t)first << 32 | (uint32_t)second);
}

static inline int32_t lp_first(int64_t both)
{
    return (int32_t)(both >> 32);
}

static inline int32_t lp_second(int64_t both)
{
    return (int32_t)both;
}

void lp_machine_begin(lp_machine *m, const lp_machine_type *type); // as the spec begins
void lp_machine_end(lp_machine *m);
// What it would answer, and carrying it out. `x` is of one of the type's supplies.
lp_answer lp_machine_answer(const lp_machine *m, lp_id x);
void lp_machine_apply(lp_machine *m, lp_id x);
void lp_put_machine(lp_bytes *to, const lp_machine *m);
void lp_get_machine(lp_bytes *from, lp_machine *m); // one that has begun
void lp_put_answer(lp_bytes *to, lp_answer a);
lp_answer lp_get_answer(lp_bytes *from, unsigned first, unsigned last); // supplies

// ---- Steps ----

// Who sends and who receives. A server has a number from 0 in the order of the instances of its
// kind, an operation its id.
typedef struct lp_component {
    unsigned kind; // its place in the table of the system
    unsigned number;
    lp_id id;
} lp_component;

#define LP_EACH UINT32_MAX // the number of every instance of the kind

static inline lp_component lp_server(unsigned kind, unsigned number)
{
    lp_component c = {kind, number, {0, 0}};
    return c;
}

static inline lp_component lp_operation(unsigned kind, lp_id id)
{
    lp_component c = {kind, 0, id};
    return c;
}

// A step of a component, while it is taken.
typedef struct lp_turn lp_turn;

// Begins a message, whose parts are put into what it returns, and sends it. To an operation
// that has returned, or whose client is done, it gets lost.
lp_bytes *lp_message(lp_turn *turn, unsigned message);
void lp_send(lp_turn *turn, lp_component to);

// The operation is over: its `return` action. LP_UNIT, LP_NIL or lp_int(…).
void lp_return(lp_turn *turn, lp_value result);

// What the component's clock shows: microseconds since 1970, with what faults were asked for.
// It never goes back.
int64_t lp_clock(lp_turn *turn);

// The trace, if one is asked for; else NULL. Whoever takes an action says so before, and shows its
// arguments, with commas between.
typedef struct lp_text lp_text;

lp_text *lp_trace(lp_turn *turn, const char *action);
void lp_show(lp_text *text, const char *string);
void lp_show_int(lp_text *text, int64_t n);
void lp_show_id(lp_text *text, const char *kind, lp_id x); // "writer.2.17", or "none"
// Of a machine, what was carried out: "enq.2.17#91ab…", or "none"; of an answer: "5 after enq.2.17#91ab…".
void lp_show_past(lp_text *text, const char *kind, lp_id last, uint64_t past);
void lp_show_answer(lp_text *text, const char *kind, lp_answer answer);
// A set of bits as {p1, p3}.
void lp_show_set(lp_text *text, uint64_t set, const char *const *names);
// A set, an array or a seq that has so many items. Each of them is then begun, and shown; of more than eight
// there is a hash in the trace: "{12 items, #91ab…}".
void lp_show_many(lp_text *text, const char *bracket, size_t count);
void lp_show_item(lp_text *text);
void lp_show_end(lp_text *text, const char *bracket);

// ---- Tables ----

typedef enum lp_crashes {
    LP_RECOVERS,  // goes on with the state that it had, as if it had been slow
    LP_FORGETS,   // starts anew
    LP_STAYS_DOWN // is not started again
} lp_crashes;

typedef struct lp_component_kind {
    const char *name;                           // "replica"
    size_t size;                                // of its struct
    void (*begin)(void *self, lp_component me); // the struct is zeroed before
    void (*end)(void *self);                    // frees what the struct refers to; may be NULL
    // `message` is what the system's decode made. False: the automaton has no such input.
    bool (*receive)(void *self, lp_turn *turn, lp_component from, const void *message);
    bool (*act)(void *self, lp_turn *turn); // NULL: no locally controlled actions
    bool timed;                             // guards read the clock: it acts as time passes, too
    // Its variables, for a trace: "tag = (2, writer.1.5); val = writer.1.5". May be NULL.
    void (*show)(const void *self, lp_text *text);

    // Of a server.
    const char *const *instances; // "p1", "p2", "p3"; NULL: this is an operation
    unsigned instance_count;
    lp_crashes crashes;
    void (*save)(const void *self, lp_bytes *to);
    void (*load)(void *self, lp_bytes *from); // after begin

    // Of an operation.
    const char *method; // of the spec: "write"
    unsigned arguments; // the method's, at most two; they are the value of the id: see lp_both
    unsigned supply;    // of its id, from 1, in the order of the model
    // For a workload: the method never changes the object; its first argument is looked up there.
    bool reads_only, looks_up;
    void (*call)(void *self, lp_turn *turn);
} lp_component_kind;

// Properties of a channel. 0 is reliable: what is sent arrives once, in any order.
enum { LP_FIFO = 1, LP_LOSSY = 2, LP_DUPLICATING = 4 };

typedef struct lp_channel {
    unsigned from, to; // kinds
    unsigned properties;
} lp_channel;

typedef struct lp_system {
    const char *name; // "abd"
    uint64_t version; // a hash of the model: processes of different ones do not talk to each other
    const char *spec; // which histories are right: "register"
    const lp_component_kind *const *kinds;
    unsigned kind_count;
    const lp_channel *channels;
    unsigned channel_count;
    // Messages are numbered from 0. A struct of this size holds any of them.
    const char *const *messages; // their names
    unsigned message_count;
    size_t message_size;
    bool (*decode)(void *message, unsigned number, lp_bytes *from);
    void (*show)(lp_text *text, const void *message);
} lp_system;

// ---- Programs ----

// The program of a server: `replica p1 --directory DIR`; --help says the rest. The result is the exit
// code: 0, or 2 with an error on stderr. A step that goes wrong ends it with an lp_fault.
int lp_server_main(const lp_system *system, unsigned kind, int argc, char **argv);
// The command line of clients: `abd_client --servers FILE write 5`, and the workload.
int lp_client_main(const lp_system *system, int argc, char **argv);

// ---- Clients in C ----

// One client is used by one thread at a time.
typedef struct lp_client lp_client;
typedef void (*lp_returned)(void *data, lp_value result);

enum { LP_CLIENT_ERROR = 256, LP_FOR_EVER = -1 };

// `servers` is a file with a line for each: "replica[p1] 127.0.0.1:4711", "replica[p1] udp:127.0.0.1:4711"
// or "replica[p1] unix:/path".
// NULL: `error` has a sentence. From then on the process ignores SIGPIPE.
lp_client *lp_client_open(const lp_system *system, const char *servers,
                          char error[LP_CLIENT_ERROR]);
void lp_client_close(lp_client *client); // NULL is fine
// Calls a method (the kind of its operation) on the object `key` and waits. Two arguments are
// lp_both(first, second). False: it has not
// returned within this many milliseconds, or LP_FOR_EVER; it may still take effect later.
bool lp_client_call(lp_client *client, unsigned kind, int64_t key, int64_t argument, int timeout,
                    lp_value *result);
// The same without waiting; `returned` is called by lp_client_call, lp_client_wait, or not at all.
void lp_client_submit(lp_client *client, unsigned kind, int64_t key, int64_t argument,
                      lp_returned returned, void *data);
// Until all that was submitted has returned; false: not within this many milliseconds.
bool lp_client_wait(lp_client *client, int timeout);

#ifdef __cplusplus
}
#endif
#endif
