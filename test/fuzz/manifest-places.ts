// Two hubs and another program write at the same place, and each may end at any write: in the end the other program has what it wrote.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { nodeFiles, temporaryOf } from '../../native-host/manifests/files.ts';
import { installManifest, uninstallManifest } from '../../native-host/manifests/installer.ts';
import { locationOf, lookAt } from '../../native-host/manifests/machine-plans.ts';
import { readReceipts } from '../../native-host/manifests/receipts.ts';
import { repairManifest } from '../../native-host/manifests/repair.ts';
import { rowOf } from '../../native-host/manifests/rows.ts';
import { property } from './property.ts';
import type { ManifestContext } from '../../native-host/manifests/context.ts';
import type { ManifestFiles } from '../../native-host/manifests/files.ts';
import type { Property } from './property.ts';

/** In memory where the system has such a folder: each write waits for the disk. */
const fast = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const hosts = ['pilothouse', 'claude-code'] as const;
const names = {
  pilothouse: 'dev.pilothouse.relay',
  'claude-code': 'com.anthropic.claude_code_browser_extension',
} as const;

type Step =
  | {
      readonly by: 'hub';
      readonly hub: 0 | 1;
      readonly act: 'install' | 'repair' | 'uninstall';
      readonly crash: Crash | null;
    }
  /** The whole file anew: a manifest, a broken one, one with a byte order mark, bytes that are no text. */
  | { readonly by: 'other'; readonly act: 'write'; readonly bytes: Buffer }
  /** Its own file, where that is there still. */
  | { readonly by: 'other'; readonly act: 'edit' };

/** At which change of the disk its process crashes, and where within that. */
interface Crash {
  readonly at: number;
  readonly how: 'before' | 'half' | 'after';
}

const foreignBytes = fc.oneof(
  fc.constant(Buffer.from('{"name":"x","path":"/opt/other/host"}\r\n')),
  fc.constant(Buffer.from('\ufeff{"path":"/opt/other/host"}')),
  fc.constant(Buffer.from('{"path":')),
  fc.constant(Buffer.alloc(0)),
  fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes)),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      by: fc.constant('hub' as const),
      hub: fc.constantFrom(0 as const, 1 as const),
      act: fc.constantFrom('install' as const, 'repair' as const, 'repair' as const, 'uninstall' as const),
      crash: fc.option(
        fc.record({
          at: fc.integer({ min: 0, max: 9 }),
          how: fc.constantFrom('before' as const, 'half' as const, 'after' as const),
        }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      by: fc.constant('other' as const),
      act: fc.constant('write' as const),
      bytes: foreignBytes,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ by: 'other' as const, act: 'edit' as const }) },
);

export const manifestPlaces: Property = property(
  'whatever two hubs and another program do, and wherever a hub ends, the other has its bytes back and nothing half written stays',
  [fc.constantFrom(...hosts), fc.array(step, { maxLength: 12 })],
  async (host, steps) => {
    const root = mkdtempSync(join(fast, 'pilothouse-places-'));
    try {
      await playOut(root, host, steps);
    } finally {
      rmSync(root, { recursive: true });
    }
  },
);

async function playOut(root: string, host: (typeof hosts)[number], steps: readonly Step[]): Promise<void> {
  const contexts = ['one', 'two'].map(name => contextOf(root, name, host)) as [ManifestContext, ManifestContext];
  const folder = join(root, '.config/chromium/NativeMessagingHosts');
  mkdirSync(folder, { recursive: true });
  const place = join(folder, `${names[host]}.json`);
  let theirs: Buffer | null = null;
  for (const one of steps) {
    if (one.by === 'hub') await turn(contexts[one.hub], one);
    else if (one.act === 'write') writeFileSync(place, (theirs = one.bytes));
    else if (theirs !== null && there(place)?.equals(theirs))
      writeFileSync(place, (theirs = Buffer.concat([theirs, Buffer.from(' ')])));
  }
  for (const context of contexts) await uninstallManifest(context, 'chromium');
  assert.deepEqual(there(place), theirs);
  assert.deepEqual(
    everyFile(root).filter(name => /\.(tmp|reg)$/.test(name)),
    [],
  );
}

