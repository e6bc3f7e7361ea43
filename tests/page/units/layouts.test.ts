// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chartLayout, wrapped } from '../../../report/src/chart/chart_layout';
import { listed, sentAt } from '../../../report/src/chart/sent';
import { Room, meet } from '../../../report/src/drawing/labels';
import { apart, layoutGraph } from '../../../report/src/graph/graph_layout';
import { axis, tickText } from '../../../report/src/plots/ticks';
import { unitOf } from '../../../report/src/plots/units';
import { lassoLayout } from '../../../report/src/steps/lasso_layout';

let seed = 7;
const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;

test('an axis covers its values with about as many ticks as were asked for, evenly', () => {
    for (let round = 0; round < 500; round++) {
        const low = random(1000) - 500, high = low + (random(1000) + 1) / 10 ** random(5), whole = random(2) === 1;
        const a = axis(low, high, 6, whole);
        assert.ok(a.low <= low && a.high >= high, `${low} ${high}`);
        assert.ok(a.ticks.length >= 2 && a.ticks.length <= 14, `${a.ticks}`);
        const gap = a.ticks[1] - a.ticks[0];
        a.ticks.forEach((t, i) => {
            assert.ok(Math.abs(t - a.low - i * gap) < gap / 1000);
            if (whole) assert.ok(Number.isInteger(t));
        });
    }
});

test('an axis of a single value has room', () => {
    for (const v of [0, 5, -3]) {
        const a = axis(v, v, 5, true);
        assert.ok(a.high > a.low && a.low <= v && a.high >= v);
    }
});

test('ticks are short', () => {
    assert.deepEqual([0, 0.3, 12, 1500, 25000, 1.25e6, 3e9].map(tickText), ['0', '0.3', '12', '1,500', '25 k', '1.25 M', '3 G']);
});

test('wishes in order keep their order, one apart, and where they were if they do not collide', () => {
    assert.deepEqual(apart([0, 2, 5]), [0, 2, 5]);
    assert.deepEqual(apart([3, 3]), [2.5, 3.5]);
    for (let round = 0; round < 300; round++) {
        const wishes = Array.from({ length: random(20) }, () => random(15)).sort((a, b) => a - b);
        const places = apart(wishes);
        assert.equal(places.length, wishes.length);
        for (let i = 1; i < places.length; i++) assert.ok(places[i] - places[i - 1] > 1 - 1e-9);
    }
});

// Shortest ways by relaxing every edge until nothing changes, which shares nothing with the layout.
function distances(count: number, edges: { from: number; to: number }[], initial: number[]): number[] {
    const far: number[] = new Array(count).fill(Infinity);
    for (const i of initial) far[i] = 0;
    for (let round = 0; round < count; round++) for (const e of edges) far[e.to] = Math.min(far[e.to], far[e.from] + 1);
    return far;
}

test('a state stands in the layer of its distance, and none on another', () => {
    for (let round = 0; round < 100; round++) {
        const count = 1 + random(40), edges = Array.from({ length: random(80) }, () => ({ from: random(count), to: random(count) }));
        const laid = layoutGraph(count, edges, [0]), far = distances(count, edges, [0]);
        far.forEach((d, s) => d < Infinity && assert.equal(laid.depth[s], d));
        for (let a = 0; a < count; a++) {
            assert.ok(laid.x[a] >= -1e-9 && laid.x[a] <= laid.width + 1e-9 && laid.depth[a] >= 0 && laid.depth[a] < laid.layers);
            for (let b = 0; b < a; b++) assert.ok(laid.depth[a] !== laid.depth[b] || Math.abs(laid.x[a] - laid.x[b]) > 1 - 1e-6);
        }
    }
});

test('a tree is drawn without crossings', () => {
    const edges = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map(to => ({ from: (to - 1) >> 1, to }));
    const { x, depth } = layoutGraph(15, [...edges].reverse(), [0]);
    for (const e of edges)
        for (const f of edges)
            if (depth[e.from] === depth[f.from] && x[e.from] < x[f.from]) assert.ok(x[e.to] < x[f.to]);
});

test('300 states are laid out, also where all stand in one layer or in one chain', () => {
    const star = Array.from({ length: 299 }, (_, i) => ({ from: 0, to: i + 1 }));
    assert.equal(layoutGraph(300, star, [0]).layers, 2);
    const chain = star.map((_, i) => ({ from: i, to: i + 1 }));
    const laid = layoutGraph(300, chain, [0]);
    assert.equal(laid.layers, 300);
    assert.equal(laid.width, 0);
    assert.deepEqual(layoutGraph(0, [], []), { x: [], depth: [], width: 0, layers: 0 });
});

