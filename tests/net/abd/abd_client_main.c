// SPDX-License-Identifier: MIT
// The command line of clients: abd_client --servers FILE write 5

#include "abd.h"

int main(int argc, char **argv)
{
    return lp_client_main(&abd_system, argc, argv);
}
