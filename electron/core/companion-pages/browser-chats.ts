// The conversations that were begun in each browser: its side panel sees those and no others of the user's. Kept over restarts.
import { z } from 'zod';
import { ConversationIdSchema } from '../../../contract/schemas/chat.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { SettingsTable } from '../store/settings-table.ts';

const key = 'browserChats';
const maxOfBrowser = 100;

export class BrowserChats {
  readonly #settings: Pick<SettingsTable, 'get' | 'set'>;
  #all: Readonly<Record<string, readonly string[]>> = {};

  constructor(settings: Pick<SettingsTable, 'get' | 'set'>) {
    this.#settings = settings;
  }

  async load(): Promise<void> {
    this.#all = (await this.#settings.get(key, z.record(z.string(), z.array(ConversationIdSchema)))) ?? {};
  }

  /** The newest first. */
  of(browserId: string): readonly string[] {
    return this.#all[browserId] ?? [];
  }

  /** Throws ERR_INVALID_ARGUMENTS for every other one: there it is as if there were none. */
  expect(browserId: string, conversationId: string): string {
    if (this.of(browserId).includes(conversationId)) return conversationId;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-chat' });
  }

  async add(browserId: string, conversationId: string): Promise<void> {
    const kept = [conversationId, ...this.of(browserId)].slice(0, maxOfBrowser);
    await this.#keep({ ...this.#all, [browserId]: kept });
  }

  async forget(browserId: string): Promise<void> {
    if (this.#all[browserId] === undefined) return;
    const { [browserId]: _, ...others } = this.#all;
    await this.#keep(others);
  }

  async #keep(all: Readonly<Record<string, readonly string[]>>): Promise<void> {
    this.#all = all;
    await this.#settings.set(key, all);
  }
}
