// A server that is named by its address: read from the form, and recognised wherever an address was typed in place of a program.
import { isAddress } from '../../../../contract/server-address.ts';
import { guessedKind, readEntry, refused } from '../import/read-entry.ts';
import type { RemoteTransport } from '../../../../contract/imports.ts';
import type { PanelParsedParams } from '../../../../contract/schemas/panel-requests.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { NewServer } from '../lifecycle/server-row.ts';

type RemoteForm = Extract<PanelParsedParams<'servers:add'>, { kind: 'remote' }>;

/** Throws HubError ERR_INVALID_ARGUMENTS for what is no address, and for a header that is given twice. */
export function readRemoteServer({ name, url, transport, headers }: RemoteForm): NewServer {
  const names = headers.map(header => header.name.trim());
  const twice = names.find((header, at) => names.findIndex(one => one.toLowerCase() === header.toLowerCase()) !== at);
  if (twice !== undefined) throw refused({ kind: 'header-twice', name: twice });
  const values = Object.fromEntries(headers.map(({ value }, at) => [names[at] ?? '', value]));
  const config = addressConfig(name, url, transport, values);
  return { name, config, secret: new Set(names.filter((_, at) => headers[at]?.secret)) };
}

/** The config of an address alone. Throws HubError where it cannot be used. */
export function addressConfig(
  name: string,
  url: string,
  transport: RemoteTransport = 'auto',
  headers: Readonly<Record<string, string>> = {},
): ServerConfig {
  return readEntry(name, { url, type: transport === 'auto' ? guessedKind(url) : transport, headers });
}

/** Null where the program of a command is none but an address. Throws HubError where words follow it. */
export function addressInCommand(name: string, command: string, args: readonly string[]): ServerConfig | null {
  if (!isAddress(command)) return null;
  if (args.length > 0) throw refused({ kind: 'address-with-words', address: command });
  return addressConfig(name, command.trim());
}
