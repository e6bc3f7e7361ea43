// SPDX-License-Identifier: MIT
// A counter with a lost update.

int counter_next(int *counter);

int counter_next(int *counter)
{
    return (*counter)++;
}
