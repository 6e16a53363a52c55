// What a user pastes by hand, for a program of the table or any other: the command, the address, the text of the file. No token.
import { basename } from 'node:path';
import { entryName, tokenVariable } from '../../../contract/agent-configs.ts';
import { stdioCommand } from '../clients/stdio-command.ts';
import { quote } from '../permissions/suggested-command.ts';
import { entryFor } from './config-plan.ts';
import { withEntry } from './edit/edit-entry.ts';
import type { ConfigSnippets } from '../../../contract/schemas/agent-configs.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { AgentConfig, StdioEntry } from './agent-app.ts';
import type { AgentTarget } from './agent-targets.ts';
import type { ConnectWay } from './config-plan.ts';

export interface SnippetFacts {
  readonly launcher: string;
  readonly url: string | null;
  readonly client: Client | null;
}

/** Stands where a credential or a token is to be put in. */
const missingClient = 'CLIENT_ID';
const missingToken = 'YOUR_TOKEN';

/** The form that most programs read. */
const commonForm: AgentConfig = {
  places: [],
  format: 'json',
  keys: ['mcpServers'],
  stdio: ({ command, args }) => ({ command, args }),
  takesVariable: false,
  prefers: 'stdio',
};

export function clientSnippets({ launcher, url, client }: SnippetFacts): ConfigSnippets {
  const stdio = stdioCommand(launcher, client?.id ?? missingClient);
  return {
    clientId: client?.id ?? null,
    createdAt: client?.createdAt ?? null,
    stdio,
    add: null,
    file: { name: 'mcp.json', text: fileText(commonForm, { command: stdio.command, args: stdio.args }) },
    url,
    menu: null,
  };
}

export function targetSnippets(
  { app, config }: AgentTarget,
  way: ConnectWay,
  path: string | null,
  facts: SnippetFacts,
): ConfigSnippets {
  const common = clientSnippets(facts);
  const { command, args } = common.stdio;
  const clientId = facts.client?.id ?? missingClient;
  const shownWay = { ...way, byVariable: config?.takesVariable ?? false };
  const entry = config && entryFor(config, shownWay, { ...facts, clientId, token: missingToken });
  const token = { kind: 'variable', name: tokenVariable } as const;
  const { url } = facts;
  const add = app.addCommand?.({
    name: entryName,
    ...(way.how === 'http' && url !== null ? { url, token } : { command, args }),
  });
  const text = entry ? withEntry('', config, entry, []).text : fileText(config ?? commonForm, { command, args });
  return {
    ...common,
    add: add ? add.map(quote).join(' ') : null,
    file: { name: path === null ? 'mcp.json' : basename(path), text },
    menu: app.manual?.menu ?? null,
  };
}

function fileText(config: AgentConfig, entry: StdioEntry): string {
  const shape = config.stdio ?? commonForm.stdio;
  return withEntry('', config, shape?.(entry) ?? {}, []).text;
}
