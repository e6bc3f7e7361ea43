# SPDX-License-Identifier: MIT
# Tests that crash, exit, hang or are no tests: each is told, none passes.
. tests/expect.sh

case_file=tests/harness/cases/trouble_test.c
trouble() { # CODE TROUBLE [OPTION…]
    local code=$1 what=$2
    shift 2
    run "$code" "$LINCHPIN" test $case_file --rounds 200 "$@" -- -DTROUBLE="$what"
}

trouble 0 NONE
trouble 1 SEGFAULT
out_has 'the test crashed (SIGSEGV) in write() on thread '
out_has 'Scenario: write('
trouble 1 SEGFAULT --no-jolt
trouble 1 EXIT
out_has 'the test called exit(3)'
trouble 1 ABORT
out_has 'the test crashed (SIGABRT) in write()'
trouble 1 OVERFLOW_STACK
out_has 'the test crashed (SIGSEGV) in write()'
trouble 1 BREAKPOINT
out_has 'the test crashed (SIGTRAP)'
trouble 1 ALARM
out_has 'the test crashed (SIGALRM)'
trouble 1 EXEC
out_has 'the test called exit(0)'
trouble 1 CRASH_IN_CREATE
out_has 'in .create'
trouble 1 CRASH_IN_DESTROY
out_has 'in .destroy'
trouble 1 INVARIANT
out_has 'the invariant is false'
trouble 3 HANG --hang 1
out_has 'no progress for 1 s'
out_has 'write(1)'
trouble 3 HANG_IN_CREATE --hang 1
out_has 'no progress for 1 s in .create'
trouble 3 HANG_WHEN_LOADED --hang 1
out_has 'no progress for 1 s while the test was loaded'
trouble 3 THREAD_EXIT --hang 1
out_has 'no progress for 1 s'
trouble 3 STOP --hang 1
out_has 'no progress for 1 s'
trouble 3 KILL_SELF
out_has 'killed from outside'
trouble 2 KILL_RUNNER
err_has 'SIGKILL'
trouble 2 SPOIL_RECORD
err_has 'makes no sense: the test has written to memory that is not its own'
trouble 2 STRING_RESULT
err_has 'write() returned a value that is not'
trouble 2 CRASH_WHEN_LOADED
err_has 'SIGSEGV'
trouble 2 EXIT_WHEN_LOADED
err_has 'outside the object'
trouble 2 EXIT_IN_SPEC
err_has 'outside the object'

# A child that goes on as the thread it was forked from records nothing, and is told.
# One that minds its own business is nobody's trouble.
trouble 1 FORK
out_has 'the test forked, and the child returned from it'
trouble 1 FORK --no-jolt
out_has 'the test forked, and the child returned from it'
trouble 0 FORK_AND_WAIT

# One that starts processes without end is ended with all of them; a few are nobody's trouble.
run 3 env LINCHPIN_PROCESSES=50 bash -c 'ulimit -u 2000; exec "$@"' - timeout 200 "$LINCHPIN" test \
    $case_file --rounds 1000000000 --timeout 100s -- -DTROUBLE=DAEMONS
out_says 'the test starts processes without end: more than 50 at once'
run 3 env LINCHPIN_PROCESSES=50 bash -c 'ulimit -u 2000; exec "$@"' - timeout 200 "$LINCHPIN" test \
    $case_file --rounds 1000000000 --timeout 100s --no-jolt -- -DTROUBLE=DAEMONS
out_says 'the test starts processes without end: more than 50 at once'

# What is unusual, but no fault: descriptors gone, twenty megabytes of talk, a thread that
# belongs to the object, many more threads than processors.
trouble 0 CLOSE_ALL
trouble 0 CHATTER
out_lacks '00000000'
trouble 0 OWN_THREAD
trouble 0 OWN_THREAD --no-jolt --threads 16 --ops 1
out_lacks 'stuck'

# A crash says so in JSON too, with the history up to it.
trouble 1 SEGFAULT --json
out_has '"verdict":"violated"'
out_has '"reason":"the test crashed (SIGSEGV) in write()'
out_has '"type":"invoke","f":"write"'

# A limit that comes first leaves it open, never a pass.
run 3 "$LINCHPIN" test $case_file --rounds 100000000 --timeout 300ms -- -DTROUBLE=NONE
out_has 'of 100000000 rounds'

# A smaller scenario that fails once and then waits for ever is not what is shown.
SEEN=$scratch/seen run 1 "$LINCHPIN" test tests/harness/cases/too_many_test.c --hang 1s
out_has 'Scenario: enq(1) deq'

done_testing
