// The attacks of a page that moves, of a frame of another site, and of calls that wait too long, in a real Firefox.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Firefox, launchFirefox } from '../support/firefox.ts';
import { until } from '../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { type DecidedPlace, openDecidedPlace } from './decided-scene.ts';
import {
  allowedSites,
  auditOf,
  codesOf,
  dropsOf,
  flip,
  isGoods,
  isNear,
  picturesIn,
  pixelAtPoint,
  readsOf,
  secret,
} from './decided-shop.ts';
import type { Agent } from '../support/hub-process.ts';

/** Firefox shows an empty page between two sites, of which nobody has decided: whoever asks about that is refused. */
async function withoutQuestions<T>(work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const result = work.finally(() => over.abort());
  while (!over.signal.aborted) {
    for (const promptId of Object.keys(scene.hub.snapshot.prompts))
      await scene.hub
        .request('prompts:answer', { promptId, effect: 'deny', lifetime: 'use', breadth: 'tool' })
        // Its asker has left.
        .catch(() => {});
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  return result;
}

/** What happens to a page is told to its own server. */
const tells = `<script>for (const type of ['mousedown', 'click', 'keydown', 'input']) addEventListener(type, () => fetch('/hit'));</script>`;

/** Firefox takes longer than Chromium to read a page. */
const stayMs = 150;

let scene: DecidedPlace;
let firefox: Firefox | undefined;
let claude: Agent;

describeWith(['firefox'], 'In Firefox', () => {
  beforeAll(async () => {
    const build = ['build.mjs', '--if-stale', 'extension'];
    await promisify(execFile)(process.execPath, build, { cwd: repositoryRoot });
    scene = await openDecidedPlace(
      (_, bank) => ({
        '/': `<title>Shop</title><h1>Goods of the shop</h1><input id="field">${tells}`,
        '/flip': `<title>Shop</title><h1>Goods of the shop</h1>${flip(`${bank}/flip`, stayMs)}`,
        '/frame': `<title>Shop</title><h1>Goods</h1><iframe src="${bank}/" width="300" height="200" style="position:absolute;left:0;top:100px;border:0"></iframe>
          <script>addEventListener('keydown', () => document.querySelector('iframe').focus())</script>`,
      }),
      shop => ({
        '/': `<title>${secret}</title><style>html { background: rgb(180 0 180) }</style><h1>${secret}</h1><input id="field" autofocus>${tells}<script>fetch('/account?${secret}')</script>`,
        '/flip': `<title>${secret}</title><h1>${secret}</h1><script>localStorage.session = '${secret}'</script>${flip(`${shop}/flip`, stayMs)}`,
      }),
    );
    const { place, hub } = scene;
    await hub.request('manifests:install', { browserId: 'firefox' });
    firefox = await launchFirefox({ profile: join(place.folder, 'profile'), env: place.env });
    await firefox.loadCompanion();
    await hub.waitFor(({ browsers }) => Object.keys(browsers).length > 0, 'Firefox waits for approval');
    const [browserId = ''] = Object.keys(hub.snapshot.browsers);
    await hub.request('browsers:approve', { browserId });
    await hub.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'Firefox is connected');
    for (const scope of ['activeTab.read', 'activeTab.screenshot', 'activeTab.interact', 'script'] as const) {
      await scene.grant('allow', `browser:${scope}`, scene.shop.origin);
      await scene.grant('deny', `browser:${scope}`, scene.bank.origin);
    }
    await scene.grant('allow', 'browser:navigate', scene.shop.origin);
    claude = await scene.agent();
  });
  afterAll(async () => {
    await firefox?.close();
    await scene?.close();
  });

  test('a page that flips between a site that may be read and one that may not gives nothing of the other.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/flip`);
    const reads = readsOf(claude, tabId);
    const answers: { text: string; isError: boolean }[] = [];
    while ((scene.bank.visits.get('/flip') ?? 0) < 10 || !answers.some(isGoods) || !(await dropsOf(scene)))
      answers.push(...(await withoutQuestions(Promise.all(reads.map(read => read())))));
    expect(answers.map(({ text }) => text).filter(text => text.includes(secret))).toEqual([]);
    expect(await allowedSites(scene)).toEqual(new Set([scene.shop.origin]));
    await claude.call('tabs_close', { tabId });
  });

  test('a frame of a denied site is covered in a picture, and takes neither clicks nor keys.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/frame`);
    await until(() => scene.bank.visits.get('/account') !== undefined, 'the frame has loaded');
    const result = await claude.client.callTool({
      name: 'computer',
      arguments: { action: 'screenshot', scale: 1, tabId },
    });
    const [image] = picturesIn(result);
    expect(isNear(image ? pixelAtPoint(image, 200, 250) : [], [0, 0, 0])).toBe(true);
    expect(JSON.stringify(result.content)).toContain(`Frames of ${scene.bank.origin} are covered`);
    await claude.call('computer', { action: 'left_click', tabId, coordinate: [50, 150] });
    await claude.call('computer', { action: 'key', tabId, text: 'a' });
    expect(await claude.call('computer', { action: 'type', tabId, text: 'hello' })).toMatchObject({ isError: true });
    for (const [tool, args] of [
      ['get_page_text', {}],
      ['read_page', {}],
      ['find', { query: 'heading' }],
      ['read_network_requests', {}],
    ] as const)
      expect((await claude.call(tool, { tabId, ...args })).text).not.toContain(secret);
    expect(scene.bank.visits.get('/hit')).toBeUndefined();
  });

  test('calls that wait for their turn in a tab are dropped and answered when the user takes the tab over.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    const holder = claude.call('computer', { action: 'wait', tabId, selector: '#never', duration: 300 });
    const rest = [1, 2, 3].map(value => claude.call('form_input', { tabId, selector: '#field', value }));
    const isWaiting = () => Object.values(scene.hub.snapshot.agents).some(({ inFlight }) => inFlight >= 4);
    await until(isWaiting, 'all calls are on their way');
    const [browserId = ''] = Object.keys(scene.hub.snapshot.browsers);
    await scene.hub.request('tabs:take-over', { browserId, tabId });
    expect(codesOf([await holder, ...(await Promise.all(rest))])).toEqual(new Set(['ERR_NOT_OWNER']));
    await until(async () => (await auditOf(scene, 'form_input')).length === 6, 'Firefox has said what it did');
    const decided = (await auditOf(scene, 'form_input')).slice(0, 3);
    expect(decided.map(({ outcome, ended }) => [outcome, ended])).toEqual([1, 2, 3].map(() => ['allow', 'dropped']));
    // A call of the user's in the same tab comes after everything that was queued there.
    await scene.hub.request('tabs:picture', { browserId, tabId });
    expect(scene.shop.visits.get('/hit')).toBeUndefined();
  });
});
