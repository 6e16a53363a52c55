// Draws the app and tray icons as PNG from the mark, with a real Chromium: node test/support/draw-icons.mjs
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { findChromium } from '../provision/find.mjs';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../resources/icons');
const wheelhouse = 'M12 2v3.5M4.2 5.5h15.6L18.2 13H5.8z';
const posts = 'M9.8 5.5l.5 7.5M14.2 5.5l-.5 7.5';
const hull = 'M2.5 16.5h19L18 21.5H6z';

/** Each state adds a shape, so that none is told by colour alone; the gap around it is cut from the mark. */
const states = {
  running: { gap: '', shape: () => '' },
  attention: {
    gap: '<circle cx="17.5" cy="6" r="4.5"/>',
    shape: ink => `<path d="M17.5 2.2 21.2 9h-7.4z" fill="${ink.attention}"/>`,
  },
  'read-only': {
    gap: '<circle cx="17.5" cy="16.5" r="5.5"/>',
    shape: ink =>
      `<path d="M13 16.5q4.5-5 9 0q-4.5 5-9 0z" fill="none" stroke="${ink.line}" stroke-width="1.4"/><circle cx="17.5" cy="16.5" r="1.3" fill="${ink.line}"/>`,
  },
  paused: {
    gap: '<rect x="12" y="11" width="11" height="12"/>',
    shape: ink => `<path d="M14 13h2.6v8H14zM18.6 13h2.6v8h-2.6z" fill="${ink.line}"/>`,
  },
};

const inks = {
  light: { line: '#edf1f2', attention: '#f6bd48' },
  dark: { line: '#121619', attention: '#8a5a00' },
  Template: { line: '#000000', attention: '#000000' },
};

function trayIcon(state, ink) {
  const { gap, shape } = states[state];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none"><mask id="m"><rect width="24" height="24" fill="#fff"/><g fill="#000">${gap}</g></mask><g mask="url(#m)" stroke="${ink.line}" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"><path d="${wheelhouse}${posts}"/><path d="${hull}"/></g>${shape(ink)}</svg>`;
}

const appIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" fill="none"><rect width="48" height="48" rx="10" fill="#0c1012"/><g transform="translate(9.6 9.6) scale(1.2)" stroke="#56c6db" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"><path d="${wheelhouse}${posts}"/><path d="${hull}"/></g></svg>`;

const browser = await chromium.launch({ executablePath: findChromium().path });
try {
  const page = await browser.newPage();
  await draw(page, appIcon, 512, 'app.png');
  for (const [name, ink] of Object.entries(inks)) {
    const size = name === 'Template' ? 16 : 22;
    for (const state of Object.keys(states)) {
      await draw(page, trayIcon(state, ink), size, `tray-${state}-${name}.png`);
      await draw(page, trayIcon(state, ink), size * 2, `tray-${state}-${name}@2x.png`);
    }
  }
} finally {
  await browser.close();
}

async function draw(page, svg, size, file) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: path.join(folder, file), omitBackground: true });
}
