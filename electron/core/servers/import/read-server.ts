// What a reader gives for each server of a file: its config, or why it cannot be used. One bad entry spoils no other.
import { HubError } from '../../../../contract/errors.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { parseLenientJson } from '../config/lenient-json.ts';
import { expandPlaceholders } from './placeholders.ts';
import { nameOf, readEntry, refused } from './read-entry.ts';
import { timesIn } from './times.ts';
import type { ServerStart } from '../../../../contract/entities.ts';
import type { ImportApp } from '../../../../contract/imports.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { AskedInput } from '../../../../contract/schemas/adding.ts';
import type { Account, ServerConfig, ServerSettings } from '../../../../contract/schemas/servers.ts';
import type { AppText } from './placeholders.ts';

export interface ReadServer {
  readonly name: string;
  /** The project that it belongs to, where the file has several. */
  readonly from: string | null;
  /** Where it was found in an app's own file. */
  readonly app?: ImportApp;
  readonly config: ServerConfig | null;
  /** What its file says of the inputs that it names. */
  readonly inputs?: readonly AskedInput[];
  /** How long it may take, where its file says so. */
  readonly times?: ServerSettings;
  /** Variables and headers whose values are secrets whatever they look like. */
  readonly secret?: ReadonlySet<string>;
  /** The code that it brings along. */
  readonly code?: ManifestCode;
  /** With which account it wants to be signed in. */
  readonly account?: Account;
  /** When it starts, unless the user chooses otherwise. */
  readonly start?: ServerStart;
  readonly problem: Reason | null;
}

/** Its bytes, or where they are: an address, or a path beside the manifest. */
export interface ManifestCode {
  readonly of: 'script' | 'module';
  readonly bytes?: Uint8Array;
  readonly address?: string;
}

/** Reads a file's text, with the user's home where it is known. Throws HubError with one sentence when it is no such file. */
export type ServersReader = (text: string, home: string | null) => ReadServer[];

/** Every entry of a table of servers, by its name. `read` throws HubError for an entry that cannot be used. */
export function readEach(
  entries: Readonly<Record<string, unknown>>,
  app: AppText,
  { from = null, read = readEntry }: { from?: string | null; read?: typeof readEntry } = {},
): ReadServer[] {
  return Object.entries(entries).map(([key, entry]) => {
    const name = nameOf(key);
    try {
      const config = read(name, expandPlaceholders(name, entry, app));
      const inputs = inputsOf(JSON.stringify(entry), app);
      const times = timesIn(entry);
      const more = { ...(inputs.length > 0 && { inputs }), ...(Object.keys(times).length > 0 && { times }) };
      return { name, from, config, problem: null, ...more };
    } catch (error) {
      if (error instanceof HubError) return { name, from, config: null, problem: reasonOf(error) };
      throw error;
    }
  });
}

function inputsOf(entry: string, { inputs = new Map() }: AppText): AskedInput[] {
  return [...inputs.values()].filter(({ id }) => entry.includes(`\${input:${id}}`));
}

/** Parses JSON with comments and trailing commas. Throws HubError with one sentence. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') throw refused({ kind: 'no-server-listed' });
  return parseLenientJson(text);
}
