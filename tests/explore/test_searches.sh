# SPDX-License-Identifier: MIT
# The other ways to search: bounded, random, PCT, on several processes, and what
# is said when time is up.
. tests/expect.sh
queue=objects/queue/ms_queue_test.c
two='enq(1) deq | enq(2) deq'
three='enq(1) deq | enq(2) deq | enq(3) deq'
dir=$scratch
cc -O1 -o "$dir/maximal" tests/explore/maximal.c || exit 1

# Bounds: all within one, and all at last.
run 0 "$LINCHPIN" explore --json $queue objects/queue/ms_queue.c --scenario "$two" --preemptions 1
out_says 'all interleavings with at most 1 preemption of this scenario'
run 0 "$LINCHPIN" explore --json $queue objects/queue/ms_queue.c --scenario 'enq(1) | deq' \
    --search bounded --histories "$dir/bounded"
out_says 'all interleavings of this scenario'
run 0 "$LINCHPIN" explore --json $queue objects/queue/ms_queue.c --scenario 'enq(1) | deq' \
    --search paths --histories "$dir/paths"
run 0 cmp "$dir/bounded" "$dir/paths"
run 1 "$LINCHPIN" explore --json $queue objects/queue/ms_queue_no_tail_check.c --scenario "$two" \
    --preemptions 1
run 0 "$LINCHPIN" explore --json $queue objects/queue/ms_queue_no_tail_check.c --scenario "$two" \
    --preemptions 0

# Who begins stops nobody: one preemption is one, whichever thread it happens to.
cat >"$dir/halves.c" <<'EOF'
#include <linchpin/linchpin.h>
#include <stdatomic.h>
static _Atomic int cell;
static lp_value write_halves(void *x, const lp_value *args)
{
    (void)x;
    atomic_store(&cell, -1);
    atomic_store(&cell, (int)lp_to_int(args[0]));
    return LP_UNIT;
}
static lp_value read_cell(void *x, const lp_value *args)
{
    (void)x, (void)args;
    return lp_int(atomic_load(&cell));
}
static void *create(void)
{
    cell = 0;
    return &cell;
}
LP_OBJECT(halves, .create = create, .spec = "max-register",
          .methods = {{"write", write_halves, .args = {LP_UNIQUE}}, {"read", read_cell}})
EOF
for scenario in 'write(1) | read' 'read | write(1)'; do
    run 0 "$LINCHPIN" explore "$dir/halves.c" --scenario "$scenario" --preemptions 0
    run 1 "$LINCHPIN" explore "$dir/halves.c" --scenario "$scenario" --preemptions 1
done

# A thread spins because of what another one wrote after its round had begun, and before it looked:
# it spins for ever all the same, so with --all-histories the history is among those written.
cat >"$dir/late.c" <<'EOF'
#include <linchpin/linchpin.h>
#include <pthread.h>
#include <stdatomic.h>
static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    s->emit(s, NULL, "", 0);
}
static void step(lp_step *s) // everything may wait, and return anything
{
    if (s->want && s->want[0].kind == LP_KIND_INT)
        s->emit(s, s->want, "", 0);
}
static const lp_spec any = {.name = "any", .needs_result = true, .initial = initial, .step = step,
                            .methods = {{.name = "a"}, {.name = "b"}, {.name = "c"}}};
static _Atomic int x, y;
static void *create(void)
{
    return &x;
}
static void *helper(void *ignored)
{
    atomic_fetch_add(&y, 4);
    return ignored;
}
static int take(_Atomic int *until)
{
    int i = 0, v;
    while (!(v = atomic_exchange(i ? &y : &x, 0)) && atomic_load(until) < 2)
        i = !i;
    return v + i;
}
static lp_value a(void *o, const lp_value *args)
{
    (void)o, (void)args;
    return lp_int(take(&x));
}
static lp_value b(void *o, const lp_value *args)
{
    (void)o, (void)args;
    pthread_t t;
    pthread_create(&t, NULL, helper, NULL);
    int r = atomic_load(&y);
    pthread_join(t, NULL);
    return lp_int(r);
}
static lp_value c(void *o, const lp_value *args)
{
    (void)o, (void)args;
    return lp_int(take(&y));
}
LP_OBJECT(late, .create = create, .custom_spec = &any, .methods = {{"a", a}, {"b", b}, {"c", c}})
EOF
for search in dpor states; do
    run 0 "$LINCHPIN" explore "$dir/late.c" --scenario 'a | b c' --all-histories --search $search --histories "$dir/late.$search"
    LC_ALL=C sort -o "$dir/late.$search" "$dir/late.$search"
done
{ [ -s "$dir/late.states" ] && cmp "$dir/late.dpor" "$dir/late.states"; } || fail "the histories of a thread that spins differ"

