// What extensions of others gather over time, and what they tell of all tabs: an answer goes out only where all that it may hold may be read.
import { describe, expect, test } from 'vitest';
import { bank, claudeArgv, claudezillaArgv, denyBank, openOwnAgent, openScene, shop } from './moving-tabs-scene.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const secret = 'secret of the bank';
const logs = ['read_console_messages', 'read_network_requests'] as const;
const filtersOf = {
  read_console_messages: [{ pattern: 'goods' }, { onlyErrors: true }],
  read_network_requests: [{ urlPattern: 'shop' }],
};

const withheld = (because: string) => ({
  isError: true,
  text: expect.stringMatching(new RegExp(`${because}.*\\[ERR_PERMISSION_DENIED\\]$`)),
});

describe.each([
  ['Claude in Chrome', claudeArgv],
  ['Claudezilla', claudezillaArgv],
])('%s', (_, argv) => {
  test.each(logs)(
    '%s of a tab that was at the denied bank before is withheld, and given again once it was cleared.',
    async log => {
      const { agent, tabId, requester, browser } = await openScene(argv);
      expect(await agent.call(log, { tabId })).toMatchObject({ isError: false });
      await requester(`${bank}/account`);
      await requester(`${shop}/next`);
      const refused = await agent.call(log, { tabId });
      expect(refused).toEqual(withheld(`${bank}.*clear: true`));
      expect(refused.text).not.toContain(secret);
      // What a filter leaves out may be left there too.
      for (const filter of filtersOf[log])
        expect(await agent.call(log, { tabId, clear: true, ...filter })).toEqual(withheld(bank));
      expect(await agent.call(log, { tabId })).toEqual(withheld(bank));
      const cleared = await agent.call(log, { tabId, clear: true });
      expect(cleared).toEqual(withheld(`${bank}.*call again`));
      expect(cleared.text).not.toContain(secret);
      browser.show(tabId, `${shop}/last`);
      const { text, isError } = await agent.call(log, { tabId });
      expect([isError, text]).toEqual([false, expect.stringContaining('goods of the shop')]);
      expect(text).not.toContain(secret);
    },
  );

  test('One log that was cleared says nothing of the other.', async () => {
    const { agent, tabId, requester } = await openScene(argv);
    await requester(`${bank}/account`);
    await requester(`${shop}/next`);
    await agent.call('read_console_messages', { tabId, clear: true });
    expect(await agent.call('read_console_messages', { tabId })).toMatchObject({ isError: false });
    expect(await agent.call('read_network_requests', { tabId })).toEqual(withheld(bank));
    expect(await agent.call('read_console_messages', { tabId })).toMatchObject({ isError: false });
  });

  test('The decision that is in force when it is read decides, whenever the pages were shown.', async () => {
    const { agent, tabId, requester, panel, clientId, denials } = await openScene(argv);
    await requester(`${bank}/account`);
    await requester(`${shop}/next`);
    for (const grantId of denials) await panel.request('grants:revoke', { grantId });
    for (const log of logs) expect((await agent.call(log, { tabId })).text).toContain(secret);
    await denyBank(panel, clientId);
    for (const log of logs) expect(await agent.call(log, { tabId })).toEqual(withheld(bank));
  });

  test('Of a tab that was there before, nothing is given that it may have kept from then.', async () => {
    const { agent, panel, browser, browserId } = await openScene(argv);
    const tabId = browser.open('another', `${bank}/account`);
    browser.show(tabId, `${shop}/`);
    await agent.call('tabs_context');
    const [agentId = ''] = Object.keys(panel.snapshot.agents);
    await panel.waitFor(({ tabs }) => `${browserId}:${tabId}` in tabs, 'the hub knows the tab');
    await panel.request('tabs:give', { browserId, tabId, agentId });
    for (const log of logs) {
      const refused = await agent.call(log, { tabId });
      expect(refused).toEqual(withheld(`not known what tab ${tabId} showed before.*clear: true`));
      expect(refused.text).not.toContain(secret);
      expect((await agent.call(log, { tabId, clear: true })).text).not.toContain(secret);
      expect(await agent.call(log, { tabId })).toMatchObject({ isError: false });
    }
  });

  test('A read that is under way while the log is cleared is judged by what the log held.', async () => {
    const { agent, tabId, requester } = await openScene(argv);
    await requester(`${bank}/account`);
    await requester(`${shop}/next`);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (__, turn) =>
        agent.call('read_console_messages', { tabId, ...(turn % 4 === 3 && { clear: true }) }),
      ),
    );
    expect(answers.filter(({ text }) => text.includes(secret))).toEqual([]);
  });
});

