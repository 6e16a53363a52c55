// VS Code: `mcp.json` with `servers` and `inputs`, or a `settings.json` with the same below `mcp`.
import { isRecord } from '../../../../contract/json.ts';
import { referenceTo } from '../../secrets/references.ts';
import { readTable } from './mcp-servers-file.ts';
import { secretName } from './placeholders.ts';
import { refused, shown } from './read-entry.ts';
import { parseJson } from './read-server.ts';
import type { ReadServer } from './read-server.ts';

/** Reads the file. An `${input:id}` is a secret of that name. Throws HubError when it is no such JSON. */
export function readVscodeFile(text: string, home: string | null): ReadServer[] {
  return readServersAndInputs(parseJson(text), home);
}

/** The same of JSON that is parsed already. */
export function readServersAndInputs(value: unknown, home: string | null): ReadServer[] {
  if (!isRecord(value)) throw refused({ kind: 'no-server-file', found: shown(value), needs: 'servers' });
  const mcp = isRecord(value.mcp) ? value.mcp : value;
  return readTable(mcp.servers, 'servers', { home, placeholders: 'named' }).map(server =>
    withoutChoice(server, mcp.inputs),
  );
}

/** VS Code runs the command of such an input to get its value, which nobody has approved here. */
function withoutChoice(server: ReadServer, inputs: unknown): ReadServer {
  if (!server.config || !Array.isArray(inputs)) return server;
  const commands = inputs.filter(input => isRecord(input) && input.type === 'command').map(input => String(input.id));
  const text = JSON.stringify(server.config);
  const used = commands.find(id => text.includes(referenceTo(secretName(id))));
  if (used === undefined) return server;
  const placeholder = `\${input:${used}}`;
  return { ...server, config: null, problem: { kind: 'entry-app-asks', name: server.name, placeholder } };
}
