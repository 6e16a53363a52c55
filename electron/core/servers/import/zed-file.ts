// `context_servers` in the settings of Zed (https://zed.dev/docs/ai/mcp): commands, which had a table of their own before 0.190, and addresses.
import { isRecord } from '../../../../contract/json.ts';
import { readTable } from './mcp-servers-file.ts';
import type { AppText } from './placeholders.ts';
import type { ReadServer } from './read-server.ts';

/** Those that an extension of Zed brings have neither a command nor an address, and say so. */
export function readZedServers(servers: Readonly<Record<string, unknown>>, app: AppText): ReadServer[] {
  const flat = Object.entries(servers).map(([name, entry]): [string, unknown] => {
    if (!isRecord(entry)) return [name, entry];
    // What kind of setting it is, which is no kind of server.
    const { source: _source, command, ...rest } = entry;
    if (!isRecord(command)) return [name, { command, ...rest }];
    const { path, args, env } = command;
    return [name, { ...rest, command: path, args, env }];
  });
  return readTable(Object.fromEntries(flat), 'context_servers', app);
}
