// SPDX-License-Identifier: MIT
// Clients on several machines: their clocks are asked for while a run goes on, and what they say
// becomes a history of our clock. Each client has two queues of events then, calls and returns.

#ifndef RUN_CONDUCT_CLOCKS_H
#define RUN_CONDUCT_CLOCKS_H

#include "run/conductor.h"

// `host_of` is by process, servers first. Nothing is done if all clients have the same clock.
void conduct_clocks_init(conductor *c, const size_t *host_of, size_t hosts);
void conduct_clocks_fini(conductor *c);
// Asks again, those that have answered. *ready: enough is known to begin.
bool conduct_clocks_ask(conductor *c, bool *ready, error *e);
// "time N" was said: what comes after time.
bool conduct_clocks_answer(conductor *c, size_t client, const char *said, error *e);
// How far the clock of a host that clients run on is known, at worst: nanoseconds; 0: they have one clock.
uint64_t conduct_clocks_bound(const conductor *c);

// As event_merge has them.
void conduct_event(conductor *c, size_t client, const client_event *it);
void conduct_mark(conductor *c, size_t client, uint64_t time);
void conduct_end(conductor *c, size_t client);
bool conduct_empty(const conductor *c, size_t client);
bool conduct_full(const conductor *c, size_t client);
bool conduct_take(conductor *c, size_t *client, client_event *it);

#endif
