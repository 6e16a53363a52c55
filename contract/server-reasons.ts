// Why a server is in its state, and what is said of it before it runs: codes with their facts.
import type { NoFacts, Reason } from './reason.ts';

/** Whose process it was. */
type Process = 'server' | 'runner';

export interface ServerReasons {
  // How its process ended, or why it was ended.
  exited: { of: Process; code: number | null };
  'exited-saying': { of: Process; code: number | null; cause: string };
  killed: { of: Process; signal: string };
  'closed-input': NoFacts;
  'closed-output': NoFacts;
  'input-full': { mib: number };
  'line-too-long': { mib: number };
  'was-stopped': NoFacts;
  'no-answer': { pings: number };
  'handshake-failed': { why: Reason };
  'no-handshake': { why: string | null };
  'unusable-answer': { method: string; why: string | null };
  'other-versions': { said: string; spoken: string };

  // Why it could not be started.
  'no-start-folder': { folder: string; command: string };
  'not-executable': { command: string };
  'start-failed': { command: string; why: Reason };
  'no-interpreter': { command: string };
  'no-such-program': { command: string };
  /** `from` and `at`: what it comes with, and where that is had. `path` is null where there is none. */
  'not-on-path': { command: string; path: string | null; windows: boolean; from: string | null; at: string | null };
  'runner-not-started': { why: Reason };
  'runner-of-other-version': NoFacts;
  'needs-secret': { secret: string };
  'no-wasm-folders': { system: string };
  'batch-file-name': { path: string };
  'batch-line-break': { argument: string };
  'work-folder-in-project': { folder: string; project: string };
  'work-folder-no-folder': { folder: string };
  'work-folder-of-other': { folder: string; uid: number };

  // What it waits for, and how it comes back.
  'waits-for-turn': { atOnce: number };
  'automatic-start': { attempt: number; of: number; why: Reason };
  'gave-up': { starts: number; why: Reason };
  'not-approved': { what: 'command' | 'address' };
  'approval-changed': { what: 'command' | 'address' };
  'approval-by-names': { what: 'variables' | 'headers' };

  // What became of the connection to a remote one. `said` is what it said of an answer that is none.
  'asks-to-sign-in': { host: string; status: number };
  'session-forgotten': { host: string };
  'host-away': { host: string; status: number; said: string | null };
  'host-refused': { host: string; status: number; said: string | null };
  'no-mcp': { host: string; why: string };
  'nothing-listens': { host: string; code: string };
  'no-address': { host: string; code: string };
  'certificate-not-trusted': { host: string; code: string };
  'connection-broke': { host: string; what: string };
  'stream-broke': { host: string };
  'answer-cut-off': { host: string };
  'not-taken': { mib: number };

  // The walls around it.
  'sandbox-by': { program: string };
  'sandbox-forbidden': { why: string };
  'no-bubblewrap': NoFacts;
  'no-sandbox-exec': NoFacts;
  'no-sandbox-on-windows': NoFacts;
  'folder-over-link': { folder: string; link: string; place: string };
  'writes-its-program': { places: readonly string[]; own: string; folder: string };

  // What is worth knowing before it runs.
  'version-not-fixed': { runner: 'npx' | 'uvx' | 'docker'; name: string; version: string | null };
  'secret-in-argument': { at: number };
  'secret-in-address': NoFacts;
  'runs-other-code': { names: readonly (string | Reason)[] };
  'its-folder': NoFacts;

  // What a call of it is told.
  'ended-during-call': { server: string; why: Reason };
  'server-away': {
    server: string;
    state:
      | 'installing'
      | 'blocked'
      | 'stopped'
      | 'starting'
      | 'running'
      | 'stopping'
      | 'crashed'
      | 'failed'
      | 'waiting'
      | 'unauthorized';
    why: Reason | null;
  };
  'no-server': { server: string };
  'too-many-runs': { most: number };
}
