// Credentials that the doctor makes for one run: they list tools and can do nothing else, and the registry of clients never has them.
import { readdir } from 'node:fs/promises';
import type { Client } from '../../../contract/schemas/entities.ts';

export interface ProbeClientsOptions {
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  /** The file by which a shim proves itself. */
  readonly secrets: { write(clientId: string, secret: string): Promise<void>; remove(clientId: string): Promise<void> };
  /** Where those files lie. */
  readonly folder: string;
}

/** No name of a client becomes an id with two of these in a row. */
const prefix = 'doctor--';

export class ProbeClients {
  readonly #options: ProbeClientsOptions;
  readonly #open = new Map<string, { readonly client: Client; readonly secret: string }>();

  constructor(options: ProbeClientsOptions) {
    this.#options = options;
  }

  get(id: string): Client | null {
    return this.#open.get(id)?.client ?? null;
  }

  secretOf(id: string): string | null {
    return this.#open.get(id)?.secret ?? null;
  }

  async open(): Promise<Client> {
    await this.#removeLeftOver();
    const { now, randomBytes, secrets } = this.#options;
    const id = `${prefix}${randomBytes(4).toString('hex')}`;
    const secret = randomBytes(32).toString('hex');
    await secrets.write(id, secret);
    const client: Client = {
      id,
      name: 'Pilothouse doctor',
      verified: true,
      start: 'ask',
      colour: 1,
      createdAt: now(),
      lastSeenAt: null,
    };
    this.#open.set(id, { client, secret });
    return client;
  }

  async close(id: string): Promise<void> {
    this.#open.delete(id);
    await this.#options.secrets.remove(id);
  }

  /** Of a hub that was killed in the middle of a run. They open nothing. */
  async #removeLeftOver(): Promise<void> {
    const { folder, secrets } = this.#options;
    const names = await readdir(folder).catch(() => []);
    const left = names.filter(name => name.startsWith(prefix) && !this.#open.has(name));
    await Promise.all(left.map(name => secrets.remove(name)));
  }
}
