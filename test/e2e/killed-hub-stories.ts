// Pages of a real browser whose hub is killed while they have sessions, runs, tools and a question open, and is there again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerNext, answerQuestion } from '../integration/web-agent/page-scene.ts';
import { says } from '../support/models/script.ts';
import { describeWith } from '../support/provided.ts';
import { type BrowserKind, openPagesInBrowser, type PagesInBrowser } from './pages-scene.ts';
import type { PanelClient } from '../support/panel-client.ts';

let pages: PagesInBrowser;
/** Of the hub of now. */
let hubPanel: PanelClient;

/** What it comes to in the page; throws what it is refused with. */
async function value(body: string): Promise<unknown> {
  const end = await pages.run(body);
  if (!end.ok) throw new Error(`${body}: ${String(end.code)} ${end.message}`);
  return end.value;
}

/** Tells each end, as often as it comes. */
const openAll = `
  const ends = [];
  const note = (name, promise) => promise.then(() => ends.push([name, 'answered']), ({ code }) => ends.push([name, code]));
  const run = async () => {
    for await (const event of agent.run({ task: 'Hang' }))
      if (event.type === 'error') throw Object.assign(new Error('run'), event.error);
  };
  await Promise.all([
    note('prompt', window.session.prompt('Hang')),
    note('run', run()),
    note('question', agent.requestPermissions({ scopes: ['browser:navigate'] })),
  ]);
  return ends.toSorted();`;

/** Another hub on the same home, to which the browser has come back. */
async function restart(): Promise<PanelClient> {
  const { place } = pages.scene;
  const panel = await place.panel(await place.serve());
  await panel.waitFor(({ browsers }) => browsers[pages.browserId]?.state.kind === 'connected', 'it is back');
  hubPanel = panel;
  return panel;
}

export function killedHubStories(kind: BrowserKind): void {
  describeWith([kind], `a page in ${kind} whose hub is killed`, () => {
    beforeAll(async () => {
      pages = await openPagesInBrowser(kind);
    });
    afterAll(() => pages?.close());

    test('It has one error for each thing that was open, and then works without being loaded anew; what was allowed once has ended, and nothing is done twice.', async () => {
      const { panel, model, scene } = pages;
      await panel.request('sites:rules', { change: { flags: { toolCalling: true } } });
      // A page that has asked nothing yet has the flags with which it was loaded.
      await expect
        .poll(async () => {
          await pages.goTo(`${pages.origin}/?${Math.random()}`);
          return pages.run('for await (const event of agent.run({ task: "x" })) return event');
        })
        .toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
      const always = pages.begin(`return agent.requestPermissions({ scopes: ['model:prompt', 'model:tools'] })`);
      await answerNext(pages);
      await (await always)();
      const once = pages.begin(`return agent.requestPermissions({ scopes: ['browser:activeTab.read'] })`);
      await answerNext(pages, { lifetime: 'once' });
      await (await once)();
      await value(`
      window.counted = 0;
      navigator.modelContext.addTool({ name: 'counted', description: 'Counts', inputSchema: {}, handler: () => ++window.counted });
      window.session = await ai.createTextSession();
      return null`);
      const stalled = { pieces: [{ kind: 'wait' as const, until: new Promise(() => {}) }] };
      model.script(stalled, stalled);
      const ends = await pages.begin(openAll);
      await model.heard(2);
      await panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 1, 'it asks');
      const [question] = Object.values(panel.snapshot.siteQuestions);

      await scene.place.newestHub()!.kill('SIGKILL');
      const error = 'ERR_SERVER_UNAVAILABLE';
      expect(await ends()).toEqual({
        ok: true,
        value: [
          ['prompt', error],
          ['question', error],
          ['run', error],
        ],
      });

      const next = await restart();
      expect(await value('return agent.permissions.list()')).toMatchObject({
        scopes: {
          ...{ 'model:prompt': 'granted-always', 'model:tools': 'granted-always' },
          ...{ 'browser:activeTab.read': 'not-granted', 'browser:navigate': 'not-granted' },
        },
      });
      expect(next.snapshot.siteQuestions).toEqual({});
      await expect(answerQuestion(next, question!)).rejects.toThrow();
      expect(await pages.run(`return window.session.prompt('Again')`)).toMatchObject({ code: 'ERR_SESSION_NOT_FOUND' });
      expect(model.asked).toHaveLength(2);
      model.script(says('Back'), says('Run'));
      expect(await value(`return (await ai.createTextSession()).prompt('Hi')`)).toBe('Back');
      // The new hub has heard of the tool that the page offers.
      await value(`for await (const event of agent.run({ task: 'Go on' })); return null`);
      expect(JSON.stringify(model.asked.at(-1)!.body)).toContain('counted');
      expect(model.asked).toHaveLength(4);
      expect(await value('return window.counted')).toBe(0);
    });

    test('Its agent has its id again, it hears its events, and a provider that is allowed no longer is told to it as lost.', async () => {
      const { scene } = pages;
      const panel = hubPanel;
      await panel.request('sites:rules', { change: { flags: { multiAgent: true } } });
      await expect
        .poll(async () => {
          await pages.goTo(`${pages.origin}/?${Math.random()}`);
          return pages.run('return agent.agents.list()');
        })
        .toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
      const scopes = ['agents:register', 'agents:discover', 'agents:invoke', 'agents:message'];
      const asked = pages.begin(`return agent.requestPermissions({ scopes: ${JSON.stringify(scopes)} })`);
      await answerNext({ panel });
      await (await asked)();
      const once = pages.begin(`return agent.requestPermissions({ scopes: ['addressBar:suggest'] })`);
      await answerNext({ panel }, { lifetime: 'once' });
      await (await once)();
      const registered = (await value(`
        window.lost = [];
        addEventListener('agent-registration-lost', ({ detail }) => lost.push([detail.type, detail.id, detail.error.code]));
        window.heard = [];
        await agent.agents.subscribe('news', ({ data }) => heard.push(data));
        agent.agents.onInvoke(({ task }) => ({ success: true, result: task + '!' }));
        await agent.addressBar.registerProvider({ id: 'p', name: 'P', description: 'x', triggers: [{ type: 'always', value: '' }], onQuery: () => [] });
        window.mine = await agent.agents.register({ name: 'Helper' });
        return window.mine`)) as Record<string, unknown>;
      expect(registered).toMatchObject({ name: 'Helper' });
      expect(registered).not.toHaveProperty('secret');

      await scene.place.newestHub()!.kill('SIGKILL');
      await restart();
      // The page asks for nothing: it is its companion that comes back.
      await pages.beside(`${pages.origin}/beside`, async run => {
        const call = `return agent.agents.invoke(${JSON.stringify(registered.id)}, { task: 'Still there' })`;
        await run(`return agent.agents.register({ name: 'Caller' })`);
        expect(await run(call)).toMatchObject({ value: { success: true, result: 'Still there!' } });
        expect(await run(`return agent.agents.broadcast('news', 7)`)).toMatchObject({ value: { delivered: 1 } });
      });
      await expect.poll(() => value('return heard')).toEqual([7]);
      expect(await value('return lost')).toEqual([['agent.addressBar.registerProvider', 'p', 'ERR_SCOPE_REQUIRED']]);
    });
  });
}
