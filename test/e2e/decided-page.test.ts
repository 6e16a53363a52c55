// What was decided for one site never runs on another: attacks on a real Chromium, with a real hub between it and the agent.
import photon from '@silvia-odwyer/photon-node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type DecidedScene, openDecidedScene } from './decided-scene.ts';
import type { Agent } from '../support/hub-process.ts';

const secret = 'IBAN-OF-THE-BANK';
const shopColour = [0, 160, 60] as const;
const bankColour = [180, 0, 180] as const;
const style = (colour: readonly number[]) => `<style>html { background: rgb(${colour.join()}) }</style>`;

/** Goes on to another page as soon as it can be seen. Timers of a tab in the background would wait for a second. */
const flip = (to: string) => `<script>
  const { port1, port2 } = new MessageChannel();
  const until = performance.now() + 20;
  port1.onmessage = () => (performance.now() < until ? port2.postMessage(0) : location.replace(${JSON.stringify(to)}));
  addEventListener('load', () => port2.postMessage(0));
</script>`;
const clicks = `<script>window.hits = [];
  for (const type of ['mousedown', 'click', 'keydown', 'input']) addEventListener(type, event => hits.push(type + (event.key ?? '')));
</script>`;

let scene: DecidedScene;
let claude: Agent;

describeWith(['chromium'], 'What was decided for one site', () => {
  beforeEach(async () => {
    scene = await openDecidedScene(
      (shop, bank) => ({
        '/': `<title>Shop</title>${style(shopColour)}<h1>Goods of the shop</h1><input id="field">${clicks}`,
        '/flip': `<title>Shop</title>${style(shopColour)}<h1>Goods of the shop</h1>${flip(`${bank}/flip`)}`,
        '/away': `${bank}/`,
        '/frame': `<title>Shop</title>${style(shopColour)}<h1>Goods</h1><iframe src="${bank}/" width="300" height="200" style="position:absolute;left:0;top:100px;border:0"></iframe>${clicks}`,
        '/swap': `<title>Shop</title>${style(shopColour)}<h1>Goods</h1><iframe src="${bank}/" width="300" height="200" style="position:absolute;left:600px;top:0;border:0"></iframe>
          <script>addEventListener('mousemove', () => Object.assign(document.querySelector('iframe').style, { left: '0', top: '0' }))</script>`,
        '/steal': `<title>Shop</title>${style(shopColour)}<input id="field"><iframe src="${bank}/" width="300" height="200"></iframe>
          <script>addEventListener('keydown', () => document.querySelector('iframe').focus())</script>`,
        '/shake': `<title>Shop</title>${style(shopColour)}<h1>Goods</h1><iframe src="${bank}/" width="150" height="150" style="position:absolute;left:0;top:0;border:0"></iframe>
          <script>
            const { port1, port2 } = new MessageChannel();
            let at = 0;
            port1.onmessage = () => {
              document.querySelector('iframe').style.left = ((at += 1) % 500) + 'px';
              setTimeout(() => port2.postMessage(0), 0);
            };
            port2.postMessage(0);
          </script>`,
        '/next': `<title>Shop</title><h1>Next page of ${shop}</h1>`,
      }),
      shop => ({
        '/': `<title>${secret}</title>${style(bankColour)}<h1>${secret}</h1><input id="field" autofocus>${clicks}<script>console.log(${JSON.stringify(secret)}); fetch('/account?${secret}')</script>`,
        '/flip': `<title>${secret}</title>${style(bankColour)}<h1>${secret}</h1><script>document.cookie = 'session=${secret}'</script>${flip(`${shop}/flip`)}`,
      }),
    );
    claude = await scene.agent();
    await scene.grant('allow', 'browser:navigate', scene.shop.origin);
    await scene.grant('allow', 'browser:activeTab.read', scene.shop.origin);
    await scene.grant('allow', 'browser:activeTab.screenshot', scene.shop.origin);
    await scene.grant('allow', 'browser:activeTab.interact', scene.shop.origin);
    await scene.grant('allow', 'browser:script', scene.shop.origin);
    await scene.grant('deny', 'browser:activeTab.read', scene.bank.origin);
    await scene.grant('deny', 'browser:activeTab.screenshot', scene.bank.origin);
    await scene.grant('deny', 'browser:activeTab.interact', scene.bank.origin);
    await scene.grant('deny', 'browser:script', scene.bank.origin);
  });
  afterEach(() => scene?.close());

  /** The bank's own view of what happened to it. */
  const hitsOfBank = async () => {
    const frames = scene.browser.pages().flatMap(page => page.frames());
    const banks = frames.filter(frame => frame.url().startsWith(scene.bank.origin));
    return (await Promise.all(banks.map(frame => frame.evaluate('hits')))).flat();
  };

  test('A page that flips between a site that may be read and one that may not gives nothing of the other.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/flip`);
    const reads = [
      () => claude.call('get_page_text', { tabId }),
      () => claude.call('read_page', { tabId }),
      () => claude.call('find', { tabId, query: 'heading' }),
      () => claude.call('javascript_tool', { tabId, text: 'document.cookie + document.body.innerText' }),
      () => claude.call('read_console_messages', { tabId }),
      () => claude.call('read_network_requests', { tabId }),
    ];
    const answers: { text: string; isError: boolean }[] = [];
    // As long as it takes until both sites were shown often.
    while ((scene.bank.visits.get('/flip') ?? 0) < 40) answers.push(...(await Promise.all(reads.map(read => read()))));
    expect(answers.map(({ text }) => text).filter(text => text.includes(secret))).toEqual([]);
    expect(answers.some(({ text, isError }) => !isError && text.includes('Goods of the shop'))).toBe(true);
  });

  test('A picture of a page that flips never shows the other site.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/flip`);
    // A tab behind others draws no frames, and there would be few pictures.
    await scene.browser.pages().at(-1)?.bringToFront();
    const shown: number[][] = [];
    while ((scene.bank.visits.get('/flip') ?? 0) < 20 || shown.length < 3) {
      const result = await claude.client.callTool({ name: 'computer', arguments: { action: 'screenshot', tabId } });
      shown.push(...picturesIn(result).map(image => pixelAt(image, 0.9, 0.9)));
    }
    expect(shown.filter(pixel => isNear(pixel, bankColour))).toEqual([]);
    expect(shown.every(pixel => isNear(pixel, shopColour))).toBe(true);
  });

  test('Calls that wait for their turn in a tab are dropped and answered when the user takes the tab over.', async () => {
    const { tabId, waiting } = await queueBehindWait();
    const [browserId = ''] = Object.keys(scene.hub.snapshot.browsers);
    await scene.hub.request('tabs:take-over', { browserId, tabId });
    expect(codesOf(await waiting)).toEqual(new Set(['ERR_NOT_OWNER']));
    expect(await hitsOfShop()).toEqual([]);
  });

  test('They are dropped and answered when all is paused, and when all is read-only.', async () => {
    for (const mode of ['read-only', 'paused'] as const) {
      const { waiting } = await queueBehindWait();
      await scene.hub.request('hub:set-mode', { mode });
      expect(codesOf(await waiting)).toEqual(new Set([mode === 'paused' ? 'ERR_PAUSED' : 'ERR_READ_ONLY']));
      expect(await hitsOfShop()).toEqual([]);
      await scene.hub.request('hub:set-mode', { mode: 'running' });
    }
  });

  test('They are dropped and answered when the grant is revoked, and when the site is denied.', async () => {
    const { waiting } = await queueBehindWait();
    await scene.grant('deny', 'browser:activeTab.interact', scene.shop.origin);
    expect(codesOf(await waiting)).toEqual(new Set(['ERR_PERMISSION_DENIED']));
    expect(await hitsOfShop()).toEqual([]);
    await scene.revoke('deny', 'browser:activeTab.interact', scene.shop.origin);
    const again = await queueBehindWait();
    await scene.revoke('allow', 'browser:activeTab.interact', scene.shop.origin);
    expect(codesOf(await again.waiting)).toEqual(new Set(['ERR_SCOPE_REQUIRED']));
    expect(await hitsOfShop()).toEqual([]);
  });

  test('They are dropped when their agent dies.', async () => {
    const { tabId, waiting } = await queueBehindWait();
    process.kill(claude.pid ?? 0, 'SIGKILL');
    await waiting.catch(() => {});
    await scene.hub.waitFor(
      ({ agents }) => Object.values(agents).every(({ state }) => state.kind === 'gone'),
      'the agent is gone',
    );
    // A call of the user's in the same tab comes after everything that was queued there.
    const [browserId = ''] = Object.keys(scene.hub.snapshot.browsers);
    await scene.hub.request('tabs:picture', { browserId, tabId });
    expect(await hitsOfShop()).toEqual([]);
  });

  test('A click in a frame of a site that may not be used reaches nobody, nor do keys that the frame would take.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/frame`);
    await until(
      async () => (await hitsOfBank()).length === 0 && scene.bank.visits.get('/account') !== undefined,
      'the frame has loaded',
    );
    const click = await claude.call('computer', { action: 'left_click', tabId, coordinate: [50, 150] });
    expect(click.text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    const page = scene.browser.pages().find(one => one.url() === `${scene.shop.origin}/frame`);
    await page
      ?.frames()
      .find(frame => frame.url().startsWith(scene.bank.origin))
      ?.focus('#field');
    const typed = await claude.call('computer', { action: 'type', tabId, text: 'hello' });
    expect(typed.text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    expect(await hitsOfBank()).toEqual([]);
    // Beside the frame the page is the shop's.
    expect((await claude.call('computer', { action: 'left_click', tabId, coordinate: [50, 50] })).isError).toBe(false);
  });

  test('A frame that may not be seen is covered in a picture, and one that may is not.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/frame`);
    await until(() => scene.bank.visits.get('/account') !== undefined, 'the frame has loaded');
    const take = async () => {
      const result = await claude.client.callTool({ name: 'computer', arguments: { action: 'screenshot', tabId } });
      const [image] = picturesIn(result);
      return { pixel: image ? pixelAtPoint(image, 200, 250) : null, text: JSON.stringify(result.content).slice(-300) };
    };
    const covered = await take();
    expect(isNear(covered.pixel ?? [], [0, 0, 0])).toBe(true);
    expect(covered.text).toContain(`Frames of ${scene.bank.origin} are covered`);
    await scene.revoke('deny', 'browser:activeTab.screenshot', scene.bank.origin);
    await scene.grant('allow', 'browser:activeTab.screenshot', scene.bank.origin);
    expect(isNear((await take()).pixel ?? [], bankColour)).toBe(true);
  });

  test('A frame that a page puts under the pointer is not pressed, and one that it gives the focus takes no more keys.', async () => {
    const swap = await scene.open(claude, `${scene.shop.origin}/swap`);
    await until(() => scene.bank.visits.get('/account') !== undefined, 'the frame has loaded');
    const click = await claude.call('computer', { action: 'left_click', tabId: swap, coordinate: [50, 50] });
    expect(click.text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    const steal = await scene.open(claude, `${scene.shop.origin}/steal`);
    await until(() => (scene.bank.visits.get('/account') ?? 0) > 1, 'the other frame has loaded');
    const typed = await claude.call('computer', { action: 'type', tabId: steal, selector: '#field', text: 'password' });
    expect(typed.text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    expect((await hitsOfBank()).filter(hit => hit !== 'keydownp' && hit !== 'input')).toEqual([]);
  });

  test('A frame that moves all the time is in no picture.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/shake`);
    await until(() => scene.bank.visits.get('/account') !== undefined, 'the frame has loaded');
    await scene.browser.pages().at(-1)?.bringToFront();
    for (let taken = 0; taken < 5; taken += 1) {
      const result = await claude.client.callTool({ name: 'computer', arguments: { action: 'screenshot', tabId } });
      const [image] = picturesIn(result);
      const places = Array.from({ length: 60 }, (_, at) => at * 10);
      expect(image && places.filter(x => isNear(pixelAtPoint(image, x, 100), bankColour))).toEqual([]);
    }
  });

  test('A list of tabs has no title of a page that may not be read.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    await claude.call('navigate', { tabId, url: `${scene.shop.origin}/away` });
    await scene.hub.waitFor(
      ({ tabs }) => Object.values(tabs).some(({ title }) => title === secret),
      'the hub has the title',
    );
    const { text } = await claude.call('tabs_context');
    expect(text).toContain(`${scene.bank.origin}/`);
    expect(text).not.toContain(secret);
  });

  test('Requests and console messages of a page that may not be read stay out of the next one’s.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    const away = await claude.call('navigate', { tabId, url: `${scene.shop.origin}/away` });
    // The redirect is told by its address alone; the title of the bank's page is its content.
    expect(away.text).toContain(`${scene.bank.origin}/`);
    expect(away.text).not.toContain(secret);
    await until(() => scene.bank.visits.get('/account') !== undefined, 'the bank was shown');
    await claude.call('navigate', { tabId, url: `${scene.shop.origin}/next` });
    const requests = await claude.call('read_network_requests', { tabId });
    expect(requests.text).toContain(`${scene.shop.origin}/next`);
    expect(requests.text).not.toContain(secret);
    expect(JSON.parse(requests.text)).toMatchObject({ withheld: expect.any(Number) });
    expect((await claude.call('read_console_messages', { tabId })).text).not.toContain(secret);
  });

  test('What frames of other sites wrote to the console, and asked for, is theirs.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/frame`);
    await until(() => scene.bank.visits.get('/account') !== undefined, 'the frame has loaded');
    expect((await claude.call('read_network_requests', { tabId })).text).not.toContain(`account?${secret}`);
    expect((await claude.call('read_console_messages', { tabId })).text).not.toContain(secret);
  });

  test('A page of no address has the site of whoever opened it.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    const page = scene.browser.pages().find(one => one.url() === `${scene.shop.origin}/`);
    await page?.goto(`${scene.bank.origin}/`);
    // The bank writes into an empty page, which has its origin.
    await page
      ?.evaluate(`(() => { const text = document.body.innerHTML; location.href = 'about:blank'; return text; })()`)
      .catch(() => {});
    await page?.waitForURL('about:blank');
    await page?.evaluate(`document.body.textContent = ${JSON.stringify(secret)}`);
    const origin = await page?.evaluate('origin');
    const read = await claude.call('get_page_text', { tabId });
    if (origin === scene.bank.origin) expect(read.text).not.toContain(secret);
    expect(origin).toBe(scene.bank.origin);
  });

  test('An answer to a question about one site is none about the site that the tab shows by then.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    await scene.revoke('allow', 'browser:activeTab.interact', scene.shop.origin);
    await scene.revoke('deny', 'browser:activeTab.interact', scene.bank.origin);
    const call = claude.call('form_input', { tabId, selector: '#field', value: 'order' });
    await scene.hub.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'the user is asked');
    const page = scene.browser.pages().find(one => one.url() === `${scene.shop.origin}/`);
    await page?.goto(`${scene.bank.origin}/`);
    await scene.hub.waitFor(
      ({ tabs }) => Object.values(tabs).some(tab => tab.url.startsWith(scene.bank.origin)),
      'the hub knows',
    );
    const [promptId = ''] = Object.keys(scene.hub.snapshot.prompts);
    await scene.hub.request('prompts:answer', { promptId, effect: 'allow', lifetime: 'use', breadth: 'tool' });
    expect(codesOf([await call])).toEqual(new Set(['ERR_TAB_MOVED']));
    expect(await hitsOfBank()).toEqual([]);
  });

  test('A kept picture of a site that may be seen no more is given to no page.', async () => {
    await scene.grant('allow', 'browser:files', scene.shop.origin);
    await scene.revoke('deny', 'browser:activeTab.screenshot', scene.bank.origin);
    await scene.grant('allow', 'browser:navigate', scene.bank.origin);
    const allowed = await scene.grant('allow', 'browser:activeTab.screenshot', scene.bank.origin);
    const tabId = await scene.open(claude, `${scene.bank.origin}/`);
    const { text } = await imageIdOf(claude, tabId);
    await scene.hub.request('grants:revoke', { grantId: allowed });
    await claude.call('navigate', { tabId, url: `${scene.shop.origin}/` });
    const upload = await claude.call('upload_image', { tabId, imageId: text, selector: '#field' });
    expect(upload.text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
  });

  const hitsOfShop = async () => {
    const shops = scene.browser.pages().filter(page => page.url().startsWith(scene.shop.origin));
    return (await Promise.all(shops.map(page => page.evaluate('hits')))).flat();
  };

  /** A call that holds the tab until it is cancelled, and five behind it that would fill a field. */
  const queueBehindWait = async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    const holder = claude.call('computer', { action: 'wait', tabId, selector: '#never', duration: 300 });
    const rest = [1, 2, 3, 4, 5].map(value => claude.call('form_input', { tabId, selector: '#field', value }));
    await scene.hub.waitFor(
      ({ agents }) => Object.values(agents).some(({ inFlight }) => inFlight >= 6),
      'all calls are on their way',
    );
    void holder.catch(() => {});
    return { tabId, waiting: Promise.all(rest) };
  };
});

