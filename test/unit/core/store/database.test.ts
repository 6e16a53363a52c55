// Transactions are serialized, all or nothing, and waited for.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readOlderRule, ruleCode } from '../../../../contract/call-rules.ts';
import { factLines } from '../../../../electron/core/store/audit-search.ts';
import { Database } from '../../../../electron/core/store/database.ts';
import { migrate, migrations } from '../../../../electron/core/store/migrations.ts';
import { openForTest, temporaryFolder } from './fixtures.ts';
import type { Reason } from '../../../../contract/reasons.ts';

async function openNumbers() {
  const database = new Database(path.join(await temporaryFolder(), 'n.db'));
  await database.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY)');
  return database;
}

async function numbersIn(database: Database) {
  return (await database.all('SELECT n FROM numbers ORDER BY n')).map(({ n }) => n);
}

test('a read that is asked for during a transaction sees it whole', async () => {
  const database = await openNumbers();
  const writing = database.transaction('full', async transaction => {
    await transaction.run('INSERT INTO numbers VALUES (1)');
    await sleep(20);
    await transaction.run('INSERT INTO numbers VALUES (2)');
  });
  expect(await numbersIn(database)).toEqual([1, 2]);
  await writing;
  await database.close();
});

test('a transaction that throws leaves nothing behind and passes on what it threw', async () => {
  const database = await openNumbers();
  const failing = database.transaction('full', async transaction => {
    await transaction.run('INSERT INTO numbers VALUES (1)');
    await transaction.run('INSERT INTO numbers VALUES (1)');
  });
  await expect(failing).rejects.toThrow(/UNIQUE constraint failed/);
  expect(await numbersIn(database)).toEqual([]);
  await database.close();
});

test('a failed transaction does not stop the next one', async () => {
  const database = await openNumbers();
  const failing = database.run('full', 'INSERT INTO nowhere VALUES (1)');
  const following = database.run('normal', 'INSERT INTO numbers VALUES (7)');
  await expect(failing).rejects.toThrow(/no such table/);
  await following;
  expect(await numbersIn(database)).toEqual([7]);
  await database.close();
});

test.each([
  ['full', 2],
  ['normal', 1],
] as const)('a write with durability %s commits with PRAGMA synchronous %i', async (durability, expected) => {
  const database = await openNumbers();
  await database.run('full', 'INSERT INTO numbers VALUES (1)');
  await database.run(durability, 'INSERT INTO numbers VALUES (2)');
  expect(await database.all('PRAGMA synchronous')).toEqual([{ synchronous: expected }]);
  await database.close();
});

test('close waits for the writes that were asked for before', async () => {
  const database = await openNumbers();
  const writes = [1, 2, 3].map(n => database.run('full', 'INSERT INTO numbers VALUES (?)', n));
  await database.close();
  await Promise.all(writes);
  const again = new Database(database.file);
  expect(await numbersIn(again)).toEqual([1, 2, 3]);
  await again.close();
});

test('a database of version 1 gets the later migrations and keeps its rows', async () => {
  const database = new Database(path.join(await temporaryFolder(), 'n.db'));
  const [first] = migrations;
  if (!first) throw new Error('there is no first migration');
  await migrate(database, [first], 1);
  await database.run('full', "INSERT INTO settings VALUES ('a', '1')");
  await migrate(database, [first, { version: 2, statements: ['ALTER TABLE settings ADD COLUMN changedAt REAL'] }], 2);
  expect([
    await database.all('SELECT * FROM settings'),
    await database.all('SELECT version, at FROM schema_version'),
  ]).toEqual([
    [{ key: 'a', value: '1', changedAt: null }],
    [
      { version: 1, at: 1 },
      { version: 2, at: 2 },
    ],
  ]);
  await database.close();
});

