// Every member of the Web Agent API in a page: what it asks, and what its flags do to it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type PageFlag,
  type PageMember,
  type PageMemberName,
  pageFlags,
  pageMembers,
} from '../../contract/web-agent.ts';
import { describeWith } from '../support/provided.ts';
import { memberCalls, sessionCalls } from './page-api-calls.ts';
import { allOff, allOn, openPageApiScene, outcome, type PageApiScene } from './page-api-scene.ts';
import type { Page } from 'playwright';

let scene: PageApiScene;

/** What the page asked last. */
const asked = (page: Page) =>
  page.evaluate(() => {
    const { request } = window.side.said.findLast(({ request }) => request) ?? {};
    return request && { type: request.type, payload: request.payload };
  });

const withSession = (call: string): string =>
  `(async () => { const session = await ai.createTextSession(); return ${call}; })()`;

describeWith(['chromium'], 'members of the page API', () => {
  beforeAll(async () => {
    scene = await openPageApiScene();
  });
  afterAll(() => scene?.close());

  test('every member of the contract is called here', () => {
    const called = new Set([...memberCalls, ...sessionCalls].map(({ type }) => type));
    expect((Object.keys(pageMembers) as PageMemberName[]).filter(type => !called.has(type))).toEqual([]);
  });

  test('a member whose flag is on asks by its path, with what it was called with', async () => {
    const page = await scene.open({ flags: allOn });
    for (const { type, call, payload } of memberCalls) {
      await outcome(page, call);
      expect(await asked(page), call).toEqual({ type, payload });
    }
    await page.evaluate(() => (window.side.answers['ai.createTextSession'] = { result: 's1' }));
    for (const { type, call, payload } of sessionCalls) {
      await outcome(page, withSession(call));
      expect(await asked(page), call).toEqual({ type, payload });
    }
    await page.close();
  });

  test('a member none of whose flags is on rejects and asks nobody; one that no flag speaks of asks', async () => {
    const page = await scene.open({ flags: allOff });
    for (const { type, call } of memberCalls) {
      await page.evaluate(() => (window.side.said.length = 0));
      const result = await outcome(page, call);
      const { flags }: PageMember = pageMembers[type];
      if (!flags) expect(await asked(page), call).toMatchObject({ type });
      else {
        expect(result, call).toMatchObject({ thrown: true, code: 'ERR_FEATURE_DISABLED' });
        expect((result as Error).message, call).toMatch(`Feature "${flags[0]}" is not enabled`);
        expect(await asked(page), call).toBeUndefined();
      }
    }
    await page.close();
  });

  test('a flag that is turned off and on again does so at once, also for sessions that are there', async () => {
    const page = await scene.open();
    await page.evaluate(() => (window.side.answers['ai.createTextSession'] = { result: 's1' }));
    await outcome(page, `ai.createTextSession().then(session => { window.session = session; })`);
    const set = (on: boolean) =>
      page.evaluate(textGeneration => {
        window.side.reply({ flags: { textGeneration } });
        return new Promise(resolve => setTimeout(resolve));
      }, on);
    await set(false);
    const disabled = { code: 'ERR_FEATURE_DISABLED' };
    for (const { call } of sessionCalls) expect(await outcome(page, call), call).toMatchObject(disabled);
    await set(true);
    expect(await outcome(page, `session.prompt('Hi')`)).toBeNull();
    await page.close();
  });

  test.each(Object.keys(pageFlags) as PageFlag[])('with %s alone its own members ask, and no others', async flag => {
    const page = await scene.open({ flags: { ...allOff, [flag]: true } });
    for (const { type, call } of memberCalls) {
      await page.evaluate(() => (window.side.said.length = 0));
      const result = await outcome(page, call);
      const { flags }: PageMember = pageMembers[type];
      if (!flags || flags.includes(flag)) expect(await asked(page), call).toMatchObject({ type });
      else expect(result, call).toMatchObject({ code: 'ERR_FEATURE_DISABLED' });
    }
    await page.close();
  });

  test('run throws at once while tool calling is off, and so do handlers of agents while agents are', async () => {
    const page = await scene.open({ flags: allOff });
    const thrown = await page.evaluate(() => {
      const { agent } = window as unknown as { agent: { run: Function; agents: Record<string, Function> } };
      const calls = [
        () => agent.run({ task: 'x' }),
        () => agent.agents['onMessage']!(() => {}),
        () => agent.agents['onInvoke']!(() => {}),
      ];
      return calls.map(call => {
        try {
          return String(call());
        } catch (error) {
          return (error as { code?: unknown }).code;
        }
      });
    });
    expect(thrown).toEqual(Array(3).fill('ERR_FEATURE_DISABLED'));
    await page.close();
  });

  test('no member that is on says in its source that it is off', async () => {
    const page = await scene.open({ flags: allOn });
    const sources = await page.evaluate(() => {
      const found: string[] = [];
      const seen = new Set<unknown>();
      const look = (value: unknown): void => {
        if (typeof value === 'function') found.push(String(value));
        if (typeof value !== 'object' || value === null || seen.has(value)) return;
        seen.add(value);
        for (const name of Object.getOwnPropertyNames(value)) look((value as Record<string, unknown>)[name]);
      };
      look((window as unknown as { harbor: unknown }).harbor);
      return found;
    });
    expect(sources.length).toBeGreaterThan(80);
    expect(sources.filter(source => source.includes('ERR_FEATURE_DISABLED'))).toEqual([]);
    await page.close();
  });
});
