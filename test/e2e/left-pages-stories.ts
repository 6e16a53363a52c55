// Pages that are left, loaded anew or flood while they ask, the whole way: real documents, the companion, the hub and its user's late answers.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type BrowserKind, type CallEnd, openPagesInBrowser, type PagesInBrowser } from './pages-scene.ts';
import type { SiteQuestion } from '../../contract/schemas/web-agent.ts';

const asksForModel = `return agent.requestPermissions({ scopes: ['model:prompt'], reason: 'Left' })`;

export function leftPagesStories(kind: BrowserKind): void {
  describeWith([kind], `pages that are left in ${kind}`, () => {
    let pages: PagesInBrowser;
    beforeAll(async () => {
      pages = await openPagesInBrowser(kind);
    });
    afterAll(() => pages?.close());

    const questions = (): SiteQuestion[] => Object.values(pages.panel.snapshot.siteQuestions);
    const grants = () => Object.values(pages.panel.snapshot.grants);
    const noQuestion = () =>
      pages.panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 0, 'none');
    /** The same site under another name, which is another origin. */
    const otherOrigin = () => pages.origin.replace('127.0.0.1', 'localhost');
    const goTo = async (url: string) => {
      // Only the fragment changes by what a page carries out.
      await pages.goTo(`${url}?${Math.random()}`);
    };

    /** The page asks, and its user is shown that. */
    async function ask(): Promise<{ question: SiteQuestion; answered: () => Promise<CallEnd> }> {
      const answered = await pages.begin(asksForModel);
      await pages.panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 1, 'the page asks');
      return { question: questions()[0]!, answered };
    }

    /** The user says yes to what was asked by a document that is not there any more. */
    async function answerLate({ id, version }: SiteQuestion): Promise<void> {
      for (const lifetime of ['once', 'always'] as const) {
        const answer = {
          id,
          version,
          effect: 'allow',
          lifetime,
          scopes: ['model:prompt' as const],
          tools: [],
        } as const;
        await expect(
          pages.panel.request('sites:answer', { ...answer, scopes: [...answer.scopes], tools: [] }),
        ).rejects.toThrow();
      }
    }

    async function expectNothingGranted(): Promise<void> {
      expect(await pages.run('return agent.permissions.list()')).toMatchObject({
        ok: true,
        value: { scopes: { 'model:prompt': 'not-granted' } },
      });
      expect(await pages.run(`return agent.tools.list()`)).toMatchObject({ ok: false, code: 'ERR_SCOPE_REQUIRED' });
      expect(grants()).toEqual([]);
    }

    test('One that was open and had said nothing when a flag was set has it without being loaded anew.', async () => {
      await goTo(`${pages.origin}/`);
      const isOff = `(() => { try { agent.run({ task: 'x' }); return false; } catch (error) { return error.code; } })()`;
      expect(await pages.read(isOff)).toBe('ERR_FEATURE_DISABLED');
      const set = (toolCalling: boolean | null) =>
        pages.panel.request('sites:set', { origin: pages.origin, flags: { toolCalling } });
      await set(true);
      await until(async () => (await pages.read(isOff)) === false, 'it is on');
      await set(null);
      await until(async () => (await pages.read(isOff)) === 'ERR_FEATURE_DISABLED', 'it is off again');
    });

    test('Where it goes to another document of its site, the question ends, and a late answer allows nothing to that.', async () => {
      await goTo(pages.origin);
      const { question } = await ask();
      await goTo(pages.origin);
      await noQuestion();
      await answerLate(question);
      await expectNothingGranted();
    });

    test('Where it goes to another site, neither that nor its own gets anything by a late answer.', async () => {
      await goTo(pages.origin);
      const { question } = await ask();
      await goTo(otherOrigin());
      await noQuestion();
      await answerLate(question);
      await expectNothingGranted();
      await goTo(pages.origin);
      await expectNothingGranted();
    });

    test('Where its user comes back to it, it has an error for what it asked, nothing by a late answer, and asks anew.', async () => {
      await goTo(pages.origin);
      await pages.read(`(window.wrappedJSObject ?? window).kept = 'yes'`);
      const { question, answered } = await ask();
      await goTo(otherOrigin());
      await noQuestion();
      await pages.back();
      await until(async () => String(await pages.read('location.href')).startsWith(pages.origin), 'it is back');
      await answerLate(question);
      // Kept by the browser as it was, it hears of the end; loaded anew it knows of nothing.
      if ((await pages.read('(window.wrappedJSObject ?? window).kept')) === 'yes')
        expect(await answered()).toMatchObject({ ok: false });
      await expectNothingGranted();
      await ask();
      await goTo(pages.origin);
      await noQuestion();
    });

    test('Loaded anew 50 times while it asks, it asks once at most, leaves nothing behind, and is served.', async () => {
      await goTo(pages.origin);
      for (let round = 0; round < 50; round += 1) {
        await pages.begin(asksForModel);
        await goTo(pages.origin);
        expect(questions().length).toBeLessThanOrEqual(1);
      }
      await noQuestion();
      await expectNothingGranted();
      await expectOtherServed();
    });

    test('While it asks 10,000 times, a page beside it is served, and afterwards it is too.', async () => {
      await goTo(pages.origin);
      const flooded = await pages.begin(`
        const calls = Array.from({ length: 10_000 }, () => agent.permissions.list().then(() => 'ok', ({ code }) => code));
        const ends = {};
        for (const end of await Promise.all(calls)) ends[end] = (ends[end] ?? 0) + 1;
        return ends;`);
      await expectOtherServed();
      const { value } = (await flooded()) as { value: Record<string, number> };
      expect(Object.keys(value).toSorted()).toEqual(['ERR_RATE_LIMITED', 'ok']);
      expect(value.ok).toBeLessThan(1_000);
      await until(async () => (await pages.run('return agent.permissions.list()')).ok, 'it is served again');
    });

    /** A page of the other origin in a tab beside it. */
    async function expectOtherServed(): Promise<void> {
      await pages.beside(`${otherOrigin()}/`, async run => {
        expect(await run('return agent.permissions.list()')).toMatchObject({
          ok: true,
          value: { origin: otherOrigin() },
        });
      });
    }
  });
}
