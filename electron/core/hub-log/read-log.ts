// Reads the log of a hub, whether one runs or not, and goes on with what comes next.
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { logLevels, logParts } from '../../../contract/doctor.ts';
import { isRecord, jsonIn } from '../../../contract/json.ts';
import { isReason } from '../../../contract/reason.ts';
import type { HubLogLine } from '../../../contract/schemas/hub-log.ts';

/** Of a data home. */
export function logFileOf(home: string): string {
  return join(home, 'log', 'hub.log');
}

/** The generations, oldest first. */
function generationsOf(file: string): string[] {
  return [`${file}.2`, `${file}.1`, file];
}

/** The newest `count` lines over all generations, oldest first. What is no line of a log is left out. */
export async function readLog(file: string, count: number): Promise<HubLogLine[]> {
  const lines: HubLogLine[] = [];
  for (const generation of generationsOf(file).toReversed()) {
    if (lines.length >= count) break;
    const text = await readFile(generation, 'utf8').catch(() => '');
    lines.unshift(...linesIn(text));
  }
  return count === 0 ? [] : lines.slice(-count);
}

function linesIn(text: string): HubLogLine[] {
  return text.split('\n').flatMap(line => logLineIn(line) ?? []);
}

function logLineIn(text: string): HubLogLine | null {
  const line = text === '' ? undefined : jsonIn(text);
  if (!isRecord(line)) return null;
  const { at, what } = line;
  const level = logLevels.find(one => one === line['level']);
  const part = logParts.find(one => one === line['part']);
  if (typeof at !== 'number' || !level || !part || !isReason(what)) return null;
  return { at, level, part, what };
}

/** Where a reader of the log stands, so that it misses nothing when the file is put aside for a new one. */
export class LogFollower {
  readonly #file: string;
  #inode: number | null = null;
  #offset = 0;
  #half = '';

  constructor(file: string) {
    this.#file = file;
  }

  /** From now on only what is written later is given. */
  async skip(): Promise<void> {
    const found = await stat(this.#file).catch(() => null);
    this.#inode = found?.ino ?? null;
    this.#offset = found?.size ?? 0;
  }

  /** What was written since the last time. */
  async next(): Promise<HubLogLine[]> {
    const found = await stat(this.#file).catch(() => null);
    if (this.#inode === null || found?.ino === this.#inode) {
      this.#inode = found?.ino ?? null;
      return this.#read(this.#file);
    }
    // It was put aside: first the rest of it, which has another name now, then all that came after it.
    const older = await this.#generationsSince();
    const lines: HubLogLine[] = [];
    for (const file of older) {
      lines.push(...(await this.#read(file)));
      [this.#offset, this.#half] = [0, ''];
    }
    this.#inode = found?.ino ?? null;
    return [...lines, ...(found ? await this.#read(this.#file) : [])];
  }

  /** The one that was read so far and those after it but the newest; none where it is gone. */
  async #generationsSince(): Promise<string[]> {
    const files = generationsOf(this.#file).slice(0, -1);
    const inodes = await Promise.all(
      files.map(file =>
        stat(file).then(
          ({ ino }) => ino,
          () => null,
        ),
      ),
    );
    const at = inodes.indexOf(this.#inode);
    if (at < 0) [this.#offset, this.#half] = [0, ''];
    return at < 0 ? [] : files.slice(at);
  }

  async #read(file: string): Promise<HubLogLine[]> {
    const handle = await open(file, 'r').catch(() => null);
    if (!handle) return [];
    try {
      const { size } = await handle.stat();
      const bytes = Buffer.alloc(Math.max(0, size - this.#offset));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, this.#offset);
      this.#offset += bytesRead;
      const text = this.#half + bytes.toString('utf8', 0, bytesRead);
      const end = text.lastIndexOf('\n') + 1;
      this.#half = text.slice(end);
      return linesIn(text.slice(0, end));
    } finally {
      await handle.close();
    }
  }
}
