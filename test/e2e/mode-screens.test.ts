// What agents may do, in a real browser in front of a real hub: the run mode of all and of one, limits as they stand, starts of clients.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { echo } from '../integration/hub/scenes.ts';
import { startLogind } from '../support/fake-logind.ts';
import { urlOf } from '../support/hub-process.ts';
import { startBus } from '../support/message-bus.ts';
import { PatientClient } from '../support/patient-client.ts';
import { describeWith } from '../support/provided.ts';
import { openPermissionScene, type PermissionScene } from './permission-scene.ts';

let scene: PermissionScene;

const acting = 'everything__toggle-simulated-logging';
const screens = ['Overview', 'Traces', 'Tabs', 'Agents', 'Servers', 'Tools', 'Connect', 'Settings'] as const;

describeWith(['chromium'], 'the screens of modes and limits', () => {
  beforeAll(async () => {
    scene = await openPermissionScene();
  });

  afterAll(() => scene?.close());

  const banner = () => scene.page.getByRole('region', { name: 'What holds for all agents' });
  const mode = (name: string) =>
    scene.page.getByRole('radiogroup', { name: 'What agents may do now' }).getByRole('radio', { name });
  const agentId = () => Object.keys(scene.hub.snapshot.agents)[0] ?? '';

  test('read-only refuses what acts, and the banner leads back to running', async () => {
    const { claude } = scene;
    await mode('Read-only').click();
    await banner()
      .getByText(/^Read-only since/)
      .waitFor();
    expect(await claude.call(acting)).toMatchObject({ isError: true });
    expect(await claude.call(echo, { message: 'read' })).toMatchObject({ isError: false });
    await scene.looksWell('mode-read-only');
    await banner().getByRole('button', { name: 'Run again' }).click();
    await banner().waitFor({ state: 'detached' });
  });

  test('paused lets a call wait, and Ctrl Shift P runs everything again', async () => {
    const { page, claude } = scene;
    await page.keyboard.press('Control+Shift+P');
    await banner()
      .getByText(/^All agents are paused since/)
      .waitFor();
    const waiting = claude.call(echo, { message: 'later' });
    await banner().getByText('1 call waits.').waitFor();
    await page.keyboard.press('Control+Shift+P');
    expect(await waiting).toEqual({ text: 'Echo: later', isError: false });
    await banner().waitFor({ state: 'detached' });
  });

  test('the pause is seen on every screen', async () => {
    const { panel } = scene;
    await mode('Paused').click();
    for (const screen of screens) {
      await panel.go(screen);
      await banner().waitFor();
      await panel.screenshot(`mode-paused-${screen.toLowerCase()}`);
    }
    await panel.go('Overview');
    await scene.looksWell('mode-paused');
    await banner().getByRole('button', { name: 'Run again' }).click();
    await banner().waitFor({ state: 'detached' });
  });

  test('one agent alone is paused in its detail, and all screens show it', async () => {
    const { page, panel, claude, hub } = scene;
    await panel.go('Agents');
    await page
      .getByRole('row', { name: /Claude Code/ })
      .first()
      .click();
    const choice = page.getByRole('radiogroup', { name: 'What Claude Code may do now' });
    await choice.getByRole('radio', { name: 'Paused' }).click();
    await page.getByRole('table', { name: 'Agents' }).getByText('paused').waitFor();
    await scene.looksWell('mode-agent-paused');
    const waiting = claude.call(echo, { message: 'later' });
    await choice.getByRole('radio', { name: 'Running' }).click();
    expect(await waiting).toEqual({ text: 'Echo: later', isError: false });
    await choice.getByRole('radio', { name: 'Running', checked: true }).waitFor();
    await choice.getByRole('radio', { name: 'Read-only' }).click();
    await hub.waitFor(({ agents }) => agents[agentId()]?.mode === 'read-only', 'it may only read');
    expect(await claude.call(acting)).toMatchObject({ isError: true });
    await choice.getByRole('radio', { name: 'Running' }).click();
    await hub.waitFor(({ agents }) => agents[agentId()]?.mode === undefined, 'it runs');
  });

  test('where the lock of the screen is not reported, nothing speaks of it', async () => {
    const { page, panel } = scene;
    await panel.go('Settings');
    await page.getByRole('switch', { name: 'Single letters as keys' }).waitFor();
    expect(await page.getByText('screen locks').count()).toBe(0);
  });

  test('a run shows how much of its budget is used, where the budget is set', async () => {
    const { page, claude } = scene;
    const run = { _meta: { 'dev.pilothouse/run': { id: 'trip', maxCalls: 2 } } };
    const table = page.getByRole('table', { name: 'Runs now' });
    await claude.client.callTool({ name: echo, arguments: { message: 'one' }, ...run });
    await table.getByRole('row', { name: /Claude Code.*trip.*1 of 2/ }).waitFor();
    await claude.client.callTool({ name: echo, arguments: { message: 'two' }, ...run });
    await table.getByRole('row', { name: /trip.*2 of 2, used up/ }).waitFor();
    await table.scrollIntoViewIfNeeded();
    await scene.looksWell('limits-now');
  });

  test('calls of a web page that are under way are told beside what it may have', async () => {
    const { page, panel, hub } = scene;
    const origin = 'http://page.example';
    await hub.request('mcp-server:set', { change: { corsOrigins: [origin] } });
    const subject = { kind: 'origin', id: origin } as const;
    await hub.request('grants:set', { effect: 'allow', subject, scope: 'servers:call' });
    const { http, client } = await hub.request('clients:create', { name: 'Page', start: 'ask' });
    const headers = { authorization: `Bearer ${http.token}`, origin };
    const agent = new PatientClient({ name: 'a page', version: '1' });
    await agent.connect(new StreamableHTTPClientTransport(new URL(urlOf({ http })), { requestInit: { headers } }));
    const args = { duration: 300, steps: 1 };
    const seen = new AbortController();
    const slow = agent
      .callTool({ name: 'everything__trigger-long-running-operation', arguments: args }, { signal: seen.signal })
      .catch(String);
    const row = page.getByRole('table', { name: 'Web origins now' }).getByRole('row', { name: /page\.example/ });
    await row.getByText('1 of 2').waitFor();
    await row.scrollIntoViewIfNeeded();
    await panel.screenshot('limits-origin');
    seen.abort('It was seen.');
    expect(await slow).toContain('It was seen.');
    await row.waitFor({ state: 'detached' });
    await agent.close();
    await hub.request('clients:revoke', { clientId: client.id });
  });

  test('how far a client may go is chosen when its credential is made, and changed afterwards', async () => {
    const { page, panel, hub } = scene;
    await panel.go('Connect');
    await panel.makeCredential('Cursor', 'Read only', 'Token');
    const start = (name: string) => Object.values(hub.snapshot.clients).find(client => client.name === name)?.start;
    await hub.waitFor(() => start('Cursor') === 'read-only', 'it may read only');
    await panel.go('Agents');
    await page.getByRole('combobox', { name: 'How far Cursor may go' }).selectOption('Ask for everything');
    await hub.waitFor(() => start('Cursor') === 'ask', 'it is changed');
    await page.getByRole('combobox', { name: 'How far Claude Code may go' }).selectOption('Work in tabs it opens');
    await hub.waitFor(() => start('Claude Code') === 'own-tabs', 'it is changed');
    await scene.looksWell('agents-starts');
  });

  test('stopping says whom it disconnects, and then nobody is connected', async () => {
    const { page, hub } = scene;
    await mode('Stopped').click();
    const sheet = page.getByRole('dialog', { name: 'Stop all agents' });
    await sheet.getByText(/^1 agent is disconnected/).waitFor();
    await scene.looksWell('mode-stop-sheet');
    await sheet.getByRole('button', { name: 'Stop all agents' }).click();
    await banner()
      .getByText(/^All agents are stopped since/)
      .waitFor();
    await hub.waitFor(({ agents }) => agents[agentId()]?.state.kind !== 'connected', 'it is disconnected');
    await scene.looksWell('mode-stopped');
    await banner().getByRole('button', { name: 'Run again' }).click();
    expect(scene.panel.troubles).toEqual([]);
  });
});

describeWith(['chromium', 'message bus'], 'the lock of the screen in Settings', () => {
  test('where it is reported, all is paused with it once the user has switched that on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pilothouse-bus-'));
    const bus = await startBus(folder);
    const logind = await startLogind(bus.socket);
    const locked = await openPermissionScene(bus.address);
    onTestFinished(async () => {
      await locked.close();
      await logind.close();
      await bus.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    await locked.hub.waitFor(({ hub }) => hub.locks, 'the lock is reported');
    await locked.panel.go('Settings');
    await locked.page.getByRole('switch', { name: 'Pause when the screen locks' }).click();
    await locked.hub.waitFor(({ hub }) => hub.pauseOnLock, 'it is switched on');
    await locked.looksWell('settings-pause-on-lock');
    logind.lock('this user');
    await locked.page.getByText(/^All agents are paused since/).waitFor();
    await locked.panel.go('Permissions');
    await locked.tab(/^Grants/);
    await locked.page.getByRole('button', { name: 'Add grant' }).click();
    const lifetimes = locked.page.getByRole('combobox', { name: 'How long' });
    await lifetimes.selectOption('until the screen locks');
  });
});
