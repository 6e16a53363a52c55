// What an editor of a format does: reads a text as a value, and puts or takes one member without touching anything else.
import type { EntryValue } from '../agent-app.ts';

/** A member by its name, or the item of a list whose member `by` is `name`. */
export type Step = string | { readonly by: string; readonly name: string };
export type Path = readonly Step[];

export interface ConfigEditor {
  /** The whole; a text without anything is an empty table. Throws a HubError with a `config-broken` reason. */
  read(text: string): Record<string, unknown>;
  /** Tables that are missing on the way are made. */
  set(text: string, path: Path, value: EntryValue): string;
  /** The text as it is where there is no such member. */
  remove(text: string, path: Path): string;
}
