// SPDX-License-Identifier: MIT
// For tests of the report page: pages that the built linchpin writes, opened in one browser for all
// tests, with the network cut off. After each test nothing was asked of the network, and nothing was
// complained about in the console.
//
//     test('a title', async () => {
//         const page = await open(report(1, ['check', 'docs/examples/queue_bad.jsonl', '--spec', 'queue']));
//         assert.equal(await page.textContent('h1 .claim'), 'Not linearizable');
//     });

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';

export { assert, test };

const { LINCHPIN, MODULES, SCRATCH } = process.env;
const { chromium } = createRequire(join(MODULES, 'package.json'))('playwright-core');

function findBrowser() {
    const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
    return process.env.CHROMIUM ?? found ?? spawnSync('sh', ['-c', 'command -v chromium']).stdout.toString().trim();
}

let browser;
const opened = [];

async function theBrowser() {
    // The sandbox does not work for root.
    browser ??= chromium.launch({
        executablePath: findBrowser(),
        args: process.getuid() === 0 ? ['--no-sandbox'] : [],
    });
    return browser;
}

after(async () => {
    if (browser)
        await (await browser).close();
});

afterEach(async () => {
    for (const { context, requests, complaints } of opened.splice(0)) {
        await context.close();
        assert.deepEqual(requests, [], 'the page asked for something');
        assert.deepEqual(complaints, [], 'the page complained');
    }
});

let pages = 0;

// What a command of linchpin writes with --report, from the root of the repository.
export function report(code, command, input) {
    const file = join(SCRATCH, `page-${++pages}.html`);
    // By its name: the command is told on the page.
    const env = { ...process.env, PATH: `${dirname(resolve(LINCHPIN))}:${process.env.PATH}` };
    const run = spawnSync('linchpin', [...command, '--report', file], { input, encoding: 'utf8', env });
    assert.equal(run.status, code, `linchpin ${command.join(' ')}: ${run.stdout}${run.stderr}`);
    return file;
}

// A page of data that no linchpin wrote.
export function pageOf(data) {
    const file = join(SCRATCH, `page-${++pages}.html`);
    const json = JSON.stringify({ report: 1, linchpin: 'test', ...data });
    const harmless = json.replace(/[<>&]/g, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
    writeFileSync(file, readFileSync('report/page.html', 'utf8').replace('@DATA@', () => harmless));
    return file;
}

// The data that a page was given, read without the page.
export function dataOf(file) {
    const [, json] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(readFileSync(file, 'utf8'));
    return JSON.parse(json);
}

export async function open(file, { fragment = '', width = 1280, height = 900, init, ...options } = {}) {
    const context = await (await theBrowser()).newContext({
        viewport: { width, height }, reducedMotion: 'reduce', colorScheme: 'light', acceptDownloads: true, ...options,
    });
    context.setDefaultTimeout(60000);
    const requests = [];
    const complaints = [];
    const address = pathToFileURL(file).href;
    await context.route('**', route => {
        const url = route.request().url();
        if (url.split('#')[0] === address || /^(blob|data):/.test(url))
            return route.continue();
        requests.push(url);
        return route.abort();
    });
    const page = await context.newPage();
    page.on('console', message => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', error => complaints.push(String(error.stack ?? error)));
    opened.push({ context, requests, complaints });
    if (init)
        await page.addInitScript(init);
    await page.goto(address + fragment);
    await page.waitForSelector('main h1', { state: init ? 'attached' : 'visible' }); // the script is unpacked first
    return page;
}

// Until an expression, in the page, is true.
export async function until(page, condition, argument) {
    await page.waitForFunction(condition, argument);
}