test('a lasso has its steps on its line, none on another', () => {
    for (const [steps, lap] of [[6, 5], [1, 1], [40, 2], [9, 9], [300, 250]]) {
        const { points, width, height } = lassoLayout(steps, lap, 800);
        assert.equal(points.length, steps);
        for (const p of points) assert.ok(p.x >= 0 && p.x <= width && p.y >= 0 && p.y <= height);
        points.forEach((p, i) => points.slice(0, i).forEach(q => assert.ok(Math.hypot(p.x - q.x, p.y - q.y) > 1, `${steps} ${lap} ${i}`)));
    }
});

test('what a channel lists', () => {
    assert.deepEqual(listed('[]'), []);
    assert.deepEqual(listed('[write_query store((1, w1), w1)]'), ['write_query', 'store((1, w1), w1)']);
    assert.deepEqual(listed('[a({x, y}) a({x, y})]'), ['a({x, y})', 'a({x, y})']);
});

const memory = { boxes: [{ name: 'a', kind: 'component' }, { name: 'b', kind: 'component' }], cells: [{ box: 0, cell: 'to_b', value: '[]' }] };

test('a message was sent when it came into its channel, the oldest first', () => {
    const steps = ['[m]', '[m m]', '[m]', '[m n(1)]', '[n(1)]', '[]'].map(text => ({ changes: [{ box: 0, cell: 'to_b', new: text }] }));
    const event = (step: number, what: string, kind = 'message') => ({ kind, step, from: 'a', to: 'b', what });
    assert.deepEqual(sentAt([event(2, 'm'), event(4, 'm'), event(5, 'n(1)', 'loss'), event(6, 'm', 'pending')], memory, steps), [0, 1, 3, undefined]);
    assert.deepEqual(sentAt([event(2, 'm')], undefined, steps), [undefined]);
});

test('a chart has a lane for each component and its arrows between them', () => {
    const events = [
        { kind: 'action', step: 0, from: 'a', what: 'go' },
        { kind: 'message', step: 1, from: 'a', to: 'b', what: 'hello' },
        { kind: 'crash', step: 2, from: 'b', what: 'crash' },
        { kind: 'action', step: 3, to: 'a', what: 'tick' },
        { kind: 'recovery', step: 4, from: 'b', what: 'recovery' },
        { kind: 'pending', step: 5, from: 'b', to: 'a', what: 'late' },
    ];
    const laid = chartLayout(['a', 'b'], events, 5, [undefined, 0, undefined, undefined, undefined, undefined]);
    assert.deepEqual(laid.lanes.map(l => l.name), ['environment', 'a', 'b']);
    const [, a, b] = laid.lanes, hello = laid.drawn.find(d => d.event === 1)!;
    assert.deepEqual([hello.x1, hello.y1, hello.x2, hello.y2], [a.x, laid.rowY[0], b.x, laid.rowY[1]]);
    assert.deepEqual(b.downs, [{ from: laid.rowY[2], to: laid.rowY[4] }]);
    assert.equal(laid.drawn.find(d => d.event === 3)!.x1, laid.lanes[0].x);
    assert.ok(laid.drawn.find(d => d.event === 5)!.y2 > laid.rowY[4]);
    assert.equal(laid.drawn.length, events.length);
    assert.deepEqual(chartLayout(['a'], [events[0]], 1, [undefined]).lanes.map(l => l.name), ['a']);
});

test('a text is parted between words, and cut where two lines are not enough', () => {
    assert.deepEqual(wrapped('short'), ['short']);
    assert.deepEqual(wrapped('requested + {w1}, vertices + {w1}'), ['requested + {w1}, vertices', '+ {w1}']);
    const long = wrapped('x'.repeat(80));
    assert.equal(long.length, 2);
    assert.ok(long.every(line => line.length <= 26) && long[1].endsWith('…'));
});

test('a label has the first place that is free, or none, or where it covers least', () => {
    const at = (x: number) => ({ x, y: 0, width: 10, height: 10 });
    const room = new Room([at(0)]);
    assert.deepEqual(room.put([at(5), at(10)], false), at(10));
    assert.equal(room.put([at(5), at(12)], false), null);
    assert.deepEqual(room.put([at(5), at(19)], true), at(19));
    assert.equal(meet(at(0), at(8)), 20);
});

test('times are in units in which they are short', () => {
    const units = [2e-5, 0.0015, 2, 900, 1e5].map(most => unitOf('seconds', [0, most]).name);
    assert.deepEqual(units, ['microseconds', 'milliseconds', 'seconds', 'minutes', 'hours']);
    assert.equal(unitOf('states', [1e-5]).factor, 1);
});
