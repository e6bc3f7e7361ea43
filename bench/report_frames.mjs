// SPDX-License-Identifier: MIT
// node report_frames.mjs PAGE:JUDGED:WRITTEN…: opens pages in headless Chromium, pans and zooms as a person
// would, and says how long frames took; PAGE is named KIND-OPERATIONS.html. See report.sh.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { chromium } = createRequire(join(process.env.MODULES, 'package.json'))('playwright-core');
const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? found ?? spawnSync('sh', ['-c', 'command -v chromium']).stdout.toString().trim(),
    args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
const rounds = Number(process.env.ROUNDS ?? 3);
const targets = { 100000: { bytes: 8e6, open: 1000, frame: 50 }, 1000000: { open: 3000 }, trace: { open: 1000, frame: 50 } };

// Before the page's script: waits for its first complete drawing, and then measures frames.
function watch() {
    window.opened = new Promise(done => {
        const look = () => {
            const h1 = document.querySelector('main h1'), lanes = document.querySelector('canvas.lanes'), slider = document.querySelector('.scrubber-track svg');
            const drawn = lanes && lanes.width > 0 && new Set(lanes.getContext('2d').getImageData(lanes.width / 2, 0, 1, lanes.height).data).size > 3;
            if (h1?.getBoundingClientRect().height && (drawn || slider))
                requestAnimationFrame(() => done(performance.now()));
            else
                requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    });
    window.measure = () => {
        const frames = (window.frames_ = []);
        let last = performance.now(), on = true;
        const tick = now => {
            frames.push(now - last);
            last = now;
            if (on)
                requestAnimationFrame(tick);
        };
        requestAnimationFrame(now => {
            last = now;
            requestAnimationFrame(tick);
        });
        window.measured = () => {
            on = false;
            return frames;
        };
    };
}

async function frames(page, act, history) {
    if (history)
        await page.keyboard.press('0'); // all of it is seen
    await page.evaluate(() => measure());
    await act();
    return page.evaluate(() => measured());
}

const middle = async (page, selector) => {
    await page.locator(selector).scrollIntoViewIfNeeded();
    const box = await page.locator(selector).boundingBox();
    return { ...box, mx: box.x + box.width / 2, my: box.y + Math.min(box.height, 400) / 2 };
};

async function drag(page, from, to, y, steps) {
    await page.mouse.move(from, y);
    await page.mouse.down();
    await page.mouse.move(to, y, { steps });
    await page.mouse.up();
}

const acts = {
    // Of a fifth of all.
    async pan(page) {
        const { mx, my } = await middle(page, 'canvas.lanes');
        await page.focus('canvas.lanes');
        await page.mouse.move(mx, my);
        for (let i = 0; i < 3; i++)
            await page.mouse.wheel(0, -200);
        await drag(page, mx + 300, mx - 300, my, 60);
        await drag(page, mx - 300, mx + 300, my, 60);
    },
    // Into the middle, and out until all is seen.
    async zoom(page) {
        const { mx, my } = await middle(page, 'canvas.lanes');
        await page.focus('canvas.lanes');
        await page.mouse.move(mx, my);
        for (const by of [-200, 200])
            for (let i = 0; i < 24; i++)
                await page.mouse.wheel(0, by);
    },
    async strip(page) {
        const { x, width, y } = await middle(page, 'canvas.overview');
        await drag(page, x + 20, x + width - 20, y + 30, 120);
    },
    async slider(page) {
        const { x, width, y, height } = await middle(page, '.scrubber-track');
        await drag(page, x + 2, x + width - 2, y + height / 2, 120);
        await drag(page, x + width - 2, x + width / 2, y + height / 2, 60);
    },
    async keys(page) {
        for (let i = 0; i < 100; i++)
            await page.keyboard.press('ArrowLeft');
    },
};

const longest = all => Math.max(...all), p99 = all => [...all].sort((a, b) => a - b)[Math.floor(all.length * 0.99)];

async function look(file, kind) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.addInitScript(watch);
    const address = pathToFileURL(file).href;
    await page.goto(address);
    const figures = { open: await page.evaluate(() => opened) };
    if (kind !== 'trace') {
        await page.goto('about:blank');
        await page.goto(`${address}#whole`);
        await page.evaluate(() => opened);
        await page.focus('canvas.lanes');
    }
    const wanted = kind === 'trace' ? ['slider', 'keys'] : ['zoom', 'pan', 'strip'];
    for (const name of wanted)
        if (name !== 'strip' || await page.isVisible('canvas.overview'))
            figures[name] = await frames(page, () => acts[name](page), kind !== 'trace');
    await context.close();
    return figures;
}

let missed = 0;
const check = (what, value, most, unit) => {
    if (most === undefined || value <= most)
        return;
    console.log(`    missed: ${what} ${Math.round(value)} ${unit}, not ${most}`);
    missed = 1;
};

console.log('page               bytes   judged  and written   opened   longest frame and 99 %, ms');
for (const given of process.argv.slice(2)) {
    const [, file, judged, written] = /^(.*):(\d+):(\d+)$/.exec(given), name = basename(file, '.html'), [kind, ops] = name.split('-');
    const all = [];
    for (let i = 0; i < rounds; i++)
        all.push(await look(file, kind));
    const bytes = statSync(file).size, target = targets[ops ?? kind], open = Math.min(...all.map(f => f.open));
    const acted = Object.keys(all[0]).filter(key => key !== 'open').map(key => [key, all.map(f => f[key]).sort((a, b) => longest(a) - longest(b))[0]]);
    console.log(`${name.padEnd(17)} ${String(bytes).padStart(8)} ${judged.padStart(6)} ms ${written.padStart(8)} ms ${open.toFixed(0).padStart(8)} ms   ` +
        acted.map(([key, list]) => `${key} ${longest(list).toFixed(0)} ${p99(list).toFixed(0)}`).join(', '));
    check('bytes', bytes, target.bytes, 'bytes');
    check('opened in', open, target.open, 'ms');
    for (const [key, list] of acted)
        check(`a frame of ${key}:`, longest(list), target.frame, 'ms');
    if (kind === 'cut') // as long as judging, which may take a second, again
        check('judged and written in', Number(written), 2000, 'ms');
    if (kind === 'cut' && !/"cut":"\d+ of \d+ operations are shown/.test(readFileSync(file, 'utf8'))) {
        console.log('    missed: a page that could take longer than judging says what it leaves out');
        missed = 1;
    }
}
await browser.close();
process.exit(missed);
