// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { layoutHeap } from '../../../report/src/steps/heap_layout';
import { dangles, memoryAfter, type Change, type Memory } from '../../../report/src/steps/memory';

// A stack onto which node 1 and node 2 are pushed; node 2 is popped and freed.
const stack: Memory = {
    boxes: [
        { name: 'shared', kind: 'global' },
        { name: 'node 1', kind: 'node', type: 'node' },
        { name: 'node 2', kind: 'node', type: 'node' },
        { name: 'thread 0', kind: 'thread' },
    ],
    cells: [
        { box: 0, cell: 'top', value: 'nil' },
        { box: 3, cell: 't', value: 'nil' },
    ],
};
const made = (box: number, value: string): Change[] => [
    { box, made: true },
    { box, cell: 'value', new: value },
    { box, cell: 'next', new: 'nil' },
];
const steps: { changes?: Change[] }[] = [
    { changes: made(1, '1') },
    { changes: [{ box: 0, cell: 'top', old: 'nil', new: 'node 1', to: 1 }] },
    { changes: made(2, '2') },
    { changes: [{ box: 2, cell: 'next', old: 'nil', new: 'node 1', to: 1 }] },
    { changes: [{ box: 0, cell: 'top', old: 'node 1', new: 'node 2', to: 2 }] },
    { changes: [{ box: 3, cell: 't', old: 'nil', new: 'node 2', to: 2 }] },
    { changes: [{ box: 0, cell: 'top', old: 'node 2', new: 'node 1', to: 1 }] },
    {},
    { changes: [{ box: 2, freed: true }] },
];

const cell = (k: number, box: number, name: string) => memoryAfter(stack, steps, k)[box].cells.find(c => c.cell === name)!;

test('memory is what was there and all changes since', () => {
    assert.equal(cell(-1, 0, 'top').value, 'nil');
    assert.equal(cell(1, 0, 'top').value, 'node 1');
    assert.equal(cell(1, 0, 'top').to, 1);
    assert.equal(cell(steps.length - 1, 0, 'top').value, 'node 1');
    assert.equal(cell(99, 0, 'top').value, 'node 1');
});

test('a cell is marked in the step that changes it, with what it was', () => {
    for (let k = -1; k < steps.length; k++) {
        const meant = new Set((steps[k]?.changes ?? []).filter(c => c.cell).map(c => `${c.box}.${c.cell}`));
        const marked = memoryAfter(stack, steps, k).flatMap((b, i) => b.cells.filter(c => c.changed).map(c => `${i}.${c.cell}`));
        assert.deepEqual(new Set(marked), meant);
    }
    assert.equal(cell(4, 0, 'top').old, 'node 1');
    assert.equal(cell(5, 0, 'top').old, undefined);
});

test('a box exists from when it is made, and is freed but stays', () => {
    for (let k = -1; k < steps.length; k++) {
        const now = memoryAfter(stack, steps, k);
        assert.equal(now[0].exists, true);
        assert.equal(now[1].exists, k >= 0);
        assert.equal(now[2].exists, k >= 2);
        assert.equal(now[2].freed, k >= 8);
    }
});

test('a pointer dangles when what it points to is freed', () => {
    assert.equal(dangles(memoryAfter(stack, steps, 7), cell(7, 3, 't').to), false);
    assert.equal(dangles(memoryAfter(stack, steps, 8), cell(8, 3, 't').to), true);
    assert.equal(dangles(memoryAfter(stack, steps, 8), undefined), false);
});

test('memory that is used again is empty, and not freed', () => {
    const again = [...steps, { changes: made(2, '3') }];
    const now = memoryAfter(stack, again, steps.length);
    assert.equal(now[2].freed, false);
    assert.equal(now[2].cells.find(c => c.cell === 'value')!.value, '3');
    assert.equal(memoryAfter(stack, again, 1)[2].exists, false);
});

const overlap = (a: { x: number; y: number; width: number; height: number }, b: typeof a) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('a list goes from left to right, and threads stand below', () => {
    const { places, width, height } = layoutHeap(stack, steps);
    const [shared, one, two, thread] = places;
    assert.ok(shared.x + shared.width < two.x);
    assert.ok(two.x + two.width < one.x);
    assert.equal(two.y, one.y);
    assert.ok(thread.y > Math.max(shared.y + shared.height, one.y + one.height));
    for (const p of places) assert.ok(p.x >= 0 && p.x + p.width <= width && p.y >= 0 && p.y + p.height <= height);
});

test('boxes of random memories never overlap, whatever points where', () => {
    let seed = 1;
    const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    for (let round = 0; round < 200; round++) {
        const count = 1 + random(12), kinds = ['global', 'node', 'thread', 'component'];
        const boxes = Array.from({ length: count }, (_, i) => ({ name: `b${i}`, kind: kinds[random(4)] }));
        const change = () => ({ box: random(count), cell: 'xyz'[random(3)], value: `v${random(100)}`, new: `v${random(10 ** (1 + random(8)))}`, to: random(2) ? random(count) : undefined });
        const memory = { boxes, cells: Array.from({ length: random(9) }, change) };
        const moves = Array.from({ length: random(20) }, () => ({ changes: Array.from({ length: random(4) }, change) }));
        const { places } = layoutHeap(memory, moves);
        assert.equal(places.length, count);
        for (const a of places) for (const b of places) assert.ok(a === b || !overlap(a, b), JSON.stringify([a, b]));
    }
});

test('a node that nothing leads to is told from a freed one, and keeps what the step made of it', () => {
    const before = { boxes: [{ name: 'shared', kind: 'global' as const }, { name: 'node1', kind: 'node' as const }],
        cells: [{ box: 0, cell: 'top', value: 'node1', to: 1 }, { box: 1, cell: 'next', value: 'null' }] };
    const steps = [{ changes: [{ box: 0, cell: 'top', old: 'node1', new: 'null' },
        { box: 1, cell: 'next', old: 'null', new: 'node2' }, { box: 1, unreachable: true }] }];
    const node = memoryAfter(before, steps, 0)[1]!;
    assert.deepEqual([node.exists, node.freed, node.unreachable, node.changed], [true, false, true, true]);
    assert.equal(node.cells[0]!.value, 'node2');
    assert.equal(memoryAfter(before, steps, -1)[1]!.unreachable, false);
});
