// SPDX-License-Identifier: MIT
// The history of a verdict: what is drawn, told and found is what the JSON has.

import { assert, dataOf, open, report, test } from './harness.mjs';
import { drawnTexts, operationsOf, placesIn, tableRows } from './operations.mjs';

const queueBad = ['check', 'docs/examples/queue_bad.jsonl', '--spec', 'queue'];
let bad;
const violated = () => (bad ??= report(1, queueBad));

test('the lanes have every operation, the states, and the one that nothing explains', async () => {
    const file = violated();
    const { verdict } = dataOf(file).entries[0];
    const page = await open(file);
    const drawn = (await drawnTexts(page)).map(({ text }) => text);
    for (const op of operationsOf(verdict.history)) {
        assert.ok(drawn.includes(op.returned === undefined ? op.call : op.text), op.text);
        assert.ok(drawn.includes(`process ${op.process}`));
    }
    for (const state of verdict.partials.orders[0].states)
        assert.ok(drawn.includes(state), state);
    assert.deepEqual(drawn.filter(text => /^\d+$/.test(text)), verdict.partials.orders[0].order.map((_, i) => String(i + 1)));
    assert.ok(drawn.includes('▲ no order explains this'));
    assert.match(await page.textContent('.toolbar .note'), new RegExp(`^Shortened: ${operationsOf(verdict.history).length} of 4 operations`));
});

test('the pointer tells of an operation, its place, and the states that were possible', async () => {
    const file = violated();
    const { verdict } = dataOf(file).entries[0];
    const page = await open(file);
    const drawn = await drawnTexts(page);
    const places = placesIn(verdict.partials.orders[0].order, 3);
    for (const [i, op] of operationsOf(verdict.history).entries()) {
        const { x, y } = drawn.find(({ text }) => text === (op.returned === undefined ? op.call : op.text));
        await page.hover('canvas.lanes', { position: { x: x + 3, y } });
        const tip = await page.textContent('.tip:not([hidden])');
        assert.ok(tip.startsWith(op.text), tip);
        assert.ok(tip.includes(`process ${op.process} · operation ${i}`), tip);
        assert.ok(tip.includes(`line ${op.line} of the input`), tip);
        assert.ok(places[i] ? tip.includes(`Place ${places[i]} of 2`) : tip.includes('No order that the spec allows has this operation'), tip);
        assert.ok(tip.includes(`Possible states before its call: ${verdict.possible[op.called].join(', ')}`), tip);
    }
    const stuck = verdict.partials.stuck[0];
    assert.ok((await page.textContent('.stuck')).includes(stuck.reason));
    assert.deepEqual(await page.$$eval('.prefix li code', codes => codes.map(code => code.textContent)), [verdict.possible[0][0], ...verdict.partials.orders[0].states]);
    await page.click('.stuck button');
    assert.equal(await page.textContent('.chosen .operation'), operationsOf(verdict.history)[stuck.op].text);
    await page.click('.prefix button');
    assert.equal(await page.textContent('.chosen .operation'), operationsOf(verdict.history)[0].text);
});

test('each condition shows its own order, or says that there is none', async () => {
    const file = violated();
    const { verdict } = dataOf(file).entries[0];
    const page = await open(file, { fragment: '#table' });
    const names = await page.$$eval('.conditions button', buttons => buttons.map(button => button.dataset.condition));
    assert.deepEqual(names, [verdict.condition, ...verdict.conditions.map(({ condition }) => condition)]);
    for (const { condition, verdict: outcome, witness } of verdict.conditions) {
        await page.click(`[data-condition="${condition}"]`);
        assert.equal(await page.getAttribute(`[data-condition="${condition}"]`, 'aria-checked'), 'true');
        assert.equal(await page.getAttribute('.conditions [aria-checked=true] .badge', 'aria-label'), outcome);
        assert.ok((await page.textContent('.toolbar .note')).startsWith(`${condition} ${outcome === 'holds' ? 'holds' : 'is violated'}`));
        const shown = (await tableRows(page)).map(row => Number(row[7] ?? 0));
        assert.deepEqual(shown, placesIn(witness ?? [], 3), condition);
        assert.equal(await page.locator('.why-not').count(), 0);
    }
    await page.keyboard.press('c'); // after the last one comes the first
    assert.equal(await page.getAttribute(`[data-condition="${verdict.condition}"]`, 'aria-checked'), 'true');
    assert.equal(await page.locator('.why-not').count(), 1);
});

test('of several orders that explain a history each can be seen', async () => {
    const file = report(0, ['check', 'docs/examples/set_remove_false.txt', '--spec', 'set', '--witness=all']);
    const { verdict } = dataOf(file).entries[0];
    const page = await open(file, { fragment: '#table' });
    const { listed } = verdict.orders;
    for (let i = 0; i < listed.length; i++) {
        assert.equal(await page.textContent('.orders span'), `order ${i + 1} of ${listed.length}`);
        assert.deepEqual((await tableRows(page)).map(row => Number(row[7])), placesIn(listed[i], 5));
        await page.keyboard.press('.');
    }
    assert.equal(await page.textContent('.orders span'), `order 1 of ${listed.length}`);
    await page.keyboard.press('v');
    const drawn = (await drawnTexts(page)).map(({ text }) => text);
    assert.deepEqual(drawn.filter(text => /^\d$/.test(text)), ['1', '2', '3', '4', '5']);
});

