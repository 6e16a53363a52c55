// What the tools are called that the pages in tabs carry out themselves: of `navigator.modelContext`, and of a server that its page serves. For
// whoever looks at a tab, whether or not an agent has it. Agents are offered nothing by it, and nothing of it is written down.

export interface OwnToolPlace {
  readonly browserId: string;
  readonly tabId: number;
  readonly origin: string;
}

interface Known {
  readonly place: OwnToolPlace;
  readonly names: readonly string[];
}

/** Changes within this time are told of once: each page of a browser tells of its tools when it is loaded. */
const batchMs = 25;

export class OwnToolNames {
  readonly #byDocument = new Map<string, Known>();
  readonly #listeners = new Set<() => void>();
  #isDue = false;

  /** The whole list of a document; an empty one takes it away. */
  set(document: string, place: OwnToolPlace, names: readonly string[]): void {
    const before = this.#byDocument.get(document)?.names ?? [];
    if (names.length === before.length && names.every((name, at) => name === before[at])) return;
    if (names.length > 0) this.#byDocument.set(document, { place, names });
    else this.#byDocument.delete(document);
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => this.#tell(), batchMs).unref();
  }

  /** Of the documents of that origin in that tab, each name once. */
  in({ browserId, tabId, origin }: OwnToolPlace): string[] {
    const there = [...this.#byDocument.values()].filter(
      ({ place }) => place.browserId === browserId && place.tabId === tabId && place.origin === origin,
    );
    return [...new Set(there.flatMap(({ names }) => names))];
  }

  /** Until the returned function is called. */
  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    this.#isDue = false;
    for (const listener of this.#listeners) listener();
  }
}
