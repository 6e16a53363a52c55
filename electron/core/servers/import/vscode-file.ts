// VS Code: `mcp.json` with `servers` and `inputs`, or a `settings.json` with the same below `mcp`.
import { isRecord } from '../../../../contract/json.ts';
import { commandInputs, readInputs } from './inputs.ts';
import { readTable } from './mcp-servers-file.ts';
import { refused, shown } from './read-entry.ts';
import { parseJson } from './read-server.ts';
import type { ReadServer } from './read-server.ts';

/** Reads the file. Throws HubError when it is no such JSON. */
export function readVscodeFile(text: string, home: string | null): ReadServer[] {
  return readServersAndInputs(parseJson(text), home);
}

/** The same of JSON that is parsed already. */
export function readServersAndInputs(value: unknown, home: string | null): ReadServer[] {
  if (!isRecord(value)) throw refused({ kind: 'no-server-file', found: shown(value), needs: 'servers' });
  const { servers, inputs } = tablesIn(value);
  const app = { home, placeholders: 'named', inputs: readInputs(inputs), commands: commandInputs(inputs) } as const;
  return readTable(servers, 'servers', app);
}

/** Whether it is such a file, as far as its shape tells. */
export function hasServers(value: Record<string, unknown>): boolean {
  return isRecord(tablesIn(value).servers);
}

/** Settings may be written as a path too. */
function tablesIn(value: Record<string, unknown>): Readonly<Record<'servers' | 'inputs', unknown>> {
  const mcp = isRecord(value.mcp) && ('servers' in value.mcp || 'inputs' in value.mcp) ? value.mcp : value;
  return { servers: mcp.servers ?? value['mcp.servers'], inputs: mcp.inputs ?? value['mcp.inputs'] };
}