test('the table is what the JSON has', async () => {
    const file = violated();
    const { verdict } = dataOf(file).entries[0];
    const page = await open(file);
    await page.click('.toolbar button:has-text("Table")');
    const places = placesIn(verdict.partials.orders[0].order, 3);
    assert.deepEqual(await tableRows(page), operationsOf(verdict.history).map((op, i) => [
        String(i), op.process, op.call, op.returned === undefined ? 'never returned' : op.result,
        String(op.called), String(op.returned ?? ''), String(op.line), places[i] ? String(places[i]) : 'nothing explains it',
    ]));
    assert.equal(await page.isVisible('canvas.lanes'), false);
    assert.ok(await page.textContent('table.history caption'));
});

test('operations that meet are tied together', async () => {
    const lines = [
        { process: 0, type: 'invoke', f: 'exchange', value: 5 }, { process: 1, type: 'invoke', f: 'exchange', value: 6 },
        { process: 0, type: 'ok', f: 'exchange', value: 6 }, { process: 1, type: 'ok', f: 'exchange', value: 5 },
    ].map(event => JSON.stringify(event)).join('\n');
    const file = report(0, ['check', '-', '--spec', 'exchanger', '--condition', 'synchronised', '--witness'], lines);
    const { verdict } = dataOf(file).entries[0];
    assert.deepEqual(verdict.witness.map(effect => effect.length), [2]);
    const page = await open(file);
    assert.ok((await page.textContent('.legend')).includes('take effect together'));
    await page.click('canvas.lanes', { position: { x: 10, y: 5 } });
    await page.keyboard.press('ArrowRight');
    assert.ok((await page.textContent('.chosen')).includes('together with another operation'));
    await page.keyboard.press('v');
    assert.deepEqual((await tableRows(page)).map(row => row[7]), ['1', '1']);
});

test('keys go from operation to operation, and a link leads to the same one', async () => {
    const file = violated();
    const ops = operationsOf(dataOf(file).entries[0].verdict.history);
    const page = await open(file);
    for (const op of ops) {
        await page.keyboard.press('ArrowRight');
        assert.equal(await page.textContent('.chosen .operation'), op.text);
        assert.ok((await page.textContent('[role=status]')).startsWith(op.text));
    }
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.textContent('.chosen .operation'), ops[1].text);
    await page.waitForFunction(() => location.hash === '#op=1');
    const again = await open(file, { fragment: '#op=1' });
    assert.equal(await again.textContent('.chosen .operation'), ops[1].text);
    await again.evaluate(() => (location.hash = '#op=2&condition=sequential'));
    await again.waitForSelector('[data-condition=sequential][aria-checked=true]');
    assert.equal(await again.textContent('.chosen .operation'), ops[2].text);
    await again.keyboard.press('Escape');
    assert.equal(await again.isVisible('.chosen'), false);
});

test('what is searched is found, and gone to', async () => {
    const file = violated();
    const ops = operationsOf(dataOf(file).entries[0].verdict.history);
    const page = await open(file);
    const texts = () => page.$$eval('#hits [role=option] > bdi', all => all.map(item => item.textContent));
    await page.keyboard.press('/');
    await page.keyboard.type('ENQ');
    const found = await texts();
    assert.deepEqual(found.slice(0, 2), ops.filter(op => op.call.startsWith('enq')).map(op => op.text));
    await page.fill('[type=search]', 'p1');
    assert.equal((await texts())[0], ops[1].text);
    await page.fill('[type=search]', 'deq() → 2');
    await page.keyboard.press('Enter');
    assert.equal(await page.textContent('.chosen .operation'), 'deq() → 2');
    await page.fill('[type=search]', 'no such thing');
    assert.deepEqual(await texts(), []);
    assert.ok((await page.textContent('#hits')).includes('Nothing was found'));
});

test('operations that meet: whom the one met that nothing explains, and who is stuck', async () => {
    const met = report(1, ['check', 'docs/examples/sync/exchanger_bad.txt', '--spec', 'exchanger', '--condition', 'synchronised']);
    const { verdict } = dataOf(met).entries[0];
    let page = await open(met);
    const ops = operationsOf(verdict.history);
    assert.deepEqual(verdict.partials.orders[0].order, [[0, 1], [2, 3]]);
    assert.deepEqual((await page.$$eval('.prefix li button span:last-child', all => all.map(e => e.textContent))),
        verdict.partials.orders[0].order.map(together => together.map(op => ops[op].text).join(' with ')));
    assert.match(await page.textContent('.why-not'), new RegExp(`Until ${ops[verdict.culprit].text.replace(/[()]/g, '\\$&')} returned`));
    assert.ok((await page.textContent('.stuck .culprit')).includes('and could only return 70'));
    page = await open(report(1, ['check', 'docs/examples/sync/channel_stuck.txt', '--spec', 'channel', '--condition', 'progressible']));
    const drawn = (await drawnTexts(page)).map(({ text }) => text);
    assert.ok(drawn.includes('▲ stuck, and could have gone on') && !drawn.some(text => text.includes('no order')));
});
