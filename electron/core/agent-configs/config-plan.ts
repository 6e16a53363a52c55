// What a change would make of a file: its bytes after it, worked out and proved before anything is written.
import { tokenVariable } from '../../../contract/agent-configs.ts';
import { sha256 } from '../../../native-host/manifests/content.ts';
import { shownPath } from '../../../native-host/manifests/context.ts';
import { hubError } from '../../../words/hub-error.ts';
import { expectConfig, expectProject } from './agent-targets.ts';
import { readConfigFile, textOf } from './config-file.ts';
import { readEntry, withEntry, withoutEntry } from './edit/edit-entry.ts';
import { openPlace } from './edit/open-place.ts';
import type { ConnectHow } from '../../../contract/agent-configs.ts';
import type { AgentConfig, EntryTable } from './agent-app.ts';
import type { AgentTarget } from './agent-targets.ts';
import type { ConfigFile } from './config-file.ts';
import type { Look } from './config-looks.ts';
import type { ConfigRecord } from './config-records.ts';
import type { ReadEntry } from './edit/edit-entry.ts';
import type { AgentMachine } from './places.ts';

export interface ConnectWish {
  readonly how?: ConnectHow | undefined;
  /** Left out: as it is written now. */
  readonly byVariable?: boolean | undefined;
}

/** How a wish is carried out. */
export interface ConnectWay {
  readonly how: ConnectHow;
  readonly byVariable: boolean;
}

/** Throws ERR_INVALID_ARGUMENTS where the program cannot, or a secret would come into a shared file. */
export function wayOf(look: Look, wish: ConnectWish, url: string | null, record: ConfigRecord | null): ConnectWay {
  const { target } = look;
  const config = expectConfig(target);
  const agent = target.app.title;
  const how = wish.how ?? look.entry?.how ?? record?.how ?? preferred(config, url);
  if (!config[how]) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'agent-not-how', agent, how });
  if (how === 'stdio') return { how, byVariable: false };
  if (url === null) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'agent-http-closed' });
  const byVariable = (wish.byVariable ?? record?.byVariable ?? false) || target.project !== null;
  if (byVariable && !config.takesVariable)
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'project-by-variable', agent });
  return { how, byVariable };
}

function preferred(config: AgentConfig, url: string | null): ConnectHow {
  if (!config.stdio) return 'http';
  return config.prefers === 'http' && config.http && url !== null ? 'http' : 'stdio';
}

/** Whether the entry is right and holds the real token already, in whose place a plan that is shown has another. */
export function holdsToken({ entry }: Look, { how, byVariable }: ConnectWay, record: ConfigRecord | null): boolean {
  const isHeld = how === 'http' && !byVariable && record?.byVariable === false;
  return isHeld && entry?.kind === 'right' && entry.how === 'http';
}

export interface EntryFacts {
  readonly launcher: string;
  readonly url: string | null;
  readonly clientId: string;
  readonly token: string;
}

/** Our entry in the shape of this program; null for a way that it does not have. */
export function entryFor(config: AgentConfig, way: ConnectWay, facts: EntryFacts): EntryTable | null {
  const { launcher, url, clientId, token } = facts;
  if (way.how === 'stdio') return config.stdio?.({ command: launcher, args: ['mcp', '--client', clientId] }) ?? null;
  const shown = way.byVariable
    ? ({ kind: 'variable', name: tokenVariable } as const)
    : ({ kind: 'value', text: token } as const);
  return url === null ? null : (config.http?.({ url, token: shown }) ?? null);
}

export interface FilePlan {
  readonly file: ConfigFile;
  /** The bytes after it; null removes the file. */
  readonly after: Buffer | null;
  readonly tablesMade: number;
  /** Bits that the file may have at most; left out, it has those that it has. */
  readonly mode?: number;
}

/** sha256 of what it leaves; empty where that is no file. */
export function hashAfter({ after }: FilePlan): string {
  return after ? sha256(after) : '';
}

/** The file that the look found. Rejects with why it cannot be read, and where the project is no folder. */
export async function expectFile(look: Look, machine: AgentMachine): Promise<ConfigFile> {
  expectConfig(look.target);
  expectProject(look.target);
  return look.file ?? readConfigFile(look.path ?? '', machine);
}

export async function planConnect(
  target: AgentTarget,
  file: ConfigFile,
  entry: EntryTable,
  { machine, tablesMade }: { readonly machine: AgentMachine; readonly tablesMade: number },
): Promise<FilePlan> {
  const config = expectConfig(target);
  const { start, text } = contentOf(file, machine);
  const edited = withEntry(text || (config.newFile ?? ''), await openPlace(config), entry, ownMembers(config));
  // Tables that an earlier connect has made are there now, and still ours.
  const made = Math.max(edited.tablesMade, tablesMade);
  return { file, after: Buffer.from(start + edited.text), tablesMade: made };
}

/** `kept` is what stood there before our entry came: where nobody has changed the file since, exactly that comes back. */
export async function planDisconnect(
  target: AgentTarget,
  file: ConfigFile,
  record: ConfigRecord | null,
  { machine, kept }: { readonly machine: AgentMachine; readonly kept: { readonly bytes: Buffer | null } | null },
): Promise<FilePlan> {
  const config = expectConfig(target);
  if (file.kind === 'none') return { file, after: null, tablesMade: 0 };
  if (kept && record?.hash === file.hash && !(await holdsEntry(target, kept.bytes)))
    return { file, after: kept.bytes, tablesMade: 0 };
  const { start, text } = contentOf(file, machine);
  const after = start + withoutEntry(text, await openPlace(config), record?.tablesMade ?? 0);
  return { file, after: Buffer.from(after), tablesMade: 0 };
}

/** Whether an entry of our name is in these bytes; false for what cannot be read. */
export async function holdsEntry(target: AgentTarget, bytes: Buffer | null): Promise<boolean> {
  return (await entriesIn(target, bytes))?.entry !== undefined;
}

/** The names of the other servers in these bytes. */
export async function othersIn(target: AgentTarget, bytes: Buffer): Promise<readonly string[]> {
  return (await entriesIn(target, bytes))?.others ?? [];
}

async function entriesIn({ config }: AgentTarget, bytes: Buffer | null): Promise<ReadEntry | null> {
  if (!bytes || !config) return null;
  const place = await openPlace(config);
  try {
    return readEntry(textOf(bytes, '').text, place);
  } catch {
    return null;
  }
}

/** Whether the file has bits now that it may not have. On Windows bits say nothing of who may read. */
export function narrowsMode({ file, after, mode }: FilePlan, { platform }: AgentMachine): boolean {
  if (platform === 'win32' || file.kind === 'none' || after === null) return false;
  return mode !== undefined && (file.mode & ~mode) !== 0;
}

/** Whether it changes anything of the content. */
export function changesFile({ file, after }: FilePlan): boolean {
  if (file.kind === 'none') return after !== null;
  return after === null || !after.equals(file.bytes);
}

function contentOf(file: ConfigFile, machine: AgentMachine): { start: string; text: string } {
  if (file.kind === 'none') return { start: '', text: '' };
  return textOf(file.bytes, shownPath(machine, file.path));
}

/** Members that an entry of either way has. */
function ownMembers({ stdio, http }: AgentConfig): string[] {
  const token = { kind: 'value', text: '' } as const;
  const variable = { kind: 'variable', name: '' } as const;
  return [
    ...Object.keys(stdio?.({ command: '', args: [] }) ?? {}),
    ...Object.keys(http?.({ url: '', token }) ?? {}),
    ...Object.keys(http?.({ url: '', token: variable }) ?? {}),
  ];
}
