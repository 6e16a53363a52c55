// The Web Agent API in pages of a real Chromium, beside another extension; and what only Chromium has: files, and workers that end.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { until } from '../support/panel-client.ts';
import { answerTo, asks, everywhere, webAgentStories } from './web-agent-stories.ts';
import type { Page, Worker } from 'playwright';

webAgentStories(
  'chromium',
  scene => {
    const context = () => scene().context!;
    /** Once an extension page of the companion is open, what its background knows. */
    const companionPage = async (): Promise<Page> => {
      const page = await context().newPage();
      await page.goto(`chrome-extension://${extensionIds.chromium}/popup.html`);
      return page;
    };

    test('Another extension is not heard, whatever name its port has, and a page of our own is no page of the web.', async () => {
      const isOther = (worker: Worker) => !worker.url().includes(extensionIds.chromium);
      const other =
        context().serviceWorkers().find(isOther) ?? (await context().waitForEvent('serviceworker', isOther));
      const answers = await other.evaluate(companion => {
        const connect = (name: string) =>
          new Promise(resolve => {
            const port = chrome.runtime.connect(companion, { name });
            port.onMessage.addListener(message => resolve(message));
            port.onDisconnect.addListener(() => resolve(chrome.runtime.lastError?.message ?? 'closed'));
            port.postMessage({ kind: 'request', id: 1, type: 'agent.permissions.list', payload: '{}' });
          });
        const said = chrome.runtime
          .sendMessage(companion, { kind: 'request' })
          .catch((error: unknown) => String(error));
        return Promise.all([connect('page'), connect('page first'), said]);
      }, extensionIds.chromium);
      for (const answer of answers) expect(answer).toContain('Receiving end does not exist');
      const page = await companionPage();
      const ended = await page.evaluate(
        () =>
          new Promise(resolve => {
            const port = chrome.runtime.connect({ name: 'page' });
            port.onDisconnect.addListener(() => resolve('closed'));
          }),
      );
      expect(ended).toBe('closed');
      await page.close();
    });

    test('What is registered follows each word of the hub, and an origin stands there with its port.', async () => {
      const page = await companionPage();
      const registered = () =>
        page.evaluate(async () => JSON.stringify(await chrome.scripting.getRegisteredContentScripts()));
      const before = await registered();
      scene().tell({ ...everywhere, sites: [{ origin: 'https://one.example', blocked: true, flags: {} }] });
      await until(async () => (await registered()) !== before, 'the blocked site is left out');
      expect(await registered()).toContain('https://one.example:443/*');
      scene().tell(everywhere);
      await until(async () => (await registered()) === before, 'all is as it was');
      await page.close();
    });

    test('Files get it where the user says so, and nowhere else.', async () => {
      const file = join(scene().hub.home, 'page.html');
      const posts = `postMessage(${JSON.stringify(asks('file'))}, '*')`;
      await writeFile(file, `<!doctype html><script>document.title = 'agent' in window; ${posts}</script>`);
      const title = async () => {
        await scene().tab.goTo(`file://${file}`);
        return scene().tab.read('document.title');
      };
      expect(await title()).toBe('false');
      scene().tell({ ...everywhere, files: true });
      await expect.poll(title).toBe('true');
      const { opened } = await scene().pages.open('page.html');
      expect(opened.origin).toBe('file://');
      scene().tell(everywhere);
      await expect.poll(title).toBe('false');
    });

    test("When the companion's worker ends, what was asked is answered with that, and the page is served by the next one.", async () => {
      scene().pages.answer = ({ payload, type }) => (payload['never'] ? new Promise(() => {}) : { type });
      await scene().openAsking(
        [asks('lost', 'agent.permissions.list', { never: true })],
        scene().origin,
        '/ask?worker',
      );
      await scene().pages.open('?worker');
      const page = await context().newPage();
      const session = await context().newCDPSession(page);
      await session.send('ServiceWorker.enable');
      await session.send('ServiceWorker.stopAllWorkers');
      expect((await scene().hear(answerTo('lost'))).response?.error).toEqual({
        code: 'ERR_INTERNAL',
        message: 'Background connection lost',
      });
      await scene().post([asks('woken')]);
      await scene().comeBack();
      await scene().post([asks('served')]);
      expect((await scene().hear(answerTo('served'))).response).toMatchObject({ ok: true });
      await page.close();
    });
  },
  { otherExtension: 'chrome.runtime.onInstalled.addListener(() => {});' },
);
