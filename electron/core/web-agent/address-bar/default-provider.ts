// Which provider the user is offered first where nothing else was meant: kept for this user, named by its site and its id there.
import { z } from 'zod';
import type { SettingsTable } from '../../store/settings-table.ts';
import type { Page } from '../page.ts';
import type { Provider } from './providers.ts';

const DefaultSchema = z.object({ origin: z.string().max(300), providerId: z.string().max(200) }).nullable();
type Named = z.infer<typeof DefaultSchema>;

const key = 'addressBarDefault';

export class DefaultProvider {
  readonly #settings: Pick<SettingsTable, 'get' | 'set'>;
  #read: Promise<void> | null = null;
  #named: Named = null;

  constructor(settings: Pick<SettingsTable, 'get' | 'set'>) {
    this.#settings = settings;
  }

  async load(): Promise<void> {
    this.#read ??= this.#settings.get(key, DefaultSchema).then(named => {
      this.#named = named;
    });
    await this.#read;
  }

  isIt({ id, page }: Pick<Provider, 'id'> & { readonly page: Pick<Page, 'origin'> }): boolean {
    return this.#named?.providerId === id && this.#named.origin === page.origin;
  }

  /** Its id for a page of its own site; what others have chosen is nobody else's business. */
  idFor({ origin }: Page): string | null {
    return this.#named?.origin === origin ? this.#named.providerId : null;
  }

  async set(named: Named): Promise<void> {
    await this.load();
    await this.#settings.set(key, named);
    this.#named = named;
  }
}
