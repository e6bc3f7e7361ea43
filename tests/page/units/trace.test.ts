// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Step, Verdict } from '../../../report/src/data/types';
import { pieces } from '../../../report/src/steps/source_text';
import { accessText, callName, lapOf, nextStep, nextSwitch, placeOf, placeText, shownStep, stepKind, threadsNow } from '../../../report/src/steps/trace';

const step = (thread: number, what: string, more: Partial<Step> = {}): Step => ({ thread, switch: false, what, ...more });

test('places with and without folder and column', () => {
    assert.deepEqual(placeOf('a/b.c:31:7'), { file: 'a/b.c', line: 31 });
    assert.deepEqual(placeOf('b.c:2'), { file: 'b.c', line: 2 });
    assert.deepEqual(placeOf('C:/x.c:4'), { file: 'C:/x.c', line: 4 });
    assert.equal(placeOf('nowhere'), undefined);
    assert.equal(placeText('a/b.c:31:7'), 'b.c:31');
});

test('the call of a step', () => {
    assert.equal(callName(step(0, 'call push(1)')), 'push(1)');
    assert.equal(callName(step(0, 'call put((1, 2), x) (n = node1)')), 'put((1, 2), x)');
    assert.equal(callName(step(0, 'call')), 'call');
});

test('calls and returns by the events of the history, or in words', () => {
    const trace = [step(0, 'call a()', { call: true, events: 1 }), step(0, 'x', { events: 1 }), step(0, 'y', { events: 2 }), step(0, 'return ok')];
    assert.deepEqual(trace.map((_, i) => stepKind(trace, i)), ['call', 'step', 'return', 'return']);
});

test('where threads are, and in which operation', () => {
    const trace = [
        step(0, 'call a()', { call: true }), step(0, 'x', { where: 'f.c:1' }), step(1, 'call b()', { call: true }), step(1, 'y', { where: 'f.c:2' }),
        step(0, 'return ok'), step(1, 'z', { where: 'g.c:3', frames: [{ where: 'g.c:3' }, { where: 'f.c:9' }] }),
    ];
    const now = (k: number) => threadsNow(trace, k, { 'f.c': '' }).map(t => [t.operation, t.place && `${t.place.file}:${t.place.line}`]);
    assert.deepEqual(now(1), [['a()', 'f.c:1'], [undefined, undefined]]);
    assert.deepEqual(now(3), [['a()', 'f.c:1'], ['b()', 'f.c:2']]);
    assert.deepEqual(now(4), [[undefined, undefined], ['b()', 'f.c:2']]);
    // Of a step whose own file is not here, the innermost frame that is.
    assert.deepEqual(now(5), [[undefined, undefined], ['b()', 'f.c:9']]);
});

test('the step after the last one', () => {
    const v = (steps: number, lap?: number) => ({ trace: Array.from({ length: steps }, () => step(0, 'x')), cycle: { steps: lap, unfair: false, threads: [] } }) as unknown as Verdict;
    assert.equal(nextStep(v(5), 4), 4);
    assert.equal(nextStep(v(5, 3), 4), 2);
    assert.equal(nextStep(v(5, 3), 1), 2);
    assert.equal(lapOf(v(5, 9)), 0);
    assert.equal(shownStep(v(5).trace!, null), 4);
    assert.equal(shownStep(v(5).trace!, 99), 4);
});

test('the next switch', () => {
    const trace = [0, 0, 1, 1, 0].map((t, i, all) => step(t, 'x', { switch: i > 0 && all[i - 1] !== t }));
    assert.deepEqual([0, 2, 4].map(k => nextSwitch(trace, k, 1)), [2, 4, 4]);
    assert.deepEqual([4, 2, 1].map(k => nextSwitch(trace, k, -1)), [2, 0, 0]);
});

test('an access in words', () => {
    assert.equal(accessText(step(0, '', { access: { kind: 'cas', cell: 'top', old: '1', new: '2', order: 'acq_rel', failed: true } })), 'cas fails top: 1 → 2 (acq_rel)');
    assert.equal(accessText(step(0, '', { access: { kind: 'read', cell: 'top', old: '1' } })), 'read top = 1');
    assert.equal(accessText(step(0, '')), undefined);
});

test('source keeps every character, and comments over lines', () => {
    const lines = ['int x = 0x1F; // a "b"', '/* begins', 'if (x) "text"', 'ends */ return \'c\';', 'a / b * "open', ''];
    let inside = false;
    const kinds = lines.map(line => {
        const found = pieces(line, inside);
        inside = found.inside;
        assert.equal(found.pieces.map(p => p.text).join(''), line);
        return found.pieces.filter(p => p.kind).map(p => p.kind).join(' ');
    });
    assert.deepEqual(kinds, ['word number comment', 'comment', 'comment', 'comment word text', 'text', '']);
});
