// SPDX-License-Identifier: MIT
#include "streams.h"

enum { message_number, PADDING = 100 }; // so that a socket is soon full

typedef struct message {
    int64_t n;
} message;

static const char *const one[] = {""};

static bool decode(void *decoded, unsigned number, lp_bytes *from)
{
    message *m = decoded;
    (void)number;
    m->n = lp_get_int(from, 1, STREAM_MOST - 1);
    for (int i = 0; i < PADDING; i++)
        if (lp_get_int(from, 1, STREAM_MOST - 1) != m->n)
            return false;
    return lp_get_end(from);
}

static void show(lp_text *text, const void *decoded)
{
    const message *m = decoded;
    lp_show(text, "number(");
    lp_show_int(text, m->n);
    lp_show(text, ")");
}

static void source_begin(void *state, lp_component me)
{
    source *self = state;
    self->kind = me.kind;
    self->limit = STREAM_MOST - 1;
}

static bool source_receive(void *state, lp_turn *turn, lp_component from, const void *received)
{
    (void)state, (void)turn, (void)from, (void)received;
    return false;
}

static bool source_act(void *state, lp_turn *turn)
{
    source *self = state;
    if (self->next == self->limit)
        return false;
    lp_bytes *parts = lp_message(turn, message_number);
    self->next++;
    for (int i = 0; i <= PADDING; i++)
        lp_put_int(parts, self->next);
    lp_send(turn, lp_server(kind_sink, 0));
    return true;
}

static void source_save(const void *state, lp_bytes *to)
{
    lp_put_int(to, ((const source *)state)->next);
}

static void source_load(void *state, lp_bytes *from)
{
    ((source *)state)->next = lp_get_int(from, 0, INT64_MAX);
}

static bool sink_receive(void *state, lp_turn *turn, lp_component from, const void *received)
{
    sink *self = state;
    const message *m = received;
    (void)turn;
    if (from.kind == kind_ordered) {
        if (m->n != self->ordered + 1)
            self->wrong++;
        self->ordered = m->n;
        return true;
    }
    uint64_t bit = (uint64_t)1 << m->n % 64;
    if (self->unordered[m->n / 64] & bit)
        self->wrong++;
    if (m->n != ++self->unordered_count)
        self->overtaken++;
    self->unordered[m->n / 64] |= bit;
    return true;
}

static void sink_save(const void *state, lp_bytes *to)
{
    const sink *self = state;
    lp_put_int(to, self->ordered);
    lp_put_int(to, self->unordered_count);
    lp_put_int(to, self->overtaken);
    lp_put_int(to, self->wrong);
    for (int i = 0; i < STREAM_MOST / 64; i++)
        lp_put_int(to, (int64_t)self->unordered[i]);
}

static void sink_load(void *state, lp_bytes *from)
{
    sink *self = state;
    self->ordered = lp_get_int(from, 0, INT64_MAX);
    self->unordered_count = lp_get_int(from, 0, INT64_MAX);
    self->overtaken = lp_get_int(from, 0, INT64_MAX);
    self->wrong = lp_get_int(from, 0, INT64_MAX);
    for (int i = 0; i < STREAM_MOST / 64; i++)
        self->unordered[i] = (uint64_t)lp_get_int(from, INT64_MIN, INT64_MAX);
}

#define SOURCE(called)                                                                             \
    {                                                                                              \
        .name = called, .size = sizeof(source), .begin = source_begin, .receive = source_receive,  \
        .act = source_act, .timed = true, .instances = one, .instance_count = 1,                   \
        .save = source_save, .load = source_load                                                   \
    }
static const lp_component_kind ordered = SOURCE("ordered"), unordered = SOURCE("unordered");
static const lp_component_kind sink_kind = {.name = "sink",
                                            .size = sizeof(sink),
                                            .receive = sink_receive,
                                            .instances = one,
                                            .instance_count = 1,
                                            .save = sink_save,
                                            .load = sink_load};

static const lp_component_kind *const kinds[] = {&ordered, &unordered, &sink_kind};
static const lp_channel channels[] = {{kind_ordered, kind_sink, LP_FIFO},
                                      {kind_unordered, kind_sink, 0}};
static const char *const messages[] = {"number"};

const lp_system streams_system = {.name = "streams",
                                  .version = 42,
                                  .spec = "register",
                                  .kinds = kinds,
                                  .kind_count = 3,
                                  .channels = channels,
                                  .channel_count = 2,
                                  .messages = messages,
                                  .message_count = 1,
                                  .message_size = sizeof(message),
                                  .decode = decode,
                                  .show = show};
