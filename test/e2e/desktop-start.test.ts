// Starting and closing the desktop app: hidden at login, closed to the tray, a link to a form, a window where it was.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mcpb, writeSmallServer } from '../support/bundles/official-tool.ts';
import { DesktopSession } from '../support/desktop-session.ts';
import {
  type AppPlace,
  askFrom,
  electronEnv,
  electronSwitches,
  firstWindow,
  openAppPlace,
  type StartedApp,
  startApp,
} from '../support/electron.ts';
import { until } from '../support/panel-client.ts';
import { describeWith, providedPath, repositoryRoot } from '../support/provided.ts';

let place: AppPlace;
let session: DesktopSession | undefined;
let started: StartedApp | undefined;

const shownWindows = ({ app }: StartedApp) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().filter(one => one.isVisible()).length);
const closeWindow = ({ app }: StartedApp) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
/** The question is the system's own dialog, which no page can click. */
const answerWith = ({ app }: StartedApp, response: number) =>
  app.evaluate(({ dialog }, button) => {
    const asked: unknown[] = [];
    Reflect.set(globalThis, 'asked', asked);
    dialog.showMessageBox = (...args: unknown[]) => {
      asked.push(args.at(-1));
      return Promise.resolve({ response: button, checkboxChecked: false });
    };
  }, response);
const questions = ({ app }: StartedApp) => app.evaluate(() => (Reflect.get(globalThis, 'asked') as unknown[]).length);
const endOf = ({ app }: StartedApp) => new Promise(resolve => app.process().once('exit', resolve));
const desktopFile = () => JSON.parse(fs.readFileSync(path.join(place.home, 'electron/desktop.json'), 'utf8'));

/** As a desktop starts it again, for a link or from its menu. */
function startAgain(...args: string[]): Promise<number | null> {
  const own = [`--home=${place.home}`, '--mcp-port=0', `--well-known-root=${place.folder}`];
  const again = spawn(providedPath('electron'), [...electronSwitches(), repositoryRoot, ...own, ...args], {
    env: electronEnv(place.folder, place.display.name, session?.env),
    stdio: 'ignore',
  });
  return new Promise(resolve => again.once('exit', resolve));
}

async function startWithTray(args: readonly string[] = []): Promise<StartedApp> {
  session = await DesktopSession.start();
  await session.startTray();
  started = await startApp(place, { env: session.env, args });
  await until(async () => (await session?.hasIcon()) === true, 'the icon is in the tray');
  return started;
}

