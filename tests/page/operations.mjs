// SPDX-License-Identifier: MIT
// Operations of a verdict's history as people are to see them, worked out from the JSON alone.

function print(value) {
    if (value === null)
        return 'nil';
    if (Array.isArray(value))
        return `[${value.map(print).join(' ')}]`;
    return JSON.stringify(value);
}

// In the order of their numbers: text, process, places of call and return among the events.
export function operationsOf(history) {
    const ops = [];
    history.forEach((event, at) => {
        if (event.type === 'invoke') {
            const given = event.value === undefined || event.value === null ? '' : Array.isArray(event.value) ? event.value.map(print).join(', ') : print(event.value);
            ops[event.op] = { call: `${event.f}(${given})`, process: String(event.process), called: at, line: event.line };
        } else {
            ops[event.op].returned = at;
            ops[event.op].result = 'value' in event ? print(event.value) : '';
        }
    });
    for (const op of ops)
        op.text = op.returned === undefined ? `${op.call} …` : op.result ? `${op.call} → ${op.result}` : op.call;
    return ops;
}

// Of each operation, its place in an order: 1, 2, …; 0 where it has none.
export function placesIn(order, count) {
    const places = Array(count).fill(0);
    order.forEach((effect, i) => effect.forEach(op => (places[op] = i + 1)));
    return places;
}

// The table of the history, row by row.
export function tableRows(page) {
    return page.$$eval('table.history tbody tr', rows => rows.map(row => [...row.children].map(cell => cell.textContent)));
}

// The drawing as SVG, which is drawn by the same code as the canvas: its texts and where they stand.
export async function drawnTexts(page) {
    const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.click('#history .exports button:has-text("SVG")'),
    ]);
    const chunks = [];
    for await (const chunk of await download.createReadStream())
        chunks.push(chunk);
    const source = Buffer.concat(chunks).toString('utf8');
    return page.evaluate(svg => {
        const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
        if (parsed.querySelector('parsererror'))
            throw new Error('the SVG is not well-formed');
        return [...parsed.querySelectorAll('text')].map(text => ({
            text: text.textContent.replace(/^\u2068|\u2069$/g, ''), x: Number(text.getAttribute('x')), y: Number(text.getAttribute('y')),
        }));
    }, source);
}
