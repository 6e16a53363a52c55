// Each table gives back what was put into it, over restarts, and survives rows that it cannot read.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Database } from '../../../../electron/core/store/database.ts';
import { RetentionKeeper } from '../../../../electron/core/store/retention-keeper.ts';
import { buildAgent } from '../../../support/hub-fixtures.ts';
import { signIn, summarise } from '../../../support/shortcuts.ts';
import { auditRow, browser, client, grant, openForTest, pin, server, temporaryFolder } from './fixtures.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';

async function newFile() {
  return path.join(await temporaryFolder(), 'pilothouse.db');
}

/** Changes the file behind the store's back. */
async function tamper(file: string, sql: string) {
  const database = new Database(file);
  await database.exec(sql);
  await database.close();
}

describe('the tables', () => {
  test('keep everything over a restart', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    await store.settings.set('theme', { dark: true });
    await store.clients.put(client);
    await store.servers.put(server);
    await store.browsers.put(browser);
    await store.grants.add([grant], 24);
    await store.toolPins.put(pin);
    store.toolPins.approvedLater('gone', 'aa');
    await store.toolSwitches.put({ toolId: 'everything/echo', clientId: null });
    await store.shortcuts.put(summarise);
    await store.shortcuts.put(signIn);
    store.audit.append(auditRow);
    await store.close();

    const { store: again, problems } = await openForTest(file);
    expect({
      setting: await again.settings.get('theme', z.object({ dark: z.boolean() })),
      clients: await again.clients.list(),
      servers: await again.servers.list(),
      browsers: await again.browsers.list(),
      grants: await again.grants.list(),
      pins: await again.toolPins.list(),
      approvals: await again.toolPins.approvals(),
      switches: await again.toolSwitches.list(),
      shortcuts: await again.shortcuts.list(),
      audit: await again.audit.newest(10),
      problems,
    }).toEqual({
      setting: { dark: true },
      clients: [client],
      servers: [server],
      browsers: [browser],
      grants: [grant],
      pins: [pin],
      approvals: new Map([['gone', 'aa']]),
      switches: [{ toolId: 'everything/echo', clientId: null }],
      shortcuts: [signIn, summarise],
      audit: [{ id: 1, ...auditRow, ended: null }],
      problems: [],
    });
  });

  test('forget the pins and switches of a removed server, also those that are still to be written', async () => {
    const { store } = await openForTest(await newFile());
    store.toolPins.putLater(pin);
    await store.toolSwitches.put({ toolId: 'everything/echo', clientId: 'c1' });
    await store.toolSwitches.put({ toolId: 'everything-else/echo', clientId: 'c1' });
    await store.toolPins.removeServer('everything');
    await store.toolSwitches.removeFrom('everything/');
    expect(await store.toolPins.list()).toEqual([]);
    expect(await store.toolSwitches.list()).toEqual([{ toolId: 'everything-else/echo', clientId: 'c1' }]);
  });

  test('replace a row that is put again', async () => {
    const { store } = await openForTest(await newFile());
    await store.servers.put(server);
    await store.servers.put({ ...server, approvedHash: 'ff', wanted: 'stopped' });
    expect(await store.servers.list()).toEqual([{ ...server, approvedHash: 'ff', wanted: 'stopped' }]);
  });

  test('list servers by their position', async () => {
    const { store } = await openForTest(await newFile());
    for (const [id, position] of [
      ['a', 3],
      ['b', 1],
      ['c', 2],
    ] as const) {
      await store.servers.put({ ...server, id, position });
    }
    expect((await store.servers.list()).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  });

  test('forget what is removed', async () => {
    const { store } = await openForTest(await newFile());
    await store.settings.set('theme', 1);
    await store.servers.put(server);
    await store.browsers.put(browser);
    await store.grants.add([grant], 24);
    await store.settings.remove('theme');
    await store.servers.remove(server.id);
    await store.browsers.remove(browser.id);
    await store.grants.remove(grant.id);
    await store.shortcuts.put(summarise);
    await store.shortcuts.remove(summarise.id);
    expect(await store.shortcuts.list()).toEqual([]);
    expect([
      await store.settings.get('theme', z.number()),
      await store.servers.list(),
      await store.browsers.list(),
      await store.grants.list(),
    ]).toEqual([null, [], [], []]);
  });

  test('skip and report a row that does not fit, and leave it in the file', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    await store.servers.put(server);
    await store.servers.put({ ...server, id: 'other' });
    await store.close();
    await tamper(file, "UPDATE servers SET config = '{oops' WHERE id = 'other'");

    const { store: again, problems } = await openForTest(file);
    expect(await again.servers.list()).toEqual([server]);
    expect(problems).toEqual([expect.stringMatching(/^The entry "other" of servers in .* \(config: It is no JSON\)/)]);
    await tamper(file, `UPDATE servers SET config = '${JSON.stringify(server.config)}' WHERE id = 'other'`);
    expect((await again.servers.list()).length).toBe(2);
  });

  test.each([
    ['config', '{"kind":"stdio","command":5}', 'config.command: It must be a text'],
    ['config', '5', 'config: It must be an object'],
    ['approved', '{"kind":"x"}', 'approved.kind: "x" is not possible; choose one of '],
    ['options', '{"timeoutMs":1}', 'options.timeoutMs: It must be at least 1000'],
  ])('say what does not fit within %s that is %s', async (column, text, fault) => {
    const file = await newFile();
    const { store } = await openForTest(file);
    await store.servers.put(server);
    await store.close();
    await tamper(file, `UPDATE servers SET ${column} = '${text}'`);

    const { store: again, problems } = await openForTest(file);
    expect(await again.servers.list()).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(`(${fault}`)]);
  });

  test('report a setting of another type instead of handing it out', async () => {
    const { store, problems } = await openForTest(await newFile());
    await store.settings.set('port', 'many');
    expect(await store.settings.get('port', z.number())).toBeNull();
    expect(problems).toEqual([expect.stringContaining('The entry "port" of settings')]);
  });
});

