// The 21 items of a hardened desktop app, one test each, in the running app where it can be asked. `more` names the tests that go deeper.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DesktopChangeSchema } from '../../contract/schemas/desktop.ts';
import { panelRequests } from '../../contract/schemas/panel-requests.ts';
import { dangerousSwitches } from '../../electron/main/app-switches.ts';
import { readDraft, readSecondStart } from '../../electron/main/deep-link.ts';
import { desktopEntry } from '../../electron/main/login-item.ts';
import { createVault, type SafeStorage } from '../../electron/main/vault.ts';
import { builderConfig, fuses } from '../../resources/packaging/builder-config.mjs';
import { type LaunchedApp, launchApp } from '../support/electron.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { saying } from '../support/saying.ts';

/** The newest major that was released when the pinned one was chosen. */
const newestElectron = 45;

let launched: LaunchedApp;
const read = (file: string) => fs.readFileSync(path.join(repositoryRoot, file), 'utf8');
const filesBelow = (folder: string, pattern: RegExp) =>
  fs
    .readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => pattern.test(name))
    .map(name => path.join(folder, name));
const sources = () => ['electron', 'native-host'].flatMap(folder => filesBelow(folder, /\.ts$/));
const whichHave = (pattern: RegExp) => sources().filter(file => pattern.test(read(file)));
const statusOf = (url: string) =>
  launched.window.evaluate(
    address =>
      fetch(address).then(
        ({ status }) => status,
        () => 'failed',
      ),
    url,
  );
const packing = builderConfig({ root: '/app', work: '/work', out: '/out', electron: null });

interface Item {
  readonly item: string;
  readonly more: string;
  check(): Promise<void> | void;
}

