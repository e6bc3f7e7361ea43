# SPDX-License-Identifier: MIT
# A random graph as an Aldebaran file: -v states=N -v labels=N -v tau=PERCENT -v degree=N -v seed=N. With
# -v drop=N every N-th transition of the same graph is left out, so that the two have traces in common.
function below(n) {
    x = (x * 1103515245 + 12345) % 2147483648
    return int(x / 2147483648 * n)
}
BEGIN {
    x = seed * 7919 + 17
    for (s = 0; s < states; s++) {
        # Every state is reached: each has one from a state before it.
        from[n] = s ? below(s) : 0
        to[n] = s
        what[n++] = s ? below(100) : 99
        for (d = below(degree * 2 - 1); d > 0; d--) {
            from[n] = s
            # Unseen steps go upward: what diverges everywhere would be no comparison.
            what[n] = below(100)
            to[n++] = what[n] < tau ? s + below(states - s) : below(states)
        }
    }
    for (i = 0; i < n; i++)
        kept += !drop || i % drop
    printf "des (0,%d,%d)\n", kept, states
    for (i = 0; i < n; i++)
        if (!drop || i % drop)
            printf "(%d,%s,%d)\n", from[i], what[i] < tau ? "tau" : "\"a" what[i] % labels "\"", to[i]
}
