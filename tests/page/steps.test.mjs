// SPDX-License-Identifier: MIT
// Runs step by step, as a person goes through them, and after each step compared with the data.

import { freedTooEarly } from './fixtures.mjs';
import { assert, dataOf, open, pageOf, report, test } from './harness.mjs';
import { cellsAfter } from './memory.mjs';

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
    if (step.thread >= 0 && k >= (verdict.setup ?? 0))
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
    // Of the run, of which the history may have only some operations.
    const all = verdict.left_out ? verdict.states : verdict.possible, at = verdict.left_out ? step.happened : step.events;
    if (at !== undefined && all)
        assert.deepEqual(now.states, all[Math.min(at, all.length - 1)]);
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

test('memory of a model, after each step', async () => {
    for (const file of ['objects/stack/treiber_aba.lin', 'objects/queue/ms_queue_no_tail_check.lin']) {
        const made = report(1, ['verify', file]), { verdict } = dataOf(made).entries[0];
        assert.ok(verdict.memory.boxes.some(b => b.kind === 'node'));
        await throughMemory(await open(made, { fragment: '#step=0' }), verdict);
    }
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

// Boxes, cells and arrows of memory as they are drawn now.
function drawnMemory(page) {
    return page.evaluate(() => {
        const text = element => element.textContent.replace(/[\u2068\u2069]/g, '');
        const boxes = [...document.querySelectorAll('.heap svg [data-box]')];
        const titles = boxes.flatMap(b => [...b.querySelectorAll('title')].map(t => `${text(b.querySelector('text'))}.${text(t)}`));
        return {
            places: Object.fromEntries(boxes.map(b => [b.dataset.box, `${b.querySelector('rect').getAttribute('x')} ${b.querySelector('rect').getAttribute('y')}`])),
            freed: boxes.filter(b => [...b.querySelectorAll('text')].some(t => text(t) === 'freed')).map(b => Number(b.dataset.box)).sort((a, b) => a - b),
            cells: Object.fromEntries(titles.map(t => [t.split(' = ')[0], t.split(' = ')[1].replace(/ \(was .*/, '')])),
            dangling: [...document.querySelectorAll('.heap svg [data-dangling]')].map(a => a.dataset.arrow).sort(),
            arrows: [...document.querySelectorAll('.heap svg [data-arrow]')].map(a => a.dataset.arrow).sort(),
            table: [...document.querySelectorAll('.heap tr.changed')].map(r => `${r.children[0].textContent.replace(' (freed)', '')}.${r.children[1].textContent}`).sort(),
        };
    });
}

async function throughMemory(page, verdict, each) {
    const places = {}, { boxes } = verdict.memory, isFreed = k => boxes.map((_, b) =>
        verdict.trace.slice(0, k + 1).flatMap(s => s.changes ?? []).filter(c => c.box === b && (c.made || c.freed)).pop()?.freed === true);
    await page.getByText('Memory as a table').click();
    await page.locator('.heap table').waitFor();
    for (let k = 0; k < verdict.trace.length; k++) {
        const drawn = await drawnMemory(page), freed = isFreed(k);
        assert.deepEqual(drawn.cells, Object.fromEntries(Object.entries(cellsAfter(verdict, k)).filter(([name]) => !name.endsWith('.at line'))));
        const changes = (verdict.trace[k].changes ?? []).filter(c => c.cell && c.new !== undefined);
        assert.deepEqual([...new Set(drawn.table)], [...new Set(changes.map(c => `${boxes[c.box].name}.${c.cell}`))].sort());
        assert.deepEqual(drawn.freed, [...freed.keys()].filter(b => freed[b]));
        for (const arrow of drawn.arrows)
            assert.equal(drawn.dangling.includes(arrow), freed[Number(arrow.split(' ')[1])], `step ${k}: ${arrow}`);
        for (const [box, place] of Object.entries(drawn.places))
            assert.equal(place, (places[box] ??= place), 'a box keeps its place');
        await each?.(k, drawn);
        await page.keyboard.press('ArrowRight');
    }
}

test('memory after each step, what changed, what is freed and what dangles', async () => {
    const entry = freedTooEarly(), { verdict } = entry;
    const page = await open(pageOf({ entries: [entry] }), { fragment: '#step=0' });
    await throughMemory(page, verdict, async (k, drawn) => {
        assert.deepEqual(drawn.dangling, k >= 7 ? ['3 1', '4 1'] : []);
        await compare(page, verdict, k);
    });
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
