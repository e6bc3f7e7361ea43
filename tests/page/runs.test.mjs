// SPDX-License-Identifier: MIT
// Runs of other kinds: those that go round for ever or wait, races, charts, and those that hold.

import { holding } from './fixtures.mjs';
import { assert, dataOf, open, pageOf, report, test } from './harness.mjs';
import { cellsAfter } from './memory.mjs';

const texts = (page, selector) => page.locator(selector).allTextContents();
const button = (page, name) => page.getByRole('button', { name, exact: true });
const slider = async page => Number(await page.getAttribute('[role=slider]', 'aria-valuenow')) - 1;
const linesIn = (page, selector) => page.locator(`${selector} [aria-current]`).evaluateAll(all => all.map(li => Number(li.dataset.line)));

test('a lasso goes round', async () => {
    const file = report(1, ['verify', 'docs/examples/temporal/test_and_set.lin']), { verdict } = dataOf(file).entries[0];
    const page = await open(file), last = verdict.trace.length - 1, first = last + 1 - verdict.cycle.steps;
    assert.equal(await page.locator('.lasso [data-step]').count(), verdict.trace.length);
    assert.equal(await slider(page), last);
    for (let lap = 0; lap < 2; lap++)
        for (let k = first; k <= last; k++) {
            await button(page, 'Next step').click();
            assert.equal(await slider(page), k);
            assert.equal(await page.textContent('.step-columns .current .what bdi'), verdict.trace[k].what);
        }
    await page.locator('.lasso [data-step="0"]').click();
    assert.equal(await slider(page), 0);
    // The divider stands before the first step of the lap.
    assert.equal(await page.locator('.step-columns .lap + tr').getAttribute('data-step'), String(first));
    for (const [i, t] of verdict.cycle.threads.entries())
        assert.deepEqual(await linesIn(page, `#waiting .cards > li:nth-child(${i + 1})`), t.lines);
});

test('who waits, for what, and where', async () => {
    const file = report(1, ['explore', 'tests/explore/deadlock_test.c', '--object', 'abba', '--scenario', 'inc | inc_other']);
    const { verdict } = dataOf(file).entries[0], page = await open(file);
    for (const [i, w] of verdict.waiting.entries()) {
        const card = page.locator('#waiting .cards > li').nth(i);
        assert.match(await card.textContent(), new RegExp(`thread ${w.thread} waits for a ${w.for} ${w.what}`));
        assert.deepEqual(await linesIn(page, `#waiting .cards > li:nth-child(${i + 1})`), [Number(/:(\d+)/.exec(w.where)[1])]);
    }
});

test('an operation that another thread blocks', async () => {
    const file = report(1, ['explore', 'tests/explore/lock_free/counters_test.c', '--object', 'spin', '--condition', 'none', '--scenario', 'next(0) | next(1)', '--lock-free']);
    const { verdict } = dataOf(file).entries[0], page = await open(file);
    assert.equal(verdict.kind, 'blocking');
    assert.equal(await page.locator('#waiting .cards > li').count(), verdict.cycle.threads.length);
    assert.match(await page.textContent('.cycle-text'), verdict.cycle.unfair ? /only if no other thread is run/ : /even if every thread gets its turns/);
    await page.keyboard.press('Home');
    for (const [k, step] of verdict.trace.entries()) {
        assert.equal(await page.textContent('.step-columns .current .what bdi'), step.what);
        if (k < verdict.trace.length - 1)
            await page.keyboard.press('ArrowRight');
    }
});

test('both accesses of a data race, with their lines', async () => {
    const file = report(1, ['explore', 'tests/explore/conformance/counter.c', '--object', 'plain', '--scenario', 'inc | inc', '--races']);
    const { verdict: { race } } = dataOf(file).entries[0], page = await open(file);
    for (const [i, a] of [race.first, race.second].entries()) {
        const card = page.locator('#race .cards > li').nth(i);
        assert.match(await card.textContent(), new RegExp(`thread ${a.thread} ${a.write ? 'writes' : 'reads'} ${race.what} ${a.atomic ? '' : 'not '}atomic`));
        assert.deepEqual(await linesIn(page, `#race .cards > li:nth-child(${i + 1})`), [Number(/:(\d+)/.exec(a.where)[1])]);
    }
});

test('a message sequence chart, tied to the steps', async () => {
    const file = report(1, ['verify', 'objects/distributed/abd_forgets.lin']), { verdict } = dataOf(file).entries[0];
    const page = await open(file), { events, components } = verdict.chart, last = verdict.trace.length - 1;
    const clean = list => list.map(t => t.replace(/[\u2068\u2069]/g, ''));
    const lanes = clean(await texts(page, '.chart > text'));
    assert.deepEqual(lanes.filter(l => l !== 'environment'), components);
    await page.keyboard.press('Home');
    for (let k = 0; k <= last; k++) {
        const drawn = await page.evaluate(() => [...document.querySelectorAll('.chart [data-event]')].map(g => ({
            event: Number(g.dataset.event), pale: g.getAttribute('opacity') !== '1', says: [...g.querySelectorAll('text')].map(t => t.textContent.replace(/[\u2068\u2069]/g, '')).join(' '),
        })));
        assert.equal(drawn.length, events.length);
        for (const d of drawn) {
            const e = events[d.event];
            if (['message', 'action', 'match', 'pending'].includes(e.kind))
                assert.equal(d.says, d.says.endsWith('…') ? `${e.what.slice(0, d.says.length - 1)}…` : e.what);
            if (e.step <= k || (e.kind === 'pending' && k === last))
                assert.equal(d.pale, false, `step ${k}: ${e.what}`);
            else if (!['message', 'loss', 'pending'].includes(e.kind))
                assert.equal(d.pale, true, `step ${k}: ${e.what}`);
        }
        // Both sides of the simulation, cell by cell.
        const cells = await page.locator('.memory-card').evaluateAll(all => Object.fromEntries(all.flatMap(card =>
            [...card.querySelectorAll('[data-cell]')].map(row => [`${card.getAttribute('aria-label')}.${row.dataset.cell}`, row.querySelector('dd').lastChild.textContent]))));
        assert.deepEqual(cells, cellsAfter(verdict, k));
        assert.equal(await slider(page), k);
        await button(page, 'Next step').click();
    }
    assert.deepEqual(await texts(page, '.memory-side h3'), ['The implementation after this step', 'The specification, which has to match it']);
    await page.locator('.chart rect[data-step="2"]').click();
    assert.equal(await slider(page), 2);
    await page.getByText('The chart as a list').click();
    assert.equal(await page.locator('.chart-list li').count(), events.length);
});

