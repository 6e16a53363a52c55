// What the hub makes of calls, in a real Chromium: several in one, a timeout that a page uses up, and which browser is used.
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installRelay, launchChromium } from '../support/chromium.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { openCompanionScene, toolText } from './companion-scene.ts';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright';
import type { Agent } from '../support/hub-process.ts';
import type { PanelClient } from '../support/panel-client.ts';
import type { CompanionScene } from './companion-scene.ts';

let scene: CompanionScene;
let panel: PanelClient;
let chromium: BrowserContext;
let agent: Agent;
let clientId = '';

describeWith(['chromium'], 'the hub’s tools in Chromium', () => {
  beforeAll(async () => {
    scene = await openCompanionScene();
    const { place } = scene;
    panel = await place.panel(await place.serve());
    const userDataDir = path.join(place.folder, 'profile');
    await installRelay(userDataDir, path.join(repositoryRoot, 'dist/relay/relay.cjs'), place.home);
    chromium = await launchChromium({
      extensionDir: path.join(repositoryRoot, 'dist/extension/chromium'),
      userDataDir,
    });
    // Playwright answers each dialog that nobody listens to.
    chromium.on('dialog', () => {});
    await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the browser waits');
    const [browserId = ''] = Object.keys(panel.snapshot.browsers);
    await panel.request('browsers:approve', { browserId });
    await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is approved');
    const credential = await panel.request('clients:create', { name: 'Claude Code', start: 'own-tabs' });
    const { client } = credential;
    clientId = client.id;
    await panel.request('grants:set', {
      subject: { kind: 'client', id: client.id },
      effect: 'allow',
      scope: 'browser:script',
    });
    agent = await place.stdioAgent(credential);
  });

  afterAll(async () => {
    await chromium?.close();
    await scene?.close();
  });

  test('A tab is opened, read and asked in one call, and what fails ends it.', async () => {
    await toolText(agent, 0, 'tabs_create_mcp', { url: scene.origin });
    const actions = [
      { name: 'get_page_text', input: {} },
      { name: 'javascript_tool', input: { text: '6 * 7', timeout: 20_000 } },
      { name: 'find', input: { query: 'no such element at all' } },
      { name: 'navigate', input: { url: 'ftp://nowhere.example' } },
      { name: 'get_page_text', input: {} },
    ];
    const { content, isError } = await agent.client.callTool({ name: 'browser_batch', arguments: { actions } });
    const texts = (content as { text: string }[]).map(({ text }) => text);
    expect(isError).toBe(true);
    expect(texts).toHaveLength(5);
    expect(texts[0]).toContain(scene.origin);
    expect(texts[1]).toBe('42');
    expect(texts[4]).toBe('Action 4 of 5 (navigate) failed; the 1 after it was not carried out.');
  });

  test('What several calls in one do not expect ends them: a dialog, a new tab, another site.', async () => {
    const elsewhere = `${scene.origin.replace('127.0.0.1', 'localhost')}/elsewhere`;
    await toolText(agent, 0, 'javascript_tool', {
      text: `document.body.innerHTML = \`
      <button id="dialog" onclick="alert('Stop')">Dialog</button><button id="tab" onclick="window.open('/opened')">Tab</button>
      <button id="away" onclick="location.href = '${elsewhere}'">Away</button>\`; 0`,
    });
    for (const [selector, surprise] of [
      ['#dialog', 'an alert dialog, "Stop"'],
      ['#tab', 'The page opened tab'],
      ['#away', elsewhere],
    ] as const) {
      const actions = [
        { name: 'computer', input: { action: 'left_click', selector } },
        { name: 'find', input: { query: 'button' } },
        { name: 'find', input: { query: 'button' } },
      ];
      const { content, isError } = await agent.client.callTool({ name: 'browser_batch', arguments: { actions } });
      const text = (content as { text: string }[]).map(block => block.text).join('\n');
      expect(isError ?? false).toBe(false);
      expect(text).toContain(surprise);
      expect(text).toMatch(/Action 1 of 3 \(computer\) met a surprise; the 2 after it were not carried out\.$/);
      if (selector === '#dialog') await toolText(agent, 0, 'handle_dialog', { accept: true });
    }
  });

  test('A script that takes longer than its call has time is told so, and the next call is carried out.', async () => {
    for (const text of ['new Promise(() => {})', 'for (;;) {}']) {
      const late = await agent.call('javascript_tool', { text, timeout: 5_000 });
      expect(late).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^The script .* [34](\.\d)? s .*less at once\./),
      });
      expect(await toolText(agent, 0, 'javascript_tool', { text: '1 + 1' })).toBe('2');
    }
  });

  test('What a call with little time waits for in a page is told before that is over.', async () => {
    const covered = `document.body.innerHTML += '<div id="lid" role="dialog" aria-label="Cookies" style="position: fixed; inset: 0; background: white">', 1`;
    await toolText(agent, 0, 'javascript_tool', { text: covered });
    const click = await agent.call('computer', { action: 'left_click', selector: 'button', timeout: 5_000 });
    expect(click).toMatchObject({
      isError: true,
      text: expect.stringMatching(/is still covered by dialog "Cookies" after [34](\.\d)? s;/),
    });
    const missing = await agent.call('computer', { action: 'left_click', selector: '#never', timeout: 5_000 });
    expect(missing).toMatchObject({ isError: true, text: expect.stringContaining('#never') });
    const never = await agent.call('computer', { action: 'wait', text: 'Never', timeout: 5_000 });
    expect(never).toMatchObject({
      isError: true,
      text: expect.stringMatching(/"Never" was not there within [34](\.\d)? s;/),
    });
    const less = await agent.call('computer', { action: 'wait', duration: 30, timeout: 5_000 });
    expect(less).toMatchObject({ text: expect.stringMatching(/^Waited [34](\.\d)? s and not 30 s, because/) });
    expect(await toolText(agent, 0, 'computer', { action: 'wait', duration: 0.12, timeout: 5_000 })).toBe(
      'Waited 0.12 s.',
    );
    expect([click, missing, never].map(({ text }) => text).join()).not.toContain('ERR_TOOL_TIMEOUT');
    await toolText(agent, 0, 'javascript_tool', { text: 'lid.remove(), 1' });
  });

  test('A page that loads for longer than its call has time is told to load still.', async () => {
    const slow = createServer((_, response) => void response.write('<!doctype html><title>Slow</title>'));
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    try {
      const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
      await panel.request('grants:set', {
        subject: { kind: 'client', id: clientId },
        effect: 'allow',
        scope: 'browser:navigate',
      });
      const text = await toolText(agent, 0, 'navigate', { url, timeout: 5_000 });
      expect(JSON.parse(text)).toMatchObject({ note: expect.stringMatching(/^Still loading after [34](\.\d)? s\.$/) });
    } finally {
      slow.closeAllConnections();
      slow.close();
      await toolText(agent, 0, 'navigate', { url: scene.origin });
    }
  });

  test('The browser is named and stays chosen, and shortcuts are listed beside what it does itself.', async () => {
    const [only] = JSON.parse(await toolText(agent, 0, 'list_connected_browsers'));
    expect(only).toMatchObject({ deviceId: expect.any(String), selected: true });
    expect(await toolText(agent, 0, 'select_browser', { deviceId: only.deviceId })).toContain('where you own 2 tabs.');
    expect(await toolText(agent, 0, 'shortcuts_list')).toBe('[]');
    expect(JSON.parse(await toolText(agent, 0, 'permissions_check', { tool: 'javascript_tool' }))).toMatchObject({
      decision: 'allowed',
      rule: expect.stringMatching(/^grant \d+$/),
    });
  });
});
