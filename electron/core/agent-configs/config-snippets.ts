// What a user pastes by hand, for a program of the table or any other: the command, the address, the text of the file. No token.
import { basename } from 'node:path';
import { connectHows, entryName, tokenVariable } from '../../../contract/agent-configs.ts';
import { stdioCommand } from '../clients/stdio-command.ts';
import { quote } from '../permissions/suggested-command.ts';
import { codex } from './apps/codex.ts';
import { bearer, braced, commandEntry } from './apps/shapes.ts';
import { entryFor } from './config-plan.ts';
import { withEntry } from './edit/edit-entry.ts';
import { openPlace } from './edit/open-place.ts';
import type { ConnectHow } from '../../../contract/agent-configs.ts';
import type { ConfigSnippets } from '../../../contract/schemas/agent-configs.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { AgentApp, AgentConfig } from './agent-app.ts';
import type { AgentTarget } from './agent-targets.ts';
import type { Look } from './config-looks.ts';
import type { OpenPlace } from './edit/open-place.ts';

export interface SnippetFacts {
  readonly launcher: string;
  readonly url: string | null;
  readonly client: Pick<Client, 'id' | 'createdAt'> | null;
}

type Way = ConfigSnippets['ways'][number];

/** Stands where a credential or a token is to be put in. */
const missingClient = 'CLIENT_ID';
const missingToken = 'YOUR_TOKEN';

/** The form that most programs read. */
const commonForm: AgentConfig = {
  places: [],
  format: 'json',
  keys: ['mcpServers'],
  stdio: commandEntry,
  http: ({ url, token }) => ({ type: 'http', url, headers: bearer(token, braced) }),
  takesVariable: true,
  prefers: 'stdio',
};
const commonFiles = [
  ['mcp.json', commonForm],
  ...(codex.user ? ([['config.toml', codex.user]] as const) : []),
] as const;

export async function clientSnippets(facts: SnippetFacts): Promise<ConfigSnippets> {
  const forms = await Promise.all(commonFiles.map(openForm));
  const ways = connectHows.flatMap(how => wayWith(how, forms, facts) ?? []);
  return { ...credentialOf(facts), ways, menu: null };
}

export async function targetSnippets(
  { app, config }: AgentTarget,
  look: Look,
  facts: SnippetFacts,
): Promise<ConfigSnippets> {
  const name = look.path === null ? 'mcp.json' : basename(look.path);
  const form = config ?? commonForm;
  const opened = await openForm([name, form]);
  const first = look.entry?.how ?? form.prefers;
  const hows = connectHows.filter(how => form[how]).toSorted((a, b) => Number(b === first) - Number(a === first));
  const ways = hows.flatMap(how => wayWith(how, [opened], facts, app.addCommand) ?? []);
  return { ...credentialOf(facts), ways, menu: app.manual?.menu ?? null };
}

function credentialOf({ client }: SnippetFacts): Pick<ConfigSnippets, 'clientId' | 'createdAt'> {
  return { clientId: client?.id ?? null, createdAt: client?.createdAt ?? null };
}

interface OpenForm {
  /** Of its file. */
  readonly name: string;
  readonly form: AgentConfig;
  readonly place: OpenPlace;
}

async function openForm([name, form]: readonly [name: string, form: AgentConfig]): Promise<OpenForm> {
  return { name, form, place: await openPlace(form) };
}

/** Null for an address while there is none. */
function wayWith(
  how: ConnectHow,
  forms: readonly OpenForm[],
  { launcher, url, client }: SnippetFacts,
  addCommand?: AgentApp['addCommand'],
): Way | null {
  if (how === 'http' && url === null) return null;
  const clientId = client?.id ?? missingClient;
  const { command, args, line } = stdioCommand(launcher, clientId);
  const token = { kind: 'variable', name: tokenVariable } as const;
  const add = addCommand?.({ name: entryName, ...(how === 'http' && url ? { url, token } : { command, args }) });
  const files = forms.flatMap(({ name, form, place }) => {
    const entry = entryFor(
      form,
      { how, byVariable: form.takesVariable },
      { launcher, url, clientId, token: missingToken },
    );
    return entry ? [{ name, text: withEntry('', place, entry, []).text }] : [];
  });
  return { how, line: how === 'http' && url ? url : line, add: add ? add.map(quote).join(' ') : null, files };
}
