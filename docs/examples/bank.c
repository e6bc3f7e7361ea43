// SPDX-License-Identifier: MIT
// A spec of one's own: bank accounts. Each account starts with 0. `withdraw` must
// refuse when there is too little, and may refuse at any time: the bank need not
// say why. No account may be overdrawn.
//
//     linchpin check bank_good.jsonl --spec bank.c

#include <linchpin/spec.h>
#include <stdio.h>

enum { DEPOSIT, WITHDRAW, BALANCE }; // the order of `methods` below

// A state is a list: account, amount, account, amount …, sorted by account, so
// that equal states have equal bytes. At first it is empty.
// Where the account is in the list, or should be.
static size_t find(const lp_pool *pool, const lp_value *list, size_t n, lp_value account)
{
    size_t i = 0;
    while (i < n && lp_value_compare(pool, list[i], account) < 0)
        i += 2;
    return i;
}

// Emits what the call may return and the state after it: once, several times, or
// not at all when it is not allowed.
static void step(lp_step *s)
{
    size_t n;
    const lp_value *list = lp_step_values(s, &n);
    lp_value account = lp_step_arg(s, 0, 0), amount = lp_step_arg(s, 0, 1);
    size_t at = find(s->pool, list, n, account);
    bool known = at < n && lp_value_equal(list[at], account);
    int64_t now = known ? lp_to_int(list[at + 1]) : 0, by = lp_to_int(amount);
    uint32_t method = s->calls[0].method;
    lp_value entry[2] = {account, lp_int(method == DEPOSIT ? now + by : now - by)};

    if (method == BALANCE)
        lp_step_emit_same(s, lp_int(now));
    else if (method == DEPOSIT)
        lp_step_emit_spliced(s, LP_UNIT, at, known ? 2 : 0, entry, 2);
    else if (now >= by)
        lp_step_emit_spliced(s, LP_TRUE, at, known ? 2 : 0, entry, 2);
    if (method == WITHDRAW)
        lp_step_emit_same(s, LP_FALSE);
}

// Optional: accounts have nothing to do with each other, so each is judged alone.
static lp_value split(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg)
{
    return lp_call_arg(self, pool, method, arg, 0);
}

// Optional: how a state is shown.
static void print(const lp_spec *self, const lp_pool *pool, const void *state, size_t size,
                  void (*put)(void *to, const char *text), void *to)
{
    const lp_value *list = (const lp_value *)state;
    size_t n = size / sizeof *list;
    (void)self;
    if (n == 0)
        put(to, "no account holds anything");
    for (size_t i = 0; i < n; i += 2) {
        char line[64];
        const char *name =
            list[i].kind == LP_KIND_STRING ? lp_string_bytes(pool, list[i], NULL) : "it";
        snprintf(line, sizeof line, "%s%.30s holds %lld", i ? ", " : "", name,
                 (long long)lp_to_int(list[i + 1]));
        put(to, line);
    }
}

// Optional: why a call cannot have returned what it did. Said after
// "balance("ann") → 5 is impossible:".
static void why(const lp_why *w)
{
    const lp_value *list = (const lp_value *)w->state;
    size_t n = w->state_size / sizeof *list;
    lp_value account = lp_call_arg(w->spec, w->pool, w->call->method, w->call->arg, 0);
    size_t at = find(w->pool, list, n, account);
    bool known = at < n && lp_value_equal(list[at], account);
    lp_why_say(w, "%v holds %v", account, known ? list[at + 1] : lp_int(0));
}

LP_SPEC(bank, .summary = "accounts that cannot be overdrawn",
        .methods = {{"deposit", "pay_in", 2, "deposit(\"ann\", 5)", .returns_nothing = true},
                    {"withdraw", "pay_out", 2, "withdraw(\"ann\", 3) → true"},
                    {"balance", "read", 1, "balance(\"ann\") → 2"}},
        .initial = lp_initial_empty, .step = step, .print = print, .split = split, .why = why)