# A thread spins with a lock that another one waits for: who comes first is a race, though the
# other never takes the lock. Here an acquire without permits must wait for ever, and two
# that come one after the other let each other in.
cat >"$dir/holds.c" <<'EOF'
#include <linchpin/linchpin.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static _Atomic int v, w;
static pthread_mutex_t mutex;
static pthread_rwlock_t rwlock;
static pthread_spinlock_t spin;
static sem_t semaphore;
static void *create(void)
{
    pthread_mutex_init(&mutex, NULL);
    pthread_rwlock_init(&rwlock, NULL);
    pthread_spin_init(&spin, 0);
    sem_init(&semaphore, 0, 1);
    return &v;
}
static lp_value acquire(void *x, const lp_value *args)
{
    (void)x, (void)args;
    TAKE;
    atomic_fetch_add(&v, 1);
    GIVE;
    TAKE;
    while (atomic_load(&v) == 1)
        ;
    GIVE;
    return LP_UNIT;
}
static lp_value release(void *x, const lp_value *args)
{
    (void)x, (void)args;
    atomic_fetch_add(&w, 1); // of no use to anybody
    return LP_UNIT;
}
LP_OBJECT(holds, .create = create, .spec = "semaphore:0",
          .methods = {{"acquire", acquire}, {"release", release}})
EOF
while read -r take give; do
    for options in "" "--search dpor --all-threads" "--search states" "--jobs 2"; do
        # shellcheck disable=SC2086
        run 1 "$LINCHPIN" explore "$dir/holds.c" --scenario 'acquire | acquire' $options -- "-DTAKE=$take" "-DGIVE=$give"
        out_has 'not linearizable'
    done
done <<'EOF'
pthread_mutex_lock(&mutex) pthread_mutex_unlock(&mutex)
pthread_rwlock_wrlock(&rwlock) pthread_rwlock_unlock(&rwlock)
pthread_spin_lock(&spin) pthread_spin_unlock(&spin)
sem_wait(&semaphore) sem_post(&semaphore)
EOF

# At random: found, and the same again with the same seed.
for search in random pct; do
    run 1 "$LINCHPIN" explore --json --quiet $queue objects/queue/ms_queue_no_tail_check.c \
        --scenario "$two" --search $search --seed 7
    cp "$scratch/.out" "$dir/$search"
    run 1 "$LINCHPIN" explore --json --quiet $queue objects/queue/ms_queue_no_tail_check.c \
        --scenario "$two" --search $search --seed 7
    cp "$scratch/.out" "$dir/$search.again"
    run 0 cmp "$dir/$search" "$dir/$search.again"
    run 0 "$LINCHPIN" explore --json $queue objects/queue/ms_queue.c --scenario "$three" \
        --search $search --max-executions 300
    out_has '300 executions drawn at random'
    # What was cut off is not counted as seen.
    run 3 "$LINCHPIN" explore --json $queue objects/queue/ms_queue.c --scenario "$three" \
        --search $search --max-executions 5 --max-steps 2
    out_has 'every execution took more than 2 steps (--max-steps)'
    most=60
    [ $search = random ] || most=44
    run 0 "$LINCHPIN" explore --json $queue objects/queue/ms_queue.c --scenario "$three" \
        --search $search --max-executions 100 --max-steps $most
    checks=$((checks + 1))
    grep -qE "100 executions drawn at random \([a-z]*, seed 1; [1-9][0-9]* of them only for the first $most steps\)" \
        "$scratch/.out" || fail 'nothing said of those cut off'
done

# Several processes find what one finds, and of violations the same one.
stack=tests/explore/anchors/anchor_stack.c
pushes='push(1) pop | push(11) pop | push(21) pop'
for jobs in 1 2 3; do
    run 0 "$LINCHPIN" explore --json $stack --scenario "$pushes" --all-loops --jobs $jobs --histories "$dir/jobs$jobs"
    out_has '"complete executions":50016'
done
run 0 cmp "$dir/jobs1" "$dir/jobs2"
run 0 cmp "$dir/jobs1" "$dir/jobs3"

# Without the rounds that retry in vain: fewer executions, the same maximal histories;
# and where calls and returns are steps of their own, the same histories.
run 0 "$LINCHPIN" explore --json $stack --scenario "$pushes" --histories "$dir/useful"
out_lacks '"complete executions":50016'
for set in jobs1 useful; do
    "$dir/maximal" <"$dir/$set" >"$dir/$set.max"
done
run 0 cmp "$dir/jobs1.max" "$dir/useful.max"
run 0 "$LINCHPIN" explore --json $stack --scenario "$pushes" --all-histories --histories "$dir/useful"
out_has '"histories":8550'

# Time is up: unknown, and how far it came.
run 3 "$LINCHPIN" explore --json $queue objects/queue/ms_queue.c --scenario "$three" --all-loops --timeout 2 --jobs 2
out_says ' of the interleavings'
run 3 "$LINCHPIN" explore --json $queue objects/queue/ms_queue.c --scenario "$three" --all-loops --timeout 2 --jobs 1
out_says '% of the interleavings'
run 3 "$LINCHPIN" explore --json $queue objects/queue/ms_queue.c --scenario "$three | deq" --timeout 2 \
    --search bounded
out_has 'preemption' # with how many depends on the machine

run 2 "$LINCHPIN" explore $queue objects/queue/ms_queue.c --search best
err_has 'bounded, random or pct'
run 2 "$LINCHPIN" explore $queue objects/queue/ms_queue.c --preemptions many
err_has 'takes a number'
run 2 "$LINCHPIN" explore $queue objects/queue/ms_queue.c --preemptions 1 --search dpor
err_has 'bounded'
done_testing
