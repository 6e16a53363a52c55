// The truth that the site of many pages tells about itself, held against Chromium's own accessibility tree.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ManyPages, manyPages, serveManyPages } from '../support/many-pages/site.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { describeWith } from '../support/provided.ts';
import type { Browser, Page } from 'playwright';

interface AxNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
}

let browser: Browser;
let site: ManyPages;

describeWith(['chromium'], 'the site of many pages', () => {
  beforeAll(async () => {
    browser = await launchPanelBrowser();
    site = await serveManyPages();
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test('it has at least thirty pages', () => expect(manyPages.length).toBeGreaterThanOrEqual(30));

  test.each(manyPages.filter(({ controls }) => controls.length > 0))(
    '$path has the controls that it names',
    async ({ path, controls }) => {
      const page = await browser.newPage();
      await page.goto(site.origin + path);
      const there = new Set((await accessibleNodes(page)).flatMap(({ role, name }) => [`${role} ${name}`, ` ${name}`]));
      expect(controls.map(({ role, name }) => `${role} ${name}`).filter(control => !there.has(control))).toEqual([]);
      await page.close();
    },
  );

  test.each(manyPages.filter(({ texts }) => texts.length > 0))(
    '$path has the texts that it names, in their order',
    async ({ path, texts }) => {
      const page = await browser.newPage();
      await page.goto(site.origin + path);
      const shown: string[] = [];
      for (const frame of page.frames()) shown.push(await frame.evaluate(wholeText));
      const words = shown.join(' ').replace(/\s+/g, ' ');
      expect(texts.filter(text => !words.includes(text))).toEqual(texts.filter(text => text.includes(' closed root.')));
      await page.close();
    },
  );
});

/** Of all frames, in whichever process, and of closed shadow roots too. */
async function accessibleNodes(page: Page): Promise<{ role: string; name: string }[]> {
  const found: { role: string; name: string }[] = [];
  for (const frame of page.frames()) {
    const session = await page
      .context()
      .newCDPSession(frame)
      .catch(() => page.context().newCDPSession(page));
    const { frameTree } = await session.send('Page.getFrameTree');
    for (const frameId of idsOf(frameTree)) {
      const { nodes } = await session.send('Accessibility.getFullAXTree', { frameId });
      for (const { ignored, role, name } of nodes as AxNode[])
        if (!ignored) found.push({ role: ariaRole(role?.value ?? ''), name: name?.value ?? '' });
    }
    await session.detach();
  }
  return found;
}

interface FrameTree {
  readonly frame: { readonly id: string };
  readonly childFrames?: readonly FrameTree[];
}

function idsOf({ frame, childFrames = [] }: FrameTree): string[] {
  return [frame.id, ...childFrames.flatMap(idsOf)];
}

/** Chromium has names of its own for some roles. */
function ariaRole(role: string): string {
  const known: Record<string, string> = { ComboboxSelect: 'combobox', textField: 'textbox', ListBoxOption: 'option' };
  return known[role] ?? role;
}

/** Runs in the page. */
function wholeText(): string {
  const fields = [...document.querySelectorAll('textarea')].map(field => field.value);
  const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot ? [shadowRoot.textContent] : [],
  );
  return [document.body.innerText, ...fields, ...roots].join(' ');
}
