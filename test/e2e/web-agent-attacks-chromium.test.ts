// Hostile pages in a real Chromium, beside another extension that speaks for them.
import { expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { attackStories } from './web-agent-attacks.ts';
import type { Worker } from 'playwright';

/** Runs wherever there is a `chrome.runtime`: what comes of speaking to that extension as a document does. */
function speakTo(extension: string): Promise<unknown[]> {
  const request = { kind: 'request', id: 1, type: 'agent.permissions.list', payload: '{"evil":"extension"}' };
  const connect = (name: string) =>
    new Promise(resolve => {
      const port = chrome.runtime.connect(extension, { name });
      port.onMessage.addListener(message => resolve(message));
      port.onDisconnect.addListener(() => resolve(chrome.runtime.lastError?.message ?? 'closed'));
      port.postMessage(request);
    });
  const send = new Promise(resolve => {
    chrome.runtime.sendMessage(extension, request, answer => resolve(chrome.runtime.lastError?.message ?? answer));
  });
  return Promise.all([...['page', 'page first', 'page chat', 'alone question'].map(connect), send]);
}

/** It answers whoever speaks to it, which shows that pages may speak to extensions here; and it speaks as a script of its own in a page. */
const other = `
  chrome.runtime.onMessageExternal.addListener((message, sender, reply) => reply('heard'));
  chrome.runtime.onConnectExternal.addListener(port => port.postMessage('heard'));
  const speakWithin = async (url, extension) => {
    const [{ id: tabId }] = await chrome.tabs.query({ url });
    const [{ result }] = await chrome.scripting.executeScript({ target: { tabId }, func: ${String(speakTo)}, args: [extension] });
    return result;
  };
`;

attackStories(
  'chromium',
  scene => {
    test('Another extension is not heard, neither from within a page nor for a page that may speak to extensions.', async () => {
      const { tab, pages, origin } = scene();
      const isOther = (worker: Worker) => !worker.url().includes(extensionIds.chromium);
      const context = scene().context!;
      const worker = context.serviceWorkers().find(isOther) ?? (await context.waitForEvent('serviceworker', isOther));
      const otherId = new URL(worker.url()).host;
      await tab.goTo(scene().pageOf('<h1>Spoken from</h1>'));
      const fromPage = (extension: string) => tab.read(`(${String(speakTo)})(${JSON.stringify(extension)})`);
      expect(await fromPage(otherId)).toEqual(Array.from({ length: 5 }, () => 'heard'));
      const address = origin.replace(/:\d+$/, '/*');
      const within = await worker.evaluate(`speakWithin('${address}', '${extensionIds.chromium}')`);
      for (const answers of [within, await fromPage(extensionIds.chromium)])
        for (const answer of answers as unknown[]) expect(answer).toContain('Receiving end does not exist');
      expect(pages.asked.filter(({ payload }) => payload['evil'] === 'extension')).toEqual([]);
    });
  },
  { otherExtension: other, otherSpeaksFrom: ['http://127.0.0.1/*'] },
);
