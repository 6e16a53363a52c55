// Runs inside a page: what its console was told, as the collector of Firefox keeps it for the library.

export interface CollectedMessage {
  readonly level: string;
  readonly text: string;
  readonly url: string;
  readonly line: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface CollectedConsole {
  readonly messages: readonly CollectedMessage[];
  /** Whether it is collected since before the first script of the page. */
  readonly isWhole: boolean;
  /** How many older ones were dropped. */
  readonly dropped: number;
}

/** A page's elements are found by their ids as members of the global object; but none by a symbol. */
export type ConsoleWorld = typeof globalThis & { [key: symbol]: (() => CollectedConsole) | undefined };

/** Null where nothing collects. */
export function consoleMessages(): CollectedConsole | null {
  return (globalThis as ConsoleWorld)[Symbol.for('pilothouse.console')]?.() ?? null;
}
