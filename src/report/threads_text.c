// SPDX-License-Identifier: MIT
// See threads_text.h.

#include "report/threads_text.h"

static void add_waiting(const lp_waiting *it, text *out)
{
    static const char *const words[] = {
        [LP_WAIT_STATEMENT] = NULL,
        [LP_WAIT_MUTEX] = "waits for the mutex",
        [LP_WAIT_WOKEN] = "was woken and waits for the mutex",
        [LP_WAIT_SPIN_LOCK] = "waits for the spin lock",
        [LP_WAIT_READ_LOCK] = "waits to read-lock",
        [LP_WAIT_WRITE_LOCK] = "waits to write-lock",
        [LP_WAIT_THREAD] = "waits for thread",
        [LP_WAIT_THREADS] = "waits for the threads",
        [LP_WAIT_WAKE] = "sleeps on",
        [LP_WAIT_ONCE] = "waits for a first run of",
        [LP_WAIT_SEMAPHORE] = "waits for the semaphore",
        [LP_WAIT_STREAM] = "waits for the stream",
        [LP_WAIT_DESCRIPTOR] = "waits for the descriptor",
        [LP_WAIT_OTHER] = "waits",
    };
    if (it->wait == LP_WAIT_STATEMENT) {
        text_add(out, "Thread %lld waits in line %u: %s\n", (long long)it->thread, it->line,
                 it->what);
        return;
    }
    text_add(out, "thread %lld %s %s", (long long)it->thread, words[it->wait], it->what);
    if (it->where)
        text_add(out, " (%s)", it->where);
    text_add(out, "\n");
}

static void add_turning(const lp_turning *t, text *out)
{
    if (!t->line_count)
        return;
    text_add(out, "Thread %lld can turn for ever: line", (long long)t->thread);
    for (uint32_t i = 0; i < t->line_count; i++)
        text_add(out, "%s %u", i ? "," : "", t->lines[i]);
    text_add(out, "\n");
}

static void add_steps(const lp_cycle *c, text *out)
{
    if (c->steps > 1)
        text_add(out, " %u", c->steps);
    text_add(out, c->steps == 1 ? " step" : " steps");
}

static void add_cycle(const lp_cycle *c, text *out)
{
    for (uint32_t i = 0; i < c->thread_count; i++)
        add_turning(&c->threads[i], out);
    if (!c->unfair) {
        text_add(out, "The last");
        if (c->steps == 1)
            text_add(out, " 1");
        add_steps(c, out);
        text_add(out, " lead%s back to where %s.\n", c->steps == 1 ? "s" : "",
                 c->thread_count ? "the threads were before" : "it was before");
        return;
    }
    text_add(out, c->thread_count > 1 ? "Threads " : "Thread ");
    for (uint32_t i = 0; i < c->thread_count; i++)
        text_add(out, "%s%lld", i ? " and " : "", (long long)c->threads[i].thread);
    text_add(out, " can go round for ever with the last");
    add_steps(c, out);
    text_add(out, ", as long as nobody else is run.\n");
}

void report_threads(const lp_verdict *v, text *out)
{
    for (uint32_t i = 0; i < v->waiting_count; i++)
        add_waiting(&v->waiting[i], out);
    if (v->cycle)
        add_cycle(v->cycle, out);
}
