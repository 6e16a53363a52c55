// Servers that a real Firefox runs by itself while no hub is there: added in the companion's page, allowed tool by tool, and ended where they loop.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHubHome, type HubHome } from '../integration/native-host/hub-home.ts';
import { type Firefox, launchFirefox } from '../support/firefox.ts';
import { until } from '../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { type PlainSite, servePlainSite } from './plain-site.ts';

/** The W3C's name of an element in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const fixtures = resolve('test/fixtures/servers/sandboxed');

describeWith(['firefox'], 'a server that Firefox runs by itself', () => {
  let home: HubHome;
  let site: PlainSite;
  let firefox: Firefox;
  let pageWindow: unknown;
  beforeAll(async () => {
    const build = ['build.mjs', '--if-stale', 'extension', 'relay'];
    await promisify(execFile)(process.execPath, build, { cwd: repositoryRoot });
    home = await createHubHome();
    site = await servePlainSite();
    await mkdir(join(home.home, 'profile'), { recursive: true });
    const env = { ...(process.env as Record<string, string>), HOME: home.home };
    firefox = await launchFirefox({ profile: join(home.home, 'profile'), env });
    await firefox.loadCompanion();
    [pageWindow] = await windows();
  });
  afterAll(async () => {
    await firefox?.close();
    await site?.close();
    await home?.remove();
  });

  const windows = async () => (await firefox.remote.send('WebDriver:GetWindowHandles', {})) as unknown[];
  const into = (handle: unknown) => firefox.remote.send('WebDriver:SwitchToWindow', { handle });
  const evaluate = (script: string) => firefox.remote.evaluate(script);
  const element = async (value: string) => {
    const found = await firefox.remote.send('WebDriver:FindElement', { using: 'css selector', value });
    return (found as { value: Record<string, string> }).value[elementKey];
  };
  const click = async (selector: string) =>
    firefox.remote.send('WebDriver:ElementClick', { id: await element(selector) }).catch(() => {});
  const begin = (body: string) =>
    evaluate(`
      delete document.documentElement.dataset.end;
      (async () => { ${body} })()
        .catch(error => ({ code: error.code, message: error.message }))
        .then(end => { document.documentElement.dataset.end = JSON.stringify({ end }); });`);
  const ended = async (): Promise<unknown> => {
    const read = () => evaluate('return document.documentElement.dataset.end ?? null');
    await until(async () => (await read()) !== null, 'the page has its answer', 30_000);
    return (JSON.parse(String(await read())) as { end?: unknown }).end;
  };
  const run = async (body: string) => {
    await begin(body);
    return ended();
  };
  const call = (tool: string, args: object) =>
    run(`return agent.tools.call({ tool: ${JSON.stringify(tool)}, args: ${JSON.stringify(args)} })`);

  test('is added by a click of its user in the companion’s page', async () => {
    const manifest = join(home.home, 'toolbox.json');
    await writeFile(
      manifest,
      JSON.stringify({ id: 'toolbox', name: 'Toolbox', runtime: 'js', scriptUrl: 'toolbox.js' }),
    );
    await firefox.popupText();
    const address = String(await evaluate('return location.href'));
    await firefox.remote.goTo(address.replace('popup.html', 'servers.html'));
    const names = () =>
      evaluate(`return [...document.querySelectorAll('#list strong')].map(one => one.textContent).join()`);
    const add = async (files: string[], listed: string) => {
      await firefox.remote.send('WebDriver:ElementSendKeys', { id: await element('#files'), text: files.join('\n') });
      await until(
        async () => (await evaluate(`return document.getElementById('picked').hidden`)) === false,
        'it is shown',
      );
      await click('#add');
      await until(async () => (await names()) === listed, `${listed} is there`, 20_000);
    };
    await add([manifest, join(fixtures, 'toolbox.js')], 'Toolbox');
    await add([join(fixtures, 'echo.wasm')], 'Toolbox,echo');
    expect(await evaluate(`return document.getElementById('list').textContent`)).toContain('toolbox/spin');
  });

  test('is called by a page where its user ticks a tool, and the others are refused', async () => {
    await until(async () => {
      await firefox.remote.goTo(site.origin);
      return (await evaluate(`return 'agent' in window`)) === true;
    }, 'the API is registered');
    await begin(`return agent.requestPermissions({ scopes: ['mcp:tools.call'] })`);
    await until(async () => (await windows()).length === 2, 'the companion asks');
    await into((await windows()).find(handle => handle !== pageWindow));
    await until(
      async () => (await evaluate(`return document.getElementById('once')?.disabled`)) === false,
      'it may be answered',
    );
    await evaluate(`for (const label of document.querySelectorAll('#tools label'))
      if (['toolbox/echo', 'toolbox/spin', 'echo/echo'].includes(label.querySelector('bdi').textContent)) label.click();`);
    await click('#once');
    await until(async () => (await windows()).length === 1, 'its window goes');
    await into(pageWindow);
    expect(await ended()).toMatchObject({ granted: true, allowedTools: ['toolbox/echo', 'toolbox/spin', 'echo/echo'] });
    expect(await call('toolbox/echo', { text: 'hällo €' })).toMatchObject({ content: [{ text: 'hällo €' }] });
    expect(await call('echo__echo', { text: 'wasm' })).toMatchObject({ content: [{ text: 'wasm' }] });
    expect(await call('toolbox/wait', { ms: 1 })).toMatchObject({ code: 'ERR_TOOL_NOT_ALLOWED' });
  });

  test('that loops is ended, says so, and begins anew with the next call', async () => {
    expect(await call('toolbox/spin', {})).toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: expect.stringContaining('computed for 10 s without giving way'),
    });
    expect(await call('toolbox/echo', { text: 'again' })).toMatchObject({ content: [{ text: 'again' }] });
  });
});
