#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/set.sh BIN: the set of Vechev, Yahav and Yorsh ("Experience with model
# checking linearizability", 2009, Fig. 2) with the most general client, and its
# bad variants; other sets beside it.
set -u
cd "$(dirname "$0")/.."
PATH=$(cd "$1" && pwd):$PATH
export LC_ALL=C
. bench/verify_row.sh

memory=${MEMORY:-3G}
list=objects/set/marked_list.lin
keys3() {
    sed 's/int 1\.\.2/int 1..3/' $list >"$scratch/keys3.lin"
}
keys3
head_line "set: threads x keys" "SPIN, in the paper"
row "2 x 2, points" $list 0 "about 3 GB"
row "3 x 2, points" $list 0 "did not finish in 16 GB" --threads 3 --memory "$memory"
row "4 x 2, points" $list 0 "-" --threads 4 --memory "$memory"
row "2 x 3, points" "$scratch/keys3.lin" 0 "-"
row "3 x 3, points" "$scratch/keys3.lin" 0 "-" --threads 3 --memory "$memory"
row "2 x 2, no points" $list 0 "histories below 20 events" --no-points
row "3 x 2, no points" $list 0 "-" --no-points --threads 3 --memory "$memory"
row "2 x 2, points, no reductions" $list 0 "-" --reduce none
row "2 x 2, points, threads only" $list 0 "-" --reduce threads
row "3 x 2, points, dead and threads only" $list 0 "-" --threads 3 --reduce dead,threads --memory "$memory"
# §3.2: when garbage is collected. With nodes renumbered, with numbers kept (as by counting
# references in Promela), and only when memory is used up (a collector that runs late).
row "2 x 2, no spec, no reductions" $list 0 "-" --reduce none --no-spec
row "  and nodes keep their numbers" $list 0 "about 3 GB" --reduce none --no-spec --heap raw --memory "$memory"
row "  and collected late" $list 0 "did not finish in 16 GB" --reduce none --no-spec --heap late --memory "$memory"
stack=objects/stack/treiber.lin
for form in canonical raw late; do
    row "Treiber 2 x 1 value, --heap $form" $stack 0 "-" --capacity 1 --reduce none --heap $form
done
for bad in no_mark no_validation unmarked_validation late_mark; do
    row "$bad" objects/set/marked_list_$bad.lin 1 "-"
done
row "lazy list 2 x 2" objects/set/lazy_list.lin 0 "-"
row "lazy list 3 x 2" objects/set/lazy_list.lin 0 "-" --threads 3 --memory "$memory"
row "Harris-Michael 2 x 2" objects/set/harris_michael.lin 0 "-"
row "Harris-Michael 3 x 2" objects/set/harris_michael.lin 0 "-" --threads 3 --memory "$memory"
[ $failures = 0 ]
