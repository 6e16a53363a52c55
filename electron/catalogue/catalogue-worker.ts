// What the process that reads catalogues does: answers what the hub asks, one thing at a time where it writes.
import { reasonOf } from '../../contract/reason.ts';
import { markLookAlikes } from './look-alikes/mark-look-alikes.ts';
import { refreshSource, refreshVersions } from './refresh.ts';
import { EntryWriter } from './stored/entry-writer.ts';
import { findEntry } from './stored/find-entry.ts';
import { search } from './stored/search.ts';
import type {
  CatalogueQuestion,
  FromCatalogueWorker,
  QuestionAnswer,
  QuestionParams,
  ToCatalogueWorker,
} from '../../contract/schemas/catalogue-worker.ts';
import type { RefreshParts } from './refresh.ts';
import type { Statements } from './stored/statements.ts';

export interface CatalogueWorkerOptions extends Omit<RefreshParts, 'writer'> {
  readonly statements: Statements;
  readonly tell: (message: FromCatalogueWorker) => void;
  readonly end: () => void;
}

type Answer<N extends CatalogueQuestion> = (
  params: QuestionParams<N>,
  about: { readonly id: number; readonly signal: AbortSignal },
) => QuestionAnswer<N> | Promise<QuestionAnswer<N>>;

export class CatalogueWorker {
  readonly #options: CatalogueWorkerOptions;
  readonly #writer: EntryWriter;
  readonly #running = new Map<number, AbortController>();
  readonly #answers: { readonly [N in CatalogueQuestion]: Answer<N> };
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(options: CatalogueWorkerOptions) {
    this.#options = options;
    this.#writer = new EntryWriter(options.statements);
    this.#answers = {
      search: params => search(options.statements, params),
      entry: params => findEntry(options.statements, params),
      refresh: (params, about) => this.#refresh(params, about),
      forget: ({ sourceId }) => {
        this.#writer.forget(sourceId);
        return {};
      },
    };
  }

  take(message: ToCatalogueWorker): void {
    switch (message.kind) {
      case 'ask':
        return void this.#answer(message.id, message.name, message.params);
      case 'stop':
        return this.#running.get(message.id)?.abort();
      case 'end':
        return this.#end();
    }
  }

  /** Never throws: whatever goes wrong becomes a value, and the process lives on. */
  async #answer(id: number, name: CatalogueQuestion, params: unknown): Promise<void> {
    const ending = new AbortController();
    this.#running.set(id, ending);
    try {
      // The table pairs each name with its own params, which a union of names hides.
      const answer = this.#answers[name] as Answer<CatalogueQuestion>;
      const value = await answer(params as never, { id, signal: ending.signal });
      this.#options.tell({ kind: 'answer', id, value });
    } catch (error) {
      this.#options.tell({ kind: 'failed', id, reason: reasonOf(error) });
    } finally {
      this.#running.delete(id);
    }
  }

  /** One source after another: two that write at once would only wait for each other. */
  #refresh(
    { source, only }: QuestionParams<'refresh'>,
    { id, signal }: { readonly id: number; readonly signal: AbortSignal },
  ): Promise<QuestionAnswer<'refresh'>> {
    const { statements, tell, ...parts } = this.#options;
    const given = { ...parts, writer: this.#writer, signal };
    const run = async () => {
      const onNews = (news: { done: number; total: number | null; entries: number }) =>
        tell({ kind: 'news', id, ...news });
      const outcome =
        only === null ? await refreshSource(source, { ...given, onNews }) : await refreshVersions(source, only, given);
      await markLookAlikes(statements);
      return outcome;
    };
    const turn = this.#lastWrite.then(run);
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }

  #end(): void {
    for (const ending of this.#running.values()) ending.abort();
    const close = () => this.#options.statements.close();
    // What cannot be closed is as it would be after a crash, which the next start can live with.
    void this.#lastWrite.then(close).then(this.#options.end, this.#options.end);
  }
}
