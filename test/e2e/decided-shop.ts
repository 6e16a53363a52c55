// A shop that an agent may use and a bank that it may not, with pages that try to mix the two up.
import photon from '@silvia-odwyer/photon-node';
import { until } from '../support/panel-client.ts';
import { type DecidedPlace, type DecidedScene, openDecidedScene } from './decided-scene.ts';
import type { Page } from 'playwright';
import type { AuditEntry } from '../../contract/schemas/audit.ts';
import type { Agent } from '../support/hub-process.ts';

export const secret = 'IBAN-OF-THE-BANK';
export const shopColour = [0, 160, 60] as const;
export const bankColour = [180, 0, 180] as const;
const style = (colour: readonly number[]) => `<style>html { background: rgb(${colour.join()}) }</style>`;

/** Goes on to another page as soon as it was seen for so long. Timers of a tab in the background would wait for a second. */
export const flip = (to: string, stayMs = 80) => `<script>
  const { port1, port2 } = new MessageChannel();
  const until = performance.now() + ${stayMs};
  port1.onmessage = () => (performance.now() < until ? port2.postMessage(0) : location.replace(${JSON.stringify(to)}));
  addEventListener('load', () => port2.postMessage(0));
</script>`;
const clicks = `<script>window.hits = [];
  for (const type of ['mousedown', 'click', 'keydown', 'input']) addEventListener(type, event => hits.push(type + (event.key ?? '')));
</script>`;

/** Tells its site of each thing that is done to it, also while it is left. */
const tells = `<script>
  for (const type of ['mousedown', 'click', 'keydown', 'input', 'wheel', 'scroll']) addEventListener(type, () => navigator.sendBeacon('/done'), true);
</script>`;

export async function openShopAndBank(): Promise<DecidedScene> {
  const scene = await openDecidedScene(
    (shop, bank) => ({
      '/': `<title>Shop</title>${style(shopColour)}<h1>Goods of the shop</h1><input id="field">${clicks}`,
      '/flip': `<title>Shop</title>${style(shopColour)}<h1>Goods of the shop</h1><input id="field">${tells}${flip(`${bank}/flip`)}`,
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
      '/flip': `<title>${secret}</title>${style(bankColour)}<h1>${secret}</h1><input id="field">${tells}<script>localStorage.session = '${secret}'</script>${flip(`${shop}/flip`)}`,
    }),
  );
  await scene.grant('allow', 'browser:navigate', scene.shop.origin);
  await scene.grant('allow', 'browser:activeTab.read', scene.shop.origin);
  await scene.grant('allow', 'browser:activeTab.screenshot', scene.shop.origin);
  await scene.grant('allow', 'browser:activeTab.interact', scene.shop.origin);
  await scene.grant('allow', 'browser:script', scene.shop.origin);
  await scene.grant('deny', 'browser:activeTab.read', scene.bank.origin);
  await scene.grant('deny', 'browser:activeTab.screenshot', scene.bank.origin);
  await scene.grant('deny', 'browser:activeTab.interact', scene.bank.origin);
  await scene.grant('deny', 'browser:script', scene.bank.origin);
  return scene;
}

/** What happened to the pages of a site, as they see it. */
export async function hitsOf(scene: DecidedScene, origin: string): Promise<string[]> {
  const frames = scene.browser.pages().flatMap(page => page.frames());
  const ours = frames.filter(frame => frame.url().startsWith(origin));
  return (await Promise.all(ours.map(frame => frame.evaluate<string[]>('hits')))).flat();
}

/** What the audit has of the calls of this tool, the oldest first. */
export async function auditOf({ hub }: DecidedPlace, tool: string): Promise<AuditEntry[]> {
  const { entries } = await hub.request('audit:query', { filter: { text: tool }, count: 500 });
  return entries.filter(({ what }) => what === tool).toReversed();
}

/** Whether calls were dropped because their tab had moved; each has to name what had allowed it, which was for the shop. */
export async function dropsOf({ hub, shop }: DecidedPlace): Promise<boolean> {
  const dropped = { outcome: 'dropped', rule: 'tab-moved' } as const;
  const { entries } = await hub.request('audit:query', { filter: dropped, count: 500 });
  const isNamed = (entry: AuditEntry) => siteOf(entry) === shop.origin && typeof entry.decision === 'number';
  if (!entries.every(isNamed)) throw new Error(`A call was dropped elsewhere: ${JSON.stringify(entries)}`);
  return entries.length > 0;
}

/** Sites for which a call was allowed. */
export async function allowedSites({ hub }: DecidedPlace): Promise<Set<string | null>> {
  const { entries } = await hub.request('audit:query', { filter: { outcome: 'allow' }, count: 500 });
  return new Set(entries.map(siteOf));
}

function siteOf({ place }: AuditEntry): string | null {
  return place?.kind === 'at-tab' || place?.kind === 'at-browser' ? place.site : null;
}

/** The browser's page at an address, which is told of it a little later than the agent. */
export async function pageAt({ browser }: DecidedScene, url: string): Promise<Page> {
  const find = () => browser.pages().find(page => page.url() === url);
  await until(() => find() !== undefined, `a page is at ${url}`);
  return find() as Page;
}

/** Every way to read a tab, each as a call. */
export function readsOf(agent: Agent, tabId: number) {
  return [
    () => agent.call('get_page_text', { tabId }),
    () => agent.call('read_page', { tabId }),
    () => agent.call('find', { tabId, query: 'heading' }),
    () => agent.call('javascript_tool', { tabId, text: 'localStorage.session + document.body.innerText' }),
    () => agent.call('read_network_requests', { tabId }),
  ];
}

export const isGoods = ({ text, isError }: { text: string; isError: boolean }) =>
  !isError && text.includes('Goods of the shop');

export function codesOf(answers: readonly { text: string }[]): Set<string> {
  return new Set(answers.map(({ text }) => /\[(ERR_\w+)\]$/.exec(text)?.[1] ?? text));
}

export function picturesIn(result: unknown): photon.PhotonImage[] {
  const { content = [] } = result as { content?: { type: string; data?: string }[] };
  const data = content.flatMap(block =>
    block.type === 'image' && block.data ? [Buffer.from(block.data, 'base64')] : [],
  );
  return data.map(pictureOf);
}

export function pictureOf(bytes: Uint8Array): photon.PhotonImage {
  return photon.PhotonImage.new_from_byteslice(bytes);
}

/** At shares of its width and height. */
export function pixelAt(image: photon.PhotonImage, x: number, y: number): number[] {
  return pixelAtPoint(image, Math.floor(image.get_width() * x), Math.floor(image.get_height() * y));
}

export function pixelAtPoint(image: photon.PhotonImage, x: number, y: number): number[] {
  const at = (y * image.get_width() + x) * 4;
  return [...image.get_raw_pixels().slice(at, at + 3)];
}

export function isNear(pixel: readonly number[], colour: readonly number[]): boolean {
  return pixel.length === 3 && pixel.every((value, channel) => Math.abs(value - (colour[channel] ?? 0)) < 40);
}
