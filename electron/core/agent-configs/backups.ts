// Versions of config files in the data home, each with its time and why it was kept. Private, bounded, and checked when they are read.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { clientStarts } from '../../../contract/entities.ts';
import { ConfigVersionSchema } from '../../../contract/schemas/agent-configs.ts';
import { sha256 } from '../../../native-host/manifests/content.ts';
import { codeOf, nodeFiles } from '../../../native-host/manifests/files.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { ConfigVersion } from '../../../contract/schemas/agent-configs.ts';
import type { ConfigFile } from './config-file.ts';

const maxVersions = 20;
const maxAgeMs = 30 * 24 * 3_600_000;
const privateMode = 0o600;

const KeptSchema = ConfigVersionSchema.omit({ isDamaged: true }).extend({
  /** The config file, and the copy's name beside the list; no copy where there was no file. */
  path: z.string(),
  copy: z.string().nullable(),
  sha256: z.string().nullable(),
  /** Permission bits of the file; null where they are not known. */
  mode: z.number().int().nullable().default(null),
  /** How the credential of the entry in it began, for when it is revoked and made again; null where there was none. */
  start: z.enum(clientStarts).nullable().default(null),
});
type Kept = z.infer<typeof KeptSchema>;
const ListSchema = z.object({ v: z.literal(1), next: z.number().int(), kept: z.array(KeptSchema) });
type List = z.infer<typeof ListSchema>;

/** `bytes` null: there was no file; `mode` null: it is not known. */
export interface Version {
  readonly bytes: Buffer | null;
  readonly mode: number | null;
  readonly start: Kept['start'];
}

export class ConfigBackups {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #keeping = new Map<string, Promise<unknown>>();

