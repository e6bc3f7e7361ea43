// SPDX-License-Identifier: MIT
// Reaping processes later: see reaper.h.

#include "harness/stress/reaper.h"

#include <stddef.h>
#include <sys/wait.h>

bool reaper_look(pid_t child, bool patient, int *status)
{
    siginfo_t end = {.si_pid = 0};
    int how = WEXITED | WNOWAIT | (patient ? 0 : WNOHANG);
    if (waitid(P_PID, (id_t)child, &end, how) != 0 || end.si_pid != child)
        return false;
    *status = W_EXITCODE(end.si_code == CLD_EXITED ? end.si_status : 0,
                         end.si_code == CLD_EXITED ? 0 : end.si_status);
    return true;
}

void reaper_take(reaper *r, pid_t child)
{
    pid_t *place = &r->dead[r->count++ % REAPER_MOST];
    if (*place)
        waitpid(*place, NULL, 0);
    *place = child;
}