test.each([
  'own tabs',
  'reading tool',
  'approved client',
  'read-only client',
  'learning mode',
  'your answer: this use',
  'no panel open',
  'not answered yet',
  'your own call',
  'client revoked',
  'client shut out',
  'gates passed',
  'tab moved',
  'frame of another site',
  'not allowed any more',
  'refused in the browser',
  'no answer in time',
  'not begun',
  'owner: no tab',
  'target',
  'owner: tab 42',
  'mode: read-only',
  'mode: stopped (this agent)',
  'run: 100 calls',
  'origin: 5 at a time',
])('the rule "%s" of an older audit becomes its code, and the rows stay as they are from then on', async older => {
  const database = new Database(path.join(await temporaryFolder(), 'n.db'));
  await migrate(database, migrations.slice(0, 11), 1);
  const insert = `INSERT INTO audit (at, what, "where", rule, outcome) VALUES (1, 'navigate', 'x', ?, 'deny')`;
  for (const rule of [older, 'grant 24', 'policy no-uploads', 'cancelled', null])
    await database.run('full', insert, rule);
  await migrate(database, migrations, 2);
  const rule = readOlderRule(older);
  expect(await database.all('SELECT rule FROM audit ORDER BY id')).toEqual(
    [rule && ruleCode(rule), 'grant 24', 'policy no-uploads', 'cancelled', null].map(code => ({ rule: code })),
  );
  await expect(database.run('full', "UPDATE audit SET rule = 'x'")).rejects.toThrow(/append only/);
  await database.close();
});

const page = 'https://shop.example:8443';
const inTab = { kind: 'at-tab', tab: 42, site: page, inFrame: false, page: null, browser: null };
test.each([
  ['server github-2', 'servers:call', { kind: 'at-server', server: 'github-2' }],
  ['server everything', null, { kind: 'at-server', server: 'everything' }],
  ['tab 42', 'browser:interact', { ...inTab, site: null }],
  [`tab 42, ${page}`, 'browser:interact', inTab],
  [`tab 42, a frame of ${page}`, 'browser:interact', { ...inTab, inFrame: true }],
  [page, 'browser:tabs', { kind: 'at-browser', site: page, browser: null }],
  ['no browser', 'browser:tabs', { kind: 'at-browser', site: null, browser: null }],
  ['Work, at home', 'browser:tabs', { kind: 'at-browser', site: null, browser: 'Work, at home' }],
  ['server of mine', 'servers:call', null],
  ['tab 042', 'browser:interact', null],
  ['tab 42, app.example', 'browser:interact', null],
  [`tab 42, ${page}/orders`, 'browser:interact', null],
  ['Work', null, null],
])(
  'the place "%s" of an older audit becomes a value where it can be read, and is found',
  async (where, scope, place) => {
    const database = new Database(path.join(await temporaryFolder(), 'n.db'));
    await migrate(database, migrations.slice(0, 12), 1);
    const insert = `INSERT INTO audit (at, what, "where", scope, outcome, changedBy, why) VALUES (1, 'x', ?, ?, 'deny', ?, ?)`;
    await database.run('full', insert, where, scope, null, null);
    await database.run('full', insert, where, null, 'node', 'no JSON');
    await migrate(database, migrations, 2);
    const rows = await database.all('SELECT place, facts, "where" FROM audit ORDER BY id');
    const [first, second] = rows.map(row => ({ ...row, place: row['place'] && JSON.parse(String(row['place'])) }));
    const facts = place
      ? Object.values(place)
          .filter(fact => ['string', 'number'].includes(typeof fact))
          .slice(1)
      : [where];
    expect(first).toEqual({ place, where, facts: ['', ...facts, ''].join('\n') });
    expect(second).toEqual({ place: null, where, facts: `\n${where}\nnode\n` });
    await expect(database.run('full', "UPDATE audit SET rule = 'x'")).rejects.toThrow(/append only/);
    await database.close();
  },
);

test('browsers of an older hub get colours in the order of their names and stay as they were, and shortcuts can be saved', async () => {
  const file = path.join(await temporaryFolder(), 'n.db');
  const database = new Database(file);
  await migrate(database, migrations.slice(0, 13), 1);
  const insert = `INSERT INTO browsers (id, name, family, profileId, extensionId, pairHash, decision, version, os, extensionVersion)
    VALUES (?, ?, 'chromium', ?, 'e', 'hash', 'approved', '140', 'linux', '0.1.0')`;
  const names = ['Work', 'Home', ...Array.from({ length: 9 }, (_, at) => `Z${at}`)];
  for (const [at, name] of names.entries()) await database.run('full', insert, `b${at}`, name, `p${at}`);
  await database.close();
  const { store, problems } = await openForTest(file);
  const browsers = await store.browsers.list();
  expect(browsers.map(({ name, colour }) => [name, colour])).toEqual(
    names.toSorted().map((name, at) => [name, 1 + (at % 10)]),
  );
  expect(browsers[0]).toMatchObject({ id: 'b1', profileId: 'p1', pairHash: 'hash', decision: 'approved' });
  await store.shortcuts.put({
    id: '0123456789ab',
    command: 'sum',
    description: '',
    content: { kind: 'prompt', text: 'Add.' },
  });
  expect(await store.shortcuts.list()).toHaveLength(1);
  expect(problems).toEqual([]);
});

