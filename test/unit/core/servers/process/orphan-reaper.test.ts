// Which processes are orphans of ours, and that no others are touched.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { childNonceVariable } from '../../../../../contract/names.ts';
import { ChildLedger } from '../../../../../electron/core/servers/process/child-ledger.ts';
import { ancestorsOf, findOrphans, reapOrphans } from '../../../../../electron/core/servers/process/orphan-reaper.ts';
import { listProcesses } from '../../../../../electron/core/servers/process/process-table.ts';
import type { ChildRecord } from '../../../../../electron/core/servers/process/child-ledger.ts';
import type { ProcessRow } from '../../../../../electron/core/servers/process/process-table.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'pilothouse-ledger-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const nonce = 'ab'.repeat(16);
const record = (change: Partial<ChildRecord> = {}): ChildRecord => ({
  pid: 50,
  started: '900',
  nonce,
  at: 1,
  serverId: 'a',
  ...change,
});
const row = (pid: number, change: Partial<ProcessRow> = {}): ProcessRow => ({
  pid,
  parent: 1,
  group: pid,
  started: '900',
  cpuMs: 0,
  rssBytes: 0,
  ...change,
});

interface Machine {
  readonly rows: readonly ProcessRow[];
  readonly nonces?: Readonly<Record<number, string>>;
  readonly os?: NodeJS.Platform;
  readonly self?: number;
}

const groups = async (records: readonly ChildRecord[], { rows, nonces = {}, os = 'linux', self = 9 }: Machine) => {
  const nonceOf = async (pid: number) => nonces[pid] ?? null;
  const marked = async () =>
    rows.flatMap(({ pid, started }) => (nonces[pid] ? [{ pid, started, nonce: nonces[pid] }] : []));
  const orphans = await findOrphans(records, {
    os,
    list: async () => rows,
    nonce: nonceOf,
    marked,
    spared: ancestorsOf(self, rows),
  });
  return orphans.map(({ group, strays }) => group ?? { strays });
};

describe('findOrphans', () => {
  test('A process with the pid, start time and nonce of the ledger is one.', async () => {
    expect(await groups([record()], { rows: [row(50)], nonces: { 50: nonce } })).toEqual([50]);
  });

  test.each<[string, Machine]>([
    ['another start time', { rows: [row(50, { started: '901' })] }],
    ['another nonce', { rows: [row(50)], nonces: { 50: 'cd'.repeat(16) } }],
    ['no nonce', { rows: [row(50)] }],
  ])('A process with %s is none.', async (_, machine) => {
    expect(await groups([record()], machine)).toEqual([]);
  });

  test('What carries the nonce is one wherever it has gone: it has inherited it.', async () => {
    const rows = [row(51), row(52, { group: 7 }), row(53)];
    expect(await groups([record()], { rows, nonces: { 51: nonce, 52: nonce, 53: 'cd'.repeat(16) } })).toEqual([
      { strays: 2 },
    ]);
  });

  test('What is left of the group of a child that ended is one, and its leader’s pid is never reused meanwhile.', async () => {
    const rows = [row(51, { group: 50, started: '950' }), row(52, { group: 50, started: '951' })];
    expect(await groups([record()], { rows, nonces: { 52: nonce } })).toEqual([50]);
  });

  test('Of a mere intention, the leader that carries its nonce is one.', async () => {
    const rows = [row(60), row(61, { group: 60 }), row(70)];
    expect(await groups([record({ pid: null, started: null })], { rows, nonces: { 60: nonce, 61: nonce } })).toEqual([
      60,
    ]);
  });

  test('Whoever led to this process is none, also where it is the child of the ledger; what else carries the nonce is one.', async () => {
    const rows = [
      row(50),
      row(51, { parent: 50, group: 50 }),
      row(52, { parent: 51 }),
      row(53, { parent: 52 }),
      row(54),
    ];
    const nonces = { 50: nonce, 51: nonce, 52: nonce, 53: nonce, 54: nonce };
    expect(await groups([record()], { rows, nonces, self: 53 })).toEqual([{ strays: 1 }]);
    expect(await groups([record()], { rows: rows.slice(0, 4), nonces, self: 53 })).toEqual([]);
    expect(await groups([record()], { rows, os: 'win32', self: 53 })).toEqual([]);
  });

  test('Windows tells no environment: pid and start time have to be known and equal.', async () => {
    const rows = [row(50, { group: 0 })];
    expect(await groups([record()], { rows, os: 'win32' })).toEqual([50]);
    expect(await groups([record({ started: '899' })], { rows, os: 'win32' })).toEqual([]);
    expect(await groups([record({ started: null })], { rows, os: 'win32' })).toEqual([]);
  });
});

