// Pictures that agents wanted as files: in one private folder, under names of the hub's own, the oldest gone once there are too many.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../../../native-host/endpoints/private-file.ts';

export interface SavedPicturesOptions {
  /** Private to this account. */
  readonly folder: string;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  readonly maxCount?: number;
  readonly maxBytes?: number;
}

const usualCount = 100;
const usualBytes = 256 * 1024 * 1024;
const endings: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };
/** By their names the oldest is first. */
const ownName = /^picture-\d{15}-[0-9a-f]{16}\.(?:png|jpg|webp|bin)$/;
/** What a hub that was killed while it wrote has left. */
const draftName = /^picture-.+\.tmp$/;

export class SavedPictures {
  readonly #options: SavedPicturesOptions;
  /** One at a time, so that none is removed while its bytes are counted. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: SavedPicturesOptions) {
    this.#options = options;
  }

  /** Resolves with the absolute path. `data` is Base64. */
  save(data: string, mimeType: string): Promise<string> {
    const saved = this.#last.then(() => this.#save(Buffer.from(data, 'base64'), mimeType));
    this.#last = saved.catch(() => {});
    return saved;
  }

  async #save(bytes: Buffer, mimeType: string): Promise<string> {
    const { folder, now, randomBytes, maxCount = usualCount, maxBytes = usualBytes } = this.#options;
    await this.#makeRoom(maxCount - 1, maxBytes - bytes.length);
    const ending = Object.hasOwn(endings, mimeType) ? endings[mimeType] : 'bin';
    const at = String(Math.floor(now())).padStart(15, '0');
    const file = join(folder, `picture-${at}-${randomBytes(8).toString('hex')}.${ending}`);
    await writePrivateFile(file, bytes);
    return file;
  }

  async #makeRoom(maxCount: number, maxBytes: number): Promise<void> {
    const { folder } = this.#options;
    const names = await readdir(folder);
    const remove = (name: string) => rm(join(folder, name), { force: true });
    for (const draft of names.filter(name => draftName.test(name))) await remove(draft);
    const newestFirst = names
      .filter(name => ownName.test(name))
      .toSorted()
      .toReversed();
    let bytes = 0;
    for (const [at, name] of newestFirst.entries()) {
      bytes += (await stat(join(folder, name)).catch(() => null))?.size ?? 0;
      if (at >= maxCount || bytes > maxBytes) await remove(name);
    }
  }
}