describe('a revoked client', () => {
  test('is gone together with its grants, and nobody else is', async () => {
    const { store } = await openForTest(await newFile());
    await store.clients.put(client);
    await store.clients.put({ ...client, id: 'c2' });
    await store.grants.add([grant], 24);
    await store.grants.add([{ ...grant, id: '25', subject: { kind: 'client', id: 'c2' } }], 25);
    await store.clients.remove('c1');
    expect([(await store.clients.list()).map(c => c.id), (await store.grants.list()).map(g => g.id)]).toEqual([
      ['c2'],
      ['25'],
    ]);
  });
});

describe('the grants table', () => {
  test('refuses a grant until the screen locks', async () => {
    const { store } = await openForTest(await newFile());
    const added = store.grants.add([{ ...grant, lifetime: 'lock' }], 24);
    await expect(added).rejects.toMatchObject({ code: 'ERR_INTERNAL' });
    expect(await store.grants.list()).toEqual([]);
  });

  test('keeps with what a grant ends, and the run of the browser whose tab it is about', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    const tab = { browserId: 'b1', tabId: 42 };
    const once = {
      ...grant,
      id: '25',
      lifetime: 'once' as const,
      tab,
      expiresAt: grant.createdAt + 1,
      tabRun: 'run-1',
    };
    const ofAgent = { ...grant, id: '26', lifetime: 'agent' as const, agentId: 'agent_1' };
    await store.grants.add([once, ofAgent], 26);
    store.grants.ended('26');
    await store.close();
    const { store: again } = await openForTest(file);
    expect(await again.grants.list()).toEqual([once]);
  });

  test('keeps whom a grant is for and that it is for reading', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    const other: Grant = {
      ...grant,
      subject: { kind: 'origin', id: 'https://example.com' },
      reading: true,
      tools: null,
    };
    await store.grants.add([other], 24);
    await store.close();
    const { store: again } = await openForTest(file);
    expect(await again.grants.list()).toEqual([other]);
  });

  test('remembers the highest id, also when its grant is gone or was never stored', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    expect(await store.grants.lastId()).toBe(0);
    await store.grants.add([grant], 24);
    await store.grants.add([], 31);
    await store.grants.add([], 7);
    await store.grants.remove(grant.id);
    await store.close();
    const { store: again } = await openForTest(file);
    expect(await again.grants.lastId()).toBe(31);
  });

  test('adds several grants or none', async () => {
    const { store } = await openForTest(await newFile());
    const wrong: Grant = { ...grant, id: '25', effect: null as unknown as 'deny' };
    await expect(store.grants.add([grant, wrong], 25)).rejects.toThrow();
    expect([await store.grants.list(), await store.grants.lastId()]).toEqual([[], 0]);
  });

  test('keeps uses that were noted before it closed', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    await store.grants.add([grant], 24);
    for (let uses = 1; uses <= 9; uses += 1) store.grants.used(grant.id, uses, 100 + uses);
    store.clients.seen('unknown', 5);
    await store.close();
    const { store: again } = await openForTest(file);
    expect(await again.grants.list()).toEqual([{ ...grant, uses: 9, lastUsedAt: 109 }]);
  });
});

