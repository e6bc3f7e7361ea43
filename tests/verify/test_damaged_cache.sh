#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A cache of compiled models that was damaged: the verdict stays what it is, and the next
# run finds it whole again.
. tests/expect.sh
own_cache
right=objects/stack/treiber.lin faulty=objects/stack/treiber_plain_push.lin

kept() { # DIRECTORY: its only file
    echo "$1"/*.so
}
good() { # it was made again
    local was=$sum
    sum=$(sha256sum <"$(kept "$LINCHPIN_CACHE")")
    [ -z "$was" ] || [ "$sum" = "$was" ] || fail "the kept file is not as it was"
}

export LINCHPIN_CACHE=$scratch/a
sum=
run 0 "$LINCHPIN" verify $right --quiet
good
for damage in 'truncate -s 4000' 'truncate -s 0' 'dd conv=notrunc bs=4096 seek=1 count=2 status=none if=/dev/zero'; do
    file=$(kept "$LINCHPIN_CACHE")
    if [[ $damage = dd* ]]; then $damage of="$file"; else $damage "$file"; fi
    run 0 "$LINCHPIN" verify $right --quiet
    err_empty
    good
done

# The right stack's, under the name of the faulty one's.
a=$(kept "$LINCHPIN_CACHE")
export LINCHPIN_CACHE=$scratch/b
run 1 "$LINCHPIN" verify $faulty --quiet
cp "$a" "$(kept "$LINCHPIN_CACHE")"
run 1 "$LINCHPIN" verify $faulty --quiet
run 1 "$LINCHPIN" verify $faulty --quiet

# A file that others may write to is not loaded, but replaced.
chmod 666 "$(kept "$LINCHPIN_CACHE")"
run 1 "$LINCHPIN" verify $faulty --quiet
[ "$(stat -c %a "$(kept "$LINCHPIN_CACHE")")" = 600 ] || fail "others may still write to it"
done_testing
