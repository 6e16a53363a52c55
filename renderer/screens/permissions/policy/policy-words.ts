// The words of the policy file: whom a rule names, and a file to begin with.
import { siteName } from '../../../words/prompt-words.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

/** A subject as the policy's state has it, `client abc` or `origin https://app.example`, with the name of the client. */
export function policySubject(snapshot: Snapshot, text: string): string {
  const [, kind, id = ''] = /^(client|origin|plugin) (.+)$/.exec(text) ?? [];
  if (kind === 'client') return snapshot.clients[id]?.name ?? text;
  return kind === 'origin' ? siteName(id) : text;
}

/** A place as the policy's state has it: a site, or `server abc` with the name of the server. */
export function policyPlace(snapshot: Snapshot, text: string): string {
  const [, id] = /^server (.+)$/.exec(text) ?? [];
  return id === undefined ? siteName(text) : (snapshot.servers[id]?.name ?? id);
}

export const examplePolicy = `{
  "version": 1,
  "rules": [
    {
      "id": "no-uploads",
      "effect": "deny",
      "scopes": ["browser:files"],
      "reason": "Files stay on this machine."
    },
    {
      "id": "docs-may-be-read",
      "effect": "allow",
      "scopes": ["servers:call"],
      "servers": ["docs"],
      "reading": true
    }
  ]
}
`;
