// What every tool that only looks must tell of any page: the rows of the matrix of tools and pages that need no story.
import { imageSize } from '../../electron/core/images/image-size.ts';
import type { SitePage } from '../support/many-pages/page.ts';
import type { Family } from './many-pages-scene.ts';
import type { PageTab } from './page-tab.ts';

export interface Look {
  /** The end of a sentence that begins with the path of a page. */
  readonly title: string;
  /** Pages that it makes sense on. */
  readonly where: (page: SitePage) => boolean;
  /** Every browser where it is absent. */
  readonly only?: Family;
  /** What is wrong, one line each; empty when all is as it should be. */
  readonly faults: (tab: PageTab, page: SitePage) => Promise<readonly string[]>;
}

/** Of a list that is long only some are looked for one by one; what moves is looked at as often. */
const looked = 3;
const isPage = ({ controls, texts }: SitePage) => controls.length + texts.length > 0;
/** Whether its own policy forbids every script in it. */
const isClosed = ({ headers }: SitePage) => headers?.['content-security-policy'] !== undefined;

export const looks: readonly Look[] = [
  {
    title: 'read_page lists what can be used, by role and name',
    where: ({ controls }) => controls.length > 0,
    faults: unlisted,
  },
  {
    title: 'get_page_text gives the text whole, once and in its order',
    where: ({ texts }) => texts.length > 0,
    faults: unread,
  },
  { title: 'find finds what can be used by its name', where: ({ controls }) => controls.length > 0, faults: unfound },
  { title: 'computer takes a picture of it', where: isPage, faults: unseen },
  { title: 'javascript_tool runs a script in it', where: page => isPage(page) && !isClosed(page), faults: unscripted },
  {
    title: 'javascript_tool runs a script in it, whatever its policy says',
    where: isClosed,
    only: 'chromium',
    faults: unscripted,
  },
  {
    title: 'javascript_tool says that its policy lets no script run, and who can allow it',
    where: isClosed,
    only: 'firefox',
    faults: tab =>
      unrefused(
        tab,
        'javascript_tool',
        { text: '1' },
        /The policy of this page lets no such script run\. The user can allow them/,
      ),
  },
  { title: 'tabs_context lists it', where: isPage, faults: unknownTab },
  {
    title: 'read_console_messages tells what it writes',
    where: page => isPage(page) && !isClosed(page),
    faults: unheard,
  },
  {
    title: 'read_console_messages tells what it writes, whatever its policy says',
    where: isClosed,
    only: 'chromium',
    faults: unheard,
  },
  { title: 'read_network_requests tells what it asks for', where: isPage, faults: unwatched },
];

/** All of it, by following what the answers say where they leave something out. */
async function unlisted(tab: PageTab, { controls }: SitePage): Promise<string[]> {
  const texts: string[] = [];
  const asked = new Set<string>();
  const ahead: Readonly<Record<string, unknown>>[] = [{}];
  for (let args = ahead.shift(); args; args = ahead.shift()) {
    const text = await tab.call('read_page', args);
    texts.push(text);
    for (const [hint, ref, from] of text.matchAll(/read_page(?: ref_id=(\w+))?(?: from=(\d+))?\)/g)) {
      if (!asked.has(hint)) ahead.push({ ...(ref && { ref_id: ref }), ...(from && { from: Number(from) }) });
      asked.add(hint);
    }
  }
  const text = texts.join('\n');
  // The choices of a list are told with it, in whatever form.
  const said = controls.map(({ role, name }) => (role === 'option' ? name : `${role} ${JSON.stringify(name)}`));
  return said.filter(each => !text.includes(each));
}

/** What comes before a frame, and what comes from it on, has an order of its own: the text of a frame stands in its place, below a line that names it. */
async function unread(tab: PageTab, { texts }: SitePage): Promise<string[]> {
  const whole = await tab.call('get_page_text');
  const parts = whole.split(/^iframe .*:$/m).map(part => ({ words: part.replace(/\s+/g, ' '), from: 0 }));
  return texts.flatMap(text => {
    const holding = parts.filter(({ words }) => words.includes(text));
    const [part] = holding;
    if (!part) return [`missing: ${text}`];
    const at = part.words.indexOf(text, part.from);
    if (at < 0) return [`out of order: ${text}`];
    part.from = at + text.length;
    const isTwice = holding.length > 1 || part.words.includes(text, part.from);
    return text.length > 30 && isTwice ? [`twice: ${text}`] : [];
  });
}

async function unfound(tab: PageTab, page: SitePage): Promise<string[]> {
  const controls = page.controls.filter(({ role }) => role !== 'option');
  const some = [controls[0], controls[controls.length >> 1], controls.at(-1)].slice(0, looked);
  const faults: string[] = [];
  for (const control of new Set(some.filter(each => each !== undefined)))
    await tab.ref(control.name, control.role || undefined).catch((error: Error) => faults.push(error.message));
  return faults;
}

/** The page's part of the window changes while Chromium's bar, which says that a debugger is there, slides in or out. */
async function unseen(tab: PageTab, page: SitePage): Promise<string[]> {
  let faults: string[] = [];
  for (let look = 0; look < looked; look += 1) {
    faults = await unlikeView(tab, page);
    if (faults.length === 0) break;
  }
  return faults;
}

async function unlikeView(tab: PageTab, page: SitePage): Promise<string[]> {
  const view = () => viewOf(tab, page);
  const before = await view();
  const { images, text, isError } = await tab.ask('computer', { action: 'screenshot', scale: 1 });
  const [image] = images;
  if (isError || !image) return [`no picture: ${text}`];
  const size = imageSize(Buffer.from(image.data, 'base64'));
  const [seen, views] = [`${size?.width}x${size?.height}`, [before, await view()]];
  return views.includes(seen) ? [] : [`${seen} in place of ${views.join(' or ')}`];
}

/** Where no script may run, by another page in the same tab. */
async function viewOf(tab: PageTab, page: SitePage): Promise<unknown> {
  const address = await tab.address();
  if (isClosed(page)) await tab.call('navigate', { url: new URL('/article', address).href });
  const view = await tab.value('innerWidth + "x" + innerHeight');
  if (isClosed(page)) await tab.call('navigate', { url: address });
  return view;
}

/** What a browser lets no extension do fails with a word on that. */
async function unrefused(
  tab: PageTab,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  says: RegExp,
): Promise<string[]> {
  const { text, isError } = await tab.ask(tool, args);
  return isError && says.test(text) ? [] : [text];
}

async function unscripted(tab: PageTab): Promise<string[]> {
  const sum = await tab.value('1 + document.querySelectorAll("html").length');
  return sum === 2 ? [] : [`the script answers ${String(sum)}`];
}

async function unknownTab(tab: PageTab): Promise<string[]> {
  return (await tab.address()) === '' ? ['it is not in the list'] : [];
}

async function unheard(tab: PageTab): Promise<string[]> {
  // The first call is what makes a browser listen.
  await tab.call('read_console_messages');
  await tab.value('console.log("a word of the page"), 1');
  const text = await tab.call('read_console_messages', { pattern: 'a word of' });
  return text.includes('a word of the page') ? [] : [text];
}

/** By the request for the page itself, which a page that may ask for nothing else makes too. */
async function unwatched(tab: PageTab, { path }: SitePage): Promise<string[]> {
  await tab.call('navigate', { url: await tab.address() });
  const text = await tab.call('read_network_requests');
  const { requests } = JSON.parse(text) as { requests: readonly { url: string }[] };
  return requests.some(({ url }) => new URL(url).pathname === path) ? [] : [text.slice(0, 400)];
}
