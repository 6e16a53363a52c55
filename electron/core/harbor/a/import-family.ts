// Lists of servers that are pasted into the extension: read by the hub's own reader, and added as every pasted list is.
import { inEnglish } from '../../../../words/english.ts';
import { readServersText } from '../../servers/import/read-text.ts';
import { Fault, failingAs, messageOf, textIn } from './asked.ts';
import type { ReadServer } from '../../servers/import/read-server.ts';
import type { Answer, Asked, Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';

const maxServers = 100;

export function importFamily(services: HarborAServices, hub: HubServers): Family {
  return { import_config: failingAs('import_error', asked => importConfig(services, hub, asked)) };
}

async function importConfig(services: HarborAServices, hub: HubServers, asked: Asked): Promise<Answer> {
  const address = textIn(asked, 'install_url');
  const text = address === undefined ? textIn(asked, 'config_json') : textInAddress(address);
  if (text === undefined) throw new Fault('invalid_request', 'Missing config_json or install_url');
  const read = readServersText(text, services.platform.machine.homeDir, services.platform.os === 'win32').slice(
    0,
    maxServers,
  );
  const imported: Answer[] = [];
  const errors: Answer[] = [];
  for (const server of read) {
    try {
      imported.push(await added(hub, server));
    } catch (error) {
      errors.push({ name: server.name, error: messageOf(error) });
    }
  }
  return { format: address === undefined ? formatOf(text) : 'vscode_url', imported, errors, totalParsed: read.length };
}

async function added(hub: HubServers, { name, config, problem, inputs, times, secret }: ReadServer): Promise<Answer> {
  if (config === null || problem !== null) throw new Error(problem ? inEnglish(problem) : `${name} cannot be used.`);
  const more = { ...(inputs && { inputs }), ...(times && { times }), ...(secret && { secret }) };
  const server = await hub.add({ name, config, ...more }, { catalogSource: 'import' });
  const requiredInputs = hub.missing(server).map(id => ({ id, description: id, isSecret: true, envVar: id }));
  return { server: hub.installed(server), requiredInputs, needs_security_approval: true };
}

/** `vscode:mcp/install?{…}` with JSON, and `…/mcp/install?name=…&config=…` with JSON in base64 or as it is. */
function textInAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^(?:vscode|vscode-insiders|cursor|https?):$/.test(url.protocol) || !/mcp\/install/.test(address))
    throw new Fault('parse_error', 'Invalid VS Code install URL');
  const name = url.searchParams.get('name');
  const config = url.searchParams.get('config');
  try {
    if (name !== null && config !== null)
      return JSON.stringify({ mcpServers: { [name]: JSON.parse(fromBase64(config)) as unknown } });
    return decodeURIComponent(url.search.slice(1));
  } catch {
    throw new Fault('parse_error', 'Invalid VS Code install URL');
  }
}

function fromBase64(text: string): string {
  return text.trimStart().startsWith('{') ? text : Buffer.from(text, 'base64').toString('utf8');
}

function formatOf(text: string): string {
  if (/"servers"\s*:/.test(text)) return 'vscode';
  return /"mcpServers"\s*:/.test(text) ? 'claude' : 'unknown';
}
