// A browser whose pages have one hub and then another one, on another home: what its user allowed, blocked and switched at the one is nothing at the other.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerNext } from '../integration/web-agent/page-scene.ts';
import { installRelay } from '../support/chromium.ts';
import { until } from '../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { type BrowserKind, openPagesInBrowser, type PagesInBrowser } from './pages-scene.ts';
import type { PanelClient } from '../support/panel-client.ts';

const runIsOff = `(() => { try { agent.run({ task: 'x' }); return 'on'; } catch (error) { return error.code; } })()`;

export function twoHubsStories(kind: BrowserKind): void {
  describeWith([kind], `a page in ${kind} that has two hubs, one after the other`, () => {
    let pages: PagesInBrowser;
    beforeAll(async () => {
      pages = await openPagesInBrowser(kind);
    });
    afterAll(() => pages?.close());

    const value = async (body: string) => {
      const end = await pages.run(body);
      if (!end.ok) throw new Error(`${body}: ${String(end.code)} ${end.message}`);
      return end.value;
    };
    const scopes = async () => ((await value('return agent.permissions.list()')) as { scopes: object }).scopes;
    const otherOrigin = () => pages.origin.replace('127.0.0.1', 'localhost');

    /** The hub of that home is the one that the browser finds from now on. */
    async function serveAt(home: string): Promise<PanelClient> {
      const { place } = pages.scene;
      const before = place.newestHub()!;
      await before.kill('SIGTERM');
      const panel = await place.panel(await place.serve([], { home }));
      const relay = join(repositoryRoot, 'dist/relay/relay.cjs');
      if (kind === 'chromium') await installRelay(join(place.folder, 'profile'), relay, home);
      else await panel.request('manifests:repair', { browserId: 'firefox' });
      // The one that was started for the other home would wait for that.
      for (const pid of relaysIn(place.folder)) process.kill(pid, 'SIGKILL');
      await panel.waitFor(
        ({ browsers }) => Object.values(browsers).some(({ state }) => state.kind === 'pending'),
        'the browser asks to be let in',
      );
      return panel;
    }

    async function letIn(panel: PanelClient): Promise<void> {
      const waits = Object.values(panel.snapshot.browsers).find(({ state }) => state.kind === 'pending');
      const browserId = waits?.id ?? '';
      await panel.request('browsers:approve', { browserId });
      await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is let in');
    }

    test('The second knows nothing of the first, nothing of it is asked or granted there, and back at the first all is as it was.', async () => {
      const { panel: first, scene } = pages;
      await first.request('sites:rules', { change: { flags: { toolCalling: true } } });
      await first.request('sites:set', { origin: otherOrigin(), blocked: true });
      await until(async () => {
        await pages.goTo(`${pages.origin}/?${Math.random()}`);
        return (await pages.read(runIsOff)) === 'on';
      }, 'the flag of the first is on');
      const always = pages.run(`return agent.requestPermissions({ scopes: ['model:prompt'] })`);
      await answerNext(pages);
      await always;
      const once = pages.run(`return agent.requestPermissions({ scopes: ['browser:activeTab.read'] })`);
      await answerNext(pages, { lifetime: 'once' });
      await once;
      await value('window.session = await ai.createTextSession(); return null');
      const asks = await pages.begin(`return agent.requestPermissions({ scopes: ['browser:navigate'] })`);
      await first.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 1, 'it asks');

      const second = await serveAt(join(scene.place.folder, 'second'));
      expect(await asks()).toMatchObject({ ok: false, code: 'ERR_SERVER_UNAVAILABLE' });
      // Not let in, the browser tells it of no page, and its pages are told so.
      expect(await pages.run(`return window.session.prompt('Hi')`)).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
      expect(second.snapshot).toMatchObject({ siteQuestions: {}, sites: {}, grants: {}, tabs: {} });

      await letIn(second);
      await until(async () => (await pages.read(runIsOff)) === 'ERR_FEATURE_DISABLED', 'the flags of the second hold');
      expect(await scopes()).toMatchObject({
        ...{
          'model:prompt': 'not-granted',
          'browser:activeTab.read': 'not-granted',
          'browser:navigate': 'not-granted',
        },
      });
      expect(await pages.run(`return window.session.prompt('Hi')`)).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
      expect(second.snapshot).toMatchObject({ siteQuestions: {}, grants: {} });
      await pages.beside(`${otherOrigin()}/`, async run => {
        expect(await run('return agent.permissions.list()')).toMatchObject({ ok: true });
      });
      const denied = pages.run(`return agent.requestPermissions({ scopes: ['model:prompt'] })`);
      await answerNext({ panel: second }, { effect: 'deny' });
      expect(await denied).toMatchObject({ value: { granted: false } });

      const again = await serveAt(scene.place.home);
      await letIn(again);
      await until(async () => (await pages.read(runIsOff)) === 'on', 'the flags of the first hold again');
      // What was allowed once has ended with that hub.
      expect(await scopes()).toMatchObject({
        ...{ 'model:prompt': 'granted-always', 'browser:activeTab.read': 'not-granted' },
      });
      await pages.beside(`${otherOrigin()}/`, async run => {
        expect(await run('return typeof agent')).toMatchObject({ value: 'undefined' });
      });
    });
  });
}

/** Ids of the relays that browsers have started for a home in that folder. */
function relaysIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      const line = commandLine(pid);
      return line.includes('relay.cjs') && line.includes(folder);
    });
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
