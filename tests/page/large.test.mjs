// SPDX-License-Identifier: MIT
// A hundred thousand operations: the strip of all of them, the lanes within, search and table.

import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { assert, dataOf, open, report, test } from './harness.mjs';
import { drawnTexts, tableRows } from './operations.mjs';

const OPS = 100000;
let made;
function large() {
    if (!made) {
        const input = join(process.env.SCRATCH, 'large.jsonl');
        const gen = spawnSync(process.env.LINCHPIN, ['gen', 'queue', '--ops', String(OPS), '--procs', '12', '--bad', '--seed', '3', '--output', input]);
        assert.equal(gen.status, 0);
        const file = report(1, ['check', input, '--spec', 'queue']);
        made = { file, events: readFileSync(input, 'utf8').trim().split('\n').map(line => JSON.parse(line)), verdict: dataOf(file).entries[0].verdict };
    }
    return made;
}

// Operations in the order of their calls, found by pairing each process's calls and returns.
function operations(events) {
    const ops = [], open = new Map();
    events.forEach((event, at) => {
        if (event.type === 'invoke') {
            open.set(event.process, ops.length);
            ops.push({ process: String(event.process), call: `${event.f}(${event.value ?? ''})`, called: at, returned: '', result: 'never returned' });
        } else {
            const op = ops[open.get(event.process)];
            op.returned = at;
            op.result = event.f === 'enq' ? '' : event.value === null ? 'nil' : String(event.value);
        }
    });
    return ops;
}

async function windowOf(page, changed) {
    await page.waitForFunction(before => location.hash !== before, changed);
    return page.evaluate(() => {
        const given = new URLSearchParams(location.hash.slice(1));
        return [Number(given.get('from')), Number(given.get('to'))];
    });
}

test('what matters comes first, and all is in the strip', async () => {
    const { file, verdict } = large();
    assert.ok(statSync(file).size < 8e6);
    const page = await open(file);
    assert.equal(await page.textContent('.toolbar [aria-pressed=true]'), `What matters (${verdict.history.filter(e => e.type === 'invoke').length})`);
    const hash = () => page.evaluate(() => location.hash);
    // A click in the strip leads there.
    const box = await page.locator('canvas.overview').boundingBox();
    await page.click('canvas.overview', { position: { x: box.width / 4, y: 30 } });
    let [from, to] = await windowOf(page, '');
    const middle = large().events.length / 4;
    assert.ok(Math.abs((from + to) / 2 - middle) < 0.01 * large().events.length, `${from} ${to}`);
    assert.equal(await page.textContent('.toolbar [aria-pressed=true]'), `All (${OPS.toLocaleString('en')})`);
    // A drag to the left shows what is later; the wheel zooms in where the pointer is.
    let before = await hash();
    const lanes = await page.locator('canvas.lanes').boundingBox();
    await page.mouse.move(lanes.x + 700, lanes.y + 100);
    await page.mouse.down();
    await page.mouse.move(lanes.x + 400, lanes.y + 100, { steps: 4 });
    await page.mouse.up();
    const [later, laterTo] = await windowOf(page, before);
    assert.ok(later > from && Math.abs(laterTo - later - (to - from)) < 0.1);
    before = await hash();
    await page.focus('canvas.lanes');
    await page.mouse.wheel(0, -300);
    [from, to] = await windowOf(page, before);
    assert.ok(from > later && to < laterTo);
    before = await hash();
    await page.keyboard.press('0');
    await windowOf(page, before).then(window => assert.ok(window[1] - window[0] >= large().events.length - 1));
});

test('from near, every bar is an operation of the input', async () => {
    const { file, events } = large();
    const page = await open(file, { fragment: '#whole&from=50000&to=50030' });
    const drawn = new Set((await drawnTexts(page)).map(({ text }) => text));
    const ops = operations(events).filter(op => op.called > 50000 && op.returned < 50030);
    assert.ok(ops.length > 5);
    let complete = 0;
    for (const op of ops) {
        const text = op.result ? `${op.call} → ${op.result}` : op.call;
        const cut = [...drawn].some(words => words.endsWith('…') && text.startsWith(words.slice(0, -1)));
        assert.ok(drawn.has(text) || cut || op.returned - op.called < 3, text);
        complete += drawn.has(text);
    }
    assert.ok(complete > 2);
});

test('search and table reach every operation', async () => {
    const { file, events } = large();
    const ops = operations(events);
    const page = await open(file, { fragment: '#whole&table' });
    const check = (rows, from) => rows.forEach((row, i) => {
        const op = ops[from + i];
        assert.deepEqual(row.slice(0, 6), [String(from + i), op.process, op.call, op.result, String(op.called), String(op.returned)]);
    });
    const first = await tableRows(page);
    check(first, 0);
    assert.equal(first.length, 500);
    await page.fill('[type=search]', '77777');
    const texts = await page.$$eval('#hits [role=option] .soft', all => all.map(item => item.textContent));
    assert.ok(texts.some(text => text.includes('operation 77777 of all')), texts.join());
    await page.fill('[type=search]', `enq(${OPS})`);
    assert.ok((await page.textContent('#hits')).includes('Nothing was found'));
    await page.goto(`${page.url().split('#')[0]}#whole&table&op=60000`);
    await page.waitForSelector('tr[aria-current]');
    const later = await tableRows(page);
    check(later, Number(later[0][0]));
    assert.equal(await page.textContent('tr[aria-current] th'), '60000');
});
