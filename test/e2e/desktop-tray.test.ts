// The tray and the notifications in a real desktop session: a StatusNotifierWatcher and a notification service of Debian's.
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DesktopSession } from '../support/desktop-session.ts';
import { type AppPlace, askFrom, firstWindow, openAppPlace, type StartedApp, startApp } from '../support/electron.ts';
import { holdTransport } from '../support/jitter.ts';
import { until } from '../support/panel-client.ts';
import { PatientClient } from '../support/patient-client.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import type { Page } from 'playwright';

const agent = new PatientClient({ name: 'claude-code', version: '2.1.330' });
let place: AppPlace;
let session: DesktopSession;
let started: StartedApp;
let window: Page;

const snapshot = () => askFrom(window, 'state:get', {});
const askShown = () =>
  started.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some(one => one.isVisible()));
/** Electron's garbage collector may take an answer that is under way; asked again it tells. */
const isShown = () =>
  askShown().catch((error: unknown) => {
    if (String(error).includes('was garbage collected')) return askShown();
    throw error;
  });
const hide = () =>
  started.app.evaluate(({ BrowserWindow }) => {
    for (const one of BrowserWindow.getAllWindows()) one.hide();
  });
const labels = async () => (await session.menu()).map(({ label }) => label);
const entryOf = async (label: string) => (await session.menu()).find(entry => entry.label.startsWith(label));
const noticeOf = async (start: string) => (await session.notices()).find(({ summary }) => summary.startsWith(start));

async function addServer(name: string): Promise<string> {
  const serverId = await startServer(name);
  await until(async () => (await snapshot()).servers[serverId]?.state.kind === 'running', `${name} runs`);
  return serverId;
}

async function startServer(name: string): Promise<string> {
  const file = join(repositoryRoot, 'test/fixtures/servers', `${name}.mjs`);
  const commandLine = `'${process.execPath}' '${file}'`;
  const { serverIds } = await askFrom(window, 'servers:add', { kind: 'command', name, commandLine });
  const serverId = serverIds[0] ?? '';
  const { servers } = await snapshot();
  await askFrom(window, 'servers:approve', { serverId, hash: servers[serverId]?.hash ?? '' });
  return serverId;
}

const call = (name: string, args: Record<string, unknown> = {}) =>
  agent.callTool({ name, arguments: args }).then(result => JSON.stringify(result));

/** The menu follows the hub a moment later; until then it speaks of the question that was answered. */
const questionGone = () => until(async () => (await entryOf('Claude')) === undefined, 'the question has gone');

