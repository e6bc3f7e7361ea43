// SPDX-License-Identifier: MIT
// Unpacks the script of the page and runs it. The policy names it by its hash.

async function unpack() {
    const packed = document.getElementById('packed');
    const bytes = Uint8Array.from(atob(packed.textContent), letter => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const script = document.createElement('script');
    script.textContent = await new Response(stream).text();
    packed.replaceWith(script);
}

if (self.DecompressionStream)
    unpack();
else
    document.body.append('This page needs a browser of 2023 or later.');
