// The folders of unpacked packages in the data home: each is made once, as a whole, is shared by the servers that run the same, and is not changed.
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { packageFolders } from '../config/package-folders.ts';
import { InTurn } from './in-turn.ts';
import { digestOf, stampOfFolder } from './package-digest.ts';
import { removeSealed, seal } from './package-seal.ts';
import type { WayKind } from '../../../../contract/catalogue.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { KeptPackage } from '../../store/installs-table.ts';

export interface PackageStoreOptions {
  /** Absolute; made with mode 0700 when missing. */
  readonly folder: string;
  readonly rows: readonly KeptPackage[];
  readonly persist: { put(row: KeptPackage): void; remove(id: string): void };
  randomBytes(size: number): Buffer;
}

export interface PackageKey {
  readonly kind: WayKind;
  readonly identifier: string;
  readonly version: string;
  /** What its entry names; null for the usual one. */
  readonly registry: string | null;
}

/** What is used besides what is in somebody's hand. */
export interface UsedPackages {
  readonly configs: readonly ServerConfig[];
  /** What installs keep. */
  readonly ids: readonly string[];
}

const draft = '.part-';
/** Whatever puts folders in their places, takes them up or away, one after the other. */
const places = 'places';
/** Kept by those who fetch, so that what came once does not come again. */
const cache = 'cache';
const hashChars = 24;

export class PackageStore {
  readonly #options: PackageStoreOptions;
  /** By their places below the folder: `npm/name@1.2.3-0a1b…`. */
  readonly #rows: Map<string, KeptPackage>;

  readonly #turns = new InTurn();
  /** Packages that a job has taken up, before any install says so, by their ids; with the servers that they are for. */
  readonly #inHand = new Map<string, Set<string>>();

  constructor(options: PackageStoreOptions) {
    this.#options = options;
    this.#rows = new Map(options.rows.map(row => [row.id, row]));
  }

  get folder(): string {
    return this.#options.folder;
  }

  /** What those who fetch keep between two tries; of each kind its own. */
  cacheOf(kind: WayKind): string {
    return join(this.caches, kind);
  }

  /** Where all of that lies. */
  get caches(): string {
    return join(this.folder, cache);
  }

