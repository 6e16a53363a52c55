// Two wires to one real Chromium through a real hub: spec 000's commands with their selectors, and MCP with messages over 1 MiB.
import fs from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claudezillaFiles, exchange } from '../integration/compat/claudezilla-scene.ts';
import { installRelay, launchChromium } from '../support/chromium.ts';
import { type Agent, type HubPlace, openPlace } from '../support/hub-process.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright';
import type { PanelClient } from '../support/panel-client.ts';

const page = `<!doctype html><title>Orders</title><h1>Orders</h1>
<label>Name <input id="name" value="old"></label><textarea id="notes"></textarea><input id="file" type="file">
<button id="go">Save</button><div style="height:3000px"></div><p id="end">The end</p><script>
  console.error('not quite right');
  go.onclick = event => setTimeout(() => document.body.append(Object.assign(document.createElement('b'), { id: 'late', textContent: name.value + ' saved, ' + event.isTrusted })), 200);
  file.onchange = async () => { document.title = file.files[0].name + ' ' + (await file.files[0].arrayBuffer()).byteLength; };
  const name = document.querySelector('#name');
</script>`;

const agentId = 'agent_7c10653f804e7443c6cd9550bb4ce881_1';

let place: HubPlace;
let panel: PanelClient;
let site: Server;
let origin = '';
let chromium: BrowserContext;

