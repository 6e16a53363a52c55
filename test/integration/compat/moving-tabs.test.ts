// Tabs that move while calls are under way, with extensions that cannot compare pages: nothing of a page that is denied reaches an agent.
import { describe, expect, test } from 'vitest';
import { bank, claudeArgv, claudezillaArgv, openOwnAgent, openScene } from './moving-tabs-scene.ts';

const mostRounds = 500;

describe.each([
  ['Claude in Chrome', claudeArgv, 'Navigated to goods of the shop'],
  // It answers before the page is there, and its part here runs no scripts that could look: the address alone is told.
  ['Claudezilla', claudezillaArgv, expect.stringMatching(/^\{"tabId":2,"url":"https:\/\/shop\.example\/next","note":/)],
])('%s', (_, argv, arrived) => {
  test('Of 200 reads of a tab that flips between the shop and the denied bank none brings a word of the bank.', async () => {
    const { agent, browser, tabId } = await openScene(argv);
    browser.flip(tabId, ['https://shop.example/', `${bank}/account`]);
    const reads = [
      () => agent.call('get_page_text', { tabId }),
      () => agent.call('read_page', { tabId }),
      () => agent.call('computer', { action: 'screenshot', tabId }),
      () => agent.call('read_console_messages', { tabId }),
    ];
    const answers: { text: string; isError: boolean }[] = [];
    for (let round = 0; round < 25; round += 1) {
      // Refused for where its tab was last, an agent looks where it is.
      await agent.call('tabs_context');
      answers.push(...(await Promise.all([...reads, ...reads].map(read => read()))));
    }
    expect(answers).toHaveLength(200);
    expect(answers.filter(({ text }) => text.includes('secret of the bank'))).toEqual([]);
    // It was no refusal of everything, and the extension did read the bank.
    expect(answers.some(({ text }) => text.includes('goods of the shop'))).toBe(true);
    expect(browser.wasRead(bank)).toBe(true);
  });

  test('A page that moves on while it is read, and one that has moved before, give an error that tells where the tab is.', async () => {
    const { agent, browser, tabId } = await openScene(argv);
    browser.before = tool => tool === 'get_page_text' && browser.show(tabId, `${bank}/account`);
    expect(await agent.call('get_page_text', { tabId })).toMatchObject({
      isError: true,
      text: expect.not.stringContaining('secret'),
    });
    browser.before = () => {};
    expect((await agent.call('get_page_text', { tabId })).text).toContain('ERR_PERMISSION_DENIED');
    browser.show(tabId, 'https://other.example/');
    const reads = browser.reads.length;
    expect((await agent.call('computer', { action: 'key', text: 'Enter', tabId })).text).toContain('ERR_');
    expect(browser.reads).toHaveLength(reads);
  });

  test('What the extension says of a failure on the denied page is withheld too.', async () => {
    const { agent, browser, tabId } = await openScene(argv);
    browser.before = tool => tool === 'get_page_text' && browser.show(tabId, `${bank}/account`);
    browser.fails = true;
    const { text } = await agent.call('get_page_text', { tabId });
    // It was decided on anew for the page that is there.
    expect(text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    expect(text).not.toContain('secret');
  });

  test('An act that moved the page is told as done, with the new address and nothing else of the new page.', async () => {
    const { agent, browser, tabId } = await openScene(argv);
    browser.before = tool => tool === 'computer' && browser.show(tabId, `${bank}/account`);
    const key = await agent.call('computer', { action: 'key', text: 'Enter', tabId });
    expect(key).toEqual({
      isError: false,
      text: `computer was carried out, and tab ${tabId} shows ${bank}/account now.`,
    });
  });

  test('A navigation that ends on another site than it was decided for gives nothing of that page but its address.', async () => {
    const { agent, browser, tabId } = await openScene(argv);
    browser.redirect = `${bank}/login`;
    const went = await agent.call('navigate', { url: 'https://shop.example/next', tabId });
    expect(went.isError).toBe(false);
    expect(JSON.parse(went.text)).toEqual({
      tabId,
      url: `${bank}/login`,
      message: `navigate to https://shop.example/next was carried out, and tab ${tabId} shows ${bank}/login now.`,
    });
    browser.redirect = null;
    const back = await agent.call('navigate', { url: 'https://shop.example/next', tabId });
    expect(back.text).toEqual(arrived);
  });

  test('A tab that the extension lists no more is not acted on.', async () => {
    const { agent, browser, tabId } = await openScene(argv);
    browser.hidden = true;
    const before = browser.reads.length;
    const { text } = await agent.call('get_page_text', { tabId });
    expect(text).toMatch(/ERR_TAB_MOVED|is not open|not found|no tab|OWNERSHIP/);
    expect(browser.reads.length).toBe(before);
  });
});

test('Claudezilla’s own agents: of 100 commands as they are, or more, none brings a word of the bank.', async () => {
  const scene = await openScene(claudezillaArgv);
  const { browser } = scene;
  const ask = await openOwnAgent(scene);
  const opened = (await ask('createWindow', { url: 'https://shop.example/' })) as { result: { tabId: number } };
  const { tabId } = opened.result;
  browser.flip(tabId, ['https://shop.example/', `${bank}/account`]);
  const commands = ['getContent', 'getPageState', 'screenshot', 'getAccessibilitySnapshot'];
  const said: string[] = [];
  // When the tab flips is chance: it goes on until a command has met a flip, and says how far it came.
  const metFlip = () => said.some(text => text.includes('"begun"'));
  for (let round = 0; round < 25 || (round < mostRounds && !metFlip()); round += 1) {
    await ask('getTabs');
    const replies = await Promise.all(commands.map(command => ask(command, { tabId })));
    said.push(...replies.map(reply => JSON.stringify(reply)));
  }
  expect(said.filter(text => text.includes('secret of the bank'))).toEqual([]);
  expect(said.some(text => text.includes('goods of the shop'))).toBe(true);
  expect(metFlip()).toBe(true);
  expect(browser.wasRead(bank)).toBe(true);
});

test('Claudezilla: a picture that may show another tab than the one that was asked for is withheld.', async () => {
  const { agent, browser, tabId } = await openScene(claudezillaArgv);
  browser.before = tool => tool === 'computer' && (browser.front = 99);
  const { text, isError } = await agent.call('computer', { action: 'screenshot', tabId });
  expect([isError, text]).toEqual([true, expect.stringContaining(`another tab than ${tabId}`)]);
});

test('A navigation that was refused before anything was loaded is told with its reason, also from a denied page.', async () => {
  const { agent, browser, tabId, requester } = await openScene(claudezillaArgv);
  await requester(`${bank}/account`);
  browser.refuses = 'Invalid URL';
  const go = (url: string) => agent.call('navigate', { url, tabId });
  expect(await go('127.0.0.1:8080/x')).toEqual({ isError: true, text: 'Invalid URL [ERR_TOOL_FAILED]' });
  browser.refuses = 'The host of https://shop.example/next is blocked';
  expect((await go('https://shop.example/next')).text).toBe(`${browser.refuses} [ERR_TOOL_FAILED]`);
});

test.each([
  ['its address', 'Cannot leave https://bank.example/account'],
  ['its site', 'bank.example keeps its tab'],
  ['its title', 'Cannot leave “Secret of the bank”'],
  ['another address', 'Tab 9 at https://mail.example/ is busy'],
])('A reason that names %s is withheld.', async (_, reason) => {
  const { agent, browser, tabId, requester } = await openScene(claudezillaArgv);
  await requester(`${bank}/account`);
  browser.refuses = reason;
  const { text } = await agent.call('navigate', { url: 'https://shop.example/next', tabId });
  expect(text).toContain('its answer is withheld');
  expect(text).not.toContain(reason);
});