test('an older answer of the user keeps its place, and its facts are found', async () => {
  const database = new Database(path.join(await temporaryFolder(), 'n.db'));
  await migrate(database, migrations.slice(0, 12), 1);
  const call = (where: object) => ({ kind: 'answered-call', client: 'c1', tool: 'click', where });
  const tab = { kind: 'at-tab', tab: 42 };
  const older = [
    { ...tab, frame: null, page, browser: 'Work' },
    { ...tab, frame: 'https://bank.example', page, browser: null },
    { kind: 'at-browser', browser: 'Work' },
  ];
  const why = (places: readonly object[]) => ({
    kind: 'rule-change',
    what: { kind: 'prompts-answered', effect: 'allow', lifetime: 'always', calls: places.map(call) },
    by: { kind: 'rule-asker', via: 'panel', processes: [], note: null },
  });
  const insert = `INSERT INTO audit (at, what, "where", outcome, changedBy, why) VALUES (1, 'x', 'y', 'changed', 'z', ?)`;
  await database.run('full', insert, JSON.stringify(why(older)));
  await migrate(database, migrations, 2);
  const [row] = await database.all('SELECT why, facts FROM audit');
  expect(JSON.parse(String(row?.['why']))).toEqual(
    why([
      { ...tab, inFrame: false, site: page, page: null, browser: 'Work' },
      { ...tab, inFrame: true, site: 'https://bank.example', page, browser: null },
      { kind: 'at-browser', site: null, browser: 'Work' },
    ]),
  );
  expect(row?.['facts']).toBe(factLines([why(older) as Reason]));
  await database.close();
});

test('a migration that fails half way leaves the version before', async () => {
  const database = new Database(path.join(await temporaryFolder(), 'n.db'));
  const broken = { version: 1, statements: ['CREATE TABLE a (x)', 'CREATE TABLE a (x)'] };
  await expect(migrate(database, [broken], 1)).rejects.toThrow(/already exists/);
  expect(await database.all('SELECT name FROM sqlite_master')).toEqual([]);
  await database.close();
});

test('a time for calls that nobody chose gives way to the setting for all servers; one that was chosen stays', async () => {
  const database = new Database(path.join(await temporaryFolder(), 'n.db'));
  const before = migrations.filter(({ version }) => version < 8);
  await migrate(database, before, 1);
  const put = "INSERT INTO servers (id, name, config, options, wanted, position) VALUES (?, ?, '{}', ?, 'stopped', 1)";
  const options = { a: '{"timeoutMs":30000,"isolation":true}', b: '{"timeoutMs":45000}', c: 'no JSON' };
  for (const [id, text] of Object.entries(options)) await database.run('full', put, id, id, text);
  await migrate(database, migrations, 2);
  const rows = await database.all('SELECT id, options FROM servers ORDER BY id');
  expect(rows.map(row => row['options'])).toEqual(['{"isolation":true}', '{"timeoutMs":45000}', 'no JSON']);
  await database.close();
});

test.each([
  { kind: 'owner', tabId: 42, owner: 'you', holder: 'Codex CLI' },
  { kind: 'several', reasons: [{ kind: 'foreign', text: 'EPIPE' }, { kind: 'hub-ends' }] },
  { kind: 'undecided', since: 'no-panel', scope: 'servers:call', tool: 'a/b', hasOthers: true },
  { kind: 'grant-line', effect: 'deny', subjectKind: 'client', subject: 'c1', placeKind: 'server', place: 'github' },
  { kind: 'run-mode', mode: 'paused', was: 'running', by: 'policy', seconds: 1.5 },
])('the facts of an older refusal are those of a newer one: %j', async why => {
  const database = new Database(path.join(await temporaryFolder(), 'n.db'));
  await migrate(database, migrations.slice(0, 12), 1);
  const insert = `INSERT INTO audit (at, what, "where", scope, outcome, why) VALUES (1, 'x', 'server a', 'servers:call', 'deny', ?)`;
  await database.run('full', insert, JSON.stringify(why));
  await migrate(database, migrations, 2);
  const [row] = await database.all('SELECT facts FROM audit');
  expect(row?.['facts']).toBe(factLines([why as unknown as Reason, { kind: 'at-server', server: 'a' }]));
  await database.close();
});
