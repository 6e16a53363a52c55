// Servers that a real Chromium runs by itself while no hub is there: added in the companion's page, allowed tool by tool, bounded, and gone once a hub serves.
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { AloneChromium } from './alone-chromium-scene.ts';
import type { Page } from 'playwright';

const fixtures = resolve('test/fixtures/servers/sandboxed');

describeWith(['chromium'], 'a server that Chromium runs by itself', () => {
  let alone: AloneChromium;
  let manifest: string;
  beforeAll(async () => {
    alone = await AloneChromium.open();
    manifest = join(alone.hub.home, 'toolbox.json');
    await writeFile(
      manifest,
      JSON.stringify({
        ...{ id: 'toolbox', name: 'Toolbox', runtime: 'js', scriptUrl: 'toolbox.js' },
        capabilities: { network: { hosts: ['api.example.com'] } },
      }),
    );
  });
  afterAll(() => alone?.close());

  const call = (tool: string, args: object = {}) =>
    alone.run(`return agent.tools.call({ tool: ${JSON.stringify(tool)}, args: ${JSON.stringify(args)} })`);
  const textOf = async (tool: string, args: object = {}): Promise<unknown> => {
    const result = (await call(tool, args)) as { readonly content?: readonly { readonly text?: string }[] };
    return result.content?.[0]?.text ?? result;
  };
  const openServers = () => alone.openOwn('servers.html');
  const names = (servers: Page) => servers.locator('#list strong').allTextContents();

  test('is shown before it is added, and runs only once its user adds it', async () => {
    const servers = await openServers();
    await servers.setInputFiles('#files', [manifest]);
    await expect.poll(() => servers.locator('#fault').textContent()).toContain('Choose toolbox.js together with it');
    await servers.setInputFiles('#files', [manifest, join(fixtures, 'toolbox.js')]);
    await expect.poll(() => servers.locator('#picked').isVisible()).toBe(true);
    const shown = await servers.locator('#picked').textContent();
    expect(shown).toContain('no network, no files');
    expect(shown).toContain('api.example.com');
    expect(await names(servers)).toEqual([]);
    // A script is nobody's hand.
    await servers.evaluate(() => document.getElementById('add')?.click());
    await servers.click('#add');
    await expect.poll(() => names(servers), { timeout: 15_000 }).toEqual(['Toolbox']);
    expect(await servers.locator('#list').textContent()).toContain('toolbox/echo');
    await servers.setInputFiles('#files', [join(fixtures, 'echo.wasm')]);
    await servers.click('#add');
    await expect.poll(() => names(servers), { timeout: 15_000 }).toEqual(['Toolbox', 'echo']);
    const broken = join(alone.hub.home, 'broken.js');
    await writeFile(broken, 'throw new Error("not today");');
    await servers.setInputFiles('#files', [broken]);
    await servers.click('#add');
    await expect.poll(() => servers.locator('#fault').textContent()).toMatch(/broken was not added.*not today$/);
    expect(await names(servers)).toEqual(['Toolbox', 'echo']);
    await servers.close();
  });

  test('is offered where its user ticks a tool, and the others are refused', async () => {
    expect(await call('toolbox/echo', { text: 'x' })).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
    const asked = alone.run(`return agent.requestPermissions({ scopes: ['mcp:tools.list', 'mcp:tools.call'] })`);
    const window = await alone.question();
    await window.locator('#once:enabled').waitFor();
    expect(await window.locator('#tools input:checked').count()).toBe(0);
    await window.getByLabel('toolbox/echo').check();
    await window.getByLabel('toolbox/spin').check();
    await window.getByLabel('echo/echo').check();
    await alone.answer(window, 'always');
    expect(await asked).toMatchObject({
      granted: true,
      scopes: { 'mcp:tools.list': 'granted-always', 'mcp:tools.call': 'granted-always' },
      allowedTools: ['toolbox/echo', 'toolbox/spin', 'echo/echo'],
    });
    expect(await alone.run(`return (await agent.tools.list()).map(({ name }) => name)`)).toEqual(
      expect.arrayContaining(['toolbox/echo', 'toolbox/wait', 'echo/echo', 'echo/files']),
    );
    for (const name of ['toolbox/echo', 'toolbox__echo', 'echo'])
      expect(await textOf(name, { text: 'hällo €' })).toBe('hällo €');
    expect(await textOf('echo/echo', { text: 'wasm' })).toBe('wasm');
    expect(await call('toolbox/wait', { ms: 1 })).toMatchObject({
      code: 'ERR_TOOL_NOT_ALLOWED',
      details: { toolName: 'toolbox/wait' },
    });
    expect(await call('echo/files')).toMatchObject({ code: 'ERR_TOOL_NOT_ALLOWED' });
    expect(await call('time/now')).toMatchObject({ code: 'ERR_TOOL_NOT_FOUND' });
    expect(await alone.run(`return (await agent.capabilities()).tools`)).toMatchObject({
      servers: ['toolbox', 'echo'],
    });
  });

  test('has no network, no extension and no page, and a module no files', async () => {
    const asked = alone.run(
      `return agent.requestPermissions({ scopes: ['mcp:tools.call'], tools: ['toolbox/get', 'toolbox/globals', 'toolbox/escape', 'toolbox/wait', 'echo/read', 'echo/env', 'echo/files'] })`,
    );
    const window = await alone.question();
    await window.locator('#once:enabled').waitFor();
    expect(await window.locator('#tools input').count()).toBe(7);
    for (const box of await window.locator('#tools input').all()) await box.check();
    await alone.answer(window, 'once');
    await asked;
    expect(await textOf('toolbox/get', { url: alone.site.origin })).toContain('has no network');
    const globals = [
      'chrome',
      'browser',
      'window',
      'document',
      'self',
      'postMessage',
      'indexedDB',
      'XMLHttpRequest',
      'WebSocket',
    ];
    expect(new Set(JSON.parse(String(await textOf('toolbox/globals', { names: globals }))))).toEqual(
      new Set(['undefined']),
    );
    expect(await textOf('toolbox/escape')).toBe('undefinedundefined');
    expect(await textOf('echo/read', { text: 'etc/passwd' })).toBe('errno 8');
    expect(await textOf('echo/env')).toBe('');
    // The worker around it has nothing of the extension's APIs either.
    const servers = await openServers();
    const opened = servers.waitForEvent('worker');
    await servers.evaluate(() => void new Worker('boxed/box-worker.js'));
    const typed = await (await opened).evaluate(() => [typeof chrome, typeof document]);
    expect(typed).toEqual(['undefined', 'undefined']);
    await servers.close();
  });

  test('a call that its page gives up ends, and its server answers others after that', async () => {
    expect(await textOf('toolbox/wait', { ms: 20 })).toBe('waited');
    expect(
      await alone.run(`
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 100);
        return agent.tools.call({ tool: 'toolbox/wait', args: { ms: 600000 }, signal: controller.signal })
          .catch(error => error.name)`),
    ).toBe('AbortError');
    await expect.poll(() => textOf('toolbox/echo', { text: 'next' }), { timeout: 60_000 }).toBe('next');
  });

  test('one that loops is ended, says so, and begins anew with the next call', async () => {
    expect(await call('toolbox/spin')).toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: expect.stringContaining('computed for 10 s without giving way'),
    });
    expect(await textOf('toolbox/echo', { text: 'again' })).toBe('again');
    expect(await call('echo/files', { text: 'again|999999999|read|3|x' })).toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: expect.stringMatching(/failed|did not end within 10 s/),
    });
    expect(await textOf('echo/echo', { text: 'again' })).toBe('again');
  });

  test('outlives the background of its companion, and the document that it ran in', async () => {
    const servers = await openServers();
    const devtools = await alone.context.newCDPSession(servers);
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.stopAllWorkers');
    expect(await textOf('toolbox/echo', { text: 'kept' })).toBe('kept');
    await servers.close();
  });

  test('outlives its browser, with what was allowed always', async () => {
    await alone.restart();
    expect(await textOf('toolbox/echo', { text: 'kept' })).toBe('kept');
    expect(await textOf('echo/echo', { text: 'kept' })).toBe('kept');
    expect(await call('toolbox/wait', { ms: 1 })).toMatchObject({ code: 'ERR_TOOL_NOT_ALLOWED' });
  });

  test('whose kept code is another is not run', async () => {
    const servers = await openServers();
    const spoil = (put: 'spoil' | 'mend') =>
      servers.evaluate(async how => {
        const open = indexedDB.open('boxed-servers', 1);
        await new Promise(done => (open.onsuccess = done));
        const store = open.result.transaction('code', 'readwrite').objectStore('code');
        const keys = store.getAllKeys();
        await new Promise(done => (keys.onsuccess = done));
        for (const key of keys.result) {
          const got = store.get(key);
          await new Promise(done => (got.onsuccess = done));
          const bytes = got.result as Uint8Array;
          bytes[bytes.length - 1]! += how === 'spoil' ? 1 : -1;
          store.put(bytes, key);
        }
        open.result.close();
      }, put);
    const worker = await alone.worker();
    const host = () => worker.evaluate(() => chrome.offscreen.closeDocument().catch(() => {}));
    await spoil('spoil');
    await host();
    expect(await call('toolbox/echo', { text: 'x' })).toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: expect.stringContaining('is not what was added'),
    });
    await spoil('mend');
    expect(await textOf('toolbox/echo', { text: 'x' })).toBe('x');
    await servers.close();
  });

  test('one that is removed is gone for pages at once', async () => {
    const servers = await openServers();
    await servers.click('[aria-label="Remove Toolbox"]');
    await expect.poll(() => names(servers)).toEqual(['echo']);
    expect(await call('toolbox/echo', { text: 'x' })).toMatchObject({ code: 'ERR_TOOL_NOT_FOUND' });
    await servers.close();
  });

  test('rests while a hub is there, whose list holds', async () => {
    const pages = await alone.hubComes();
    pages.answer = ({ type }: { type: string }) => {
      if (type === 'agent.tools.list') return [{ name: 'hub/tool', serverId: 'hub' }];
      throw new Error(`The hub answers ${type}.`);
    };
    expect(await alone.run(`return (await agent.tools.list()).map(({ name }) => name)`)).toEqual(['hub/tool']);
    expect(await call('echo/echo', { text: 'x' })).toMatchObject({
      message: expect.stringContaining('The hub answers'),
    });
    const servers = await openServers();
    await expect.poll(() => servers.locator('#standing').textContent()).toContain('these rest');
    await servers.close();
    await alone.hub.stop();
    await expect.poll(() => textOf('echo/echo', { text: 'back' }), { timeout: 15_000 }).toBe('back');
  });
});

