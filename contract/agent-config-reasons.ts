// What is said of agents' configurations: why a file is not written, how an entry stands, what was kept and why. Codes with their facts.
import type { ConnectHow } from './agent-configs.ts';
import type { JsonExpected } from './json.ts';

export interface AgentConfigReasons {
  // A file that is left alone: `at` is the path of keys, empty at the root.
  'config-json': { expected: JsonExpected; found: string | null };
  'config-syntax': { cause: string };
  'config-no-table': { at: string };
  'config-name-twice': { name: string };
  'config-form': object;
  'config-not-proved': object;
  'config-no-text': { file: string };
  'config-too-large': { file: string; bytes: number; most: number };
  'config-no-file': { file: string };
  'config-link-circle': { file: string };
  'config-of-other': { file: string; owner: number };
  'config-changed': { file: string };
  'config-not-as-written': { file: string };

  // Why our entry is none that works.
  'entry-other-program': { command: string };
  'entry-without-client': { client: string | null };
  'entry-other-address': object;
  'entry-differs': object;

  // What was asked for and cannot be.
  'agent-unknown': { agent: string; known: readonly string[] };
  'agent-by-hand': { agent: string; menu: string | null };
  'agent-no-project': { agent: string };
  'agent-not-how': { agent: string; how: ConnectHow };
  'agent-http-closed': object;
  'project-by-variable': { agent: string };
  'project-no-folder': { folder: string };
  'no-config-version': { agent: string; version: number | null };
  'config-version-gone': { path: string };

  // Worth knowing before it is written.
  'token-in-file': { file: string };
  'token-by-variable': { variable: string };
  'file-made-private': { file: string };
  'file-other-names': { file: string };

  // Why a version of a file was kept.
  'kept-before-connect': object;
  'kept-before-disconnect': object;
  'kept-before-restore': object;
  'kept-before-loss': object;

  // Problems.
  'agent-entry-gone': { agent: string; file: string; lost: number };
  'agent-servers-gone': { agent: string; file: string; lost: readonly string[] };
  'agent-config-broken': { agent: string; file: string; line: number; column: number };

  // Changes of the rules.
  'agent-connect': { agent: string; file: string; how: ConnectHow };
  'agent-connect-asked': { agent: string; project: string | null };
  'agent-disconnect': { agent: string; project: string | null };
  'agent-restore': { agent: string; project: string | null; version: number | null };
  'credential-renewed': { client: string };
}