test('what a model reached, and what not, with its lines', async () => {
    const file = report(0, ['verify', 'docs/examples/progress/peterson.lin']), { verdict } = dataOf(file).entries[0], page = await open(file);
    const rows = await page.locator('#coverage tbody tr').evaluateAll(all => all.map(r => [...r.children].map(c => c.textContent)));
    assert.deepEqual(rows, verdict.coverage.methods.map(m => [m.name, m.called ? '✓ yes' : '✗ never', m.returned ? '✓ yes' : '✗ never']));
    for (const [name, value] of Object.entries(verdict.figures))
        assert.ok((await texts(page, '.figures > div')).some(t => t.includes(name.replace(/s$/, '')) && t.replace(/,/g, '').includes(String(value))), name);
});

test('where operations take effect', async () => {
    const file = report(0, ['explore', 'objects/queue/ms_queue_test.c', 'objects/queue/ms_queue.c', '--up-to', '2x1', '--infer-points']);
    const { verdict } = dataOf(file).entries[0], page = await open(file);
    for (const [i, p] of verdict.points.entries()) {
        assert.ok((await page.locator('#points .cards > li').nth(i).textContent()).startsWith(p.operation));
        if (p.where)
            assert.deepEqual(await linesIn(page, `#points .cards > li:nth-child(${i + 1})`), [Number(/:(\d+)/.exec(p.where)[1])]);
    }
});

test('plots, the state graph and what was never reached', async () => {
    const entry = holding(), { verdict } = entry, page = await open(pageOf({ entries: [entry] }));
    assert.equal(await page.locator('.plot').count(), verdict.series.length);
    assert.equal(await page.locator('.plot').first().locator('circle[fill]:not([visibility])').count(), verdict.series[0].points.length);
    const cells = await page.locator('.plots figure').first().locator('tbody tr').evaluateAll(all => all.map(r => [...r.children].map(c => Number(c.textContent))));
    assert.deepEqual(cells, verdict.series[0].points);

    assert.equal(await page.locator('#graph [data-state]').count(), verdict.graph.states.length);
    assert.equal(await page.locator('#graph [data-edge]').count(), new Set(verdict.graph.edges.map(e => `${e.from} ${e.to}`)).size);
    await page.locator('#graph [data-state="5"]').click();
    assert.equal(await page.textContent('.graph-state'), 'closed');
    const view = () => page.getAttribute('.graph-field svg', 'viewBox'), before = await view();
    await button(page, 'Zoom in').click();
    const nearer = await view();
    assert.ok(Number(nearer.split(' ')[2]) < Number(before.split(' ')[2]));
    const box = await page.locator('.graph-field').boundingBox();
    await page.mouse.move(box.x + 30, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 50, { steps: 3 });
    await page.mouse.up();
    assert.ok(Number((await view()).split(' ')[0]) < Number(nearer.split(' ')[0]));
    await page.locator('.graph-field').focus();
    await page.keyboard.press('0');
    assert.equal(await view(), before);

    const cards = page.locator('#coverage .cards > li');
    assert.equal(await cards.count(), verdict.coverage.unreached.length);
    assert.match(await cards.nth(0).textContent(), /free\(t\); was never reached/);
    assert.match(await cards.nth(1).textContent(), /was never true/);
    assert.deepEqual(await linesIn(page, '#coverage'), [8, 7]);
    assert.match(await page.textContent('#extremes'), /the least n1/);
});

test('messages that were recorded, without steps', async () => {
    const events = [
        { kind: 'action', step: 0, to: 'client', what: 'write(7)' }, { kind: 'message', step: 4, from: 'client', to: 'p1', what: 'store(7)' },
        { kind: 'message', step: 9, from: 'p1', to: 'client', what: 'ack' }, { kind: 'action', step: 21, from: 'client', what: 'response' },
        { kind: 'pending', step: 22, from: 'client', to: 'p2', what: 'store(7)' },
    ];
    const { verdict } = holding(), file = pageOf({ entries: [{ verdict: { ...verdict, series: undefined, graph: undefined, chart: { components: ['client', 'p1', 'p2'], events } }, files: {} }] });
    const page = await open(file);
    assert.equal(await page.locator('#steps').count(), 0);
    const at = await page.locator('#messages .chart [data-event]').evaluateAll(all => all.map(g => g.getBoundingClientRect().y));
    assert.equal(at.length, events.length);
    for (let i = 1; i < at.length; i++) // a row for each, however far apart they were
        assert.ok(at[i] > at[i - 1] && at[i] - at[i - 1] < 60, at.join());
    await page.getByText('The chart as a list').click();
    assert.match((await texts(page, '.chart-list li')).join('\n'), /p1 receives store\(7\) from client[^]*at the end: .*from client to p2/);
});
