# SPDX-License-Identifier: MIT
# awk -v seed=N -v count=N -v folder=DIR -v put=METHOD -v get=METHOD: so many small histories in
# JSON Lines, of up to three processes and six operations. Each put has a value of its own, a get
# returns one that was put in before or nothing, and a few operations never return.
function event(process, type, method, value) {
    printf "{\"process\":%d,\"type\":\"%s\",\"f\":\"%s\",\"value\":%s}\n", process, type, method, value >file
}
BEGIN {
    srand(seed)
    for (n = 1; n <= count; n++) {
        file = folder "/" n ".jsonl"
        left = 3 + int(rand() * 4)
        processes = 2 + int(rand() * 2)
        values = busy = 0
        split("", method)
        while (left || busy) {
            p = int(rand() * processes)
            if (p in method) {
                value = int(rand() * (values + 1))
                if (left || rand() > 0.08)
                    event(p, "ok", method[p], method[p] == put || !value ? "null" : value)
                delete method[p]
                busy--
            } else if (left) {
                method[p] = rand() < 0.5 ? put : get
                event(p, "invoke", method[p], method[p] == put ? ++values : "null")
                left--
                busy++
            }
        }
        close(file)
    }
}
