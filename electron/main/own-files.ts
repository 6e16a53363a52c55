// Where an installed app has what other programs start and read: its executable, the relay, the runners, the extension; and whether they are what was packed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Reason } from '../../contract/reasons.ts';

export const executableName = process.platform === 'win32' ? 'pilothouse.exe' : 'pilothouse';
const names = [executableName, 'relay', 'runner', 'extension'];

export interface OwnFilesFacts {
  /** Electron's `process.resourcesPath`. */
  readonly resources: string;
  readonly home: string;
  readonly version: string;
  /** The AppImage it runs from, whose own files are somewhere else after each start. */
  readonly appImage: string | undefined;
  /** sha256 (hex) of files in it as they were packed, by their names; empty where the system checks a signature. */
  readonly recorded: RecordedFiles;
}

export type RecordedFiles = Readonly<Record<string, string>>;

export interface OwnFiles {
  /** Absolute, and the same after each start. */
  readonly folder: string;
  /** Why no browser is to start or load what is there; null where it is what was packed. */
  readonly problem: Reason | null;
  /** The same of what servers are run with. */
  readonly runnerProblem: Reason | null;
}

/** Copies once for each version where the folder would move, and again when the copy is not what was packed. */
export function ownFiles(facts: OwnFilesFacts): OwnFiles {
  const folder = placeOf(facts);
  const changed = changedFiles(folder, facts.recorded);
  const first = (...parts: readonly string[]) => changed.find(name => parts.includes(name.split('/')[0] ?? ''));
  const forBrowsers = first(executableName, 'extension');
  const forServers = first(executableName, 'runner');
  const so = forBrowsers === executableName ? 'no-start' : 'no-load';
  return {
    folder,
    problem: forBrowsers === undefined ? null : notPacked(folder, forBrowsers, so),
    runnerProblem: forServers === undefined ? null : notPacked(folder, forServers, 'no-server'),
  };
}

function notPacked(folder: string, name: string, so: 'no-start' | 'no-load' | 'no-server'): Reason {
  return { kind: 'file-not-packed', file: path.join(folder, name), so };
}

/** What the archive says was packed; nothing in one that was not packed by us. */
export function readRecorded(distDir: string): RecordedFiles {
  const file = path.join(distDir, 'recorded/own-files.json');
  return JSON.parse(fs.readFileSync(file, 'utf8')) as RecordedFiles;
}

function placeOf({ resources, home, version, appImage, recorded }: OwnFilesFacts): string {
  if (!appImage) return resources;
  const folder = path.join(home, 'app', version);
  const executable = path.join(folder, executableName);
  // Copied under another name and renamed, so that a copy that was cut short is never taken for a whole one.
  const isWhole = isSameSize(executable, path.join(resources, executableName));
  if (!isWhole || changedFiles(folder, recorded).length > 0) {
    const next = `${folder}.${process.pid}`;
    fs.mkdirSync(next, { recursive: true, mode: 0o700 });
    for (const name of names) fs.cpSync(path.join(resources, name), path.join(next, name), { recursive: true });
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(next, folder);
  }
  // What `pilothouse serve` starts; the user may have moved the AppImage.
  fs.writeFileSync(path.join(folder, 'app-path'), `${appImage}\n`, { mode: 0o600 });
  return folder;
}

function changedFiles(folder: string, recorded: RecordedFiles): string[] {
  return Object.keys(recorded).filter(name => hashOf(path.join(folder, name)) !== recorded[name]);
}

/** In pieces, because an executable is a hundred megabytes. Null for a file that is not there. */
function hashOf(file: string): string | null {
  if (!fs.existsSync(file)) return null;
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1024 * 1024);
  const handle = fs.openSync(file, 'r');
  try {
    for (let length = 1; length > 0; ) {
      length = fs.readSync(handle, piece);
      hash.update(piece.subarray(0, length));
    }
  } finally {
    fs.closeSync(handle);
  }
  return hash.digest('hex');
}

function isSameSize(one: string, other: string): boolean {
  const [a, b] = [one, other].map(file => fs.statSync(file, { throwIfNoEntry: false })?.size);
  return a !== undefined && a === b;
}
