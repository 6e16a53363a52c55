// A page of a real Firefox while no hub is there: what is missing, its own tools, and the companion's own question.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { AloneFirefox } from './alone-firefox-scene.ts';

describeWith(['firefox'], 'a page in Firefox without a hub', () => {
  let alone: AloneFirefox;
  beforeAll(async () => void (alone = await AloneFirefox.open()));
  afterAll(() => alone?.close());

  test('it hears what is missing, and has its own tools', async () => {
    expect(await alone.run(`return agent.capabilities()`)).toMatchObject({
      missing: expect.stringContaining('start Pilothouse'),
    });
    for (const call of ['ai.createTextSession()', 'agent.sessions.list()'])
      expect(await alone.run(`return ${call}`)).toMatchObject({
        code: 'ERR_SERVER_UNAVAILABLE',
        message: expect.stringContaining('Pilothouse is not connected'),
      });
    expect(
      await alone.run(`
        navigator.modelContext.addTool({ name: 'add', description: 'Adds', handler: ({ a, b }) => a + b });
        return agent.tools.call({ tool: 'page/add', args: { a: 2, b: 3 } })`),
    ).toBe(5);
  });

  test('it is asked about in a window of the companion, and a click there is its answer', async () => {
    await alone.begin(`return agent.requestPermissions({ scopes: ['mcp:tools.list'] })`);
    const text = () => alone.evaluate(`return document.getElementById('who')?.textContent ?? ''`);
    await alone.question(
      () => until(async () => String(await text()).includes(alone.site.origin), 'the question names its origin'),
      'once',
    );
    expect(await alone.ended()).toMatchObject({ granted: true, scopes: { 'mcp:tools.list': 'granted-once' } });
    expect(await alone.run(`return (await agent.tools.list()).map(({ name }) => name)`)).toEqual(['page/add']);
  });
});
