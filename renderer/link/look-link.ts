// The line to the panel of another hub: as open as the hub of this machine says that it is.
import type { PanelEvent } from '../../contract/schemas/panel-events.ts';
import type { PanelParams, PanelRequestName, PanelResult } from '../../contract/schemas/panel-requests.ts';
import type { Link, LinkStatus } from './link.ts';

type Look = Extract<PanelEvent, { event: 'fleet:look' }>['data'];

export class LookLink implements Link {
  readonly #line: Link;
  readonly #now: () => number;
  readonly #word: (look: Extract<Look, { state: 'lost' }>) => string;
  readonly #listeners = new Set<(status: LinkStatus) => void>();
  /** Of the line to the hub of this machine. */
  #own: LinkStatus = { kind: 'connecting' };
  #lost: (LinkStatus & { kind: 'lost' }) | null = null;

  /** `word` says why it was lost. */
  constructor(line: Link, now: () => number, word: (look: Extract<Look, { state: 'lost' }>) => string) {
    this.#line = line;
    this.#now = now;
    this.#word = word;
    line.onStatus(status => {
      this.#own = status;
      // The hub begins the look anew with the line.
      if (status.kind !== 'open') this.#lost = null;
      this.#tell();
    });
    line.onEvent(event => {
      if (event.event === 'fleet:look') this.#heard(event.data);
    });
  }

  request<N extends PanelRequestName>(name: N, params: PanelParams<N>): Promise<PanelResult<N>> {
    return this.#line.request(name, params);
  }

  onEvent(listener: (event: PanelEvent) => void): () => void {
    return this.#line.onEvent(listener);
  }

  onStatus(listener: (status: LinkStatus) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#status);
    return () => this.#listeners.delete(listener);
  }

  retryNow(): void {
    if (this.#own.kind === 'open') void this.#line.request('fleet:look-again', {}).catch(() => {});
    else this.#line.retryNow();
  }

  get #status(): LinkStatus {
    return this.#own.kind === 'open' && this.#lost ? this.#lost : this.#own;
  }

  #heard(look: Look): void {
    if (look.state === 'open') this.#lost = null;
    else {
      const { attempt, retryAt } = look;
      this.#lost = { kind: 'lost', since: this.#lost?.since ?? this.#now(), attempt, retryAt, why: this.#word(look) };
    }
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener(this.#status);
  }
}
