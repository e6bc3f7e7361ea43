// SPDX-License-Identifier: MIT
#include "abd_client.h"

#include "abd.h"

abd_client *abd_client_open(const char *servers, char error[LP_CLIENT_ERROR])
{
    return lp_client_open(&abd_system, servers, error);
}

void abd_client_close(abd_client *client)
{
    lp_client_close(client);
}

bool abd_write(abd_client *client, int64_t key, int64_t value, int timeout)
{
    return lp_client_call(client, kind_write_client, key, value, timeout, NULL);
}

bool abd_read(abd_client *client, int64_t key, int timeout, lp_value *result)
{
    return lp_client_call(client, kind_read_client, key, 0, timeout, result);
}

void abd_submit_write(abd_client *client, int64_t key, int64_t value, lp_returned returned,
                      void *data)
{
    lp_client_submit(client, kind_write_client, key, value, returned, data);
}

void abd_submit_read(abd_client *client, int64_t key, lp_returned returned, void *data)
{
    lp_client_submit(client, kind_read_client, key, 0, returned, data);
}
