// The bundles that are open, by their ids, and the files that are still coming in pieces. A start of the hub begins with none.
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { loadPart } from '../../platform/load-part.ts';
import { MiB, maxArchiveMiB, refusedBundle } from './archive/archive-bounds.ts';
import type { Bundle } from '../../../../contract/schemas/bundles.ts';
import type { BundleSurroundings, InstallableBundle, OpenBundle } from './open-bundle.ts';

interface Options extends BundleSurroundings {
  /** Private; whatever lies in it is from an earlier run. */
  readonly folder: string;
  randomId(): string;
  /** It is being installed, and not read to its end yet. */
  isNeeded(bundleId: string): boolean;
}

interface Upload {
  readonly folder: string;
  readonly path: string;
  readonly handle: FileHandle;
  readonly bytes: number;
  come: number;
  /** Pieces are written one after the other. */
  last: Promise<void>;
  /** Nobody waits for whoever sends it to go any more. */
  readonly over: () => void;
}

interface Kept {
  readonly open: OpenBundle;
  /** Of one that came in pieces: it goes with it. */
  readonly folder: string | null;
}

const maxOpen = 20;
const maxUploads = 5;

export class OpenedBundles {
  readonly #options: Options;
  readonly #bundles = new Map<string, Kept>();
  readonly #uploads = new Map<string, Upload>();
  /** Uploads whose places are being made. */
  #coming = 0;
  #cleared: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Throws HubError with why it is refused. */
  async open(path: string): Promise<Bundle> {
    if (!isAbsolute(path) || path.includes('\0')) throw refusedBundle({ kind: 'bundle-path-relative', path });
    return this.#keep(path, null);
  }

  /** `gone`: whoever sends it has gone, and it goes too. */
  async receive(file: string, bytes: number, gone: AbortSignal): Promise<string> {
    if (bytes > maxArchiveMiB * MiB)
      throw refusedBundle({ kind: 'bundle-too-large', mib: Math.ceil(bytes / MiB), most: maxArchiveMiB });
    if (this.#uploads.size + this.#coming >= maxUploads)
      throw refusedBundle({ kind: 'uploads-too-many', most: maxUploads });
    this.#coming += 1;
    try {
      return await this.#receive(file, bytes, gone);
    } finally {
      this.#coming -= 1;
    }
  }

  async #receive(file: string, bytes: number, gone: AbortSignal): Promise<string> {
    // Once for all who begin: the folder of one is not cleared away by another.
    await (this.#cleared ??= this.#clear());
    const id = this.#options.randomId();
    const folder = join(this.#options.folder, id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Its own name is only shown: what a page says is no path.
    const path = join(folder, shownFile(file));
    const handle = await open(path, 'wx', 0o600);
    const leave = () => void this.drop(id).catch(() => {});
    const over = () => gone.removeEventListener('abort', leave);
    this.#uploads.set(id, { folder, path, handle, bytes, come: 0, last: Promise.resolve(), over });
    if (gone.aborted) leave();
    else gone.addEventListener('abort', leave, { once: true });
    return id;
  }

  async piece(uploadId: string, data: string): Promise<void> {
    const upload = this.#upload(uploadId);
    const piece = Buffer.from(data, 'base64');
    if (piece.toString('base64') !== data) throw refusedBundle({ kind: 'upload-no-base64' });
    upload.come += piece.length;
    if (upload.come > upload.bytes) {
      await this.#forget(uploadId);
      throw refusedBundle({ kind: 'upload-more', bytes: upload.bytes });
    }
    upload.last = upload.last.then(() => upload.handle.writeFile(piece));
    await upload.last;
  }

  async received(uploadId: string): Promise<Bundle> {
    const upload = this.#upload(uploadId);
    await upload.last;
    if (upload.come < upload.bytes) throw refusedBundle({ kind: 'upload-less', bytes: upload.come, of: upload.bytes });
    this.#uploads.delete(uploadId);
    upload.over();
    await upload.handle.close();
    try {
      return await this.#keep(upload.path, upload.folder);
    } catch (error) {
      await removed(upload.folder);
      throw error;
    }
  }

  /** Throws HubError where it is not open any more. */
  bundleOf(bundleId: string): InstallableBundle {
    const kept = this.#bundles.get(bundleId);
    if (!kept) throw refusedBundle({ kind: 'bundle-gone' });
    return kept.open;
  }

  /** Does nothing for what is not there. Resolves when nobody unpacks it any more. */
  async drop(id: string): Promise<void> {
    if (this.#uploads.has(id)) return this.#forget(id);
    const kept = this.#bundles.get(id);
    this.#bundles.delete(id);
    await kept?.open.close();
    if (kept?.folder) await removed(kept.folder);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#uploads.keys(), ...this.#bundles.keys()].map(id => this.drop(id)));
    await this.#clear();
  }

  async #keep(path: string, folder: string | null): Promise<Bundle> {
    const bundleId = this.#options.randomId();
    const { openBundleFile } = await loadPart(() => import('./open-bundle.ts'));
    const bundle = await openBundleFile(path, this.#options, bundleId);
    this.#bundles.set(bundleId, { open: bundle, folder });
    if (this.#bundles.size <= maxOpen) return bundle.bundle;
    const oldest = [...this.#bundles.keys()].find(id => id !== bundleId && !this.#options.isNeeded(id));
    // Whoever opened it has long gone on to others.
    if (oldest !== undefined) await this.drop(oldest);
    return bundle.bundle;
  }

  #upload(id: string): Upload {
    const upload = this.#uploads.get(id);
    if (!upload) throw refusedBundle({ kind: 'upload-gone' });
    return upload;
  }

  async #forget(id: string): Promise<void> {
    const upload = this.#upload(id);
    this.#uploads.delete(id);
    upload.over();
    await upload.last.catch(() => {});
    // What was not written to its end goes with its folder.
    await upload.handle.close().catch(() => {});
    await removed(upload.folder);
  }

  async #clear(): Promise<void> {
    await removed(this.#options.folder);
  }
}

async function removed(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => {});
}

/** As far as every file system takes it. */
function shownFile(file: string): string {
  const name = basename(file.replaceAll('\\', '/'))
    .replace(/[^\p{L}\p{N} ._-]/gu, '_')
    .slice(-80);
  return /^[. ]*$/.test(name) ? 'bundle.mcpb' : name;
}