const items: readonly Item[] = [
  {
    item: 'D1 the page has the safe switches, and one factory sets them',
    more: 'unit/main/window-options.test.ts',
    async check() {
      const preferences = await launched.app.evaluate(({ BrowserWindow }) => {
        const contents: unknown = BrowserWindow.getAllWindows()[0]?.webContents;
        // In Electron, and not in its typings.
        return (contents as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences();
      });
      expect(preferences).toMatchObject({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
      });
    },
  },
  {
    item: 'D2 the sandbox is on for every process before the app is ready',
    more: 'e2e/start.test.ts',
    check() {
      const main = read('electron/main/main.ts');
      const order = ['enableSandbox()', 'registerSchemesAsPrivileged(', 'requestSingleInstanceLock(', '.whenReady()'];
      const places = order.map(word => main.indexOf(word));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places[0]).toBeGreaterThan(0);
      // Tests alone switch it off, because they may run as root.
      expect(whichHave(/['"]--no-sandbox['"]/)).toEqual([]);
      expect(JSON.stringify([packing, JSON.parse(read('package.json'))])).not.toContain('no-sandbox');
    },
  },
  {
    item: 'D3 the preload script is one file that asks for electron alone',
    more: 'unit/preload/preload.test.ts',
    check() {
      const built = filesBelow('dist/preload', /\.c?js$/);
      expect(built).toEqual(['dist/preload/preload.cjs']);
      const asked = [...read('dist/preload/preload.cjs').matchAll(/require\(([^)]*)\)/g)].map(([, what]) => what);
      expect(asked).toEqual(['"electron"']);
    },
  },
  {
    item: 'D4 the page gets two verbs, and never Electron’s own objects',
    more: 'unit/preload/preload.test.ts',
    async check() {
      const seen = await launched.window.evaluate(() => {
        const bridge = Reflect.get(globalThis, 'pilothouse') as Record<string, unknown>;
        return [Object.entries(bridge).map(([name, value]) => `${name}:${typeof value}`), 'ipcRenderer' in globalThis];
      });
      expect(seen).toEqual([['request:function', 'onEvent:function'], false]);
    },
  },
  {
    item: 'D5 another page with the same preload is refused',
    more: 'unit/main/ipc-main.test.ts, unit/main/panel-address.test.ts',
    async check() {
      const preload = path.join(repositoryRoot, 'dist/preload/preload.cjs');
      const answer = await launched.app.evaluate(async ({ BrowserWindow }, script) => {
        const stranger = new BrowserWindow({ show: false, webPreferences: { preload: script } });
        await stranger.loadURL('data:text/html,stranger');
        const said: unknown = await stranger.webContents.executeJavaScript("pilothouse.request('state:get', {})");
        stranger.destroy();
        return said;
      }, preload);
      expect(answer).toMatchObject({ ok: false, error: { code: 'ERR_PERMISSION_DENIED' } });
    },
  },
  {
    item: 'D6 every request has a schema both ways, and what does not fit is refused',
    more: 'unit/core/panel',
    async check() {
      for (const { params, result } of Object.values(panelRequests)) {
        for (const wrong of [null, 7, 'x', [], () => 0]) expect(params.safeParse(wrong).success).toBe(false);
        expect(result.safeParse(undefined).success).toBe(false);
      }
      const refused = await launched.window.evaluate(() => {
        const bridge = Reflect.get(globalThis, 'pilothouse');
        const calls = [
          ['no:such', {}],
          ['__proto__', {}],
          ['hub:set-mode', { mode: 'free' }],
          [7, {}],
        ];
        return Promise.all(calls.map(([name, params]) => bridge.request(name, params))) as Promise<{ ok: boolean }[]>;
      });
      expect(refused.map(({ ok }) => ok)).toEqual([false, false, false, false]);
    },
  },
  {
    item: 'D7 the page comes from app://, whose handler leads nowhere else',
    more: 'unit/main/app-protocol.test.ts',
    async check() {
      expect(new URL(launched.window.url()).protocol).toBe('app:');
      const found = ['app://bundle/%2e%2e%2fmain/main.js', 'app://bundle/..%5cmain%5cmain.js', 'app://bundle/%00'];
      expect(await Promise.all(found.map(statusOf))).toEqual([404, 404, 404]);
      expect(await statusOf('app://bundle/index.html')).toBe(200);
      const [privileges] = read('electron/main/main.ts').match(/privileges: \{[^}]*\}/) ?? [];
      expect(privileges).toBe('privileges: { standard: true, secure: true, supportFetchAPI: true }');
    },
  },
  {
    item: 'D8 the policy of the page is exactly this, and nothing built needs more',
    more: 'unit/main/app-protocol.test.ts',
    async check() {
      const policy = await launched.window.evaluate(() =>
        fetch('app://bundle/').then(({ headers }) => headers.get('content-security-policy')),
      );
      const directives = (policy ?? '').replace(/'nonce-[^']+'/, "'nonce-…'").split('; ');
      expect(directives).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'nonce-…'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "require-trusted-types-for 'script'",
      ]);
      const html = read('dist/renderer/index.html');
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|<style|javascript:/i);
    },
  },
  {
    item: 'D9 the page has no permission but writing plain text to the clipboard',
    more: 'unit/main/lockdown.test.ts',
    async check() {
      const states = await launched.window.evaluate(async () => {
        const asked = ['geolocation', 'camera', 'microphone', 'notifications', 'clipboard-read', 'midi'];
        const query = (name: string) => navigator.permissions.query({ name: name as PermissionName });
        return Promise.all(asked.map(async name => (await query(name)).state));
      });
      expect(new Set(states)).toEqual(new Set(['denied']));
      await launched.window.bringToFront();
      // Only a page in front may write, and it is in front a moment later.
      const copied = () =>
        launched.window.evaluate(() => navigator.clipboard.writeText('copied').then(() => 'written', String));
      await expect.poll(copied).toBe('written');
    },
  },
  {
    item: 'D10 the page stays where it is',
    more: 'unit/main/lockdown.test.ts',
    async check() {
      const before = launched.window.url();
      for (const url of ['https://example.com/', 'file:///etc/passwd', 'app://evil/', 'data:text/html,x'])
        await launched.window.evaluate(address => location.assign(address), url);
      expect(await launched.window.evaluate(() => location.href)).toBe(before);
      const shown = await launched.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
      );
      expect(shown).toBe(before);
    },
  },
  {
    item: 'D11 the page opens no window, and one helper alone hands addresses to the system',
    more: 'unit/main/open-link.test.ts',
    async check() {
      const opened = await launched.window.evaluate(() =>
        ['https://example.com/', 'app://bundle/', 'about:blank'].map(url => window.open(url) === null),
      );
      expect(opened).toEqual([true, true, true]);
      expect(await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
      expect(whichHave(/\.openExternal\(/)).toEqual(['electron/main/open-link.ts']);
    },
  },
  {
    item: 'D12 the fuses are these, and nothing of ours needs them otherwise',
    more: 'e2e/desktop-packaged.test.ts reads them from the packed binary',
    check() {
      expect(packing.electronFuses).toEqual({
        runAsNode: false,
        enableNodeOptionsEnvironmentVariable: false,
        enableNodeCliInspectArguments: false,
        enableCookieEncryption: true,
        enableEmbeddedAsarIntegrityValidation: true,
        onlyLoadAppFromAsar: true,
        loadBrowserProcessSpecificV8Snapshot: false,
        grantFileProtocolExtraPrivileges: false,
      });
      expect(fuses).toBe(packing.electronFuses);
      // Taken out of the environment at its one place; a fork would need it.
      expect(whichHave(/ELECTRON_RUN_AS_NODE/).filter(file => !file.startsWith('electron/core/servers/'))).toEqual([
        'electron/launch/run-electron.ts',
      ]);
      // The app's is Electron's utility process, which needs no Node of its own; the other starts the Node of shells without Electron.
      expect(whichHave(/(?<!utilityProcess\.)\bfork\(/)).toEqual(['electron/core/catalogue/start-side.ts']);
      expect(whichHave(/\butilityProcess\.fork\(/)).toEqual(['electron/main/start-utility.ts']);
    },
  },
  {
    item: 'D13 the app is one archive with integrity, and what lies beside it is checked and signed',
    more: 'e2e/desktop-packaged.test.ts',
    check() {
      expect(packing.asar).toBe(true);
      expect(JSON.stringify(packing)).not.toMatch(/disableIntegrity|asarUnpack/);
      expect(packing.mac.binaries).toEqual(['Contents/Resources/pilothouse']);
      expect(packing.win.signExts).toEqual(['.exe']);
      const beside = packing.extraResources.map(({ to }: { to: string }) => to);
      expect(beside).toEqual(['.', 'relay', 'runner', 'extension']);
    },
  },
  {
    item: 'D14 a second start and a link ask for no more than the window or a form',
    more: 'unit/main/deep-link.test.ts, e2e/desktop-start.test.ts',
    check() {
      const hostile = [{ verb: 'quit' }, { verb: 'approve', serverId: 'x' }, 'open', null];
      expect(hostile.map(readSecondStart)).toEqual([null, null, null, null]);
      expect(readDraft('pilothouse://run?command=rm')).toBeNull();
    },
  },
  {
    item: 'D15 a keychain that hides nothing is named and not used',
    more: 'unit/main/vault.test.ts, integration/hub/secret-store.test.ts',
    async check() {
      const storage = (backend: string): SafeStorage => ({
        isEncryptionAvailable: () => true,
        encryptString: text => Buffer.from(text),
        decryptString: String,
        getSelectedStorageBackend: () => backend,
      });
      const weaknessOf = async (backend: string) =>
        (await createVault(storage(backend), { os: 'linux', wait: async () => {} })).weakness;
      for (const backend of ['basic_text', 'unknown']) expect(await weaknessOf(backend)).toEqual(saying(/No keychain/));
      expect(await weaknessOf('gnome_libsecret')).toBeNull();
    },
  },
  {
    item: 'D16 start at login is quoted, hidden, and the user’s own switch is left alone',
    more: 'unit/main/login-item.test.ts',
    check() {
      expect(desktopEntry(['/opt/a b%/p']).split('\n')).toContain('Exec="/opt/a b%%/p" "--hidden"');
    },
  },
  {
    item: 'D17 the tray’s menu is set again when something in it changes',
    more: 'unit/main/tray-menu.test.ts, e2e/desktop-tray.test.ts',
    check() {
      const tray = read('electron/main/tray.ts');
      expect(tray).toMatch(/#tray: Tray \| undefined/);
      expect(tray).toMatch(/setContextMenu\(Menu\.buildFromTemplate/);
    },
  },
  {
    item: 'D18 no program is started through a shell',
    more: 'unit/core/servers',
    check() {
      expect(whichHave(/shell: true|import \{[^}]*\b(exec|execSync)\b[^}]*\} from 'node:child_process'/)).toEqual([]);
    },
  },
  {
    item: 'D19 an installed app obeys no switch that looks into it',
    more: 'unit/main/app-switches.test.ts, e2e/desktop-packaged.test.ts',
    check() {
      expect(dangerousSwitches).toEqual(
        expect.arrayContaining(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'load-extension']),
      );
      expect(read('electron/main/main.ts')).toMatch(/dropDangerousSwitches\(app\)/);
    },
  },
  {
    item: 'D20 updates come over https, from a feed that the user named, and are never older',
    more: 'unit/main/updates.test.ts',
    check() {
      expect(DesktopChangeSchema.safeParse({ updateFeed: 'http://updates.example/' }).success).toBe(false);
      expect(read('electron/main/updates.ts')).toMatch(/allowDowngrade = false/);
    },
  },
  {
    item: 'D21 Electron is one of the three majors that get fixes',
    more: 'the constant is raised with each release',
    check() {
      const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
      expect(Number(devDependencies['electron']?.split('.')[0])).toBeGreaterThanOrEqual(newestElectron - 2);
    },
  },
];

describeWith(['electron', 'display'], 'the hardened desktop app', () => {
  beforeAll(async () => {
    launched = await launchApp();
  });
  afterAll(() => launched?.close());

  test('has a test for each of the 21 items', () => {
    const numbers = items.map(({ item }) => Number(/^D(\d+) /.exec(item)?.[1]));
    expect(numbers).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  });

  test.each(items)('$item', async ({ check }) => {
    await check();
  });
});
