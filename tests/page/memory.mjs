// SPDX-License-Identifier: MIT
// Memory after step k, computed by looking only at what is said of each cell, newest first.
export function cellsAfter({ memory, trace }, k) {
    const said = [...memory.cells.map(c => ({ ...c, new: c.value })), ...trace.slice(0, k + 1).flatMap(s => s.changes ?? [])].reverse();
    const cells = {};
    memory.boxes.forEach((box, b) => {
        const made = trace.findIndex(s => s.changes?.some(c => c.box === b && c.made));
        if (made > k)
            return;
        for (const name of new Set(said.filter(c => c.box === b && c.cell).map(c => c.cell)))
            cells[`${box.name}.${name}`] = said.find(c => c.box === b && c.cell === name).new;
    });
    return Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== undefined));
}
