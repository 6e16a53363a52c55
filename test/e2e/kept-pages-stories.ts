// Pages that the browser keeps as they were when they are left, with what they have open, and shows again: what waited has one end, and all works on.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerNext, answerQuestion } from '../integration/web-agent/page-scene.ts';
import { says } from '../support/models/script.ts';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type BrowserKind, openPagesInBrowser, type PagesInBrowser } from './pages-scene.ts';
import type { ScriptedTurn } from '../support/models/script.ts';

/** Begins all that may be open, and notes each end, as often as one comes. */
const openAll = `
  const ends = window.ends = [];
  const note = (name, promise) => promise.then(() => ends.push([name, 'answered']), ({ code }) => ends.push([name, code]));
  const stream = async () => {
    for await (const piece of window.session.promptStreaming('Stream')) window.pieces = (window.pieces ?? '') + piece;
  };
  const run = async () => {
    for await (const event of agent.run({ task: 'Run' }))
      if (event.type === 'error') throw Object.assign(new Error('run'), event.error);
  };
  void note('prompt', (await ai.createTextSession()).prompt('Prompt'));
  void note('stream', stream());
  void note('run', run());
  void note('question', agent.requestPermissions({ scopes: ['browser:navigate'] }));
  return null;`;
/** Each time anew: a page that was loaded anew knows nothing of the last time. */
const markKept = `
  const { dataset } = document.documentElement;
  delete dataset.shown;
  addEventListener('pageshow', ({ persisted }) => { if (persisted) dataset.shown = 'kept'; }, { once: true });
  return null;`;
const offerCounted = `
  window.counted = 0;
  const counted = { name: 'counted', description: 'Counts', inputSchema: {}, handler: () => ++window.counted };
  navigator.modelContext.addTool(counted);
  return agent.permissions.list();`;
const finalOfRun = `
  let said = '';
  for await (const event of agent.run({ task: 'Count' })) if (event.type === 'final') said = event.output;
  return said;`;
const runIsOff = `(() => { try { agent.run({ task: 'x' }); return 'on'; } catch (error) { return error.code; } })()`;