/**
 * A hub that is not interrupted does what it is told, but for an install where something of others is in its place; one that crashes
 * may leave it half done, for the next to finish.
 */
async function turn(context: ManifestContext, { act, crash }: Extract<Step, { by: 'hub' }>): Promise<void> {
  const mayRefuse = act === 'install' && (await stateOf(context)) === 'foreign';
  const meant = crash === null ? context : { ...context, files: crashingFiles(context, crash) };
  try {
    const { state } = await acts[act](meant, 'chromium');
    if (act !== 'uninstall') assert.equal(state, 'ours');
  } catch (error) {
    if (mayRefuse || (crash !== null && isOfCrash(error))) return;
    throw error;
  }
}

const acts = { install: installManifest, repair: repairManifest, uninstall: uninstallManifest } as const;

async function stateOf(context: ManifestContext) {
  const plan = await lookAt(context, locationOf(context, 'chromium'));
  return (await rowOf(context, plan, await readReceipts(context))).state;
}

const crashed = 'The process has crashed.';

/** A refusal in which the crash stands as its cause counts as one. */
function isOfCrash(error: unknown): boolean {
  return error instanceof Error && JSON.stringify([error.message, Object.entries(error)]).includes(crashed);
}

/** From that change on nothing is done any more, as of a process that is gone. */
function crashingFiles(context: ManifestContext, { at, how }: Crash): ManifestFiles {
  let changes = 0;
  let isGone = false;
  const gone = () => Promise.reject(new Error(crashed));
  const untilCrash = <A extends unknown[], R>(read: (...args: A) => Promise<R>) =>
    ((...args: A) => (isGone ? gone() : read(...args))) as typeof read;
  const change =
    <A extends unknown[]>(write: (...args: A) => Promise<void>, half: (...args: A) => void = () => {}) =>
    async (...args: A): Promise<void> => {
      if (isGone) return gone();
      const isLast = changes++ === at;
      if (!isLast) return write(...args);
      isGone = true;
      if (how === 'half') half(...args);
      if (how === 'after') await write(...args);
      return gone();
    };
  return {
    exists: untilCrash(nodeFiles.exists),
    isExecutable: untilCrash(nodeFiles.isExecutable),
    isLink: untilCrash(nodeFiles.isLink),
    read: untilCrash(nodeFiles.read),
    readStart: untilCrash(nodeFiles.readStart),
    modeOf: untilCrash(nodeFiles.modeOf),
    ownerOf: untilCrash(nodeFiles.ownerOf),
    writtenAt: untilCrash(nodeFiles.writtenAt),
    list: untilCrash(nodeFiles.list),
    makeFolder: change(nodeFiles.makeFolder),
    writeAtomic: change(nodeFiles.writeAtomic, (path, data, _mode, { tag = '' } = {}) =>
      writeFileSync(temporaryOf(path, tag), data.slice(0, Math.floor(data.length / 2))),
    ),
    setMode: change(nodeFiles.setMode),
    remove: change(nodeFiles.remove),
  };
}

function contextOf(root: string, name: string, host: (typeof hosts)[number]): ManifestContext {
  const dataHome = join(root, name);
  const launcherPath = join(dataHome, 'launcher/relay');
  mkdirSync(dirname(launcherPath), { recursive: true });
  writeFileSync(launcherPath, '#!/bin/sh\n', { mode: 0o755 });
  return {
    platform: 'linux',
    homeDir: root,
    dataHome,
    env: {},
    launcherPath,
    extensionIds: { chromium: 'abcdefghijklmnopabcdefghijklmnop', firefox: 'companion@pilothouse.dev' },
    userName: 'ana',
    uid: process.getuid?.(),
    runReg: () => Promise.reject(new Error('There is no registry here.')),
    systemRoot: join(root, 'system'),
    host,
  };
}

function there(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

function everyFile(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' });
}
