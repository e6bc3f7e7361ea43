// SPDX-License-Identifier: MIT
// Runs step by step, as a person goes through them, and after each step compared with the data.

import { freedTooEarly } from './fixtures.mjs';
import { assert, dataOf, open, pageOf, report, test } from './harness.mjs';

let made;
const explored = () => (made ??= report(1, ['explore', 'objects/stack/treiber_test.c', 'objects/stack/treiber_plain_push.c', '--scenario', 'push(1) | push(2) ; pop pop']));

const button = (page, name) => page.getByRole('button', { name, exact: true });

// What the page shows of the current step.
function shown(page) {
    return page.evaluate(() => {
        const text = element => element?.textContent ?? null;
        const row = document.querySelector('.step-columns .current');
        const column = [...row.children].findIndex(cell => cell.querySelector('.what'));
        const marks = [...document.querySelectorAll('.source-pane li')].filter(li => li.querySelector('.thread-chip'));
        return {
            count: text(document.querySelector('.scrubber-count')),
            slider: Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow')) - 1,
            row: Number(row.dataset.step),
            what: text(row.querySelector('.what bdi')),
            thread: text(document.querySelectorAll('.step-columns thead th')[column]).trim(),
            line: Number(document.querySelector('.source-pane [aria-current]')?.dataset.line ?? 0),
            marks: Object.fromEntries(marks.flatMap(li => [...li.querySelectorAll('.thread-chip')].map(chip => [text(chip), Number(li.dataset.line)]))),
            states: [...document.querySelectorAll('.possible .state')].map(text),
        };
    });
}

const lineOf = where => Number(/:(\d+)/.exec(where)[1]);

async function compare(page, verdict, k) {
    const now = await shown(page), step = verdict.trace[k];
    assert.equal(now.count, `step ${k + 1} of ${verdict.trace.length}`);
    assert.equal(now.slider, k);
    assert.equal(now.row, k);
    assert.equal(now.what, step.what);
    if (step.thread >= 0)
        assert.match(now.thread, new RegExp(`thread ${step.thread}$`));
    if (step.where) {
        assert.equal(now.line, lineOf(step.where));
        assert.equal(now.marks[step.thread < 0 ? '•' : `T${step.thread}`], lineOf(step.where));
    }
    // The others are where their last step was, if it was one within an operation.
    for (const [chip, line] of Object.entries(now.marks)) {
        const last = verdict.trace.slice(0, k + 1).filter(s => (s.thread < 0 ? '•' : `T${s.thread}`) === chip && s.where).pop();
        assert.equal(line, lineOf(last.where));
    }
    if (step.events !== undefined && verdict.possible)
        assert.deepEqual(now.states, verdict.possible[step.events]);
    return now;
}

test('an explored schedule, step by step with the buttons', async () => {
    const file = explored(), { verdict } = dataOf(file).entries[0];
    const page = await open(file), last = verdict.trace.length - 1;
    await compare(page, verdict, last);
    await button(page, 'First step').click();
    for (let k = 0; k <= last; k++) {
        await compare(page, verdict, k);
        await button(page, 'Next step').click();
    }
    await compare(page, verdict, last);
    await button(page, 'Previous step').click();
    await compare(page, verdict, last - 1);
    await button(page, 'Last step').click();
    await compare(page, verdict, last);
    // The switches of threads are those of the data, without that out of the set-up.
    const switches = verdict.trace.filter((s, i) => s.switch && i > (verdict.setup ?? 0)).map(s => `switch to thread ${s.thread}`);
    assert.deepEqual(await page.locator('.step-columns .divider:has-text("switch")').allTextContents(), switches);
});

test('keys, the slider, a click on a step, and the address lead to the same steps', async () => {
    const file = report(1, ['verify', 'objects/stack/treiber_aba.lin']), { verdict } = dataOf(file).entries[0];
    const page = await open(file, { fragment: '#step=3' }), last = verdict.trace.length - 1;
    await compare(page, verdict, 3);
    await page.keyboard.press('Home');
    for (let k = 0; k < last; k++) {
        await compare(page, verdict, k);
        await page.keyboard.press('ArrowRight');
    }
    await compare(page, verdict, last);
    await page.keyboard.press('ArrowLeft');
    await compare(page, verdict, last - 1);
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+ArrowLeft');
    await compare(page, verdict, verdict.trace.findLastIndex((s, i) => s.switch && i < last));
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await compare(page, verdict, verdict.trace.findIndex((s, i) => s.switch && i > 0));
    await page.locator('.step-columns tr[data-step="5"]').click();
    await compare(page, verdict, 5);

    const track = page.locator('[role=slider]');
    await track.scrollIntoViewIfNeeded();
    const box = await track.boundingBox(), x = k => box.x + ((k + 0.5) / (last + 1)) * box.width, y = box.y + box.height / 2;
    await page.mouse.move(x(2), y);
    await page.mouse.down();
    await compare(page, verdict, 2);
    for (let k = 3; k <= last; k += 4) {
        await page.mouse.move(x(k), y);
        await compare(page, verdict, k);
    }
    await page.mouse.up();
    await page.mouse.move(x(0), y);
    assert.notEqual((await shown(page)).slider, 0, 'a drag ends where the button is let go');
});