describeWith(['chromium'], 'every wire in Chromium', () => {
  beforeAll(async () => {
    site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page);
    });
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    place = openPlace();
    panel = await place.panel(await place.serve());
    const userDataDir = path.join(place.folder, 'profile');
    await installRelay(userDataDir, path.join(repositoryRoot, 'dist/relay/relay.cjs'), place.home);
    chromium = await launchChromium({
      extensionDir: path.join(repositoryRoot, 'dist/extension/chromium'),
      userDataDir,
    });
    await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the browser waits');
    const [browserId = ''] = Object.keys(panel.snapshot.browsers);
    await panel.request('browsers:approve', { browserId });
    await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is approved');
  });

  afterAll(async () => {
    await chromium?.close();
    await place?.end();
    await new Promise(resolve => (site ? site.close(resolve) : resolve(null)));
  });

  /** The panel may hear later that they are gone. */
  const answered = new Set<string>();

  /** What `call` answers once the user has allowed it for good. */
  async function allowed<T>(call: Promise<T>): Promise<T> {
    const asked = () => Object.keys(panel.snapshot.prompts).find(id => !answered.has(id));
    await panel.waitFor(() => asked() !== undefined, 'it is asked about');
    const promptId = asked() ?? '';
    answered.add(promptId);
    await panel.request('prompts:answer', { promptId, effect: 'allow', lifetime: 'always' });
    return call;
  }

  describe('spec 000', () => {
    let tabId = 0;

    const ask = async (command: string, params: object = {}): Promise<Record<string, unknown>> => {
      const { socket, tokenFile } = claudezillaFiles(place);
      const authToken = fs.readFileSync(tokenFile, 'utf8');
      const [reply = {}] = await exchange(socket, [{ command, params: { agentId, ...params }, authToken }]);
      if (reply.success !== true) throw new Error(String(reply.error));
      return reply.result as Record<string, unknown>;
    };
    const inTab = (command: string, params: object = {}) => ask(command, { tabId, ...params });

    beforeAll(async () => {
      await panel.request('endpoints:set', { endpointId: 'claudezilla', on: true });
      await panel.waitFor(({ endpoints }) => endpoints.claudezilla?.state.kind === 'listening', 'the socket is open');
      await panel.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'own-tabs' });
      tabId = Number((await ask('createWindow', { url: origin })).tabId);
    });

    test('Selectors are clicked, typed into, scrolled to and waited for.', async () => {
      expect(await inTab('type', { selector: '#name', text: 'Ana' })).toMatchObject({ typed: true });
      expect(await inTab('click', { selector: '#go' })).toMatchObject({ clicked: true });
      expect(await inTab('waitFor', { selector: '#late' })).toMatchObject({ found: true, selector: '#late' });
      expect(await inTab('getContent', { selector: '#late' })).toMatchObject({
        text: 'Ana saved, true',
        title: 'Orders',
      });
      expect(await inTab('scroll', { selector: '#end' })).toMatchObject({ scrolled: true });
    });

    test('A selector that nothing matches is refused after its time.', async () => {
      await expect(inTab('click', { selector: '#none', waitTimeout: 200 })).rejects.toThrow(
        'Nothing on the page matches the selector "#none"',
      );
    });

    test('An element, the console, the requests and the window are looked at.', async () => {
      expect(await inTab('getElementInfo', { selector: '#go' })).toMatchObject({ tagName: 'button', name: 'Save' });
      expect(await inTab('getConsoleLogs', { level: 'error' })).toMatchObject({
        logs: [{ level: 'error', message: 'not quite right' }],
      });
      await inTab('navigate', { url: `${origin}/again` });
      await expect
        .poll(() => inTab('getNetworkRequests'))
        .toMatchObject({
          requests: expect.arrayContaining([expect.objectContaining({ url: `${origin}/again`, status: 200 })]),
        });
      expect(await inTab('setViewport', { device: 'ipad-mini' })).toMatchObject({
        device: 'ipad-mini',
        window: { width: 768, height: 1_024 },
      });
    });

    test('A script runs once the user allows it, because it is no part of what an agent may do in its own tabs.', async () => {
      expect(await allowed(inTab('evaluate', { expression: '[1, 2].length' }))).toMatchObject({
        expression: '[1, 2].length',
        result: 2,
        type: 'number',
      });
    });
  });

  describe('MCP', () => {
    let agent: Agent;
    beforeAll(async () => {
      agent = await place.httpAgent(await panel.request('clients:create', { name: 'Any', start: 'own-tabs' }));
      expect(await agent.call('tabs_create', { url: origin })).toMatchObject({ isError: false });
    });

    test('Arguments of 3 MB reach the page.', async () => {
      const value = 'Zeichen für Zeichen. '.repeat(150_000);
      expect(await agent.call('form_input', { selector: '#notes', value })).toEqual({
        text: `Set the value (${value.length} characters).`,
        isError: false,
      });
      const text = 'document.querySelector("#notes").value.length';
      expect(await allowed(agent.call('javascript_tool', { text }))).toEqual({
        text: String(value.length),
        isError: false,
      });
    });

    test('A file of 2 MB reaches the page by its path; a hidden one does not.', async () => {
      const [file, hidden] = [path.join(place.folder, 'report.pdf'), path.join(place.folder, '.secret')];
      await writeFile(file, Buffer.alloc(2_000_000, 7));
      await writeFile(hidden, 'key');
      expect(await allowed(agent.call('file_upload', { paths: [file], selector: '#file' }))).toEqual({
        text: 'The field holds report.pdf.',
        isError: false,
      });
      const title = async () => (await agent.call('javascript_tool', { text: 'document.title' })).text;
      await expect.poll(title).toBe('"report.pdf 2000000"');
      expect(await agent.call('file_upload', { paths: [hidden], selector: '#file' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('it is hidden or lies in a hidden folder; copy it to a visible one'),
      });
    });

    test('Files of 10 MB together reach the browser, which says what its page takes; more are refused before they are read.', async () => {
      const report = path.join(place.folder, 'report.pdf');
      const upload = (count: number) =>
        agent.call('file_upload', { paths: Array.from({ length: count }, () => report), selector: '#file' });
      expect(await upload(5)).toMatchObject({
        isError: true,
        text: expect.stringContaining('This field takes one file'),
      });
      await truncate(report, 10_000_000);
      expect(await upload(5)).toMatchObject({ isError: true, text: expect.stringContaining('ERR_TOO_LARGE') });
      expect(await agent.call('get_page_text', {})).toMatchObject({ isError: false });
    });
  });
});