  /** An empty folder for what is being unpacked. */
  async begin(kind: WayKind): Promise<string> {
    const folder = join(this.folder, kind, draft + this.#options.randomBytes(8).toString('hex'));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Puts what was unpacked in its place, and returns what is known of it. The same package is there once. It is used until its server lets go of it. */
  keep(
    draftFolder: string,
    key: PackageKey,
    facts: Pick<KeptPackage, 'integrity' | 'scripts'>,
    serverId: string,
  ): Promise<KeptPackage> {
    return this.#turns.run(places, async () => this.#hold(await this.#keep(draftFolder, key, facts), serverId));
  }

  async #keep(
    draftFolder: string,
    key: PackageKey,
    facts: Pick<KeptPackage, 'integrity' | 'scripts'>,
  ): Promise<KeptPackage> {
    const { digest, bytes } = await digestOf(draftFolder);
    const id = `${key.kind}/${escaped(key.identifier)}@${escaped(key.version)}-${digest.slice(0, hashChars)}`;
    const place = join(this.folder, id);
    if (await isThere(place)) {
      if ((await digestOf(place)).digest === digest) await rm(draftFolder, { recursive: true, force: true });
      else {
        // Somebody has changed it since.
        await removeSealed(place);
        await rename(draftFolder, place);
      }
    } else await rename(draftFolder, place);
    await seal(place).catch(() => {});
    const row: KeptPackage = { id, ...key, ...facts, digest, stamp: await stampOfFolder(place), bytes };
    this.#put(row);
    return row;
  }

  /** One that is here already and as it was. It is used until its server lets go of it. */
  find(key: PackageKey, integrity: string | null, serverId: string): Promise<KeptPackage | null> {
    return this.#turns.run(places, async () => {
      const found = await this.#find(key, integrity);
      return found && this.#hold(found, serverId);
    });
  }

  /** What was in its hand is used only where something refers to it. */
  release(serverId: string): void {
    for (const [id, holders] of this.#inHand) {
      holders.delete(serverId);
      if (holders.size === 0) this.#inHand.delete(id);
    }
  }

  async #find(
    { kind, identifier, version, registry }: PackageKey,
    integrity: string | null,
  ): Promise<KeptPackage | null> {
    for (const row of this.#rows.values()) {
      const isSame =
        row.kind === kind && row.identifier === identifier && row.version === version && row.registry === registry;
      if (!isSame || (integrity !== null && row.integrity !== integrity)) continue;
      if ((await this.faultOf(this.placeOf(row.id))) === null) return row;
    }
    return null;
  }

  placeOf(id: string): string {
    return join(this.folder, ...id.split('/'));
  }

  of(id: string): KeptPackage | null {
    return this.#rows.get(id) ?? null;
  }

  /** Why what this config runs is not what was installed; null where nothing of it lies here, or all is as it was. */
  async faultIn(config: ServerConfig): Promise<Reason | null> {
    for (const folder of this.foldersIn(config)) {
      const fault = await this.faultOf(folder);
      if (fault !== null) return fault;
    }
    return null;
  }

  /** The folders of packages that a config refers to. */
  foldersIn(config: ServerConfig): string[] {
    if (config.kind !== 'stdio') return [];
    return packageFolders(this.folder, [config.command, ...config.args, ...Object.values(config.env)]);
  }

  /**
   * The name of a folder ends with what its files come to, and an approval is bound to that name. To read them all at each start would take
   * long: where no file was written since they were read, they are what they were.
   */
  async faultOf(folder: string): Promise<Reason | null> {
    if (!(await isThere(folder))) return { kind: 'package-gone', folder };
    const id = this.#idOf(folder);
    const row = this.#rows.get(id);
    // One that was kept before packages were read-only, or whose hub was killed. On a disk that takes no modes it is only watched.
    await seal(folder).catch(() => {});
    const stamp = await stampOfFolder(folder).catch(() => null);
    if (row && stamp !== null && row.stamp === stamp && isNamedBy(folder, row.digest)) return null;
    const now = await digestOf(folder).catch(() => null);
    if (now === null || !isNamedBy(folder, now.digest)) return { kind: 'package-changed', folder };
    if (row) this.#put({ ...row, stamp: now.stamp });
    return null;
  }

  /** What neither a config refers to, nor an install keeps, nor a job has in its hand. */
  unused(given: UsedPackages, among: ReadonlySet<string> | null = null): { ids: string[]; bytes: number } {
    const used = new Set([
      ...given.configs.flatMap(config => this.foldersIn(config)).map(folder => this.#idOf(folder)),
      ...given.ids,
      ...this.#inHand.keys(),
    ]);
    const rows = [...this.#rows.values()].filter(({ id }) => !used.has(id) && (among?.has(id) ?? true));
    return { ids: rows.map(({ id }) => id), bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  /** Takes away what is not used, of all or of some. Nobody takes any of it up meanwhile. */
  clear(used: () => UsedPackages, among: ReadonlySet<string> | null): Promise<{ bytes: number }> {
    return this.#turns.run(places, async () => {
      const { ids, bytes } = this.unused(used(), among);
      for (const id of ids) {
        await removeSealed(this.placeOf(id));
        this.#rows.delete(id);
        this.#options.persist.remove(id);
      }
      return { bytes };
    });
  }

  async discard(draftFolder: string): Promise<void> {
    await rm(draftFolder, { recursive: true, force: true });
  }

  /** Takes away what a hub that was killed has left half done. */
  async sweep(): Promise<void> {
    for (const kind of await readdir(this.folder).catch(() => [])) {
      if (kind === cache) continue;
      for (const name of await readdir(join(this.folder, kind)).catch(() => []))
        if (name.startsWith(draft)) await rm(join(this.folder, kind, name), { recursive: true, force: true });
    }
  }

  #hold(row: KeptPackage, serverId: string): KeptPackage {
    this.#inHand.set(row.id, (this.#inHand.get(row.id) ?? new Set()).add(serverId));
    return row;
  }

  #put(row: KeptPackage): void {
    this.#rows.set(row.id, row);
    this.#options.persist.put(row);
  }

  #idOf(folder: string): string {
    return relative(this.folder, folder).split(sep).join('/');
  }
}

/** A name of one folder, which says what it is of. */
function escaped(text: string): string {
  return text
    .replace(/[^\w.@+-]+/g, '+')
    .replace(/^\.+/, '+')
    .slice(0, 100);
}

function isNamedBy(folder: string, digest: string): boolean {
  return basename(folder).endsWith(`-${digest.slice(0, hashChars)}`) && dirname(folder) !== folder;
}

async function isThere(folder: string): Promise<boolean> {
  return (await lstat(folder).catch(() => null))?.isDirectory() ?? false;
}