/** A GIF for a page is decided on as an upload is. */
function allowUploads(panel: PanelClient, clientId: string): Promise<unknown> {
  return panel.request('grants:set', {
    effect: 'allow',
    subject: { kind: 'client', id: clientId },
    scope: 'browser:files',
    resource: { kind: 'site', origin: shop },
    tools: null,
    reading: false,
    agentId: null,
    lifetime: 'always',
  });
}

describe('Recordings of Claude in Chrome', () => {
  const gif = (action: string) => ['gif_creator', { action, download: true }] as const;

  async function openRecording() {
    const scene = await openScene(claudeArgv);
    const { agent, tabId } = scene;
    const record = (action: string, by = agent, at = tabId) => {
      const [name, args] = gif(action);
      return by.call(name, { ...args, tabId: at });
    };
    const look = (by = agent, at = tabId) => by.call('computer', { action: 'screenshot', tabId: at });
    return { ...scene, record, look };
  }

  test('A GIF is not exported while it has a frame of the denied bank, neither as a file nor to a page.', async () => {
    const { agent, tabId, browser, record, look, panel, clientId } = await openRecording();
    await allowUploads(panel, clientId);
    await record('clear');
    expect(await record('start_recording')).toMatchObject({ isError: false });
    await look();
    await agent.call('navigate', { tabId, url: `${bank}/account` });
    await agent.call('navigate', { tabId, url: `${shop}/next` });
    expect(await record('export')).toEqual(withheld(bank));
    // A recording that goes on already is not begun anew.
    await record('start_recording');
    expect(await record('export')).toEqual(withheld(bank));
    expect(await agent.call('gif_creator', { action: 'export', coordinate: [1, 2], tabId })).toEqual(withheld(bank));
    expect(browser.records.exported).toEqual([]);
    await record('stop_recording');
    await record('start_recording');
    await look();
    expect(await record('export')).toMatchObject({ isError: false });
    expect(browser.records.exported).toEqual([['goods of the shop']]);
    expect(await agent.call('gif_creator', { action: 'export', coordinate: [1, 2], tabId })).toMatchObject({
      isError: false,
    });
    expect(browser.records.exported).toHaveLength(2);
  });

  test('What was recorded before the hub was there is not exported.', async () => {
    const { browser, record, look } = await openRecording();
    browser.records.gif({ action: 'start_recording' });
    browser.records.acted(`${bank}/account`);
    await record('start_recording');
    await look();
    expect(await record('export')).toEqual(withheld('not known what was recorded'));
    expect(browser.records.exported).toEqual([]);
  });

  test('Frames are of all tabs of the group: those of another agent are not exported.', async () => {
    const { place, client, browser, record, look, openTab } = await openRecording();
    await record('clear');
    await record('start_recording');
    await look();
    const other = await place.httpAgent(client);
    const theirs = await openTab(other);
    await look(other, theirs);
    expect(await record('export')).toEqual(withheld('another agent'));
    expect(await record('export', other, theirs)).toEqual(withheld('another agent'));
    expect(browser.records.exported).toEqual([]);
  });
});

