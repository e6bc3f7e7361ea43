// SPDX-License-Identifier: MIT
// Where things stand: nothing on top of another, nothing cut off, on wide and narrow screens.

import { holding } from './fixtures.mjs';
import { assert, dataOf, open, pageOf, report, test, until } from './harness.mjs';

const WIDTHS = [1280, 800, 390];
const commands = {
    check: ['check', 'docs/examples/queue_bad.jsonl', '--spec', 'queue'],
    freed: ['explore', 'objects/stack/treiber_test.c', 'objects/stack/treiber_aba.c'],
    threads: ['explore', 'objects/stack/treiber_test.c', 'objects/stack/treiber_plain_push.c', '--scenario', 'push(1) | push(2) ; pop pop'],
    model: ['verify', 'objects/stack/treiber_aba.lin'],
    lasso: ['verify', 'docs/examples/temporal/test_and_set.lin'],
    chart: ['verify', 'objects/distributed/abd_forgets.lin'],
};
const made = {};
const pageFor = name => (made[name] ??= report(1, commands[name]));

// The same page in a window of another width, once it is laid out and drawn.
async function resize(page, width) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
}

// In the page: rectangles of elements, and which of them meet.
const geometry = () => {
    window.rects = selector => [...document.querySelectorAll(selector)].map(e => {
        const { left, top, right, bottom } = e.getBoundingClientRect();
        return { left, top, right, bottom, text: e.textContent.slice(0, 60) };
    }).filter(r => r.right > r.left);
    window.meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
    window.pairs = (all, others = all) => all.flatMap((a, i) => others.filter((b, k) => (all !== others || k > i) && meet(a, b)).map(b => `${a.text} | ${b.text}`));
};

// Everything drawn in an SVG is within it.
const outside = selector => {
    const svg = document.querySelector(selector), { x, y, width, height } = svg.viewBox.baseVal;
    return [...svg.querySelectorAll('text, rect, path, circle')].filter(e => !e.closest('defs, [visibility=hidden], [data-step]') && (e.tagName !== 'text' || !/^[\u2068\u2069]*$/.test(e.textContent))).flatMap(e => {
        const b = e.getBBox();
        return b.x < x - 0.5 || b.y < y - 0.5 || b.x + b.width > x + width + 0.5 || b.y + b.height > y + height + 0.5 ? [`${e.tagName} ${e.textContent} ${b.x} ${b.y} ${b.width} ${b.height}`] : [];
    });
};