describe('a client without a credential', () => {
  test.each([true, false])('is kept with the answer that it was given: %s', async admitted => {
    const file = await newFile();
    const { store } = await openForTest(file);
    await store.clients.put({ ...client, admitted });
    await store.close();
    const { store: again } = await openForTest(file);
    expect(await again.clients.list()).toEqual([{ ...client, admitted }]);
  });
});

test('how a client is offered tools, and whether it may ask about itself, are kept', async () => {
  const file = await newFile();
  const { store } = await openForTest(file);
  await store.clients.put({ ...client, listing: 'groups', seesHub: false });
  await store.close();
  const { store: again } = await openForTest(file);
  expect(await again.clients.list()).toEqual([{ ...client, listing: 'groups', seesHub: false }]);
});

describe('the audit', () => {
  test('writes by itself, without being closed', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    store.audit.append(auditRow);
    const { store: second } = await openForTest(file);
    await expect.poll(() => second.audit.newest(1)).toEqual([{ id: 1, ...auditRow, ended: null }]);
  });

  test('is read newest first, page by page', async () => {
    const { store } = await openForTest(await newFile());
    for (let at = 1; at <= 5; at += 1) store.audit.append({ ...auditRow, at });
    const first = await store.audit.newest(2);
    const second = await store.audit.newest(2, first.at(-1)?.id);
    expect([...first, ...second].map(({ at }) => at)).toEqual([5, 4, 3, 2]);
  });

  test('keeps only the newest rows and goes on counting', async () => {
    const { store } = await openForTest(await newFile(), { auditRetention: 10 });
    for (let at = 1; at <= 2_000; at += 1) store.audit.append({ ...auditRow, at });
    const rows = await store.audit.newest(100);
    expect(rows.map(({ id }) => id)).toEqual([2000, 1999, 1998, 1997, 1996, 1995, 1994, 1993, 1992, 1991]);
  });

  test('an opening never trims to less than the user set', async () => {
    const file = await newFile();
    const { store } = await openForTest(file, { auditRetention: 10 });
    await new RetentionKeeper(store.settings, store.audit).change({ auditRows: 1_000 });
    for (let at = 1; at <= 500; at += 1) store.audit.append({ ...auditRow, at });
    await store.close();
    const again = (await openForTest(file, { auditRetention: 10 })).store;
    const later = new RetentionKeeper(again.settings, again.audit);
    await later.load();
    expect(await later.kept()).toEqual({ auditRows: 500 });
  });

  test('keeps as many rows as the user sets, from then on and after the next opening', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    const keeper = new RetentionKeeper(store.settings, store.audit);
    await keeper.load();
    for (let at = 1; at <= 1_500; at += 1) store.audit.append({ ...auditRow, at });
    expect(await keeper.kept()).toEqual({ auditRows: 1_500 });
    expect(await keeper.change({ auditRows: 1_000 })).toEqual({ auditRows: 1_000 });
    expect(await keeper.kept()).toEqual({ auditRows: 1_000 });
    expect(await store.audit.newest(1)).toMatchObject([{ at: 1_500 }]);
    await store.close();
    const again = (await openForTest(file)).store;
    const later = new RetentionKeeper(again.settings, again.audit);
    await later.load();
    expect(later.retention).toEqual({ auditRows: 1_000 });
  });

  test('tells of an allowed call what a later row says of it, also after another opening', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    const decisions = [store.audit.append(auditRow), store.audit.append(auditRow)];
    store.audit.append({ ...auditRow, outcome: 'dropped', decision: decisions[0]! });
    await store.close();
    const again = (await openForTest(file)).store;
    again.audit.append({ ...auditRow, outcome: 'stopped', decision: decisions[1]! });
    const rows = await again.audit.newest(10);
    expect(rows.map(({ id, outcome, decision, ended }) => [id, outcome, decision, ended])).toEqual([
      [4, 'stopped', 2, null],
      [3, 'dropped', 1, null],
      [2, 'ok', null, 'stopped'],
      [1, 'ok', null, 'dropped'],
    ]);
  });

  test('lets nobody change a row', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    store.audit.append(auditRow);
    await store.close();
    await expect(tamper(file, "UPDATE audit SET outcome = 'error'")).rejects.toThrow(/append only/);
  });

  test('is found by a part of the place, in which no sign stands for others', async () => {
    const { store } = await openForTest(await newFile());
    const at = (site: string) => ({ kind: 'at-browser', site, browser: null }) as const;
    const places = [
      { kind: 'at-server', server: 'everything' },
      at('https://app_1.example'),
      at('https://app21.example'),
    ];
    for (const place of places as Reason[]) store.audit.append({ ...auditRow, place });
    const found = async (where: string) => (await store.audit.newest(10, undefined, { where })).map(({ id }) => id);
    expect(await found('EVERY')).toEqual([1]);
    expect(await found('app_1')).toEqual([2]);
    expect(await store.audit.count({ where: 'example' })).toBe(2);
  });

  test('is found by what reads the same in every language, and not by words around it', async () => {
    const { store } = await openForTest(await newFile());
    await store.clients.put({ ...client, name: 'Reviewer' });
    await store.servers.put({ ...server, id: 'gh-2', name: 'My GitHub' });
    const nobody = { ...auditRow, clientId: 'c7', rule: null, why: null };
    const told = { kind: 'answered-call', client: 'c1', tool: 'click', where: { kind: 'at-server', server: 'gh-2' } };
    const by = { kind: 'rule-asker', via: 'panel', processes: [], note: 'confirmed' };
    const rows = [
      { ...nobody, clientId: 'c1', rule: 'grant 24', where: 'tab 42' },
      { ...nobody, why: { kind: 'owner', tabId: 42, act: 'click', owner: 'other', agentId: 'Nightly' } },
      { ...nobody, place: { kind: 'at-server', server: 'gh-2' }, where: 'server gh-2' },
      { ...nobody, place: null, why: { kind: 'rule-change', what: told, by }, changedBy: 'the panel' },
      { ...nobody, place: null, where: 'a text of an older version', changedBy: 'node (process 4130)' },
    ];
    for (const row of rows) store.audit.append(row as typeof auditRow);
    const found = async (text: string) => {
      const entries = await store.audit.newest(10, undefined, { text });
      expect(await store.audit.count({ text })).toBe(entries.length);
      return entries.map(({ id }) => id).toReversed();
    };
    const texts = ['42', 'EXAMPLE.com', 'grant 2', 'c1', 'review', 'nightly', 'my git', 'older', '4130'];
    expect(await Promise.all(texts.map(found))).toEqual([[1, 2], [1, 2], [1], [1, 4], [1, 4], [2], [3, 4], [5], [5]]);
    const words = ['tab 42', 'server', 'the panel', 'confirmed', 'at-tab', 'inFrame'];
    expect(await Promise.all(words.map(found))).toEqual(words.map(() => []));
  });

  test('leaves out a row that can never be written and keeps its neighbours', async () => {
    const { store, problems } = await openForTest(await newFile());
    store.audit.append({ ...auditRow, at: 1 });
    store.audit.append({ ...auditRow, at: Number.NaN });
    store.audit.append({ ...auditRow, at: 3 });
    expect((await store.audit.newest(10)).map(({ at }) => at)).toEqual([3, 1]);
    expect(problems).toEqual([expect.stringContaining('NOT NULL')]);
  });

  test('leaves out such a row also among many that are written at once', async () => {
    const { store, problems } = await openForTest(await newFile());
    const times = Array.from({ length: 75 }, (_, at) => (at === 40 ? Number.NaN : at));
    for (const at of times) store.audit.append({ ...auditRow, at });
    const written = (await store.audit.newest(100)).map(({ at }) => at);
    expect(written.toReversed()).toEqual(times.filter(at => !Number.isNaN(at)));
    expect(problems).toEqual([expect.stringContaining('NOT NULL')]);
  });
});