test('Claude in Chrome: what it adds to its answers names the asker’s own tabs alone, and no title of the denied bank.', async () => {
  const { place, client, agent, tabId, browser, openTab } = await openScene(claudeArgv);
  const other = await place.httpAgent(client);
  const theirs = await openTab(other);
  browser.open(null, 'https://users.example/private');
  const mine = await openTab();
  browser.show(mine, `${bank}/account`);
  await agent.call('tabs_context');
  const all = async (name: string, args = {}) => {
    const { content } = await agent.client.callTool({ name, arguments: args });
    return (content as { text?: string }[]).map(({ text }) => text).join('');
  };
  const answers = [
    await all('tabs_context'),
    await all('get_page_text', { tabId }),
    await all('computer', { action: 'key', text: 'Enter', tabId }),
    await all('navigate', { url: `${shop}/next`, tabId }),
    await all('tabs_create'),
  ];
  for (const said of answers) {
    expect(said).not.toContain(secret);
    expect(said).not.toContain('users.example');
    expect(said).not.toContain(`tabId ${theirs}:`);
    // It is still a list of the asker's tabs.
    expect(said).toMatch(new RegExp(`Available tabs:(.*\\n)+.*tabId ${mine}: "" \\("${bank}/account"\\)`));
  }
  expect(answers[3]).toContain(`tabId ${tabId}: "goods of the shop" ("${shop}/next")`);
});

test('Claude in Chrome: a list of tabs in an unknown form is withheld.', async () => {
  const { agent, browser } = await openScene(claudeArgv);
  browser.open(null, `${bank}/account`);
  browser.written = list => `These are the tabs:\n${list}`;
  const { content, isError } = await agent.client.callTool({ name: 'tabs_context', arguments: {} });
  expect(isError).toBe(true);
  expect(JSON.stringify(content)).not.toContain(secret);
});

describe('Claudezilla’s own agents', () => {
  test('Logs of a tab that was at the denied bank are withheld as well, whatever filter is named.', async () => {
    const scene = await openScene(claudezillaArgv);
    const ask = await openOwnAgent(scene);
    const { result } = (await ask('createWindow', { url: `${shop}/` })) as { result: { tabId: number } };
    const { tabId } = result;
    for (const url of [`${bank}/account`, `${shop}/next`]) {
      scene.browser.show(tabId, url);
      await ask('getTabs');
    }
    for (const command of ['getNetworkRequests', 'getConsoleLogs']) {
      for (const more of [{}, { limit: 1 }, { type: 'image', clear: true }, { level: 'log', clear: true }]) {
        const refused = await ask(command, { tabId, ...more });
        expect(refused).toMatchObject({ success: false, error: expect.stringContaining(bank) });
        expect(JSON.stringify(refused)).not.toContain(secret);
      }
      expect(await ask(command, { tabId, clear: true })).toMatchObject({ success: false });
      const given = await ask(command, { tabId });
      expect(given).toMatchObject({ success: true });
      expect(JSON.stringify(given)).not.toContain(secret);
    }
  });

  test('getTabs and getActiveTab tell the pages of the asker’s own tabs, without a title of the denied bank.', async () => {
    const scene = await openScene(claudezillaArgv);
    const ask = await openOwnAgent(scene);
    const other = await openOwnAgent(scene, 'fedcba9876543210');
    const { result: mine } = (await ask('createWindow', { url: `${shop}/` })) as { result: { tabId: number } };
    const { result: theirs } = (await other('createWindow', { url: 'https://users.example/private' })) as {
      result: { tabId: number };
    };
    const listed = async () => ((await ask('getTabs')) as { result: { tabs: object[] } }).result.tabs;
    expect(await listed()).toMatchObject([
      { tabId: mine.tabId, url: `${shop}/`, title: 'goods of the shop' },
      { tabId: theirs.tabId, url: '', title: '', ownerId: expect.stringMatching(/^agent_/) },
    ]);
    scene.browser.show(mine.tabId, `${bank}/account`);
    expect(await listed()).toMatchObject([
      { tabId: mine.tabId, url: `${bank}/account`, title: '' },
      { tabId: theirs.tabId, url: '', title: '' },
    ]);
    expect(await ask('getActiveTab')).toEqual({
      success: true,
      result: { tabId: mine.tabId, url: `${bank}/account`, title: '', active: expect.any(Boolean) },
    });
  });
});
