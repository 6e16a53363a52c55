// Why a list of servers, or one server of it, cannot be read or written: codes with their facts.
import type { JsonExpected } from './json.ts';

export interface ImportReasons {
  // One server. `found` is its JSON, cut; null where it is missing.
  'entry-no-object': { name: string; found: string | null; form: 'object' | 'table' };
  'entry-no-command': { name: string; found: string | null };
  'entry-args': { name: string; found: string | null };
  /** `at` counts from 1; `example` is JSON. */
  'entry-argument': { name: string; at: number; found: string | null; example: string };
  'entry-cwd': { name: string; found: string | null };
  'entry-nul': { name: string };
  'entry-texts': { name: string; member: string; found: string | null };
  'entry-key': { name: string; member: string; key: string };
  'entry-no-text': { name: string; member: string; key: string };
  'entry-header': { name: string; key: string };
  'entry-address': { name: string };
  'entry-type': { name: string; found: string | null };
  'entry-own-kind': { name: string; member: string; type: string };
  'entry-names': { name: string; found: string | null };
  'entry-app-fills': { name: string; placeholder: string };
  'entry-app-asks': { name: string; placeholder: string };

  // The text or file that holds them.
  'no-json': { expected: JsonExpected; found: string | null; line: number; column: number };
  'no-toml': { cause: string; line: number; column: number };
  'no-server-file': { found: string | null; needs: 'mcpServers' | 'mcpServers-or-projects' | 'servers' };
  'no-server-table': { member: string; found: string | null; form: 'object' | 'table' };
  'no-server-text': object;
  'no-server-listed': object;
  'server-without-name': object;
  'text-empty': object;
  'too-many-in-text': { count: number; most: number };
  'too-many-in-import': { count: number; most: number };
  'app-without-list': { app: string; places: readonly string[] };
  'file-denied': { why: string };
  'file-is-link': { to: string; folder: string };
  'file-too-large': { bytes: number; most: number };
  'file-is-none': object;
  'preview-gone': object;
  'not-in-preview': { server: string };

  // A link from a web page that adds a server to an app.
  'link-long': object;
  'link-twice': object;
  'link-encoding': object;
  'link-secret': object;
  'link-incomplete': object;
  /** It names an entry of a catalogue, and not how to run it. */
  'link-entry': { name: string };

  // Why an app's file cannot hold a server.
  'only-ours': object;
  'claude-desktop-commands': object;
  'codex-no-sse': object;
}