test('a page is as wide as the window, whatever it shows', async () => {
    for (const name of Object.keys(commands)) {
        const page = await open(pageFor(name));
        for (const width of WIDTHS) {
            await resize(page, width);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${name} ${width}`);
        }
    }
});

test('the line of a step stands before it, in a column of its own', async () => {
    for (const name of ['freed', 'threads', 'model', 'lasso', 'chart']) {
        const page = await open(pageFor(name));
        for (const width of WIDTHS) {
            await resize(page, width);
            const wrong = await page.evaluate(() => [...document.querySelectorAll('.one-file .cell')].filter(cell => {
                const [where, what] = [...cell.children].map(e => e.getBoundingClientRect());
                return cell.textContent && cell.firstChild.textContent && (where.right > what.left || where.bottom < what.top || where.top > what.top + 8);
            }).map(cell => cell.textContent));
            assert.deepEqual(wrong, [], `${name} ${width}`);
            assert.ok(await page.locator('.one-file .cell .where').count() > 0);
        }
    }
});

test('columns are wide enough to be read, and the current one is seen', async () => {
    const page = await open(pageFor('threads'), { width: 390 }), steps = dataOf(pageFor('threads')).entries[0].verdict.trace.length;
    for (let k = 0; k < steps; k++) {
        const { pane, cell } = await page.evaluate(() => ({
            pane: document.querySelector('.steps-pane').getBoundingClientRect().toJSON(), cell: document.querySelector('.current .cell').getBoundingClientRect().toJSON(),
        }));
        assert.ok(cell.width > 100 && cell.left >= pane.left && cell.left < pane.right - 50, `step ${k}: ${JSON.stringify([pane, cell])}`);
        await page.keyboard.press('ArrowLeft');
    }
});

test('on a narrow screen steps, source and memory stand below each other', async () => {
    const page = await open(pageFor('model'), { width: 390 });
    const tops = await page.evaluate(() => ['.steps-pane', '.source-box', '.heap'].map(s => document.querySelector(s).getBoundingClientRect()).map(r => [r.top, r.left]));
    assert.ok(tops[0][0] < tops[1][0] && tops[1][0] < tops[2][0]);
    assert.equal(tops[0][1], tops[1][1]);
});

test('signs on buttons are shapes, which no font has to have', async () => {
    const page = await open(pageFor('lasso'));
    for (const name of ['First step', 'Previous step', 'Next step', 'Last step', 'Zoom in', 'Zoom out'])
        for (const b of await page.getByRole('button', { name, exact: true }).all()) {
            assert.equal(await b.textContent(), '', name);
            assert.equal((await b.locator('svg').boundingBox()).width, 16);
        }
});

test('a place is no beginning of a sentence', async () => {
    const page = await open(pageFor('chart')), { reason } = dataOf(pageFor('chart')).entries[0].verdict;
    const [, place, rest] = /^(\S+:\d+:\d+): (.*)$/.exec(reason);
    assert.equal(await page.textContent('.place'), `at ${place}`);
    const said = await page.textContent('h1 .sentence');
    assert.equal(said, rest[0].toUpperCase() + rest.slice(1));
    assert.equal(await page.textContent('h1 .claim'), 'No simulation');
});

test('memory lies within its picture after every step, threads in their order', async () => {
    for (const name of ['freed', 'threads', 'model']) {
        const page = await open(pageFor(name), { fragment: '#step=0' }), steps = dataOf(pageFor(name)).entries[0].verdict.trace.length;
        for (let k = 0; k < steps; k++) {
            assert.deepEqual(await page.evaluate(outside, '.heap svg'), [], `${name} ${k}`);
            await page.keyboard.press('ArrowRight');
        }
        const threads = await page.evaluate(() => [...document.querySelectorAll('.heap [data-box]')]
            .map(g => [g.querySelector('rect').getBBox().x, g.querySelector('text').textContent.replace(/[\u2068\u2069]/g, '')]).filter(([, t]) => t.startsWith('thread')).sort((a, b) => a[0] - b[0]).map(([, t]) => t));
        assert.deepEqual(threads, [...threads].sort());
        assert.ok(threads.length > 1);
    }
});

test('states say what they are, a line for each thing, and labels cover neither them nor each other', async () => {
    for (const [file, width] of [[pageFor('lasso'), 1280], [pageFor('lasso'), 390], [pageOf({ entries: [holding()] }), 1280]]) {
        const page = await open(file, { width }), { graph } = dataOf(file).entries[0].verdict;
        await page.evaluate(geometry);
        const look = async () => {
            assert.deepEqual(await page.evaluate(() => pairs(rects('.graph-field svg > g:last-child text'), rects('.graph-field [data-state] rect'))), []);
            assert.deepEqual(await page.evaluate(() => pairs(rects('.graph-field svg > g:last-child text'))), []);
        };
        await look();
        const texts = await page.locator('.graph-field [data-state]').evaluateAll(all => all.map(g => [...g.querySelectorAll('text')].map(t => t.textContent.replace(/[\u2068\u2069]/g, '')).join('\n')));
        assert.deepEqual(texts, graph.states.map(s => s.text));
        assert.ok(await page.locator('.graph-field svg > g:last-child text').count() > 0);
        // Pointed at, a state has the labels of its steps.
        const before = await page.locator('.graph-field svg > g:last-child text').count();
        if (width === 1280 && graph.edges.length > 15) {
            await page.locator('.graph-field [data-state="0"]').hover();
            await until(page, n => document.querySelectorAll('.graph-field svg > g:last-child text').length > n, before);
        }
        await page.getByRole('button', { name: 'Fit', exact: true }).last().click();
        assert.deepEqual(await page.evaluate(outside, '.graph-field svg'), []);
    }
});

test('labels of a chart cover no others, are within it, and say all of it when asked', async () => {
    const page = await open(pageFor('chart')), { chart } = dataOf(pageFor('chart')).entries[0].verdict;
    await page.evaluate(geometry);
    assert.deepEqual(await page.evaluate(outside, '.chart'), []);
    assert.deepEqual(await page.evaluate(() => pairs(rects('.chart [data-event]'))), []);
    const told = await page.locator('.chart [data-event] title').allTextContents();
    for (const e of chart.events)
        assert.ok(told.some(t => t.includes(e.what)), e.what);
    const box = await page.locator('.chart-pane').evaluate(e => [e.scrollWidth, e.clientWidth]);
    assert.ok(box[0] <= box[1], `${box}`);
});

test('three plots fit in a row; their texts are within them, in units that are short', async () => {
    const points = Array.from({ length: 6 }, (_, i) => [i * 0.0003, i * 3e6]);
    const series = ['one', 'two', 'three'].map(name => ({ name, x: 'seconds', y: 'states per second', points }));
    const page = await open(pageOf({ entries: [{ verdict: { linchpin: 1, verdict: 'holds', series, figures: {} }, files: {} }] }));
    const tops = await page.locator('.plot').evaluateAll(all => all.map(e => e.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1);
    const labels = (await page.locator('.plot').first().locator('text').allTextContents()).map(t => t.replace(/[\u2068\u2069]/g, ''));
    assert.ok(labels.includes('milliseconds') && labels.includes('0.5') && !labels.some(t => /e-/.test(t)), labels.join());
    assert.deepEqual(await page.evaluate(outside, '.plot'), []);
    for (const name of ['freed', 'model']) {
        const other = await open(pageFor(name));
        assert.deepEqual(await other.evaluate(outside, '.plot'), []);
    }
});

test('what other conditions are judged of is said', async () => {
    const page = await open(pageFor('check'));
    assert.equal(await page.textContent('.conditions .note'), 'Each condition is judged on the 3 operations shown here; on all 4, one other than linearizable may give another verdict.');
    const whole = report(1, ['check', '-', '--spec', 'queue'], '{"process":0,"type":"invoke","f":"deq"}\n{"process":0,"type":"ok","f":"deq","value":2}\n');
    assert.equal(await (await open(whole)).textContent('.conditions .note'), 'Each condition is judged on this history, with all of its operations.');
});

test('what a verdict takes for granted, its limits and its explanation are at the top', async () => {
    const verdict = { linchpin: 1, verdict: 'holds', limits: ['2 threads', 'at most 4 operations in all'], assumptions: ['memory is sequentially consistent'], detail: 'first\nsecond', figures: {} };
    const page = await open(pageOf({ entries: [{ verdict, files: {} }] }));
    for (const text of [...verdict.limits, ...verdict.assumptions, 'first', 'second'])
        assert.ok(await page.locator('header.verdict').getByText(text, { exact: true }).isVisible(), text);
});

test('a history that is laid out later is drawn then', async () => {
    const hide = () => new MutationObserver((_, observer) => {
        const main = document.querySelector('main');
        if (main) {
            main.style.display = 'none';
            observer.disconnect();
        }
    }).observe(document, { childList: true, subtree: true });
    for (const fragment of ['', '#whole']) {
        const page = await open(pageFor('check'), { init: hide, fragment });
        assert.equal(await page.isVisible('canvas.overview'), false);
        await page.evaluate(() => (document.querySelector('main').style.display = ''));
        const drawn = selector => {
            const canvas = document.querySelector(selector), { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width || 1, canvas.height || 1);
            return canvas.clientWidth > 0 && new Set(new Uint32Array(data.buffer)).size > 3;
        };
        await until(page, drawn, 'canvas.overview');
        await until(page, drawn, 'canvas.lanes');
        // As on a page that is laid out from the start.
        const bars = p => p.evaluate(() => document.querySelector('canvas.lanes').toDataURL());
        const other = await open(pageFor('check'), { fragment });
        await until(other, drawn, 'canvas.lanes');
        assert.equal(await bars(page), await bars(other));
    }
});
