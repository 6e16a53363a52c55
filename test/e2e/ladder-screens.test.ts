// Every state of Connect's ladder as it is drawn: the mark of each step, the one primary button, a frame that nothing leaves, and pictures.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictures } from '../support/look.ts';
import { openPanelPage, type PanelPage } from '../support/panel-browser.ts';
import { ladderStates } from '../support/panel-fixture/ladder-states.ts';
import { serveFixture } from '../support/panel-fixture/serve.ts';
import { describeWith } from '../support/provided.ts';

describeWith(['chromium'], 'the ladder of Connect, as it is drawn', () => {
  let opened: PanelPage;

  beforeAll(async () => {
    opened = await openPanelPage();
  });

  afterAll(() => opened?.close());

  test.each(Object.entries(ladderStates))('%s', async (name, { marks, button, hub }) => {
    const { page, panel } = opened;
    const served = await serveFixture(hub(Date.now()));
    try {
      await panel.open(served.freshUrl());
      await page.evaluate(() => void (location.hash = '#/connect'));
      const steps = page.getByRole('list', { name: 'From the hub to an answer' }).getByRole('listitem');
      for (const [at, mark] of marks.entries())
        await steps
          .nth(at)
          .getByRole('button', { name: new RegExp(`${mark}$`) })
          .first()
          .waitFor();
      const buttons = steps.locator('.chain-remedy').getByRole('button');
      expect(await buttons.allInnerTexts()).toEqual(button === null ? [] : [expect.stringContaining(button)]);
      for await (const { title } of pictures(page, `ladder-${name}`))
        expect(await page.evaluate(cutOff), title).toEqual([]);
    } finally {
      await served.stop();
    }
  });
});

/** In the page: what of the ladder is past the window or the ladder, or whose text is not wholly seen. */
function cutOff(): string[] {
  const ladder = document.querySelector('.chain');
  if (!ladder) return ['no ladder'];
  const all = ladder.getBoundingClientRect();
  return [...ladder.querySelectorAll<HTMLElement>('.chain-title, .chain-title > .ellipsis, p, .chain-remedy .button')]
    .filter(part => {
      const box = part.getBoundingClientRect();
      const isCut =
        part.clientWidth > 0 && (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1);
      const isOut = box.right > Math.min(all.right, innerWidth) + 1 || box.bottom > all.bottom + 1;
      return box.width > 0 && (isOut || isCut);
    })
    .map(part => `${part.className || part.tagName}: ${part.innerText}`);
}
