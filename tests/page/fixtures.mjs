// SPDX-License-Identifier: MIT
// Verdicts made by hand, with everything that the page can show of a trace.

// A stack in C that is freed too early: thread 1 pops and frees the node that thread 0 still holds.
export function freedTooEarly() {
    const files = {
        'stack.c': [
            '#include "stack.h"', '', 'node *pop(stack *s)', '{', '    node *t = load(&s->top);', '    node *n = t->next;',
            '    if (cas(&s->top, t, n))', '        free(t); // too early', '}', '',
        ].join('\n'),
    };
    const at = line => ({ where: `stack.c:${line}`, frames: [{ where: `stack.c:${line}`, function: 'pop' }, { where: 'stack_test.c:9', function: 'call_pop' }] });
    const trace = [
        { thread: 2, switch: false, what: 'store top = node 1', ...at(5), events: 0, access: { kind: 'write', cell: 'top', old: 'node 2', new: 'node 1', order: 'seq_cst' }, changes: [{ box: 0, cell: 'top', old: 'node 2', new: 'node 1', to: 1 }] },
        { thread: 0, switch: true, what: 'call pop()', call: true, events: 1 },
        { thread: 0, switch: false, what: 'load top = node 1', ...at(5), events: 1, access: { kind: 'read', cell: 'top', old: 'node 1', order: 'acquire' }, changes: [{ box: 3, cell: 't', new: 'node 1', to: 1 }] },
        { thread: 1, switch: true, what: 'call pop()', call: true, events: 2 },
        { thread: 1, switch: false, what: 'load top = node 1', ...at(5), events: 2, access: { kind: 'read', cell: 'top', old: 'node 1', order: 'acquire' }, changes: [{ box: 4, cell: 't', new: 'node 1', to: 1 }] },
        { thread: 1, switch: false, what: 'read node 1.next = node 2', ...at(6), events: 2, access: { kind: 'read', cell: 'node 1.next', old: 'node 2' }, changes: [{ box: 4, cell: 'n', new: 'node 2', to: 2 }] },
        { thread: 1, switch: false, what: 'cas top: node 1 → node 2', ...at(7), events: 2, access: { kind: 'cas', cell: 'top', old: 'node 1', new: 'node 2', order: 'acq_rel' }, changes: [{ box: 0, cell: 'top', old: 'node 1', new: 'node 2', to: 2 }] },
        { thread: 1, switch: false, what: 'free node 1', ...at(8), events: 2, access: { kind: 'free', cell: 'node 1' }, changes: [{ box: 1, freed: true }] },
        { thread: 1, switch: false, what: 'return from pop(): 1', events: 3 },
        { thread: 1, switch: false, what: 'allocate node 3', ...at(5), events: 3, access: { kind: 'allocate', cell: 'node 3' }, changes: [{ box: 5, made: true }, { box: 5, cell: 'value', new: '7' }, { box: 5, cell: 'next', new: 'nil' }] },
        { thread: 0, switch: true, what: 'cas top fails: node 2', ...at(7), events: 3, access: { kind: 'cas', cell: 'top', old: 'node 2', new: 'node 9', order: 'acq_rel', failed: true } },
        { thread: 0, switch: false, what: 'read node 1.next: it was freed', ...at(6), events: 3, access: { kind: 'read', cell: 'node 1.next' } },
    ];
    const verdict = {
        linchpin: 1, verdict: 'violated', kind: 'use-after-free', spec: 'stack', subject: 'stack', reason: 'stack.c:6: thread 0 reads memory that was freed at stack.c:8',
        history: [
            { op: 0, process: 0, type: 'invoke', f: 'pop', value: null }, { op: 1, process: 1, type: 'invoke', f: 'pop', value: null },
            { op: 1, process: 1, type: 'ok', f: 'pop', value: 1 },
        ],
        rechecked: true,
        possible: [['[2 1]'], ['[2 1]', '[2]'], ['[2 1]', '[2]', '[]'], ['[2]', '[]']],
        trace, setup: 1,
        memory: {
            boxes: [
                { name: 'stack', kind: 'global', type: 'stack' }, { name: 'node 1', kind: 'node', type: 'node' }, { name: 'node 2', kind: 'node', type: 'node' },
                { name: 'thread 0', kind: 'thread' }, { name: 'thread 1', kind: 'thread' }, { name: 'node 3', kind: 'node', type: 'node' },
            ],
            cells: [
                { box: 0, cell: 'top', value: 'node 2', to: 2 }, { box: 0, cell: 'count', value: '2' },
                { box: 1, cell: 'value', value: '1' }, { box: 1, cell: 'next', value: 'node 2', to: 2 },
                { box: 2, cell: 'value', value: '2' }, { box: 2, cell: 'next', value: 'nil' },
            ],
        },
        figures: { executions: 12, steps: 144 },
    };
    return { verdict, files };
}

// A run that holds, with plots and a graph in which there are a way back, a step in place and one aside.
export function holding() {
    const points = Array.from({ length: 30 }, (_, i) => [i, Math.round(400 * Math.sin(i / 10) ** 2)]);
    const states = ['top = nil', 'top = 1', 'top = 2', 'top = 1 2', 'top = 2 1', 'closed'].map(text => ({ text }));
    const edges = [[0, 1, 'push(1)'], [0, 2, 'push(2)'], [1, 3, 'push(2)'], [2, 4, 'push(1)'], [1, 0, 'pop() → 1'], [2, 0, 'pop() → 2'], [3, 1, 'pop() → 2'], [4, 2, 'pop() → 1'], [0, 5, 'close'], [5, 5, 'close'], [3, 4, 'swap']]
        .map(([from, to, what]) => ({ from, to, what }));
    return {
        verdict: {
            linchpin: 1, verdict: 'holds', subject: 'stack', figures: { states: 6, transitions: 11, 'states per second': 12345.6 },
            series: [
                { name: 'states by depth', x: 'depth', y: 'states', points },
                { name: 'distinct histories', x: 'histories', y: 'distinct histories', points: points.map(([x]) => [x * 1e5, Math.log1p(x) * 1000]) },
            ],
            graph: { states, edges, initial: [0], path: [0, 1, 3, 4] },
            coverage: {
                methods: [{ name: 'push', called: true, returned: true, times: 12000 }, { name: 'pop', called: true, returned: false }],
                unreached: [{ never: 'reached', what: 'free(t);', where: 'stack.c:8' }, { never: 'true', what: 'cas(&s->top, t, n)', where: 'stack.c:7:9' }],
            },
            points: [{ operation: 'pop', result: 'a value', way: 'own step', where: 'stack.c:7', what: 'cas', when: 'the last time' }],
            extremes: [{ condition: 'n > 0', least: 'n', value: 1, exact: true, where: 'stack.c:3' }],
        },
        files: freedTooEarly().files,
    };
}
