// What a row of the table of agents says: where the program keeps its list of MCP servers, and in which shape. Data and pure functions.

import type { AfterChange, ConnectHow } from '../../../contract/agent-configs.ts';

export type ConfigFormat = 'json' | 'jsonc' | 'toml' | 'yaml';

/** JSON, which every format can hold. */
export type EntryValue = string | number | boolean | readonly EntryValue[] | { readonly [key: string]: EntryValue };
export type EntryTable = { readonly [key: string]: EntryValue };

export interface StdioEntry {
  /** The launcher, absolute. */
  readonly command: string;
  readonly args: readonly string[];
}

export interface HttpEntry {
  readonly url: string;
  /** The token itself, or the variable in which the program finds it. */
  readonly token:
    | { readonly kind: 'value'; readonly text: string }
    | { readonly kind: 'variable'; readonly name: string };
}

/**
 * A path with `/`. It begins with a marker: `{home}`, `{config}` (`~/Library/Application Support`, `%APPDATA%`, or `$XDG_CONFIG_HOME`),
 * `{xdg}` (`$XDG_CONFIG_HOME` or `~/.config`, on every system), `{appData}`, `{localAppData}`, `{support}`; in a project `{project}`;
 * or `{env:NAME}`: where that variable is set, its place is the only one. One name may hold a `*`: then it counts where it is found.
 */
export type PlacePattern = string;

/** One list for every system, or one for each. */
export type Places = readonly PlacePattern[] | Readonly<Record<'linux' | 'darwin' | 'win32', readonly PlacePattern[]>>;

export interface AgentConfig {
  /** The first that exists is written; where none does, the first is made. */
  readonly places: Places;
  readonly format: ConfigFormat;
  /** From the root to the table of servers: `['mcpServers']`. Missing tables are made. */
  readonly keys: readonly string[];
  /** Where the servers are a list of tables, the member of each that holds its name; absent where they are a table by name. */
  readonly listedBy?: string;
  /** What an entry is; absent where the program cannot. The members of both are ours, all others of an entry are kept. */
  readonly stdio?: (entry: StdioEntry) => EntryTable;
  readonly http?: (entry: HttpEntry) => EntryTable;
  /** Whether `http` can name a variable in place of the token. */
  readonly takesVariable: boolean;
  readonly prefers: ConnectHow;
}

export interface AgentApp {
  /** `claude-code`; part of file names. */
  readonly id: string;
  /** As people call it. */
  readonly title: string;
  /** Any of these is a trace of the program: folders or files of its own, and names of programs looked for in the PATH. */
  readonly traces: { readonly places: Places; readonly programs: readonly string[] };
  /** Names of its running processes, without `.exe`: of the program or of the script that an interpreter runs. Not those of its helpers. */
  readonly processes: readonly string[];
  /** Absent where it has none that can be written: then `manual` says where to paste. */
  readonly user?: AgentConfig;
  /** Of one project folder: its places begin with `{project}`. No secret is ever written there. */
  readonly project?: AgentConfig;
  readonly after: AfterChange;
  /** The program's own way to add a server, as argv. */
  readonly addCommand?: (entry: { readonly name: string } & (StdioEntry | HttpEntry)) => readonly string[] | null;
  /** Where the user pastes it, in the program's own words: `Settings > Tools > AI Assistant > MCP`. */
  readonly manual?: { readonly menu: string };
}