describeWith(['electron', 'display', 'session-bus', 'busctl', 'tray'], 'the desktop app', () => {
  beforeEach(async () => {
    place = await openAppPlace();
  });
  afterEach(async () => {
    await started?.app.close().catch(() => undefined);
    await session?.stop();
    [started, session] = [undefined, undefined];
    await place.remove();
  });

  test('closed for the first time asks once, stays in the tray, and is brought back by a second start', async () => {
    const app = await startWithTray();
    const window = await firstWindow(app.app);
    await until(async () => (await shownWindows(app)) === 1, 'the window is shown');
    await answerWith(app, 0);
    await closeWindow(app);
    await until(async () => (await shownWindows(app)) === 0, 'the window is hidden');
    expect(await startAgain()).toBe(0);
    await until(async () => (await shownWindows(app)) === 1, 'the window is back');
    await closeWindow(app);
    await until(async () => (await shownWindows(app)) === 0, 'the window is hidden again');
    expect(await questions(app)).toBe(1);
    await expect.poll(() => desktopFile().onClose).toBe('hide');
    expect((await askFrom(window, 'desktop:get', {})).settings).toMatchObject({ onClose: 'hide', tray: true });
  });

  test('asked to quit on closing, it ends with its hub', async () => {
    const app = await startWithTray();
    await firstWindow(app.app);
    await answerWith(app, 1);
    const ended = endOf(app);
    await closeWindow(app);
    expect(await ended).toBe(0);
    expect(fs.existsSync(path.join(place.home, 'endpoint.json'))).toBe(false);
  });

  test('without a tray, closing quits unasked: a hidden window could not be reached', async () => {
    started = await startApp(place);
    await firstWindow(started.app);
    await answerWith(started, 0);
    const ended = endOf(started);
    await closeWindow(started);
    expect(await ended).toBe(0);
  });

  test('a bundle that is opened by a double click is shown in the catalogue, and nothing of it runs', async () => {
    const bundle = path.join(place.folder, 'a bundle.mcpb');
    writeSmallServer(path.join(place.folder, 'source'));
    await mcpb(['pack', path.join(place.folder, 'source'), bundle], place.folder);
    const app = await startWithTray([bundle]);
    const window = await firstWindow(app.app);
    await window.getByText('Small server').first().waitFor();
    expect(new URL(window.url()).hash).toMatch(/^#\/catalogue\/%3Fbundle%3D[0-9a-f]+$/);
    await window.evaluate(() => location.assign('#/overview'));
    expect(await startAgain(bundle)).toBe(0);
    await window.getByText('Small server').first().waitFor();
    expect((await askFrom(window, 'state:get', {})).installs).toEqual({});

    fs.writeFileSync(bundle, 'no archive');
    await answerWith(app, 0);
    expect(await startAgain(bundle)).toBe(0);
    await expect.poll(() => questions(app)).toBe(1);
  });

  test('started at login it has no window, until a start asks for one', async () => {
    const app = await startWithTray(['--hidden']);
    expect(await startAgain('--hidden')).toBe(0);
    expect(await shownWindows(app)).toBe(0);
    expect(await startAgain()).toBe(0);
    await until(async () => (await shownWindows(app)) === 1, 'the window is there');
  });

  test('start at login is switched in the settings and stands in the autostart folder', async () => {
    started = await startApp(place);
    const window = await firstWindow(started.app);
    await window.getByRole('link', { name: /^Settings/ }).click();
    await window.getByRole('switch', { name: 'Start at login' }).click();
    const file = path.join(place.folder, 'home/.config/autostart/dev.pilothouse.Pilothouse.desktop');
    await expect
      .poll(() => fs.existsSync(file) && fs.readFileSync(file, 'utf8'))
      .toMatch(/^Exec=".*electron" ".*" "--home=.*" "--hidden"$/m);
    await window.getByRole('switch', { name: 'Start at login', checked: true }).click();
    await until(() => !fs.existsSync(file), 'the file is gone');
  });

  test('a link fills the form for a server, which adds and starts nothing by itself', async () => {
    started = await startApp(place);
    const window = await firstWindow(started.app);
    const before = Object.keys((await askFrom(window, 'state:get', {})).servers);
    expect(await startAgain('pilothouse://add-server?name=Files&command=touch%20%2Ftmp%2Fpilothouse-was-here')).toBe(0);
    const form = window.getByRole('dialog', { name: 'Add a server' });
    await form.waitFor();
    await expect.poll(() => form.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Files');
    await expect
      .poll(() => form.getByRole('textbox', { name: 'Command line' }).inputValue())
      .toBe('touch /tmp/pilothouse-was-here');
    expect(await startAgain('pilothouse://set-mode?mode=stopped')).toBe(0);
    const after = await askFrom(window, 'state:get', {});
    expect([Object.keys(after.servers), after.hub.mode]).toEqual([before, 'running']);
  });

  test('told to end twice in a row, it stops its hub and its servers before it goes', async () => {
    started = await startApp(place);
    const window = await firstWindow(started.app);
    const fixture = path.join(repositoryRoot, 'test/fixtures/servers/well-behaved.mjs');
    const commandLine = `'${process.execPath}' '${fixture}'`;
    const { serverIds } = await askFrom(window, 'servers:add', { kind: 'command', name: 'Helper', commandLine });
    const serverId = serverIds[0] ?? '';
    const server = async () => (await askFrom(window, 'state:get', {})).servers[serverId];
    await askFrom(window, 'servers:approve', { serverId, hash: (await server())?.hash ?? '' });
    await until(async () => (await server())?.state.kind === 'running', 'the server runs');
    const state = (await server())?.state;
    const pid = (state && 'pid' in state && state.pid) || 0;
    const ended = endOf(started);
    started.app.process().kill('SIGTERM');
    started.app.process().kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
    expect(fs.existsSync(path.join(place.home, 'endpoint.json'))).toBe(false);
  });

  test('the window comes back where it was and as large as it was', async () => {
    const bounds = { x: 140, y: 90, width: 1000, height: 640 };
    const boundsOf = ({ app }: StartedApp) =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
    started = await startApp(place);
    await firstWindow(started.app);
    await started.app.evaluate(
      ({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.setBounds(wanted),
      bounds,
    );
    await expect.poll(() => boundsOf(started as StartedApp)).toEqual(bounds);
    await started.app.close();
    expect(desktopFile().window).toEqual({ ...bounds, maximized: false });
    started = await startApp(place);
    await firstWindow(started.app);
    await expect.poll(() => boundsOf(started as StartedApp)).toEqual(bounds);
  });
});
