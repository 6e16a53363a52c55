// Draws the icons of the companion extension as PNG from the mark, with a real Chromium: node test/support/draw-companion-icons.mjs
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { findChromium } from '../provision/find.mjs';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../resources/extension/icons');
/** Of the toolbar; the extension's own icon is also shown larger. */
const sizes = [16, 32, 48];
const ownSize = 128;
const mark = 'M12 2v3.5M4.2 5.5h15.6L18.2 13H5.8zM9.8 5.5l.5 7.5M14.2 5.5l-.5 7.5M2.5 16.5h19L18 21.5H6z';
/** In a toolbar the posts would only blur. */
const smallMark = 'M12 1.8v3M4 5.4h16L18.2 13H5.8zM2.2 16.6h19.6L18 21.6H6z';

/** A tile of its own, so that the mark is seen on light and on dark toolbars; a state is told by more than its colour. */
const states = {
  connected: { ink: '#56c6db', edge: '#2a5d68', over: '' },
  away: {
    ink: '#8d979c',
    edge: '#4a5459',
    over: '<path d="M5 43 43 5" stroke="#0c1012" stroke-width="9"/><path d="M6 42 42 6" stroke="#8d979c" stroke-width="4" stroke-linecap="round"/>',
  },
  paused: {
    ink: '#56c6db',
    edge: '#2a5d68',
    over: '<rect x="21" y="21" width="27" height="27" rx="7" fill="#0c1012"/><path d="M27.5 26.5v17M40 26.5v17" stroke="#f6bd48" stroke-width="6.5" stroke-linecap="round"/>',
  },
};

function icon({ ink, edge, over }, size) {
  const isSmall = size <= 32;
  const [scale, stroke] = isSmall ? [1.6, 2.2] : [1.35, 1.9];
  const at = (48 - 24 * scale) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" fill="none"><clipPath id="t"><rect width="48" height="48" rx="10"/></clipPath><g clip-path="url(#t)"><rect width="48" height="48" fill="#0c1012"/><g transform="translate(${at} ${at}) scale(${scale})" stroke="${ink}" stroke-width="${stroke}" stroke-linejoin="round" stroke-linecap="round"><path d="${isSmall ? smallMark : mark}"/></g>${over}<rect x="0.75" y="0.75" width="46.5" height="46.5" rx="9.5" stroke="${edge}" stroke-width="1.5"/></g></svg>`;
}

fs.mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium().path });
try {
  const page = await browser.newPage();
  for (const [state, look] of Object.entries(states))
    for (const size of sizes) await draw(page, icon(look, size), size, `${state}-${size}.png`);
  await draw(page, icon(states.connected, ownSize), ownSize, `connected-${ownSize}.png`);
} finally {
  await browser.close();
}

async function draw(page, svg, size, file) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: path.join(folder, file), omitBackground: true });
}
