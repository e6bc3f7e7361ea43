// SPDX-License-Identifier: MIT
// The pictures of docs/report.md, as the page looks today: LP_UPDATE_DOCS=1 writes those that are
// committed. Fonts differ, so theirs are compared with today's by size only.

import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, open, report, test } from './harness.mjs';
import { decode, small } from './png.mjs';

function large() {
    const input = join(process.env.SCRATCH, 'pictured.jsonl');
    assert.equal(spawnSync(process.env.LINCHPIN, ['gen', 'queue', '--ops', '20000', '--procs', '8', '--bad', '--seed', '3', '--output', input]).status, 0);
    return report(1, ['check', input, '--spec', 'queue']);
}

const abd = ['verify', 'objects/distributed/abd_forgets.lin'];
// From the top of `from` downwards.
const pictures = {
    history: { file: () => report(1, ['check', 'docs/examples/queue_bad.jsonl', '--spec', 'queue']), from: '.verdict', height: 930 },
    steps: { file: () => report(1, ['verify', 'objects/stack/treiber_aba.lin']), fragment: '#step=26', from: '#steps', height: 1010 },
    chart: { file: () => report(1, abd), from: '#steps', height: 770, width: 1400 },
    graph: { file: () => report(1, ['verify', 'docs/examples/temporal/test_and_set.lin']), fragment: '#step=4', from: '#graph', height: 750 },
    plots: { file: () => report(1, ['verify', 'objects/stack/treiber_aba.lin']), from: '#plots', height: 310 },
    whole: { file: large, fragment: '#whole', from: '#history', height: 740 },
};

// Its size, and in how many rows there is more than one colour: an empty picture has none.
function look(png) {
    const { width, height, each, pixels } = decode(png);
    const rows = Array.from({ length: height }, (_, y) => pixels.subarray(y * width * each, (y + 1) * width * each));
    return { size: `${width} x ${height}`, filled: rows.filter(row => row.some((byte, i) => i >= each && byte !== row[i - each])).length / height };
}

for (const [name, { file, fragment = '', from, height, width = 1100 }] of Object.entries(pictures))
    test(`a picture of the page: ${name}`, async () => {
        const page = await open(file(), { fragment, width, height: 1000 });
        // What is pinned to the top of the window is not in the way.
        const { left, top } = await page.evaluate(selector => {
            document.querySelector('.bar').style.position = 'static';
            for (const e of document.querySelectorAll('.scrubber'))
                e.style.position = 'static';
            const { left, top } = document.querySelector(selector).getBoundingClientRect();
            return { left, top: top + scrollY - (selector === '.verdict' ? 0 : 16) };
        }, from);
        await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
        const png = small(await page.screenshot({ fullPage: true, clip: { x: Math.round(left) - 28, y: Math.round(top), width: 1100, height } }));
        const committed = `docs/pictures/page-${name}.png`;
        if (process.env.LP_UPDATE_DOCS)
            writeFileSync(committed, png);
        const today = look(png), then = look(readFileSync(committed));
        assert.equal(then.size, today.size);
        assert.ok(today.filled > 0.5 && then.filled > 0.5, `${today.filled} ${then.filled}`);
        assert.ok(statSync(committed).size < 120000);
        assert.ok(readFileSync('docs/report.md', 'utf8').includes(`](pictures/page-${name}.png)`), 'it is in docs/report.md');
    });
