// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../../../report/src/data/sentence';
import { NONE, operationText, partOperations, wholeOperations } from '../../../report/src/data/operations';
import { parseData } from '../../../report/src/data/read';
import type { Verdict } from '../../../report/src/data/types';
import { argumentText, number, valueText } from '../../../report/src/data/value_text';
import { isolated, visible } from '../../../report/src/data/visible_text';
import { fragmentState, stateFragment } from '../../../report/src/page_state';

test('values are as the terminal prints them', () => {
    assert.equal(valueText(null), 'nil');
    assert.equal(valueText([1, [2, 'a b'], true]), '[1 [2 "a b"] true]');
    assert.equal(valueText({ k: [1], l: null }), '{"k" [1], "l" nil}');
    assert.equal(argumentText([1, 2]), '1, 2');
    assert.equal(argumentText(null), '');
    assert.equal(number(1234567), '1,234,567');
    assert.equal(number(12), '12');
    assert.equal(number(0.123456), '0.1235');
});

test('nothing in a text is hidden', () => {
    assert.equal(visible('a\u0000b\u001b'), 'a␀b␛');
    assert.equal(visible('a\nb'), 'a␊b');
    assert.equal(visible('a\nb\t', true), 'a\nb\t');
    assert.equal(visible('\u202eabc'), '⟨U+202E⟩abc');
    assert.equal(visible('\ud800'), '⟨U+D800⟩');
    assert.equal(visible('😀 </script>'), '😀 </script>');
    assert.equal(isolated('x'), '\u2068x\u2069');
});

test('a history is read from its events', () => {
    const verdict = {
        history: [
            { op: 0, process: 7, type: 'invoke', f: 'put', value: ['k', 1], object: 'm' },
            { op: 1, process: -1, type: 'invoke', f: 'get', value: 'k', line: 9 },
            { op: 0, process: 7, type: 'ok', f: 'put' },
        ],
    } as Verdict;
    const ops = partOperations(verdict);
    assert.deepEqual(ops.processes, ['-1', '7']);
    assert.equal(operationText(ops, 0), 'm.put("k", 1)');
    assert.equal(operationText(ops, 1), 'get("k") …');
    assert.deepEqual([...ops.call, ...ops.ret], [0, 1, 2, NONE]);
});

test('a whole history is read from its words', () => {
    const words = new Uint32Array([0, 0, 0, NONE, 10, 12, 5, 1, 1, NONE, 1, 11, NONE, 6]);
    const whole = {
        ops: Buffer.from(words.buffer).toString('base64'), count: 2, first: 3, total: 5, cut: false as const,
        processes: ['0', '1'], methods: ['enq', 'deq'], values: ['1', 'nil'],
    };
    const ops = wholeOperations(whole);
    assert.equal(ops.count, 2);
    assert.equal(ops.events, 3);
    assert.deepEqual([...ops.call, ...ops.ret], [0, 1, 2, NONE]);
    assert.equal(operationText(ops, 0), 'enq(1)');
    assert.equal(operationText(ops, 1), 'deq() …');
});

test('numbers keep their digits, where the parser tells them', () => {
    const data = parseData('{"entries":[{"verdict":{"reason":"9007199254740993","history":[{"value":9007199254740993}]}}]}');
    const told = Number(process.versions.node.split('.')[0]) >= 22;
    if (told)
        assert.equal(data.entries[0]!.verdict.history![0]!.value, 9007199254740993n);
    assert.equal(data.entries[0]!.verdict.reason, '9007199254740993');
});

test('an address leads to the same place again', () => {
    const some = fragmentState('#entry=2&op=5&condition=quasi:2&from=1.5&to=9&whole', 3);
    assert.equal(some.entry, 1);
    assert.equal(some.condition, 'quasi:2');
    assert.deepEqual(fragmentState(stateFragment(some), 3), some);
    for (const nonsense of ['#entry=9', '#op=-1', '#op=x', '#from=3&to=2', '#=&&', '#entry=0', '#from=nan&to=1'])
        assert.equal(stateFragment(fragmentState(nonsense, 3)), '');
});

test('what is wrong comes first, the place apart', () => {
    const of = (reason: string, condition?: string) => sentence({ linchpin: 1, verdict: 'violated', reason, condition, figures: {} });
    assert.deepEqual(of('a/b.lin:210:12: no simulation: f6 does not hold'), { claim: 'No simulation', reason: 'f6 does not hold', place: 'a/b.lin:210:12' });
    assert.deepEqual(of('use after free at a.c:5'), { claim: 'Use after free at a.c:5', reason: '', place: '' });
    assert.deepEqual(of('no order explains it: why', 'linearizable'), { claim: 'Not linearizable', reason: 'no order explains it: why', place: '' });
});