function codesOf(answers: readonly { text: string }[]): Set<string> {
  return new Set(answers.map(({ text }) => /\[(ERR_\w+)\]$/.exec(text)?.[1] ?? text));
}

async function imageIdOf(agent: Agent, tabId: number): Promise<{ text: string }> {
  const result = await agent.client.callTool({ name: 'computer', arguments: { action: 'screenshot', tabId } });
  return { text: /img_\w+/.exec(JSON.stringify(result.content))?.[0] ?? '' };
}

function picturesIn(result: unknown): photon.PhotonImage[] {
  const { content = [] } = result as { content?: { type: string; data?: string }[] };
  const data = content.flatMap(block =>
    block.type === 'image' && block.data ? [Buffer.from(block.data, 'base64')] : [],
  );
  return data.map(bytes => photon.PhotonImage.new_from_byteslice(bytes));
}

/** At shares of its width and height. */
function pixelAt(image: photon.PhotonImage, x: number, y: number): number[] {
  return pixelAtPoint(image, Math.floor(image.get_width() * x), Math.floor(image.get_height() * y));
}

function pixelAtPoint(image: photon.PhotonImage, x: number, y: number): number[] {
  const at = (y * image.get_width() + x) * 4;
  return [...image.get_raw_pixels().slice(at, at + 3)];
}

function isNear(pixel: readonly number[], colour: readonly number[]): boolean {
  return pixel.length === 3 && pixel.every((value, channel) => Math.abs(value - (colour[channel] ?? 0)) < 40);
}