describe('the tools of the last run', () => {
  const tools = [{ name: 'echo', inputSchema: { type: 'object' }, 'x-own': { kept: true } }];

  test('come back as they were, with the hash they are for', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    store.lastTools.put('a', 'old', []);
    store.lastTools.put('a', 'ab', tools);
    store.lastTools.put('b', 'cd', tools);
    store.lastTools.remove('b');
    await store.close();
    const { store: again } = await openForTest(file);
    expect(await again.lastTools.list()).toEqual(new Map([['a', { hash: 'ab', tools }]]));
  });

  test('are not kept when they are too many to be read at each start', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    store.lastTools.put('a', 'ab', tools);
    store.lastTools.put('a', 'ab', [{ ...tools[0], description: 'x'.repeat(4 * 1024 * 1024) }]);
    await store.close();
    const { store: again } = await openForTest(file);
    expect(await again.lastTools.list()).toEqual(new Map());
  });
});

describe('a closed store', () => {
  test('may be closed again and refuses every write with a sentence', async () => {
    const { store } = await openForTest(await newFile());
    await store.close();
    await store.close();
    await expect(store.clients.put(client)).rejects.toThrow(/is closed; start Pilothouse again/);
  });
});

describe('what a hub leaves to the next one', () => {
  const tab = {
    browserId: 'b1',
    runId: 'run-1',
    tabId: 42,
    owner: { kind: 'agent' as const, agentId: 'agent_1', since: 1 },
    lastAction: null,
    unasked: false,
  };
  const runs = { agentId: 'agent_1', runs: [{ id: 'r', maxCalls: 3, calls: 2 }] };

  test('is there once it is settled, whatever becomes of the hub', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    store.lives.agents.put('agent_1', () => ({ agent: buildAgent({ id: 'agent_1' }), instance: 'digest' }));
    store.lives.tabs.put('b1:42', () => ({ ...tab, lastAction: { tool: 'navigate', at: 1 } }));
    store.lives.tabs.put('b1:42', () => tab);
    store.lives.tabs.put('b1:43', () => ({ ...tab, tabId: 43 }));
    store.lives.tabs.remove('b1:43');
    store.lives.runs.put('agent_1', () => runs);
    await store.lives.settled();
    // Not closed: this one was killed.
    const { store: again } = await openForTest(file);
    expect([await again.lives.agents.list(), await again.lives.tabs.list(), await again.lives.runs.list()]).toEqual([
      [{ agent: buildAgent({ id: 'agent_1' }), instance: 'digest' }],
      [tab],
      [runs],
    ]);
  });

  test('is written although another value cannot be put into words, which is told', async () => {
    const file = await newFile();
    const { store, problems } = await openForTest(file);
    store.lives.tabs.put('b1:41', () => {
      throw new Error('no words for it');
    });
    store.lives.tabs.put('b1:42', () => tab);
    await store.lives.settled();
    expect(problems).toEqual([expect.stringContaining('no words for it')]);
    expect(await (await openForTest(file)).store.lives.tabs.list()).toEqual([tab]);
  });

  test('is settled only when what is being written is written', async () => {
    const { store } = await openForTest(await newFile());
    const ended: string[] = [];
    store.lives.tabs.put('b1:42', () => tab);
    const settled = ['first', 'second'].map(name => store.lives.settled().then(() => ended.push(name)));
    await settled[1];
    expect(ended).toEqual(['first', 'second']);
  });

  test('is not changed any more by what ends with the hub', async () => {
    const file = await newFile();
    const { store } = await openForTest(file);
    store.lives.tabs.put('b1:42', () => tab);
    store.lives.freeze();
    store.lives.tabs.remove('b1:42');
    store.lives.tabs.put('b1:43', () => ({ ...tab, tabId: 43 }));
    await store.close();
    expect(await (await openForTest(file)).store.lives.tabs.list()).toEqual([tab]);
  });
});
