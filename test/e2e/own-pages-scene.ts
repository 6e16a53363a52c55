// The companion's own pages in a real browser, as their user has them: the window that opens by itself, and the side panel, here in a tab.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settle } from '../support/look.ts';
import { until } from '../support/panel-client.ts';
import { repositoryRoot } from '../support/provided.ts';
import type { Page } from 'playwright';
import type { Marionette } from '../support/marionette.ts';
import type { PagesInBrowser } from './pages-scene.ts';

export interface OwnPage {
  text(): Promise<string>;
  /** What the expression says in that page. */
  read(expression: string): Promise<unknown>;
  /** A click of the pointer on the element of that selector, once it is there and answers count. */
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  press(key: string): Promise<void>;
  isOpen(): Promise<boolean>;
  picture(file: string): Promise<void>;
  /** For the README, in both themes, when PILOTHOUSE_DOCS names the folder of its pictures; of Chromium alone. */
  picturesForDocs(name: string): Promise<void>;
}

export interface OwnPages {
  /** The window for questions, once it has opened by itself and shows one. */
  window(): Promise<OwnPage>;
  /** Whether there is such a window now. */
  hasWindow(): Promise<boolean>;
  sidePanel(): Promise<OwnPage>;
}

const promptPage = 'site-prompt.html';
const panelPage = 'side-panel.html';

export function ownPagesOf(scene: PagesInBrowser): OwnPages {
  return scene.firefox ? inFirefox(scene.firefox.remote) : inChromium(scene);
}

function inChromium({ context }: PagesInBrowser): OwnPages {
  if (!context) throw new Error('There is no Chromium.');
  const found = (name: string) => context.pages().find(page => page.url().includes(name));
  const opened = async (name: string) => {
    await until(() => found(name) !== undefined, `${name} has opened`);
    return ofChromium(found(name)!);
  };
  return {
    window: () => opened(promptPage),
    hasWindow: async () => found(promptPage) !== undefined,
    sidePanel: async () => {
      const worker = context.serviceWorkers().find(each => each.url().includes('/background.js'));
      const page = await context.newPage();
      await page.goto(new URL(`/${panelPage}`, worker?.url()).href);
      await page.setViewportSize({ width: 360, height: 800 });
      return ofChromium(page);
    },
  };
}

function ofChromium(page: Page): OwnPage {
  return {
    text: () => page.evaluate('document.body?.innerText ?? ""') as Promise<string>,
    read: expression => page.evaluate(expression),
    click: async selector => {
      const element = page.locator(`${selector}:not([aria-disabled="true"])`).first();
      // What closes its window is done when that is gone.
      await element.click().catch((error: unknown) => {
        if (!page.isClosed()) throw error;
      });
    },
    type: (selector, text) => page.locator(selector).fill(text),
    press: key => page.keyboard.press(key),
    isOpen: async () => !page.isClosed(),
    picture: async path => void (await page.screenshot({ path })),
    picturesForDocs: name => picturesForDocs(page, name),
  };
}

/** See `OwnPage`. The page is left dark. */
export async function picturesForDocs(page: Page, name: string): Promise<void> {
  const docs = process.env.PILOTHOUSE_DOCS;
  if (!docs) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await page.screenshot({ path: join(repositoryRoot, docs, `screens/${name}-${colorScheme}.png`) });
  }
}

function inFirefox(remote: Marionette): OwnPages {
  const handles = async () => (await remote.send('WebDriver:GetWindowHandles', {})) as string[];
  const found = async (name: string): Promise<string | undefined> => {
    const before = await current(remote);
    for (const handle of await handles()) {
      // It may have closed itself meanwhile.
      const href = await switchTo(remote, handle)
        .then(() => remote.evaluate('return location.href'))
        .catch(() => null);
      if (!String(href).includes(name)) continue;
      await switchTo(remote, before);
      return handle;
    }
    await switchTo(remote, before);
    return undefined;
  };
  const opened = async (name: string) => {
    let handle: string | undefined;
    await until(async () => (handle = await found(name)) !== undefined, `${name} has opened`);
    return ofFirefox(remote, handle!, handles);
  };
  return {
    window: () => opened(promptPage),
    hasWindow: async () => (await found(promptPage)) !== undefined,
    sidePanel: async () => {
      const { handle } = (await remote.send('WebDriver:NewWindow', { type: 'tab', focus: false })) as {
        handle: string;
      };
      await within(remote, handle, async () => {
        const id = await remote.evaluateInBrowser(
          'return [...WebExtensionPolicy.getActiveExtensions()].find(({ name }) => name.startsWith("Pilothouse")).mozExtensionHostname',
        );
        await remote.goTo(`moz-extension://${String(id)}/${panelPage}`);
        // Answers count only where they are seen.
        await remote.evaluateInBrowser('gBrowser.selectedTab = gBrowser.tabs[gBrowser.tabs.length - 1]');
      });
      return ofFirefox(remote, handle, handles);
    },
  };
}

async function current(remote: Marionette): Promise<string> {
  return ((await remote.send('WebDriver:GetWindowHandle', {})) as { value: string }).value;
}

async function switchTo(remote: Marionette, handle: string): Promise<void> {
  await remote.send('WebDriver:SwitchToWindow', { handle, focus: false });
}

/** Everything else goes on in the window that was switched to before. */
async function within<T>(remote: Marionette, handle: string, work: () => Promise<T>): Promise<T> {
  const before = await current(remote);
  await switchTo(remote, handle);
  try {
    return await work();
  } finally {
    await switchTo(remote, before).catch(() => {});
  }
}

function ofFirefox(remote: Marionette, handle: string, handles: () => Promise<string[]>): OwnPage {
  const inIt = <T>(work: () => Promise<T>) => within(remote, handle, work);
  const element = async (selector: string) => {
    const ask = { using: 'css selector', value: `${selector}:not([aria-disabled="true"])` };
    let id = '';
    await until(async () => {
      const { value } = (await remote.send('WebDriver:FindElement', ask).catch(() => ({ value: {} }))) as {
        value: Record<string, string>;
      };
      id = Object.values(value)[0] ?? '';
      return id !== '';
    }, `${selector} is there`);
    return id;
  };
  return {
    text: () => inIt(async () => String(await remote.evaluate('return document.body?.innerText ?? ""'))),
    read: expression => inIt(() => remote.evaluate(`return ${expression}`)),
    click: selector =>
      inIt(async () => void (await remote.send('WebDriver:ElementClick', { id: await element(selector) }))),
    type: (selector, text) =>
      inIt(async () => void (await remote.send('WebDriver:ElementSendKeys', { id: await element(selector), text }))),
    press: key =>
      inIt(async () => {
        const value = key === 'Enter' ? '\uE007' : key === 'Escape' ? '\uE00C' : key;
        const actions = [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ];
        await remote.send('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'keys', actions }] });
      }),
    isOpen: async () => (await handles()).includes(handle),
    picturesForDocs: async () => {},
    picture: file =>
      inIt(async () => {
        const { value } = (await remote.send('WebDriver:TakeScreenshot', { full: false })) as { value: string };
        await writeFile(file, Buffer.from(value, 'base64'));
      }),
  };
}
