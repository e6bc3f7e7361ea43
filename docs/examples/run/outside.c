// SPDX-License-Identifier: MIT
// A client of one's own, beside those of `linchpin run abd.lin --output abd --time 1h`:
//
//     cc -Iabd -I"$PREFIX/include" outside.c -o outside -Labd -labd_client -L"$PREFIX/lib"
//         -llinchpin_node -luv -lxxhash -lpthread
//     ./outside abd/servers
//
// It writes 1 to 100 into the register 8, and reads back each of them.
#include "abd_client.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    char why[LP_CLIENT_ERROR];
    abd_client *client = abd_client_open(argc > 1 ? argv[1] : "servers", why);
    if (!client) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }
    int wrong = 0;
    for (int64_t n = 1; n <= 100; n++) {
        lp_value seen;
        bool good = abd_write(client, 8, n, LP_FOR_EVER) && abd_read(client, 8, LP_FOR_EVER, &seen);
        wrong += !good || seen.kind != LP_KIND_INT || seen.bits != n;
    }
    printf("%d of 100 values are wrong\n", wrong);
    abd_client_close(client);
    return wrong != 0;
}
