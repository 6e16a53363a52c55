// Servers that a real Firefox runs by itself while no hub is there: added in the companion's page, allowed tool by tool, ended where they loop, and kept.
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { AloneFirefox } from './alone-firefox-scene.ts';

const fixtures = resolve('test/fixtures/servers/sandboxed');

describeWith(['firefox'], 'a server that Firefox runs by itself', () => {
  let alone: AloneFirefox;
  beforeAll(async () => void (alone = await AloneFirefox.open()));
  afterAll(() => alone?.close());

  const call = (tool: string, args: object) =>
    alone.run(`return agent.tools.call({ tool: ${JSON.stringify(tool)}, args: ${JSON.stringify(args)} })`);

  test('is added by a click of its user in the companion’s page', async () => {
    const manifest = join(alone.home.home, 'toolbox.json');
    await writeFile(
      manifest,
      JSON.stringify({ id: 'toolbox', name: 'Toolbox', runtime: 'js', scriptUrl: 'toolbox.js' }),
    );
    await alone.openOwn('servers.html');
    const names = () =>
      alone.evaluate(`return [...document.querySelectorAll('#list strong')].map(one => one.textContent).join()`);
    const add = async (files: string[], listed: string) => {
      await alone.type('#files', files.join('\n'));
      await until(
        async () => (await alone.evaluate(`return document.getElementById('picked').hidden`)) === false,
        'it is shown',
      );
      await alone.click('#add');
      await until(async () => (await names()) === listed, `${listed} is there`, 20_000);
    };
    await add([manifest, join(fixtures, 'toolbox.js')], 'Toolbox');
    await add([join(fixtures, 'echo.wasm')], 'Toolbox,echo');
    expect(await alone.evaluate(`return document.getElementById('list').textContent`)).toContain('toolbox/spin');
  });

  test('is called by a page where its user ticks a tool, and the others are refused', async () => {
    await alone.openPage();
    await alone.begin(`return agent.requestPermissions({ scopes: ['mcp:tools.call'] })`);
    await alone.question(async () => {
      await alone.evaluate(`for (const label of document.querySelectorAll('#tools label'))
        if (['toolbox/echo', 'toolbox/spin', 'echo/echo'].includes(label.querySelector('bdi').textContent)) label.click();`);
    }, 'always');
    expect(await alone.ended()).toMatchObject({
      granted: true,
      allowedTools: ['toolbox/echo', 'toolbox/spin', 'echo/echo'],
    });
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

  test('outlives its browser, with what was allowed always', async () => {
    await alone.restart();
    expect(await call('toolbox/echo', { text: 'kept' })).toMatchObject({ content: [{ text: 'kept' }] });
    expect(await call('echo/echo', { text: 'kept' })).toMatchObject({ content: [{ text: 'kept' }] });
    expect(await call('toolbox/wait', { ms: 1 })).toMatchObject({ code: 'ERR_TOOL_NOT_ALLOWED' });
  });
});
