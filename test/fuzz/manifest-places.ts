// Two hubs and another program write at the same place, and each may end at any write: in the end the other program has what it wrote.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { nodeFiles, temporaryOf } from '../../native-host/manifests/files.ts';
import { installManifest, uninstallManifest } from '../../native-host/manifests/installer.ts';
import { repairManifest } from '../../native-host/manifests/repair.ts';
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
      readonly dies: Death | null;
    }
  /** The whole file anew: a manifest, a broken one, one with a byte order mark, bytes that are no text. */
  | { readonly by: 'other'; readonly act: 'write'; readonly bytes: Buffer }
  /** Its own file, where that is there still. */
  | { readonly by: 'other'; readonly act: 'edit' };

/** At which change of the disk it ends, and in the middle of which. */
interface Death {
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
      dies: fc.option(
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

/** What a hub refuses is no fault; what ends it is over with it. */
async function turn(context: ManifestContext, { act, dies }: Extract<Step, { by: 'hub' }>): Promise<void> {
  const files = dies === null ? nodeFiles : dyingFiles(context, dies);
  const mortal = { ...context, files };
  if (act === 'install') await installManifest(mortal, 'chromium').catch(() => {});
  else if (act === 'repair') await repairManifest(mortal, 'chromium').catch(() => {});
  else await uninstallManifest(mortal, 'chromium').catch(() => {});
}

/** From that change on nothing is done any more, as of a process that has ended. */
function dyingFiles(context: ManifestContext, { at, how }: Death): ManifestFiles {
  let changes = 0;
  let isDead = false;
  const ended = () => Promise.reject(new Error('ended'));
  const alive = <A extends unknown[], R>(read: (...args: A) => Promise<R>) =>
    ((...args: A) => (isDead ? ended() : read(...args))) as typeof read;
  const change =
    <A extends unknown[]>(write: (...args: A) => Promise<void>, half: (...args: A) => void = () => {}) =>
    async (...args: A): Promise<void> => {
      if (isDead) return ended();
      const isLast = changes++ === at;
      if (!isLast) return write(...args);
      isDead = true;
      if (how === 'half') half(...args);
      if (how === 'after') await write(...args);
      return ended();
    };
  return {
    exists: alive(nodeFiles.exists),
    isExecutable: alive(nodeFiles.isExecutable),
    isLink: alive(nodeFiles.isLink),
    read: alive(nodeFiles.read),
    readStart: alive(nodeFiles.readStart),
    modeOf: alive(nodeFiles.modeOf),
    ownerOf: alive(nodeFiles.ownerOf),
    writtenAt: alive(nodeFiles.writtenAt),
    list: alive(nodeFiles.list),
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