describeWith(['electron', 'display', 'session-bus', 'busctl', 'tray', 'notifications'], 'the tray', () => {
  beforeAll(async () => {
    place = await openAppPlace();
    session = await DesktopSession.start();
    await session.startTray();
    await session.startNotifications(place.display.name);
    started = await startApp(place, { env: session.env });
    window = await firstWindow(started.app);
    await until(() => session.hasIcon(), 'the icon is in the tray');
    const { stdio } = await askFrom(window, 'clients:create', { name: 'Claude & Co', start: 'ask' });
    await agent.connect(holdTransport(new StdioClientTransport({ command: stdio.command, args: stdio.args })));
  });

  afterAll(async () => {
    await agent.close();
    await started?.app.close();
    await session?.stop();
    await place?.remove();
  });

  test('says in its tooltip who is there and what waits', async () => {
    await until(async () => (await session.tooltip()).includes('1 agent'), 'the tooltip counts the agent');
    expect(await session.tooltip()).toContain('Pilothouse: 1 agent, nothing waits');
  });

  test.each([
    ['Pause all agents', 'paused'],
    ['Read-only', 'read-only'],
    ['Stop all agents', 'stopped'],
    ['Running', 'running'],
  ])('"%s" in the menu sets the mode %s, marks it and changes the icon', async (label, mode) => {
    const before = await session.picture();
    await session.click(label);
    await until(async () => (await snapshot()).hub.mode === mode, `the mode is ${mode}`);
    await until(async () => (await entryOf(label))?.checked === true, 'the entry is marked');
    const marked = (await session.menu()).filter(({ checked }) => checked);
    expect(marked.map(entry => entry.label)).toEqual([label]);
    // Paused and stopped share their picture: in both, nothing gets through.
    if (mode !== 'stopped') await until(async () => (await session.picture()) !== before, 'the icon is another one');
  });

  test('stops and starts a server', async () => {
    const serverId = await addServer('well-behaved');
    const kind = async () => (await snapshot()).servers[serverId]?.state.kind;
    await until(async () => (await labels()).includes('Servers'), 'the menu has servers');
    await session.click('Servers', 'well-behaved', 'Stop');
    await until(async () => (await kind()) === 'stopped', 'the server is stopped');
    await until(
      async () => (await entryOf('Servers'))?.children.some(({ label }) => label === 'well-behaved, stopped') === true,
      'the menu says so',
    );
    await session.click('Servers', 'well-behaved', 'Start');
    await until(async () => (await kind()) === 'running', 'the server runs');
  });

  test('allows and denies a waiting call, once and for this use only', async () => {
    await addServer('rewording');
    await until(
      async () => (await agent.listTools()).tools.some(({ name }) => name === 'rewording__say'),
      'it is listed',
    );
    const allowed = call('rewording__say');
    await until(async () => (await entryOf('Claude'))?.label === 'Claude & Co: rewording/say', 'the question is there');
    expect((await entryOf('Claude'))?.children.map(({ label }) => label).filter(Boolean)).toEqual([
      expect.stringMatching(/^Wants to call tools of an MCP server: /),
      'Allow this use',
      'Deny this use',
      'Look at it…',
    ]);
    await session.click('Claude', 'Allow this use');
    expect(await allowed).toContain('said');
    await questionGone();
    const denied = call('rewording__say');
    await until(async () => (await entryOf('Claude')) !== undefined, 'it is asked again');
    await session.click('Claude', 'Deny this use');
    expect(await denied).toContain('ERR_');
    await questionGone();
    expect(Object.values((await snapshot()).grants)).toEqual([]);
  });

  test('a language that is chosen in the settings is spoken by the tray too', async () => {
    await window.evaluate(() => {
      location.hash = '#/settings';
    });
    await window.getByRole('radio', { name: 'Deutsch' }).click();
    await window.getByRole('heading', { name: 'Einstellungen' }).first().waitFor();
    await until(async () => (await labels()).includes('Pilothouse beenden'), 'the menu is German');
    await window.getByRole('radio', { name: 'English' }).click();
    await window.getByRole('heading', { name: 'Settings' }).first().waitFor();
    await until(async () => (await labels()).includes('Quit Pilothouse'), 'the menu is English again');
  });

  test('a question is notified while nobody looks, and its click opens the question', async () => {
    await hide();
    const asked = call('rewording__say');
    await until(async () => (await noticeOf('Claude ＆ Co wants to')) !== undefined, 'the question is notified');
    expect((await noticeOf('Claude ＆ Co wants to'))?.body).toMatch(/^rewording\/say, .*Unanswered, it is refused\./);
    await session.click('Claude', 'Look at it…');
    await until(isShown, 'the window is there');
    await window.getByRole('heading', { name: 'Permissions', level: 1 }).waitFor();
    await session.click('Claude', 'Deny this use');
    await asked;
    await questionGone();
  });

  test('a server that changes its tools is notified', async () => {
    await hide();
    const changing = call('rewording__reword', { description: 'Says it, and reads your mail.' });
    await until(async () => (await entryOf('Claude')) !== undefined, 'it is asked');
    await session.click('Claude', 'Allow this use');
    await changing;
    await until(async () => (await noticeOf('rewording changed its tools')) !== undefined, 'the change is notified');
    expect((await noticeOf('rewording changed its tools'))?.body).toMatch(
      /^1 definition differs from what was approved/,
    );
  });

  test('a server that crashes is notified', async () => {
    await hide();
    // It may have crashed before anybody saw it run.
    const serverId = await startServer('crash-later');
    await until(async () => (await noticeOf('crash-later crashed')) !== undefined, 'the crash is notified');
    await askFrom(window, 'servers:remove', { serverId });
  });

  test('a click on the icon shows the window, and so does "Open Pilothouse"', async () => {
    await hide();
    await session.activate();
    await until(isShown, 'the window is there');
    await hide();
    await session.click('Open Pilothouse');
    await until(isShown, 'the window is there again');
  });

  test('when the tray goes, the hidden window comes back; when a tray comes, the icon is in it', async () => {
    await hide();
    await session.stopTray();
    await until(isShown, 'the window is there');
    await session.startTray();
    await until(() => session.hasIcon(), 'the icon is in the new tray');
    await until(async () => (await labels()).includes('Quit Pilothouse'), 'its menu is there');
  });

  test('"Quit Pilothouse" ends the app and its hub', async () => {
    const child = started.app.process();
    const ended = new Promise(resolve => child.once('exit', resolve));
    await agent.close();
    await session.click('Quit Pilothouse');
    expect(await ended).toBe(0);
  });
});
