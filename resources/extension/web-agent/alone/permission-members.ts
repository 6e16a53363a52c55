// What a page asks about permissions and abilities while no hub is there. What the hub alone could give is not asked for, and says so.
import { isMemberOn, pageMembers, pageScopes } from '../../../../contract/web-agent.ts';
import { toolsOf } from '../../boxed/boxed-server.ts';
import { isAloneScope, wantedScopes } from './alone-permissions.ts';
import { whatIsMissing } from './hub-missing.ts';
import { ownAvailability } from './model-members.ts';
import type { PageFlags } from '../../../../contract/web-agent.ts';
import type { Asker } from './alone-grants.ts';
import type { AloneHandlers } from './alone-handlers.ts';
import type { AlonePermissions } from './alone-permissions.ts';
import type { AskedAlone } from './asked-alone.ts';
import type { HubState } from './hub-missing.ts';

const apiVersion = '1.0.0';

export interface Surroundings {
  readonly permissions: AlonePermissions;
  flagsOf(origin: string): Promise<PageFlags>;
  hubState(): HubState;
}

export function permissionMembers(around: Surroundings): AloneHandlers {
  const { permissions } = around;
  return {
    'agent.requestPermissions': asked => requestPermissions(around, asked),
    'agent.permissions.list': async ({ opened }) => ({
      origin: opened.origin,
      scopes: await permissions.typesOf(opened, pageScopes),
      ...(await allowedTools(permissions, opened)),
    }),
    'agent.capabilities': asked => capabilities(around, asked),
    'agent.chat.canOpen': async () => 'no',
    'agent.addressBar.canProvide': async () => 'no',
  };
}

async function requestPermissions({ permissions, hubState }: Surroundings, asked: AskedAlone): Promise<unknown> {
  const names = wantedScopes(asked);
  const servers = await permissions.servers(asked.opened);
  // Where this browser has no servers, there is no tool to be called.
  const isHere = (name: string) => isAloneScope(name) && (name !== 'mcp:tools.call' || servers.length > 0);
  const here = names.filter(isAloneScope).filter(isHere);
  await permissions.askMissing(asked, here);
  const types = await permissions.typesOf(asked.opened, here);
  const others = names.filter(name => !isHere(name));
  const granted = others.length === 0 && Object.values(types).every(type => type.startsWith('granted'));
  const scopes = { ...types, ...Object.fromEntries(others.map(name => [name, 'not-granted'])) };
  return {
    granted,
    scopes,
    ...(await allowedTools(permissions, asked.opened)),
    ...(others.length > 0 && { missing: { scopes: others, reason: whatIsMissing(hubState()) } }),
  };
}

/** Absent where none is allowed. */
async function allowedTools(permissions: AlonePermissions, asker: Asker): Promise<{ allowedTools?: string[] }> {
  const names = await permissions.allowedTools(asker);
  return names.length === 0 ? {} : { allowedTools: names };
}

/** As the hub tells it; `missing` is what pages of no other generation know. */
async function capabilities({ permissions, flagsOf, hubState }: Surroundings, asked: AskedAlone): Promise<unknown> {
  const { opened, tools } = asked;
  const { origin } = opened;
  const flags = await flagsOf(origin);
  const scopes = await permissions.typesOf(opened, pageScopes);
  const hasModel = (await ownAvailability()) === 'readily';
  const maySee = flags.toolAccess && scopes['mcp:tools.list']?.startsWith('granted') === true;
  const servers = maySee ? await permissions.servers(opened) : [];
  const mayRead = isMemberOn(pageMembers['agent.browser.activeTab.readability'], flags);
  const readActiveTab = mayRead && scopes['browser:activeTab.read']?.startsWith('granted') === true;
  const none = { interact: false, screenshot: false, navigate: false, readTabs: false, createTabs: false };
  return {
    version: apiVersion,
    llm: { available: flags.textGeneration && hasModel, streaming: true, toolCalling: false },
    tools: {
      available: flags.toolAccess,
      count: tools.length + toolsOf(servers).length,
      servers: [...(tools.length > 0 ? ['page'] : []), ...servers.map(({ id }) => id)],
    },
    browser: { readActiveTab, ...none, fetch: false },
    agents: { available: false, register: false, invoke: false },
    permissions: { origin, scopes },
    ...(await allowedTools(permissions, opened)),
    features: flags,
    missing: whatIsMissing(hubState()),
  };
}
