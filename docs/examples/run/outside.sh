#!/bin/sh
# SPDX-License-Identifier: MIT
# A client of one's own, beside those of `linchpin run abd.lin --output abd --time 1h`:
#
#     outside.sh abd
#
# It writes 1 to 10 into the register 7, and reads back each of them.
set -eu
for n in 1 2 3 4 5 6 7 8 9 10; do
    "$1/abd_client" --servers "$1/servers" --key 7 write $n >/dev/null
    [ "$("$1/abd_client" --servers "$1/servers" --key 7 read)" = $n ] || {
        echo "$n is lost"
        exit 1
    }
done
echo "10 values are right"
