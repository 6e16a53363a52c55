// Whether an entry of our name is ours and leads here: the launcher, a credential that lives, the address that is open. Pure.
import { isRecord } from '../../../contract/json.ts';
import { isSameValue } from './edit/paths.ts';
import type { ConnectHow } from '../../../contract/agent-configs.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { AgentConfig, EntryTable } from './agent-app.ts';

export interface OwnEntryFacts {
  readonly launcher: string;
  /** Of MCP over HTTP; null while it is not open. */
  readonly url: string | null;
  isClient(id: string): boolean;
  /** Whose token this is; null for none. */
  clientOfToken(token: string): string | null;
  /** The credential for which an entry was written that names a variable in place of the token. */
  readonly byVariable: { readonly clientId: string; readonly name: string } | null;
}

export type OwnEntry =
  | { readonly kind: 'right'; readonly how: ConnectHow; readonly clientId: string }
  | {
      readonly kind: 'outdated';
      readonly why: Reason;
      readonly how: ConnectHow | null;
      readonly clientId: string | null;
    };

export function judgeEntry(entry: unknown, config: AgentConfig, facts: OwnEntryFacts): OwnEntry {
  const texts = textsIn(entry);
  const at = texts.indexOf('--client');
  const named = at < 0 ? undefined : texts[at + 1];
  if (config.stdio && (named !== undefined || texts.includes(facts.launcher)))
    return judgeProgram(entry, texts, named ?? null, config.stdio, facts);
  const url = texts.find(text => /^https?:\/\//.test(text));
  if (config.http && url !== undefined) return judgeAddress(entry, texts, url, config.http, facts);
  return outdated({ kind: 'entry-other-program', command: texts[0] ?? '' }, null, null);
}

function judgeProgram(
  entry: unknown,
  texts: readonly string[],
  clientId: string | null,
  shape: NonNullable<AgentConfig['stdio']>,
  { launcher, isClient }: OwnEntryFacts,
): OwnEntry {
  if (!texts.includes(launcher))
    return outdated({ kind: 'entry-other-program', command: commandIn(texts) }, 'stdio', clientId);
  if (clientId === null || !isClient(clientId))
    return outdated({ kind: 'entry-without-client', client: clientId }, 'stdio', clientId);
  const expected = shape({ command: launcher, args: ['mcp', '--client', clientId] });
  if (!covers(entry, expected)) return outdated({ kind: 'entry-differs' }, 'stdio', clientId);
  return { kind: 'right', how: 'stdio', clientId };
}

function judgeAddress(
  entry: unknown,
  texts: readonly string[],
  url: string,
  shape: NonNullable<AgentConfig['http']>,
  facts: OwnEntryFacts,
): OwnEntry {
  if (url !== facts.url) return outdated({ kind: 'entry-other-address' }, 'http', facts.byVariable?.clientId ?? null);
  const token = texts.map(text => tokenPattern.exec(text)?.[0]).find(found => found !== undefined);
  if (token === undefined) return judgeVariable(entry, url, shape, facts);
  const clientId = facts.clientOfToken(token);
  if (clientId === null) return outdated({ kind: 'entry-without-client', client: clientIn(token) }, 'http', null);
  if (!covers(entry, shape({ url, token: { kind: 'value', text: token } })))
    return outdated({ kind: 'entry-differs' }, 'http', clientId);
  return { kind: 'right', how: 'http', clientId };
}

function judgeVariable(
  entry: unknown,
  url: string,
  shape: NonNullable<AgentConfig['http']>,
  { byVariable, isClient }: OwnEntryFacts,
): OwnEntry {
  if (!byVariable || !isClient(byVariable.clientId))
    return outdated({ kind: 'entry-without-client', client: byVariable?.clientId ?? null }, 'http', null);
  const { clientId, name } = byVariable;
  if (!covers(entry, shape({ url, token: { kind: 'variable', name } })))
    return outdated({ kind: 'entry-differs' }, 'http', clientId);
  return { kind: 'right', how: 'http', clientId };
}

/** A token of a client, wherever it stands. */
export const tokenPattern = /ph_[a-z0-9-]+_[0-9a-f]{64}/;

/** With every token cut to whose it is. */
export function withoutTokens(text: string): string {
  return text.replaceAll(new RegExp(tokenPattern, 'g'), token => `ph_${clientIn(token)}_…`);
}

function clientIn(token: string): string {
  return token.split('_')[1] ?? '';
}

/** A program adds members of its own, such as `disabled`. */
function covers(entry: unknown, expected: EntryTable): boolean {
  return isRecord(entry) && Object.entries(expected).every(([key, value]) => isSameValue(entry[key], value));
}

function commandIn(texts: readonly string[]): string {
  return texts.find(text => /[\\/]/.test(text)) ?? texts[0] ?? '';
}

function outdated(why: Reason, how: ConnectHow | null, clientId: string | null): OwnEntry {
  return { kind: 'outdated', why, how, clientId };
}

/** Every text in an entry, in its order. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
