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

interface Case {
  readonly browser: string;
  readonly host: 'pilothouse' | 'claude-code';
  /** All that one switch writes, from the home. */
  readonly places: readonly string[];
}

const chromiums = '.config/chromium/NativeMessagingHosts';

const cases: readonly Case[] = [
  { browser: 'chromium', host: 'pilothouse', places: [`${chromiums}/dev.pilothouse.relay.json`] },
  {
    browser: 'chromium',
    host: 'claude-code',
    places: [`${chromiums}/com.anthropic.claude_code_browser_extension.json`],
  },
  // It looks in two folders, so that a hub may crash between the two.
  {
    browser: 'waterfox',
    host: 'pilothouse',
    places: ['.waterfox', '.mozilla'].map(folder => `${folder}/native-messaging-hosts/dev.pilothouse.relay.json`),
  },
];

type Step =
  | {
      readonly by: 'hub';
      readonly hub: 0 | 1;
      readonly act: 'install' | 'repair' | 'uninstall';
      readonly crash: Crash | null;
    }
  /** The whole file anew: a manifest, a broken one, one with a byte order mark, bytes that are no text. */
  | { readonly by: 'other'; readonly act: 'write'; readonly bytes: Buffer; readonly place: 0 | 1 }
  /** Its own file, where that is there still. */
  | { readonly by: 'other'; readonly act: 'edit'; readonly place: 0 | 1 };

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

/** The second where there is one. */
const anyPlace = fc.constantFrom(0 as const, 1 as const);

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
      place: anyPlace,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ by: fc.constant('other' as const), act: fc.constant('edit' as const), place: anyPlace }),
  },
);

export const manifestPlaces: Property = property(
  'whatever two hubs and another program do, and wherever a hub ends, the other has its bytes back and nothing half written stays',
  [fc.constantFrom(...cases), fc.array(step, { maxLength: 12 })],
  async (one, steps) => {
    const root = mkdtempSync(join(fast, 'pilothouse-places-'));
    try {
      await playOut(root, one, steps);
    } finally {
      rmSync(root, { recursive: true });
    }
  },
);

async function playOut(root: string, { browser, host, places }: Case, steps: readonly Step[]): Promise<void> {
  const contexts = ['one', 'two'].map(name => contextOf(root, name, host)) as [ManifestContext, ManifestContext];
  const files = places.map(place => join(root, place));
  for (const file of files) mkdirSync(dirname(file), { recursive: true });
  /** What the other program wrote last, by its file. */
  const theirs = new Map<string, Buffer>();
  const write = (file: string, bytes: Buffer) => {
    theirs.set(file, bytes);
    writeFileSync(file, bytes);
  };
  for (const one of steps) {
    if (one.by === 'hub') await turn(contexts[one.hub], browser, one);
    else edit(files[one.place] ?? files[0] ?? '', one, theirs, write);
  }
  for (const context of contexts) await uninstallManifest(context, browser);
  for (const file of files) assert.deepEqual(there(file), theirs.get(file) ?? null);
  assert.deepEqual(
    everyFile(root).filter(name => /\.(tmp|reg)$/.test(name)),
    [],
  );
}

function edit(
  file: string,
  step: Extract<Step, { by: 'other' }>,
  theirs: ReadonlyMap<string, Buffer>,
  write: (file: string, bytes: Buffer) => void,
): void {
  const own = theirs.get(file);
  if (step.act === 'write') write(file, step.bytes);
  else if (own && there(file)?.equals(own)) write(file, Buffer.concat([own, Buffer.from(' ')]));
}

/**
 * A hub that is not interrupted does what it is told, but for an install where something of others is in its place; one that crashes
 * may leave it half done, for the next to finish.
 */
async function turn(
  context: ManifestContext,
  browser: string,
  { act, crash }: Extract<Step, { by: 'hub' }>,
): Promise<void> {
  const mayRefuse = act === 'install' && (await stateOf(context, browser)) === 'foreign';
  const meant = crash === null ? context : { ...context, files: crashingFiles(context, crash) };
  try {
    const { state } = await acts[act](meant, browser);
    if (act !== 'uninstall') assert.equal(state, 'ours');
  } catch (error) {
    if (mayRefuse || (crash !== null && isOfCrash(error))) return;
    throw error;
  }
}

const acts = { install: installManifest, repair: repairManifest, uninstall: uninstallManifest } as const;

async function stateOf(context: ManifestContext, browser: string) {
  const plan = await lookAt(context, locationOf(context, browser));
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

function contextOf(root: string, name: string, host: Case['host']): ManifestContext {
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
