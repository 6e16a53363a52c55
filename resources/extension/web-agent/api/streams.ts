// Answers that come in pieces: an async iterable whose request is posted when somebody begins to read it, and aborted when they stop.
import { asyncIterator, freeze, OwnPromise } from './captured.ts';
import { ensureOn } from './flags.ts';
import { begin } from './requests.ts';
import { rejected, type Values } from './values.ts';
import type { PageFlag, PageMemberName } from '../../../../contract/web-agent.ts';

/** Where what came goes: one piece after the other, until it fails or ends. */
export interface Sink {
  push(value: unknown): void;
  fail(error: unknown): void;
  end(): void;
}

/** One thing after another, in the order of their coming. */
interface Link<Item> {
  readonly item: Item;
  next: Link<Item> | null;
}
interface Line<Item> {
  first: Link<Item> | null;
  last: Link<Item> | null;
}

function add<Item>(line: Line<Item>, item: Item): void {
  const link = { item, next: null };
  if (line.last) line.last.next = link;
  else line.first = link;
  line.last = link;
}

function takeFirst<Item>(line: Line<Item>): Item | null {
  const { first } = line;
  if (!first) return null;
  line.first = first.next;
  if (!line.first) line.last = null;
  return first.item;
}

interface Reader {
  readonly resolve: (result: IteratorResult<unknown>) => void;
  readonly reject: (error: unknown) => void;
}
/** `failed`: what the next reader is still to be told. */
type State =
  | { kind: 'unread' }
  | { kind: 'open'; abort: () => void }
  | { kind: 'over' }
  | { kind: 'failed'; error: unknown };

const done = (value?: unknown): IteratorResult<unknown> => ({ done: true, value });

/** Pieces that nobody has read yet, or readers that wait for pieces; never both. */
class Pieces implements Sink {
  readonly #waiting: Line<unknown> = { first: null, last: null };
  readonly #readers: Line<Reader> = { first: null, last: null };
  readonly #start: () => () => void;
  #state: State = { kind: 'unread' };

  constructor(start: () => () => void) {
    this.#start = start;
  }

  open(): void {
    if (this.#state.kind !== 'unread') return;
    let abort = (): void => {};
    this.#state = { kind: 'open', abort: () => abort() };
    try {
      abort = this.#start();
    } catch (error) {
      this.fail(error);
    }
  }

  push(value: unknown): void {
    if (this.#state.kind !== 'open') return;
    const reader = takeFirst(this.#readers);
    if (reader) reader.resolve({ done: false, value });
    else add(this.#waiting, value);
  }

  fail(error: unknown): void {
    if (this.#state.kind !== 'open') return;
    const reader = takeFirst(this.#readers);
    this.#state = reader ? { kind: 'over' } : { kind: 'failed', error };
    reader?.reject(error);
    this.#dismiss();
  }

  end(): void {
    if (this.#state.kind === 'open') this.#state = { kind: 'over' };
    this.#dismiss();
  }

  /** Ends the request itself, and what has come and was not read is gone. */
  stop(): void {
    const state = this.#state;
    this.#state = { kind: 'over' };
    this.#waiting.first = this.#waiting.last = null;
    if (state.kind === 'open') state.abort();
    this.#dismiss();
  }

  next(): Promise<IteratorResult<unknown>> {
    this.open();
    if (this.#waiting.first) {
      const value = takeFirst(this.#waiting);
      return new OwnPromise(resolve => resolve({ done: false, value }));
    }
    const state = this.#state;
    if (state.kind === 'failed') {
      this.#state = { kind: 'over' };
      return rejected(state.error);
    }
    return new OwnPromise((resolve, reject) => {
      if (state.kind === 'open') add(this.#readers, { resolve, reject });
      else resolve(done());
    });
  }

  #dismiss(): void {
    for (let reader = takeFirst(this.#readers); reader; reader = takeFirst(this.#readers)) reader.resolve(done());
  }
}

/** `read` says what each event is to the page. Where none of the flags is on, the reader is told so. */
export function stream(
  type: PageMemberName,
  flags: readonly PageFlag[],
  payload: Values,
  signal: unknown,
  read: (event: unknown, to: Sink) => void,
): AsyncIterable<unknown> {
  const pieces = new Pieces(() => {
    ensureOn(flags);
    const ended = (): void => pieces.end();
    const failed = (error: unknown): void => pieces.fail(error);
    return begin(type, payload, { ended, failed, event: event => read(event, pieces) }, signal);
  });
  const iterator = {
    next: () => pieces.next(),
    return: (value?: unknown) => {
      pieces.stop();
      return new OwnPromise(resolve => resolve(done(value)));
    },
    [asyncIterator]: (): unknown => {
      pieces.open();
      return iterator;
    },
  };
  return freeze(iterator) as unknown as AsyncIterable<unknown>;
}
