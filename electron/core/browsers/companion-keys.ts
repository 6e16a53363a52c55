// The keys of browsers that come over a WebSocket: each made by a pairing, kept in a private file, and ended with its browser.
import { z } from 'zod';
import type { DataHome } from '../home/data-home.ts';

const KeySchema = z.object({
  v: z.literal(1),
  secret: z.string().regex(/^[0-9a-f]{64}$/),
  extensionId: z.string(),
  profileId: z.string(),
  /** Null until the browser was approved. */
  browserId: z.string().nullable(),
});
type KeptKey = z.infer<typeof KeySchema>;

export interface CompanionKey {
  readonly id: string;
  readonly secret: Buffer;
  readonly extensionId: string;
  readonly profileId: string;
}

export interface CompanionKeysOptions {
  readonly files: DataHome['companionKeys'];
  readonly randomBytes: (size: number) => Buffer;
}

const idBytes = 16;
const secretBytes = 32;

export class CompanionKeys {
  readonly #options: CompanionKeysOptions;
  readonly #kept = new Map<string, KeptKey>();

  constructor(options: CompanionKeysOptions) {
    this.#options = options;
  }

  /** Reads what is kept. A key of no browser in `known` is left from a pairing that never came to its end, and goes. */
  async load(known: ReadonlySet<string>): Promise<void> {
    for (const { id, text } of await this.#options.files.list()) {
      const key = parsed(text);
      if (key?.browserId != null && known.has(key.browserId)) this.#kept.set(id, key);
      else await this.#options.files.remove(id);
    }
  }

  get(id: string): CompanionKey | null {
    const key = this.#kept.get(id);
    return key ? { ...key, id, secret: Buffer.from(key.secret, 'hex') } : null;
  }

  /** Resolves when it is on the disk. */
  async make(extensionId: string, profileId: string): Promise<CompanionKey> {
    const { randomBytes } = this.#options;
    const id = randomBytes(idBytes).toString('hex');
    const secret = randomBytes(secretBytes);
    await this.#keep(id, { v: 1, secret: secret.toString('hex'), extensionId, profileId, browserId: null });
    return { id, secret, extensionId, profileId };
  }

  /** Its browser is connected with it: an earlier key of that browser is not needed any more. */
  async belongs(id: string, browserId: string): Promise<void> {
    const key = this.#kept.get(id);
    if (!key || key.browserId === browserId) return;
    await this.#keep(id, { ...key, browserId });
    for (const [other, { browserId: of }] of [...this.#kept])
      if (other !== id && of === browserId) await this.remove(other);
  }

  async forgetBrowser(browserId: string): Promise<void> {
    for (const [id, key] of [...this.#kept]) if (key.browserId === browserId) await this.remove(id);
  }

  /** Holds from this moment on, and in the file once it resolves. */
  async remove(id: string): Promise<void> {
    this.#kept.delete(id);
    await this.#options.files.remove(id);
  }

  async #keep(id: string, key: KeptKey): Promise<void> {
    await this.#options.files.write(id, JSON.stringify(key));
    this.#kept.set(id, key);
  }
}

function parsed(text: string): KeptKey | null {
  try {
    return KeySchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
