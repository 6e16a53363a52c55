// A page of a real Firefox while no hub is there: what is missing, its own tools, and the companion's own question.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHubHome, type HubHome } from '../integration/native-host/hub-home.ts';
import { type Firefox, launchFirefox } from '../support/firefox.ts';
import { until } from '../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { type PlainSite, servePlainSite } from './plain-site.ts';

/** The W3C's name of an element in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

describeWith(['firefox'], 'a page in Firefox without a hub', () => {
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
    await until(async () => {
      await firefox.remote.goTo(site.origin);
      return (await firefox.remote.evaluate(`return 'agent' in window`)) === true;
    }, 'the API is registered');
    [pageWindow] = await windows();
  });
  afterAll(async () => {
    await firefox?.close();
    await site?.close();
    await home?.remove();
  });

  const windows = async () => (await firefox.remote.send('WebDriver:GetWindowHandles', {})) as unknown[];
  const into = (handle: unknown) => firefox.remote.send('WebDriver:SwitchToWindow', { handle });
  /** What a body of an async function comes to in the page, once it has. */
  const begin = (body: string) =>
    firefox.remote.evaluate(`
      delete document.documentElement.dataset.end;
      (async () => { ${body} })()
        .catch(error => ({ code: error.code, message: error.message }))
        .then(end => { document.documentElement.dataset.end = JSON.stringify({ end }); });`);
  const ended = async (): Promise<unknown> => {
    const read = () => firefox.remote.evaluate('return document.documentElement.dataset.end ?? null');
    await until(async () => (await read()) !== null, 'the page has its answer');
    return (JSON.parse(String(await read())) as { end?: unknown }).end;
  };
  const run = async (body: string) => {
    await begin(body);
    return ended();
  };

  test('it hears what is missing, and has its own tools', async () => {
    expect(await run(`return agent.capabilities()`)).toMatchObject({
      missing: expect.stringContaining('start Pilothouse'),
    });
    for (const call of ['ai.createTextSession()', 'agent.sessions.list()'])
      expect(await run(`return ${call}`)).toMatchObject({
        code: 'ERR_SERVER_UNAVAILABLE',
        message: expect.stringContaining('Pilothouse is not connected'),
      });
    expect(
      await run(`
        navigator.modelContext.addTool({ name: 'add', description: 'Adds', handler: ({ a, b }) => a + b });
        return agent.tools.call({ tool: 'page/add', args: { a: 2, b: 3 } })`),
    ).toBe(5);
  });

  test('it is asked about in a window of the companion, and a click there is its answer', async () => {
    await begin(`return agent.requestPermissions({ scopes: ['mcp:tools.list'] })`);
    await until(async () => (await windows()).length === 2, 'the companion asks');
    const question = (await windows()).find(handle => handle !== pageWindow);
    await into(question);
    const text = () => firefox.remote.evaluate(`return document.getElementById('who')?.textContent ?? ''`);
    await until(async () => String(await text()).includes(site.origin), 'the question names its origin');
    await until(
      async () => (await firefox.remote.evaluate(`return document.getElementById('once').disabled`)) === false,
      'it may be answered',
    );
    const { value } = (await firefox.remote.send('WebDriver:FindElement', {
      ...{ using: 'css selector', value: '#once' },
    })) as { value: Record<string, string> };
    await firefox.remote.send('WebDriver:ElementClick', { id: value[elementKey] }).catch(() => {});
    await until(async () => (await windows()).length === 1, 'its window goes');
    await into(pageWindow);
    expect(await ended()).toMatchObject({ granted: true, scopes: { 'mcp:tools.list': 'granted-once' } });
    expect(await run(`return (await agent.tools.list()).map(({ name }) => name)`)).toEqual(['page/add']);
  });
});
