// What is typed into the form "Add a server": a command line or an address with its headers, or a text that lists servers.
import { isAddress, nameOfAddress } from '../../../../contract/server-address.ts';
import { readServerLink } from '../../../../contract/server-links.ts';
import type { RemoteTransport } from '../../../../contract/imports.ts';
import type { SecretOffer } from '../../../../contract/schemas/imports.ts';
import type { PanelParsedParams } from '../../../../contract/schemas/panel-requests.ts';

/** What is sent of it. */
export type TypedServer = Exclude<PanelParsedParams<'servers:add'>, { kind: 'json' }>;

export interface HeaderRow {
  readonly name: string;
  readonly value: string;
  /** It is kept with the secrets. */
  readonly secret: boolean;
}

export interface Typed {
  readonly name: string;
  /** The command line, or the address. */
  readonly commandLine: string;
  /** What lists servers: an mcpServers JSON, or the text of an app's file. */
  readonly text: string;
  readonly transport: RemoteTransport;
  readonly headers: readonly HeaderRow[];
}

export const nothingTyped: Typed = { name: '', commandLine: '', text: '', transport: 'auto', headers: [] };

/** What is sent for a command line or an address; a name that was left out is that of the address. */
export function addOf({ name, commandLine, transport, headers }: Typed): TypedServer {
  if (!isAddress(commandLine)) return { kind: 'command', name, commandLine };
  const given = headers.filter(header => header.name.trim() !== '');
  return { kind: 'remote', name: nameFor({ name, commandLine }), url: commandLine.trim(), transport, headers: given };
}

/** Whether it was typed as a secret already. */
export function isNamed(server: TypedServer, { place, name }: Pick<SecretOffer, 'place' | 'name'>): boolean {
  const headers = server.kind === 'remote' ? server.headers : [];
  return place === 'header' && headers.some(header => header.secret && header.name.trim() === name);
}

/** The name that it will have; empty where none is known yet. */
export function nameFor({ name, commandLine }: Pick<Typed, 'name' | 'commandLine'>): string {
  return name.trim() || (isAddress(commandLine) ? nameOfAddress(commandLine) : '');
}

/** Whether a list of servers was typed where a command is expected, or a link from a web page that carries one. */
export function isList(commandLine: string): boolean {
  return commandLine.trimStart().startsWith('{') || isLink(commandLine);
}

/** Such as `vscode:mcp/install?…`, and addresses that lead to one. */
export function isLink(text: string): boolean {
  return readServerLink(text.trim()) !== null;
}