test.runIf(process.platform === 'linux')('A browser that was opened for the user is none.', async () => {
  const found = async (program: string) => {
    const file = join(folder, program);
    symlinkSync(process.execPath, file);
    const env = { ...process.env, [childNonceVariable]: nonce };
    const script = 'console.log("up"); setInterval(() => {}, 1e3)';
    const child = spawn(file, ['-e', script], { detached: true, env, stdio: ['ignore', 'pipe', 'ignore'] });
    await new Promise(resolve => child.stdout.once('data', resolve));
    const pid = child.pid ?? 0;
    const [own] = await listProcesses('linux', pid);
    const spared = new Set([process.pid]);
    const orphans = await findOrphans([record({ pid, started: own?.started ?? null })], { os: 'linux', spared });
    child.kill('SIGKILL');
    return orphans.map(({ group }) => group === pid);
  };
  expect([await found('server'), await found('firefox')]).toEqual([[true], []]);
});

describe('reapOrphans', () => {
  const ledgerOf = (...children: ChildRecord[]) => {
    const file = join(folder, 'children.json');
    writeFileSync(file, JSON.stringify({ children }));
    return { file, ledger: new ChildLedger(file, () => 5) };
  };

  test('An orphan is asked, then killed, and the ledger forgets those that are gone.', async () => {
    const { file, ledger } = ledgerOf(record(), record({ pid: 90, nonce: 'ef'.repeat(16) }));
    const signals: string[] = [];
    const orphans = await reapOrphans({
      ledger,
      os: 'linux',
      graces: { inputMs: 0, termMs: 10 },
      list: async () => (signals.includes('SIGKILL 50') ? [] : [row(50), row(90)]),
      nonce: async pid => (pid === 50 ? nonce : null),
      marked: async () => [],
      signal: (group, name) => signals.push(`${name} ${group}`),
    });
    expect(orphans.map(({ group }) => group)).toEqual([50]);
    expect(signals).toEqual(['SIGTERM 50', 'SIGKILL 50']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ children: [] });
  });

  test('Without a ledger nothing is looked at.', async () => {
    const ledger = new ChildLedger(join(folder, 'none.json'), () => 5);
    const list = () => Promise.reject(new Error('looked'));
    expect(await reapOrphans({ ledger, os: 'linux', graces: { inputMs: 0, termMs: 0 }, list })).toEqual([]);
  });
});

describe('ChildLedger', () => {
  test('An intention is on disk before its pid is known, private, and goes with the end of the child.', () => {
    const file = join(folder, 'new', 'children.json');
    const ledger = new ChildLedger(file, () => 5);
    const stored = () => JSON.parse(readFileSync(file, 'utf8')).children;
    const intended = ledger.intend('a');
    expect(stored()).toEqual([{ pid: null, started: null, nonce: intended.nonce, at: 5, serverId: 'a' }]);
    const known = ledger.learn(ledger.learn(intended, { pid: 50 }), { started: '900' });
    expect(stored()).toEqual([{ pid: 50, started: '900', nonce: intended.nonce, at: 5, serverId: 'a' }]);
    expect(ledger.pidsOf('a')).toEqual([50]);
    ledger.ended(known);
    ledger.ended(known);
    expect([stored(), ledger.pidsOf('a')]).toEqual([[], []]);
  });

  test('What an earlier hub left is kept until it is dealt with, and is none of this hub’s children.', () => {
    const file = join(folder, 'children.json');
    writeFileSync(file, JSON.stringify({ children: [record()] }));
    const ledger = new ChildLedger(file, () => 5);
    ledger.intend('b');
    expect([ledger.left, ledger.pidsOf('a')]).toEqual([[record()], []]);
    expect(JSON.parse(readFileSync(file, 'utf8')).children).toHaveLength(2);
  });

  test('A file that cannot be read is an empty ledger.', () => {
    const file = join(folder, 'children.json');
    writeFileSync(file, '{"children":[{"pid":-1}]}');
    expect(new ChildLedger(file, () => 5).left).toEqual([]);
  });
});
