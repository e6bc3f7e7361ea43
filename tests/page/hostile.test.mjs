// SPDX-License-Identifier: MIT
// Whatever stands in values and names is text: markup, ends of scripts, marks that turn the direction
// of writing, control characters.

import { assert, open, pageOf, report, test } from './harness.mjs';
import { drawnTexts, tableRows } from './operations.mjs';

const values = [
    '</script><script>window.hacked = 1</script>', '<!--<script>', '<img src=x onerror="window.hacked = 2">', '\u202egnp.exe\u202c', 'a\u0000\u001b[31mb',
    '\u05d0\u05d1\u05d2 \u0627\u0644', '\u2066x', '&lt;b&gt;', "'\"`${1}", '\ud83d\ude00', '@DATA@',
];

// As linchpin prints a string: what cannot be seen is escaped.
const shown = text => JSON.stringify(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, c => `\\u${c.charCodeAt(0).toString(16)}`);

async function harmless(page) {
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator('main img, main script, body > img').count(), 0);
}

test('values are text, from the input to the page', async () => {
    // The last read sees none of the values that were written.
    const events = values.flatMap((value, i) => [
        { process: i, type: 'invoke', f: 'write', value }, { process: i, type: 'ok', f: 'write', value },
        { process: i, type: 'invoke', f: 'read', value: null }, { process: i, type: 'ok', f: 'read', value },
    ]);
    events.push({ process: 0, type: 'invoke', f: 'read', value: null }, { process: 0, type: 'ok', f: 'read', value: values[0] });
    const file = report(1, ['check', '-', '--spec', 'register'], events.map(event => JSON.stringify(event)).join('\n'));
    const page = await open(file, { fragment: '#whole&table' });
    const rows = await tableRows(page);
    values.forEach((value, i) => assert.equal(rows[2 * i][2], `write(${shown(value)})`));
    values.forEach((value, i) => assert.equal(rows[2 * i + 1][3], shown(value)));
    await harmless(page);
    await page.keyboard.press('v');
    await page.click('.zoom button:has-text("Fit")');
    const drawn = (await drawnTexts(page)).map(({ text }) => text);
    assert.ok(!drawn.some(text => /[\u0000-\u001f\u202e\u2066]/.test(text)));
    await page.fill('[type=search]', 'onerror');
    assert.equal(await page.textContent('#hits [role=option] bdi'), `write(${shown(values[2])})`);
    await harmless(page);
});

test('every other text of a verdict is text, too', async () => {
    const evil = '<b>&</b></script><script>window.hacked = 3</script>\u202e\u0007';
    const seen = '<b>&</b></script><script>window.hacked = 3</script>⟨U+202E⟩␇';
    const verdict = {
        linchpin: 1, verdict: 'violated', kind: 'condition', condition: evil, spec: evil, subject: evil, judge: evil, covers: evil, reason: evil, warning: evil,
        detail: evil, scenario: evil, schedule: evil, reproduce: evil, warnings: [{ what: evil, where: evil }],
        history: [{ op: 0, process: 1, type: 'invoke', f: evil, value: evil }, { op: 0, process: 1, type: 'ok', f: evil, value: { [evil]: [evil] } }],
        culprit: 0, possible: [[evil], [evil], []], rechecked: true,
        partials: { orders: [{ order: [], states: [] }], of: [-1], stuck: [{ op: 0, reason: evil }] },
        conditions: [{ condition: evil + '2', verdict: 'unknown', reason: evil }, { condition: evil + '3', verdict: 'holds', witness: [[0]] }],
        figures: { [evil]: 1 },
    };
    const page = await open(pageOf({ command: evil, entries: [{ verdict, files: { [evil]: evil } }, { verdict, files: {} }] }), { fragment: '#op=0' });
    for (const place of ['h1', '.about', '.warnings', '.command', '.stuck', '.conditions', '.chosen', '#run', '.entries'])
        assert.ok((await page.textContent(place)).includes(seen), place);
    await page.click('.conditions button:nth-child(2)');
    assert.ok((await page.textContent('.toolbar .note')).includes(seen));
    await harmless(page);
});

test('a page of nonsense in the address is the page', async () => {
    const page = await open(report(1, ['check', 'docs/examples/queue_bad.jsonl', '--spec', 'queue']), {
        fragment: '#entry=7&op=99999&step=-4&condition=%3Cb%3E&order=88&from=1e400&to=x&whole&table',
    });
    assert.equal(await page.textContent('h1 .claim'), 'Not linearizable');
    assert.equal((await tableRows(page)).length, 4);
});

test('a value that would fill the page is cut, with its length', async () => {
    const long = 'x'.repeat(300000);
    const file = report(1, ['check', '-', '--spec', 'queue', '--format', 'jsonl'], [
        { process: 0, type: 'invoke', f: 'enq', value: 'short' }, { process: 0, type: 'ok', f: 'enq', value: 'short' },
        { process: 0, type: 'invoke', f: 'deq', value: null }, { process: 0, type: 'ok', f: 'deq', value: long },
    ].map(event => JSON.stringify(event)).join('\n'));
    const page = await open(file);
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight) < 20000);
    assert.match(await page.textContent('h1'), /x… \(300,\d+ characters\)/);
});
