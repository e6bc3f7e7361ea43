// SPDX-License-Identifier: MIT
import { assert, dataOf, open, report, test } from './harness.mjs';

const queueBad = ['check', 'docs/examples/queue_bad.jsonl', '--spec', 'queue'];

test('the verdict stands at the top, with its command', async () => {
    const file = report(1, queueBad);
    const { verdict } = dataOf(file).entries[0];
    const page = await open(file);
    assert.equal(await page.textContent('h1 .sentence'), `Not linearizable: ${verdict.reason}`);
    assert.equal(await page.title(), `Not linearizable: ${verdict.reason} · linchpin`);
    assert.equal(await page.textContent('.command code'), verdict.reproduce);
});
