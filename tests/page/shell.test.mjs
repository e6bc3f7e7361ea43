// SPDX-License-Identifier: MIT
// The page around the evidence: verdicts, the command, themes, keys, files that are saved.

import { readFileSync } from 'node:fs';
import { assert, dataOf, open, pageOf, report, test } from './harness.mjs';

const queueBad = ['check', 'docs/examples/queue_bad.jsonl', '--spec', 'queue'];
let bad;
const violated = () => (bad ??= report(1, queueBad));

async function saved(page, name) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#history .exports button:has-text("${name}")`)]);
    assert.equal(download.suggestedFilename(), `linchpin-history.${name.toLowerCase()}`);
    return readFileSync(await download.path());
}

test('the verdict stands at the top, with its command', async () => {
    const file = violated();
    const { verdict } = dataOf(file).entries[0];
    const page = await open(file);
    assert.equal(await page.textContent('h1 .sentence'), `Not linearizable: ${verdict.reason}`);
    assert.equal(await page.title(), `Not linearizable: ${verdict.reason} · linchpin`);
    assert.equal(await page.textContent('.command code'), verdict.reproduce);
    for (const fact of [verdict.subject, `spec ${verdict.spec}`, verdict.covers, verdict.judge])
        assert.ok((await page.textContent('.about')).includes(fact), fact);
    await page.click('.copy');
    await page.waitForFunction(() => document.querySelector('.copy').textContent === 'Copied');
    await page.focus('[type=search]');
    await page.keyboard.press('Control+V');
    assert.equal(await page.inputValue('[type=search]'), verdict.reproduce);
});

test('several verdicts are a list to choose from', async () => {
    const file = report(1, ['check', 'docs/examples/queue_good.jsonl', 'docs/examples/queue_bad.jsonl', '--spec', 'queue']);
    const verdicts = dataOf(file).entries.map(entry => entry.verdict);
    const page = await open(file);
    assert.deepEqual(await page.$$eval('.entries .name', names => names.map(name => name.textContent)), verdicts.map(v => v.subject));
    assert.equal(await page.textContent('h1 .claim'), 'Linearizable');
    await page.click('.entries li:nth-child(2) button');
    assert.equal(await page.textContent('h1 .claim'), 'Not linearizable');
    assert.equal(await page.getAttribute('.entries li:nth-child(2) button', 'aria-current'), 'true');
    await page.keyboard.press(']');
    assert.equal(await page.textContent('h1 .claim'), 'Linearizable');
    const second = await open(file, { fragment: '#entry=2&op=1' });
    assert.equal(await second.textContent('h1 .claim'), 'Not linearizable');
    assert.equal(await second.textContent('.chosen .operation'), 'enq(2) …');
});

test('light and dark are as the system wants, or as chosen', async () => {
    const ground = page => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await open(violated());
    const dark = await open(violated(), { colorScheme: 'dark' });
    const [white, black] = [await ground(light), await ground(dark)];
    assert.notEqual(white, black);
    await light.emulateMedia({ colorScheme: 'dark' });
    await light.waitForFunction(colour => getComputedStyle(document.documentElement).backgroundColor === colour, black);
    await light.click('.sign[title^=Theme]');
    assert.equal(await ground(light), white);
    await light.keyboard.press('t');
    assert.equal(await ground(light), black);
    assert.equal(await light.textContent('[role=status]'), 'Theme: dark');
});

test('text has enough contrast in both themes', async () => {
    for (const colorScheme of ['light', 'dark']) {
        const page = await open(violated(), { colorScheme });
        const poor = await page.evaluate(() => {
            const style = getComputedStyle(document.documentElement);
            const light = hex => {
                const [r, g, b] = [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255).map(c => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const colour = name => light(style.getPropertyValue(`--${name}`).trim());
            const contrast = (a, b) => (Math.max(colour(a), colour(b)) + 0.05) / (Math.min(colour(a), colour(b)) + 0.05);
            const pairs = ['ink', 'soft', 'accent', 'bad', 'good', 'warn'].flatMap(name => [[name, 'ground'], [name, 'panel']]);
            pairs.push(['ink', 'accent-fill'], ['ink', 'bad-fill'], ['bad', 'bad-fill'], ['good', 'good-fill'], ['warn', 'warn-fill'], ['ink', 'raised'], ['panel', 'accent']);
            return pairs.map(([a, b]) => [a, b, contrast(a, b)]).filter(([, , much]) => !(much >= 4.5));
        });
        assert.deepEqual(poor, [], colorScheme);
    }
});

test('the keys are told, and the dialog is left by one', async () => {
    const page = await open(violated());
    await page.keyboard.press('?');
    const told = await page.textContent('dialog[open]');
    for (const words of ['search', 'zoom in', 'the next condition', 'what matters'])
        assert.ok(told.includes(words), words);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog[open]').count(), 0);
});

test('the drawing is saved as SVG and as PNG', async () => {
    const page = await open(violated());
    const svg = (await saved(page, 'SVG')).toString('utf8');
    assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.ok(svg.includes('deq() → 2'));
    assert.ok(!/var\(|currentColor|<script/i.test(svg));
    const png = await saved(page, 'PNG');
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    const [, width] = /width="(\d+)"/.exec(svg);
    assert.equal(png.readUInt32BE(16), 2 * Number(width));
});

test('a page without much says what it has', async () => {
    const file = report(2, ['check', 'docs/examples/no_such_file.jsonl', '--spec', 'queue']);
    const page = await open(file);
    assert.equal(await page.textContent('h1 .claim'), 'Error');
    assert.ok((await page.textContent('h1 .reason')).includes('no_such_file.jsonl'));
    assert.equal(await page.locator('section.view').count(), 0);
});

test('warnings, limits and figures are shown', async () => {
    const verdict = {
        linchpin: 1, verdict: 'unknown', condition: 'linearizable', spec: 'queue', reason: 'the limit of 2 states was reached', covers: 'some',
        warning: 'nobody can call pop', warnings: [{ what: 'x is never read', where: 'a.lin:3' }], scenario: 'push(1) | pop',
        figures: { states: 1234567, seed: 4242424242, 'states per second': null },
    };
    const page = await open(pageOf({ entries: [{ verdict, files: {} }] }));
    assert.equal(await page.textContent('h1 .sentence'), `Unknown whether linearizable: ${verdict.reason}`);
    assert.match(await page.textContent('.warnings'), /nobody can call pop.*a\.lin:3 x is never read/);
    const run = await page.textContent('#run');
    for (const text of ['1,234,567', '4242424242', '–', 'push(1) | pop'])
        assert.ok(run.includes(text), text);
});

test('nothing but what matters is printed', async () => {
    const page = await open(violated());
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.isVisible('.bar'), false);
    assert.equal(await page.isVisible('.toolbar'), false);
    assert.equal(await page.isVisible('h1'), true);
    assert.equal(await page.isVisible('canvas.lanes'), true);
});
