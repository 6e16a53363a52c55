// Pages of a real browser whose hub is killed while they have sessions, runs, tools and a question open, and is there again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerNext } from '../integration/web-agent/page-scene.ts';
import { says } from '../support/models/script.ts';
import { describeWith } from '../support/provided.ts';
import { type BrowserKind, openPagesInBrowser, type PagesInBrowser } from './pages-scene.ts';
import type { PanelClient } from '../support/panel-client.ts';

let pages: PagesInBrowser;

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
      const { id, version } = question!;
      const late = {
        id,
        version,
        effect: 'allow',
        lifetime: 'always',
        scopes: ['browser:navigate'],
        tools: [],
      } as const;
      await expect(next.request('sites:answer', { ...late, scopes: [...late.scopes], tools: [] })).rejects.toThrow();
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
  });
}
