// A page has settled when what fades in sight has ended; what is out of sight by then never ends.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settle } from '../support/look.ts';
import { openPanelPage, type PanelPage } from '../support/panel-browser.ts';
import { describeWith } from '../support/provided.ts';

const fadeMs = 400;
const rows = '<div class="row"><button>Copy</button></div>'.repeat(30);
const style = `
  .rows { height: 600px; overflow: auto; }
  .row { height: 160px; content-visibility: auto; contain-intrinsic-size: auto 160px; }
  button { color: rgb(0, 0, 0); transition: color ${fadeMs}ms linear; }
  .faded button { color: rgb(255, 255, 255); }`;

/** In the page: the buttons begin to fade. */
const fade = () => {
  document.querySelector('.rows')?.classList.toggle('faded');
  for (const button of document.querySelectorAll('button')) void getComputedStyle(button).color;
};
const firstColour = () => getComputedStyle(document.querySelector('button')!).color;

describeWith(['chromium'], 'a settled page', () => {
  let shown: PanelPage;
  beforeAll(async () => {
    shown = await openPanelPage();
    await shown.page.setContent(`<style>${style}</style><div class="rows">${rows}</div>`);
    await settle(shown.page);
  });
  afterAll(() => shown?.close());

  test('what fades in sight has ended', async () => {
    await shown.page.evaluate(fade);
    expect(await shown.page.evaluate(firstColour)).not.toBe('rgb(255, 255, 255)');
    await settle(shown.page);
    expect(await shown.page.evaluate(firstColour)).toBe('rgb(255, 255, 255)');
  });

  test('what was scrolled out of sight while it faded is not waited for', async () => {
    await shown.page.evaluate(fade);
    await shown.page.locator('.rows').evaluate(element => (element.scrollTop = element.scrollHeight));
    await settle(shown.page);
    await shown.page.evaluate(fade);
    await settle(shown.page);
  });
});