  /** `folder` is made when the first version is kept. */
  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** The newest first, each looked at: a copy may have been lost or changed since. */
  async versions(agent: string, path: string): Promise<ConfigVersion[]> {
    const { kept } = await this.#read(agent);
    const own = kept.filter(one => one.path === path).toReversed();
    return Promise.all(
      own.map(async one => {
        const { version, at, why, bytes } = one;
        return { version, at, why, bytes, isDamaged: !(await this.#copyOf(agent, one)) };
      }),
    );
  }

  async count(agent: string, path: string): Promise<number> {
    return (await this.#read(agent)).kept.filter(one => one.path === path).length;
  }

  /** Where the next copy of a file will lie. */
  async nextPath(agent: string, path: string): Promise<string> {
    return join(this.#folder, agent, copyName(path, (await this.#read(agent)).next));
  }

  /** Keeps what was read and gives its number: that of the newest version where this is the same. */
  async keep(agent: string, file: ConfigFile, why: Reason, start: Kept['start']): Promise<number> {
    if (file.kind === 'none') return this.keepBytes(agent, file.path, null, why, null, start);
    return this.keepBytes(agent, file.path, file.bytes, why, file.mode, start);
  }

  /** `bytes` null: there was no file. `mode` null: its permission bits are not known. */
  async keepBytes(
    agent: string,
    path: string,
    bytes: Buffer | null,
    why: Reason,
    mode: number | null = null,
    start: Kept['start'] = null,
  ): Promise<number> {
    return this.#inOrder(agent, () => this.#keepNow(agent, path, bytes, { why, mode, start }));
  }

  async #keepNow(
    agent: string,
    path: string,
    bytes: Buffer | null,
    about: Pick<Kept, 'why' | 'mode' | 'start'>,
  ): Promise<number> {
    const list = await this.#read(agent);
    const hash = bytes && sha256(bytes);
    const newest = list.kept.findLast(one => one.path === path);
    if (newest && newest.sha256 === hash) return this.#keepAgain(agent, list, newest, bytes, about);
    const version = list.next;
    const copy = bytes && copyName(path, version);
    const folder = join(this.#folder, agent);
    await nodeFiles.makeFolder(folder);
    if (bytes && copy) await nodeFiles.writeAtomic(join(folder, copy), bytes, privateMode);
    const added: Kept = { version, at: this.#now(), bytes: bytes?.length ?? null, path, copy, sha256: hash, ...about };
    await this.#write(agent, this.#bounded({ ...list, next: version + 1, kept: [...list.kept, added] }));
    return version;
  }

  /** A version, null where there is none. Rejects with a HubError where the copy is not what was kept. */
  async read(agent: string, path: string, version: number): Promise<Version | null> {
    const { kept } = await this.#read(agent);
    const found = kept.find(one => one.path === path && one.version === version);
    if (!found) return null;
    const copy = await this.#copyOf(agent, found);
    if (copy) return { ...copy, mode: found.mode, start: found.start };
    throw hubError('ERR_INTERNAL', { kind: 'config-version-gone', path: join(this.#folder, agent, found.copy ?? '') });
  }

  /** The last intact version: one for each file, over the one before. */
  async keepIntact(agent: string, path: string, bytes: Buffer): Promise<void> {
    const folder = join(this.#folder, agent);
    await nodeFiles.makeFolder(folder);
    await nodeFiles.writeAtomic(join(folder, intactName(path)), bytes, privateMode);
  }

  async readIntact(agent: string, path: string): Promise<Buffer | null> {
    return readFile(join(this.#folder, agent, intactName(path))).catch(() => null);
  }

  /** Takes away what a crash has left of copies that were being written. */
  async removeTemporaryFiles(): Promise<void> {
    for (const agent of await nodeFiles.list(this.#folder)) {
      const names = await nodeFiles.list(join(this.#folder, agent)).catch(() => []);
      for (const name of names.filter(one => one.startsWith('.') && one.endsWith('.tmp')))
        await nodeFiles.remove(join(this.#folder, agent, name)).catch(() => {});
    }
  }

  /** The same bytes once more: a copy that is not what it was is written anew, and the narrower mode counts. */
  async #keepAgain(
    agent: string,
    list: List,
    newest: Kept,
    bytes: Buffer | null,
    { mode, start }: Pick<Kept, 'mode' | 'start'>,
  ): Promise<number> {
    if (bytes && newest.copy !== null && !(await this.#copyOf(agent, newest)))
      await nodeFiles.writeAtomic(join(this.#folder, agent, newest.copy), bytes, privateMode);
    const both = newest.mode === null || mode === null ? (newest.mode ?? mode) : newest.mode & mode;
    const began = start ?? newest.start;
    if (both !== newest.mode || began !== newest.start) {
      const kept = list.kept.map(one => (one === newest ? { ...newest, mode: both, start: began } : one));
      await this.#write(agent, { ...list, kept });
    }
    return newest.version;
  }

  /** `bytes` null for "there was no file"; null where the copy is gone or is not what was kept. */
  async #copyOf(agent: string, { copy, sha256: hash }: Kept): Promise<{ readonly bytes: Buffer | null } | null> {
    if (copy === null) return { bytes: null };
    const bytes = await readFile(join(this.#folder, agent, copy)).catch(() => null);
    return bytes && sha256(bytes) === hash ? { bytes } : null;
  }

  /** At most 20 of a file, none older than 30 days; the newest stays, because undo needs it. */
  #bounded(list: List): List {
    const oldest = this.#now() - maxAgeMs;
    const kept = list.kept.filter(one => {
      const own = list.kept.filter(other => other.path === one.path);
      const newer = own.length - 1 - own.indexOf(one);
      return newer === 0 || (newer < maxVersions && one.at >= oldest);
    });
    return { ...list, kept };
  }

  /** Two at once would give one number twice, and each would take away the other's copy. */
  #inOrder<T>(agent: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#keeping.get(agent) ?? Promise.resolve()).then(work);
    this.#keeping.set(
      agent,
      done.catch(() => {}),
    );
    return done;
  }

  async #read(agent: string): Promise<List> {
    try {
      return ListSchema.parse(JSON.parse(await readFile(this.#listPath(agent), 'utf8')));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return { v: 1, next: 1, kept: [] };
      throw hubError('ERR_INTERNAL', { kind: 'config-version-gone', path: this.#listPath(agent) });
    }
  }

  /** First the list, so that it never names a copy that is gone. */
  async #write(agent: string, list: List): Promise<void> {
    const before = await this.#read(agent);
    await nodeFiles.writeAtomic(this.#listPath(agent), `${JSON.stringify(list, null, 2)}\n`, privateMode);
    const copies = new Set(list.kept.map(({ copy }) => copy));
    for (const { copy } of before.kept)
      if (copy !== null && !copies.has(copy)) await nodeFiles.remove(join(this.#folder, agent, copy)).catch(() => {});
  }

  #listPath(agent: string): string {
    return join(this.#folder, agent, 'versions.json');
  }
}

/** Hidden files are not hidden here. */
function plainName(path: string): string {
  return basename(path).replace(/^\.+/, '');
}

function copyName(path: string, version: number): string {
  return `${plainName(path)}.${version}`;
}

/** Two projects have files of one name. */
function intactName(path: string): string {
  return `${plainName(path)}.${sha256(path).slice(0, 12)}.good`;
}