test('it plays to the end, and stops', async () => {
    const file = explored(), { verdict } = dataOf(file).entries[0];
    const page = await open(file, { fragment: `#step=${verdict.trace.length - 3}` });
    await page.keyboard.press('p');
    assert.equal(await page.locator('.play').getAttribute('aria-pressed'), 'true');
    await page.locator('.play[aria-pressed=false]').waitFor();
    await compare(page, verdict, verdict.trace.length - 1);
});

// Memory after step k, computed by looking only at what is said of each cell, newest first.
function cellsAfter({ memory, trace }, k) {
    const said = [...memory.cells.map(c => ({ ...c, new: c.value })), ...trace.slice(0, k + 1).flatMap(s => s.changes ?? [])].reverse();
    const cells = {};
    memory.boxes.forEach((box, b) => {
        const made = trace.findIndex(s => s.changes?.some(c => c.box === b && c.made));
        if (made > k)
            return;
        for (const name of new Set(said.filter(c => c.box === b && c.cell).map(c => c.cell)))
            cells[`${box.name}.${name}`] = said.find(c => c.box === b && c.cell === name).new;
    });
    return cells;
}

test('memory after each step, what changed, what is freed and what dangles', async () => {
    const entry = freedTooEarly(), { verdict } = entry;
    const page = await open(pageOf({ entries: [entry] }), { fragment: '#step=0' });
    const places = {};
    for (let k = 0; k < verdict.trace.length; k++) {
        const drawn = await page.evaluate(() => {
            const text = element => element.textContent.replace(/[\u2068\u2069]/g, '');
            const boxes = [...document.querySelectorAll('.heap svg [data-box]')];
            return {
                places: Object.fromEntries(boxes.map(b => [b.dataset.box, b.querySelector('rect').getAttribute('x') + ' ' + b.querySelector('rect').getAttribute('y')])),
                freed: boxes.filter(b => [...b.querySelectorAll('text')].some(t => text(t) === 'freed')).map(b => Number(b.dataset.box)),
                cells: boxes.flatMap(b => [...b.querySelectorAll('title')].map(t => text(b.querySelector('text')) + '.' + text(t))),
                dangling: [...document.querySelectorAll('.heap svg [data-dangling]')].map(a => a.dataset.arrow).sort(),
                arrows: [...document.querySelectorAll('.heap svg [data-arrow]')].length,
                table: [...document.querySelectorAll('.heap tr.changed')].map(r => r.children[1].textContent),
            };
        });
        const cells = cellsAfter(verdict, k), changes = verdict.trace[k].changes ?? [];
        const values = Object.fromEntries(drawn.cells.map(c => [c.split(' = ')[0], c.split(' = ')[1].replace(/ \(was .*/, '')]));
        assert.deepEqual(values, cells);
        assert.deepEqual(drawn.table, changes.filter(c => c.cell).map(c => c.cell));
        assert.deepEqual(drawn.freed, verdict.trace.slice(0, k + 1).flatMap(s => s.changes ?? []).filter(c => c.freed).map(c => c.box));
        assert.deepEqual(drawn.dangling, k >= 7 ? ['3 1', '4 1'] : []);
        for (const [box, place] of Object.entries(drawn.places))
            assert.equal(place, (places[box] ??= place), 'a box keeps its place');
        await compare(page, verdict, k);
        await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('ArrowLeft');
    const said = await page.textContent('.now-what');
    assert.match(said, /cas top: node 2 stays, not node 9 acq_rel cas fails/);
});

test('a drawing of what is seen is saved as a file that stands by itself', async () => {
    const page = await open(pageOf({ entries: [freedTooEarly()] }));
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#steps').getByRole('button', { name: 'SVG' }).click()]);
    assert.equal(download.suggestedFilename(), 'linchpin-steps.svg');
    const { readFileSync } = await import('node:fs');
    const text = readFileSync(await download.path(), 'utf8');
    assert.match(text, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.match(text, /node 3/);
    assert.doesNotMatch(text, /var\(--/);
});
