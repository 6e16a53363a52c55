// What may be handed out of what an extension gathered: by where its tabs were seen, and in whatever order looks, reads and clears end.
import { beforeEach, describe, expect, test } from 'vitest';
import { GatheredAnswers } from '../../../../../electron/core/browsers/foreign/gathered-answers.ts';
import type { CallResult } from '../../../../../electron/core/browsers/browser-link.ts';
import type { PageCall } from '../../../../../electron/core/browsers/foreign/watched-call.ts';

const shop = 'https://shop.example';
const bank = 'https://bank.example';
const tabId = 7;
const said: CallResult = { content: [{ type: 'text', text: 'all that was kept' }] };

let gathered: GatheredAnswers;
let readable: string[];
/** Where the tab is at each look. */
let at: string;
beforeEach(() => {
  gathered = new GatheredAnswers();
  readable = [];
  at = `${shop}/`;
});

function read(args: Record<string, unknown> = {}, act: () => Promise<CallResult> = async () => said) {
  const call: PageCall = { tool: 'read_console_messages', args, tabId, decided: { origin: shop } };
  const look = async () => {
    gathered.shown.note(tabId, at);
    return { url: at };
  };
  const covers = ({ origins }: { readonly origins: string[] }) => origins.filter(origin => readable.includes(origin));
  const watch = { label: 'Browser', before: look, act, after: look };
  return gathered.onPage(call, watch, { label: 'Browser', params: args, asker: 'a1', covers });
}

test('A GIF for a page goes out only where pictures of that page may be taken: it was decided on as an upload.', async () => {
  const look = async () => ({ url: at });
  const covers = ({ origins }: { readonly origins: string[] }) => origins.filter(origin => readable.includes(origin));
  const record = (args: Record<string, unknown>) =>
    gathered.onPage(
      { tool: 'gif_creator', args, tabId, decided: { origin: shop } },
      { label: 'Browser', before: look, act: async () => said, after: look },
      { label: 'Browser', params: args, asker: 'a1', covers },
    );
  await record({ action: 'clear' });
  gathered.filmed('a1', `${shop}/`);
  expect(await record({ action: 'export', download: true })).toBe(said);
  await expect(record({ action: 'export', coordinate: [1, 2] })).rejects.toThrow(shop);
  readable = [shop];
  expect(await record({ action: 'export', coordinate: [1, 2] })).toBe(said);
});

describe('A tab that a call opened', () => {
  beforeEach(() => gathered.shown.opened(tabId, 'about:blank'));

  test('It gives all that was kept while it was on one site.', async () => {
    expect(await read()).toBe(said);
  });

  test.each([
    ['a site that may not be read', `${bank}/account`, bank],
    ['a file', 'file:///home/ana/letter.txt', 'a page of no site'],
  ])('It gives nothing after it was at %s.', async (_, url, named) => {
    gathered.shown.note(tabId, url);
    await expect(read()).rejects.toMatchObject({
      code: 'ERR_PERMISSION_DENIED',
      message: expect.stringContaining(named),
    });
  });

  test('It gives it where that site may be read.', async () => {
    gathered.shown.note(tabId, `${bank}/account`);
    readable = [bank];
    expect(await read()).toBe(said);
  });

  test('A visit counts once: what was cleared does not come back with an old one.', async () => {
    const visits = new Map([['1', `${bank}/account`]]);
    gathered.shown.visited(tabId, visits);
    await expect(read({ clear: true })).rejects.toThrow(bank);
    gathered.shown.visited(tabId, visits);
    expect(await read()).toBe(said);
    gathered.shown.visited(tabId, new Map([...visits, ['2', `${bank}/account`]]));
    await expect(read()).rejects.toThrow(bank);
  });

  test('A read that began before a clear is judged by what was there then.', async () => {
    gathered.shown.note(tabId, `${bank}/account`);
    let answer = (_: CallResult) => {};
    const early = read({}, () => new Promise(resolve => (answer = resolve)));
    await expect(read({ clear: true })).rejects.toThrow('forgotten now');
    answer(said);
    await expect(early).rejects.toThrow(bank);
  });

  test('A page that comes while it is cleared is not cleared with it.', async () => {
    const clear = read({ clear: true }, async () => {
      gathered.shown.note(tabId, `${bank}/account`);
      return said;
    });
    await expect(clear).rejects.toThrow(bank);
    await expect(read()).rejects.toThrow(bank);
  });

  test('A clear that failed clears nothing.', async () => {
    gathered.shown.note(tabId, `${bank}/account`);
    await expect(read({ clear: true }, async () => ({ ...said, isError: true }))).rejects.toThrow(bank);
    await expect(read()).rejects.toThrow(bank);
  });
});

test('A tab that was there before gives nothing until it was cleared, and one that was forgotten is such a tab.', async () => {
  await expect(read()).rejects.toThrow('not known what tab 7 showed before');
  await expect(read({ clear: true, pattern: '.*' })).rejects.toThrow('forgotten now');
  expect(await read()).toBe(said);
  for (let other = 1_000; other < 1_500; other += 1) gathered.shown.note(other, `${shop}/`);
  await expect(read()).rejects.toThrow('not known what tab 7 showed before');
});
