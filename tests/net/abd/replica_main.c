// SPDX-License-Identifier: MIT
// The program of a replica: replica p1 --directory DIR

#include "abd.h"

int main(int argc, char **argv)
{
    return lp_server_main(&abd_system, kind_replica, argc, argv);
}
