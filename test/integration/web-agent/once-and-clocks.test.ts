// What a page was allowed for once lasts ten minutes at most, whatever becomes of the clock of its machine meanwhile.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { answerNext, openPages, type PlayedPage, shop } from './page-scene.ts';

const minutes = (count: number) => count * 60_000;

/** A hub whose clocks the test sets: the user's, and the one that only goes on. */
async function openWithClocks() {
  const folder = mkdtempSync(path.join(tmpdir(), 'clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'clock.json');
  const added = { wall: 0, monotonic: 0 };
  const write = () => writeFileSync(file, JSON.stringify(added));
  const taken = () => existsSync(`${file}.taken`) && readFileSync(`${file}.taken`, 'utf8') === JSON.stringify(added);
  const set = async () => {
    write();
    await until(taken, 'the hub has the time');
  };
  write();
  const preload = pathToFileURL(path.join(repositoryRoot, 'test/fixtures/processes/set-clock.mjs')).href;
  const pages = await openPages({ env: { NODE_OPTIONS: `--import=${preload}`, PILOTHOUSE_TEST_CLOCK: file } });
  pages.browser.show(7, `${shop}/`);
  return {
    ...pages,
    setWall: (by: number) => {
      added.wall += by;
      return set();
    },
    pass: (ms: number) => {
      added.wall += ms;
      added.monotonic += ms;
      return set();
    },
    allowOnce: async (page: PlayedPage) => {
      const asked = page.ask('agent.requestPermissions', { scopes: ['browser:activeTab.read'] });
      await answerNext(pages, { lifetime: 'once' });
      expect(await asked).toMatchObject({ granted: true });
    },
  };
}

const standing = async (page: PlayedPage) =>
  ((await page.ask('agent.permissions.list')) as { scopes: Record<string, string> }).scopes['browser:activeTab.read'];

test('set forward, as after a sleep of the machine, it has ended', async () => {
  const { browser, panel, allowOnce, setWall } = await openWithClocks();
  const page = browser.page();
  await allowOnce(page);
  expect(await standing(page)).toBe('granted-once');
  await setWall(minutes(11));
  await expect.poll(() => standing(page)).toBe('not-granted');
  // No timer is needed for that, and one that is late changes nothing.
  await panel.request('sites:rules', { change: { flags: { browserInteraction: true } } });
  expect(await page.refusal('agent.browser.activeTab.readability')).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
});

test('set back, it ends after ten minutes all the same, and what is allowed afterwards has its own ten', async () => {
  const { browser, panel, allowOnce, setWall, pass } = await openWithClocks();
  const [page, later] = [browser.page(), browser.page({ origin: 'https://later.example', tabId: 8 })];
  browser.show(8, 'https://later.example/');
  await allowOnce(page);
  await setWall(-minutes(60));
  await pass(minutes(8));
  await allowOnce(later);
  expect(await standing(page)).toBe('granted-once');
  await pass(minutes(3));
  await expect.poll(() => standing(page)).toBe('not-granted');
  expect(await standing(later)).toBe('granted-once');
  await pass(minutes(8));
  await expect.poll(() => standing(later)).toBe('not-granted');
  await panel.waitFor(({ grants }) => Object.keys(grants).length === 0, 'nothing is allowed any more');
});
