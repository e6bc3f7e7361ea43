// SPDX-License-Identifier: MIT
// See fresh_process.h. The process is this program again, with a schedule to follow. It will crash
// where this one did, and can then still tell what led there.

#include "explore/search/fresh_process.h"

#include "base/io/keys.h"
#include "base/memory.h"
#include "explore/runtime/client.h"
#include "explore/runtime/runtime.h"
#include "explore/runtime/watchdog.h"
#include "explore/show/execution_verdict.h"
#include "judge/evidence/runner_lines.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ANSWER_FD = 3, CLOSE_LATER = 4 }; // CLOSE_LATER: CLOSE_RANGE_CLOEXEC

static int argument_count;
static char **arguments;

void afresh_init(int argc, char **argv)
{
    argument_count = argc;
    arguments = argv;
}

// What says which executions to run, and what is told anew.
static bool is_left_out(const char *argument)
{
    static const char *const keys[] = {"scenario",  "calls",       "up-to",  "budget",
                                       "values",    "well-formed", "replay", "histories",
                                       "lock-free", "leaks",       "timeout"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (key_names(keys[i], argument))
            return true;
    return false;
}

static char **make_arguments(const search_options *o, const scenario *sc, const char *steps)
{
    char **list = memory_new((size_t)argument_count + 4, sizeof *list);
    size_t n = 0;
    for (int i = 0; i < argument_count; i++)
        if (i < 2 || !is_left_out(arguments[i]))
            list[n++] = arguments[i];
    text calls = {0};
    scenario_print(o->subject->pool, sc, &calls);
    list[n++] = text_format("scenario=%s", calls.bytes);
    list[n++] = text_format("replay=%s", steps);
    text_fini(&calls);
    const limits *l = o->limits;
    double left = l->timeout > 0 ? l->started + l->timeout - clock_seconds() : 0;
    if (l->timeout > 0)
        list[n++] = text_format("timeout=%g", left > 0.1 ? left : 0.1);
    list[n] = NULL;
    return list;
}

// Descriptors of the object's are not the other's; nor are signals that it has blocked.
static _Noreturn void become(char **list, int answer)
{
    const uint64_t none = 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    bare_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&none, 0, sizeof none);
    bare_call(SYS_dup2, answer, ANSWER_FD, 0, 0);
    bare_call(SYS_close_range, ANSWER_FD + 1, ~0U, CLOSE_LATER, 0);
    bare_call(SYS_execve, (long)"/proc/self/exe", (long)list, (long)environ, 0);
    bare_exit(2);
}

// Its last line that is not progress or a sign of life; false: a limit was reached.
static bool listen_to(int file, limits *l, text *last)
{
    text line = {0}, progress = {0};
    char bytes[4096];
    long n = 1;
    while (limits_wait(l, file) && n) {
        n = bare_call(SYS_read, file, (long)bytes, sizeof bytes, 0);
        if (n < 0 && n != -EINTR && n != -EAGAIN)
            break;
        for (long i = 0; i < n; i++) {
            if (bytes[i] != '\n') {
                text_add_bytes(&line, &bytes[i], 1);
                continue;
            }
            if (line.length && !runner_read_progress(line.bytes, line.length, &progress)) {
                text_clear(last);
                text_add_bytes(last, line.bytes, line.length);
            }
            text_clear(&line);
        }
    }
    text_fini(&progress);
    text_fini(&line);
    return n == 0;
}

// Its answer; NULL: none.
static char *ask(const search_options *o, const scenario *sc, const char *steps)
{
    int ends[2];
    if (bare_call(SYS_pipe2, (long)ends, O_CLOEXEC, 0, 0))
        return NULL;
    char **list = make_arguments(o, sc, steps);
    pid_t pid = (pid_t)bare_call(SYS_fork, 0, 0, 0, 0);
    if (pid == 0)
        become(list, ends[1]);
    bare_call(SYS_close, ends[1], 0, 0, 0);
    text last = {0};
    bool whole = pid > 0 && listen_to(ends[0], o->limits, &last) && last.length;
    bare_call(SYS_close, ends[0], 0, 0, 0);
    if (pid > 0) {
        bare_call(SYS_kill, pid, SIGKILL, 0, 0);
        while (bare_call(SYS_wait4, pid, 0, 0, 0) == -EINTR)
            ;
    }
    return whole ? text_take(&last) : NULL;
}

bool afresh_replay(const search_options *o, const scenario *sc, const schedule *along,
                   lp_verdict *v)
{
    text taken = {0};
    schedule_print(along, &taken);
    watchdog_expect_end(false); // the other has a watchdog, too
    char *answer = ask(o, sc, taken.bytes);
    watchdog_expect_end(true);
    error ignored;
    lp_pool *pool = o->subject->pool;
    bool told = answer && verdict_read_json(answer, strlen(answer), pool, v, &ignored);
    if (!told || v->outcome == LP_UNKNOWN || v->outcome == LP_ERROR) {
        lp_verdict_fini(v);
        lp_verdict_init(v);
        verdict_end(v);
        client_open_calls();
        v->history = client_history(pool);
        v->culprit = LP_NO_EVENT;
    }
    verdict_copy(&v->schedule, taken.bytes);
    text_fini(&taken);
    free(answer);
    return true;
}
