// Through the whole hub, with a real Chromium: whose the tabs and dialogs are that pages open, and which gates stand before them.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { type DecidedScene, openDecidedScene } from './decided-scene.ts';
import { auditOf } from './decided-shop.ts';
import type { Agent } from '../support/hub-process.ts';

const secret = 'IBAN-OF-THE-BANK';
const button = (script: string) =>
  `<title>Shop</title><p id="said">nothing</p><button style="position:fixed;left:0;top:0;width:200px;height:100px">Go</button>
   <script>document.querySelector('button').onclick = () => { ${script} };</script>`;

let scene: DecidedScene;
let claude: Agent;

describeWith(['chromium'], 'What pages open', () => {
  beforeEach(async () => {
    scene = await openDecidedScene(
      (_shop, bank) => ({
        '/': '<title>Shop</title><h1>Goods of the shop</h1>',
        '/window': button("open('/')"),
        '/bank': button(`open('${bank}/')`),
        '/confirm': button("said.textContent = confirm('Buy it?')"),
        '/frame': `${button('frames[0].postMessage(1, "*")')}<iframe src="${bank}/asks" style="position:absolute;top:200px"></iframe>`,
      }),
      () => ({
        '/': `<title>${secret}</title>${secret}`,
        '/asks': `<script>onmessage = () => confirm('Send ${secret}?')</script>`,
      }),
    );
    scene.browser.on('dialog', () => {});
    for (const scope of ['browser:navigate', 'browser:activeTab.read', 'browser:activeTab.interact'] as const) {
      await scene.grant('allow', scope, scene.shop.origin);
      await scene.grant('deny', scope, scene.bank.origin);
    }
    claude = await scene.agent();
  });
  afterEach(() => scene?.close());

  const click = async (path: string) => {
    const tabId = await scene.open(claude, scene.shop.origin + path);
    const args = { action: 'left_click', tabId, coordinate: [50, 50] };
    return { tabId, text: (await claude.call('computer', args)).text };
  };

  test('A tab that a page opened is the agent’s at once, and no other agent’s; the audit says why.', async () => {
    const { text } = await click('/window');
    const opened = Number(/opened tab (\d+)/.exec(text)?.[1]);
    expect(text).toContain(`The page opened tab ${opened} (${scene.shop.origin}/), yours now.`);
    expect((await claude.call('get_page_text', { tabId: opened })).text).toContain('Goods of the shop');
    expect((await claude.call('tabs_context', {})).text).toContain(`"tabId":${opened}`);
    const other = await scene.agent();
    expect((await other.call('get_page_text', { tabId: opened })).isError).toBe(true);
    expect(await auditOf(scene, 'tabs_create')).toMatchObject([
      { outcome: 'allow' },
      { rule: 'opened-by-page', place: { tab: opened, site: scene.shop.origin } },
    ]);
  });

  test('One of a site that the agent may not read is its own and stays closed to it.', async () => {
    const { text } = await click('/bank');
    const opened = Number(/opened tab (\d+)/.exec(text)?.[1]);
    expect(text).toContain(`tab ${opened} (of a site that this call may not read), yours now.`);
    const read = await claude.call('get_page_text', { tabId: opened });
    expect([read.isError, read.text.includes(secret)]).toEqual([true, false]);
    const listed = await claude.call('tabs_context', {});
    expect([listed.text.includes(String(opened)), listed.text.includes(secret)]).toEqual([true, false]);
  });

  test('A dialog is answered by the agent that owns the tab, where it may act there.', async () => {
    const { tabId, text } = await click('/confirm');
    expect(text).toContain('a confirm dialog, "Buy it?"');
    const other = await scene.agent();
    expect((await other.call('handle_dialog', { tabId, accept: true })).isError).toBe(true);
    await scene.revoke('allow', 'browser:activeTab.interact', scene.shop.origin);
    await scene.grant('deny', 'browser:activeTab.interact', scene.shop.origin);
    expect((await claude.call('handle_dialog', { tabId, accept: true })).text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    await scene.revoke('deny', 'browser:activeTab.interact', scene.shop.origin);
    await scene.grant('allow', 'browser:activeTab.interact', scene.shop.origin);
    expect((await claude.call('handle_dialog', { tabId, accept: true })).text).toBe('Accepted the confirm dialog.');
    expect((await claude.call('get_page_text', { tabId, selector: '#said' })).text).toContain('true');
  });

  test('The words of a frame of a closed site are not told, and its dialog is answered only where that site may be acted on.', async () => {
    const { tabId, text } = await click('/frame');
    const told = [text];
    await expect
      .poll(async () => {
        told.push((await claude.call('get_page_text', { tabId })).text);
        return told.join();
      })
      .toContain('a confirm dialog of a frame that this call may not read');
    expect(told.join()).not.toContain(secret);
    expect((await claude.call('handle_dialog', { tabId, accept: true })).text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    await scene.revoke('deny', 'browser:activeTab.interact', scene.bank.origin);
    await scene.grant('allow', 'browser:activeTab.interact', scene.bank.origin);
    expect((await claude.call('handle_dialog', { tabId, accept: false })).text).toBe('Dismissed the confirm dialog.');
    expect((await claude.call('get_page_text', { tabId })).text).toContain('nothing');
  });
});