describeWith(['chromium'], 'a server that Chromium is to run by itself, with a German companion', () => {
  let alone: AloneChromium;
  beforeAll(async () => void (alone = await AloneChromium.open({ german: true })));
  afterAll(() => alone?.close());

  test('is not added for a reason that stands there in German', async () => {
    const servers = await alone.openOwn('servers.html');
    const endOf = async (name: string, code: string) => {
      const file = join(alone.hub.home, name);
      await writeFile(file, code);
      await servers.setInputFiles('#files', [file]);
      await servers.click('#add');
      const fault = servers.locator('#fault[data-kind="fault"]');
      await fault.waitFor();
      return fault.textContent();
    };
    expect(await endOf('fertig.js', '1;')).toBe(
      'fertig wurde nicht hinzugefügt. Sein Skript ist zu Ende: Es wartet auf keine Zeile und auf keinen Timer.',
    );
    expect(await endOf('fehler.js', 'throw new Error("heute nicht");')).toBe(
      'fehler wurde nicht hinzugefügt. Er ist gescheitert: Uncaught Error: heute nicht',
    );
    expect(await endOf('teile.js', `import 'node:fs';`)).toBe(
      'teile wurde nicht hinzugefügt. node:fs lässt sich nicht importieren: Ein Server ist eine einzige Datei; packen Sie alles hinein, was er braucht.',
    );
    expect(await endOf('kein.wasm', 'wasm')).toMatch(/Das ist kein WebAssembly-Modul; wählen Sie /);
  });
});