export function keptPagesStories(kind: BrowserKind): void {
  describeWith([kind], `pages that are kept when they are left in ${kind}`, () => {
    let pages: PagesInBrowser;
    /** How often the page was still the one that was left. */
    let keptReturns = 0;
    const value = async (body: string) => {
      const end = await pages.run(body);
      if (!end.ok) throw new Error(`${body}: ${String(end.code)} ${end.message}`);
      return end.value;
    };
    const leave = async () => {
      await value(markKept);
      await pages.goTo(`${pages.origin.replace('127.0.0.1', 'localhost')}/?away`);
    };
    /** Steps back, as a user does. Whether the page is the one that was left: Firefox now and then loads one anew. */
    const comeBack = async () => {
      await pages.back();
      await until(async () => String(await pages.read('location.href')).startsWith(pages.origin), 'it is back');
      const isKept = (await pages.read('document.documentElement.dataset.shown ?? null')) === 'kept';
      if (kind === 'chromium') expect(isKept).toBe(true);
      if (isKept) keptReturns += 1;
      return isKept;
    };

    beforeAll(async () => {
      pages = await openPagesInBrowser(kind, { keepsLeftPages: true });
      await pages.panel.request('sites:rules', { change: { flags: { toolCalling: true } } });
      await until(async () => {
        await pages.goTo(`${pages.origin}/?${Math.random()}`);
        return (await pages.read(runIsOff)) === 'on';
      }, 'the flag is on');
      const asked = pages.run(`return agent.requestPermissions({ scopes: ['model:prompt', 'model:tools'] })`);
      await answerNext(pages);
      await asked;
    });
    afterAll(() => pages?.close());

    test('What was open when it was left has one end each, nothing of it goes on, and nothing is granted late.', async () => {
      const { panel, model } = pages;
      await value('window.session = await ai.createTextSession(); return null');
      const wait = { kind: 'wait' as const, until: new Promise(() => {}) };
      const stalled: ScriptedTurn = { pieces: [{ kind: 'text', text: 'One' }, wait] };
      model.answer = () => stalled;
      await value(openAll);
      await model.heard(3);
      await until(async () => (await value('return window.pieces ?? ""')) === 'One', 'the stream has begun');
      await panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 1, 'it asks');
      const [question] = Object.values(panel.snapshot.siteQuestions);
      await leave();
      await panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 0, 'the question is gone');
      const isKept = await comeBack();
      if (isKept) {
        await until(async () => (await value('return window.ends.length')) === 4, 'all has ended');
        const ends = ['prompt', 'question', 'run', 'stream'].map(name => [name, 'ERR_INTERNAL']);
        expect(((await value('return window.ends')) as string[][]).toSorted()).toEqual(ends);
        expect(await pages.run(`return window.session.prompt('Again')`)).toMatchObject({
          code: 'ERR_SESSION_NOT_FOUND',
        });
      }
      await expect(answerQuestion(panel, question!)).rejects.toThrow();
      expect(model.asked).toHaveLength(3);
    });

    test('Shown again it is served without being loaded anew: its grants hold, and a session begins.', async () => {
      pages.model.answer = () => says('Back');
      expect(await value(`return (await ai.createTextSession()).prompt('Hi')`)).toBe('Back');
      expect(await value('return agent.permissions.list()')).toMatchObject({
        scopes: { 'model:prompt': 'granted-always', 'browser:navigate': 'not-granted' },
      });
    });

    test('Its tools are offered again, without its doing anything.', async () => {
      await value(offerCounted);
      await leave();
      if (!(await comeBack())) return;
      pages.model.answer = ({ tools }) => says(tools.some(name => name.includes('counted')) ? 'offered' : 'missing');
      await until(async () => (await value(finalOfRun)) === 'offered', 'the hub knows its tools');
    });

    test('Its agent answers again, under the same id, without its doing anything.', async () => {
      await pages.panel.request('sites:rules', { change: { flags: { multiAgent: true } } });
      await until(async () => {
        const end = await pages.run('return agent.agents.list()');
        return !end.ok && end.code === 'ERR_SCOPE_REQUIRED';
      }, 'agents are on');
      const asked = pages.run(`return agent.requestPermissions({ scopes: ['agents:register', 'agents:invoke'] })`);
      await answerNext(pages);
      await asked;
      const id = await value(`
        agent.agents.onInvoke(({ task }) => ({ success: true, result: task + '!' }));
        return (await agent.agents.register({ name: 'Helper' })).id`);
      await leave();
      if (!(await comeBack())) return;
      await pages.beside(`${pages.origin}/beside`, async run => {
        await run(`return agent.agents.register({ name: 'Caller' })`);
        const call = `return (await agent.agents.invoke(${JSON.stringify(id)}, { task: 'There' })).result`;
        await until(async () => {
          const end = await run(call);
          return end.ok && end.value === 'There!';
        }, 'it answers');
      });
    });

    test('A flag that was changed meanwhile holds in it.', async () => {
      expect(await pages.read(runIsOff)).toBe('on');
      await leave();
      const set = (toolCalling: boolean | null) =>
        pages.panel.request('sites:set', { origin: pages.origin, flags: { toolCalling } });
      await set(false);
      await comeBack();
      await until(async () => (await pages.read(runIsOff)) === 'ERR_FEATURE_DISABLED', 'the page finds it off');
      await set(null);
      await until(async () => (await pages.read(runIsOff)) === 'on', 'the page finds it on again');
    });

    test('Where its site was blocked meanwhile, it is served nothing any more.', async () => {
      await leave();
      await pages.panel.request('sites:set', { origin: pages.origin, blocked: true });
      await comeBack();
      // One that is loaded anew has nothing to ask by.
      const refused = `typeof ai === 'undefined' ? 'nothing' : agent.permissions.list().then(() => 'served', ({ code }) => code)`;
      await until(
        async () => /^(nothing|ERR_PERMISSION_DENIED)$/.test(String(await value(`return ${refused}`))),
        'it is refused',
      );
      // Were none kept any more, for what the companion does in them, nothing above would have told.
      expect(keptReturns).toBeGreaterThan(0);
    });
  });
}
