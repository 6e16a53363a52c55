// The built-in clients: one for each kind of compatibility endpoint, unverified, because whoever may open its socket is it.

import { siteClientId } from '../../../contract/sites.ts';
import { type SetTokenClientId, withoutTokenClientId } from '../http/mcp-access.ts';
import type { Client } from '../../../contract/schemas/entities.ts';

type CompatClientId =
  | 'compat-claude'
  | 'compat-claude-bridge'
  | 'compat-claudezilla'
  | 'compat-harbor'
  | typeof siteClientId
  | SetTokenClientId
  | typeof withoutTokenClientId;

function compatClient(id: CompatClientId, name: string, colour: number): Client {
  return { id, name, verified: false, start: 'ask', colour, createdAt: 0, lastSeenAt: null };
}

export const builtInClients: readonly Client[] = [
  compatClient('compat-claude', 'Claude Code (local socket)', 8),
  compatClient('compat-claude-bridge', 'Claude Code (local bridge)', 9),
  compatClient('compat-claudezilla', 'Claudezilla', 10),
  // The extension, of either generation.
  compatClient('compat-harbor', 'Harbor', 4),
  // Whoever was handed such a token may have handed it on.
  compatClient('token-environment', 'The token from the environment', 7),
  compatClient('token-settings', 'The token from Settings', 6),
  // Pages for which an extension speaks; each web origin is asked for itself.
  compatClient(siteClientId, 'Web pages', 3),
  compatClient(withoutTokenClientId, 'A program without a token', 5),
];
