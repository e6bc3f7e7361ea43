// SPDX-License-Identifier: MIT
// Clients of a running abd, in C.
//
//     char error[LP_CLIENT_ERROR];
//     abd_client *c = abd_client_open("servers", error);
//     abd_write(c, 0, 5, LP_FOR_EVER);
//     lp_value v;
//     if (abd_read(c, 0, LP_FOR_EVER, &v)) …     // lp_int(5)
//     abd_client_close(c);

#ifndef ABD_CLIENT_H
#define ABD_CLIENT_H

#include <linchpin/node.h>

typedef lp_client abd_client;

// `servers` is a file with a line for each: "replica[p1] 127.0.0.1:4711". NULL: `error` has a sentence.
abd_client *abd_client_open(const char *servers, char error[LP_CLIENT_ERROR]);
void abd_client_close(abd_client *client);

// On the register `key`; false: not within this many milliseconds. It may still take effect.
bool abd_write(abd_client *client, int64_t key, int64_t value, int timeout);
bool abd_read(abd_client *client, int64_t key, int timeout, lp_value *result);

// Without waiting: `returned` is called by lp_client_wait.
void abd_submit_write(abd_client *client, int64_t key, int64_t value, lp_returned returned,
                      void *data);
void abd_submit_read(abd_client *client, int64_t key, lp_returned returned, void *data);

#endif
