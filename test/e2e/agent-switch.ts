// Connects a real agent for a test: a credential of the hub, and the entry of its row in its own file. Taking it back gives the file its bytes again.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { agentApps } from '../../electron/core/agent-configs/agent-apps.ts';
import { urlOf } from '../support/hub-process.ts';
import type { AgentConfig, EntryTable } from '../../electron/core/agent-configs/agent-app.ts';
import type { Credential } from '../support/hub-process.ts';
import type { RealAgent } from '../support/real-agents.ts';
import type { AgentScene } from './agent-scene.ts';

export interface Switch {
  /** What stands in the variable that the file names, where it names one. */
  readonly variables: Readonly<Record<string, string>>;
  off(): void;
}

const variable = 'PILOTHOUSE_TOKEN';

/** By the launcher, or by the address with a variable in place of the token; for all folders, or in the file of a project. */
export async function switchOn(
  agent: RealAgent,
  { hub, home }: AgentScene,
  { how, file }: { readonly how: 'stdio' | 'http'; readonly file?: string },
): Promise<Switch> {
  const credential = await hub.request('clients:create', { name: agent.id, start: 'own-tabs' });
  const app = agentApps.find(({ id }) => id === agent.id);
  const config = file === undefined ? app?.user : app?.project;
  if (!config) throw new Error(`${agent.id} has no such file.`);
  const place = file ?? path.join(home.folder, agent.file);
  const before = existsSync(place) ? readFileSync(place, 'utf8') : null;
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, withEntry(before ?? '', config, entryOf(config, how, credential)));
  return {
    variables: how === 'http' ? { [variable]: credential.http.token } : {},
    off: () => (before === null ? rmSync(place) : writeFileSync(place, before)),
  };
}

function entryOf({ stdio, http }: AgentConfig, how: 'stdio' | 'http', credential: Credential): EntryTable {
  const entry =
    how === 'stdio'
      ? stdio?.(credential.stdio)
      : http?.({ url: urlOf(credential), token: { kind: 'variable', name: variable } });
  if (!entry) throw new Error(`It does not come by ${how}.`);
  return entry;
}

/** In TOML and YAML the table of servers ends the files of these tests, so that an entry is text behind it. */
function withEntry(text: string, { format, keys }: AgentConfig, entry: EntryTable): string {
  if (format === 'toml') {
    const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
    return [text, `[${keys.join('.')}.pilothouse]`, ...lines, ''].join('\n');
  }
  if (format === 'yaml') return `${text}  - ${JSON.stringify({ name: 'pilothouse', ...entry })}\n`;
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  return applyEdits(text, modify(text, [...keys, 'pilothouse'], entry, { formattingOptions }));
}
