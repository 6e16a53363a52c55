// What does not work right now, and how the hub's own parts stand: codes with their facts.
import type { NoFacts, Reason } from './reason.ts';

export interface HubReasons {
  // Files of ours that are not what was packed or built.
  'file-not-packed': { file: string; so: 'no-start' | 'no-load' | 'no-server' };
  'relay-not-built': { file: string };

  // The database. `code` is SQLite's primary result code or an errno name.
  'database-failed': { file: string; code: string; cause: string };
  'database-closed': { file: string };
  'row-left-out': { why: Reason; sql: string };
  'entry-unreadable': { name: string; table: string; file: string; why: string };

  // The trace.
  'trace-behind': { entries: number };
  'trace-began-anew': { why: string };
  'trace-off': { why: string };
  'recording-ended': { why: string | null };

  // Secrets.
  'secrets-in-keychain': { backend: string | null };
  'secrets-in-file': { file: string };
  'secrets-locked': { file: string };
  'no-keychain': NoFacts;
  'keychain-unusable': { backend: string | null };
  'keychain-does-not-open': { file: string };
  'secrets-unreadable': { file: string };
  'secrets-no-file': { file: string };
  'secrets-of-other': { file: string; uid: number };
  'secrets-open-to-others': { file: string };

  // Ways in.
  'port-held': { port: number; by: Reason };
  'mcp-not-open': { port: number; why: Reason };
  'weak-token': { lacks: 'length' | 'characters' | 'variety' };
  'tokens-guessed': NoFacts;
  process: { pid: string; program: string };
  'another-process': NoFacts;
  'stop-or-other-port': NoFacts;
  'quit-or-leave-off': NoFacts;
  'place-held': { place: string; by: Reason };
  'place-is-link': { path: string };
  'place-no-socket': { path: string };
  'place-no-folder': { path: string };
  'place-of-other': { path: string; uid: number };
  'place-wrong-mode': { path: string; mode: string };
  'token-not-written': { file: string; why: Reason };

  // Others.
  'learning-ended': NoFacts;
  'learning-full': { calls: number };
  'stray-data': { server: string; file: string };
}
