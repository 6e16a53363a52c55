// What a page asks about permissions and abilities: requestPermissions, permissions.list, capabilities.
import { pageScopes } from '../../../contract/web-agent.ts';
import { offererOf } from '../tools/callable.ts';
import { askScopes } from './ask-scopes.ts';
import { bestRuntime } from './model-family.ts';
import { textIn, textsIn } from './page-asked.ts';
import { allowancesOf, bookOf, grantTypeOf, hubScopes, isPageScope } from './page-standing.ts';
import { findTool, offeredTools, toolStanding } from './page-tools.ts';
import type { PageScope } from '../../../contract/web-agent.ts';
import type { Page } from './page.ts';
import type { PageAsked, PageFamily } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

const apiVersion = '1.0.0';
const maxReasonChars = 300;
/** What no companion can give: its user is not asked about that, and the page is told why. */
const unavailable: Readonly<Partial<Record<PageScope, string>>> = {
  'addressBar:history':
    'The companion does not read the history of its browser, so that nobody can be granted it; do without.',
};

export function permissionFamily(services: PageServices): PageFamily {
  return {
    handlers: {
      'agent.requestPermissions': asked => requestPermissions(services, asked),
      'agent.permissions.list': ({ page }) => ({
        origin: page.origin,
        scopes: typesOf(services, page, pageScopes),
        ...allowedTools(services, page),
      }),
      'agent.capabilities': ({ page }) => capabilities(services, page),
    },
  };
}

/** `granted` where all are that were asked for; those that there are not are granted to nobody. */
async function requestPermissions(services: PageServices, asked: PageAsked): Promise<unknown> {
  const { page, payload } = asked;
  const names = textsIn(asked, 'scopes', 100) ?? [];
  const known = names.filter(isPageScope);
  const scopes = known.filter(scope => unavailable[scope] === undefined);
  const reason = textIn(payload, 'reason', maxReasonChars);
  await askScopes(services, asked, { scopes: [...new Set(scopes)], reason, tools: textsIn(asked, 'tools') });
  const types = typesOf(services, page, known);
  const lacking = Object.entries(unavailable).filter(([scope]) => names.includes(scope));
  const unknown = Object.fromEntries(names.filter(name => !isPageScope(name)).map(name => [name, 'not-granted']));
  const denied = deniedTools(services, page, textsIn(asked, 'tools') ?? []);
  if (denied === 'all' && types['mcp:tools.call'] !== undefined) types['mcp:tools.call'] = 'denied';
  const isGranted = denied === 'none' && Object.values(types).every(type => type.startsWith('granted'));
  return {
    granted: isGranted && Object.keys(unknown).length === 0,
    scopes: { ...types, ...unknown },
    ...(lacking.length > 0 && { unavailable: Object.fromEntries(lacking) }),
    ...allowedTools(services, page),
  };
}

/** Which of the tools that the page named its user has denied it. */
function deniedTools(services: PageServices, page: Page, names: readonly string[]): 'none' | 'some' | 'all' {
  const tools = names.flatMap(name => findTool(services, page, name) ?? []);
  const denied = tools.filter(tool => toolStanding(services, page, tool).kind === 'deny');
  if (denied.length === 0) return 'none';
  return denied.length === tools.length ? 'all' : 'some';
}

function typesOf(services: PageServices, page: Page, scopes: readonly (typeof pageScopes)[number][]) {
  const book = bookOf(services);
  return Object.fromEntries(scopes.map(scope => [scope, grantTypeOf(book, page, scope)]));
}

/** Absent where no tools are allowed by name. */
function allowedTools(services: PageServices, page: Page): { allowedTools?: string[] } {
  const book = bookOf(services);
  const allowed = hubScopes('mcp:tools.call').flatMap(hub => allowancesOf(book, page, hub));
  const named = allowed.filter(({ tools }) => tools !== null);
  return named.length === 0 ? {} : { allowedTools: [...new Set(named.flatMap(({ tools }) => tools ?? []))] };
}

function capabilities(services: PageServices, page: Page) {
  const { flags } = page;
  const book = bookOf(services);
  const may = (scope: (typeof pageScopes)[number]) => grantTypeOf(book, page, scope).startsWith('granted');
  const tools = flags.toolAccess && may('mcp:tools.list') ? offeredTools(services, page) : [];
  const canAsk = bestRuntime(services, page) !== null;
  return {
    version: apiVersion,
    llm: { available: flags.textGeneration && canAsk, streaming: true, toolCalling: flags.toolCalling },
    tools: { available: flags.toolAccess, count: tools.length, servers: [...new Set(tools.map(offererOf))] },
    browser: {
      readActiveTab: (flags.browserInteraction || flags.browserControl) && may('browser:activeTab.read'),
      interact: flags.browserInteraction && may('browser:activeTab.interact'),
      screenshot: flags.browserInteraction && may('browser:activeTab.screenshot'),
      navigate: flags.browserControl && may('browser:navigate'),
      readTabs: flags.browserControl && may('browser:tabs.read'),
      createTabs: flags.browserControl && may('browser:tabs.create'),
      fetch: flags.browserControl && may('web:fetch'),
    },
    agents: {
      available: flags.multiAgent,
      register: flags.multiAgent && may('agents:register'),
      invoke: flags.multiAgent && may('agents:invoke'),
    },
    permissions: { origin: page.origin, scopes: typesOf(services, page, pageScopes) },
    ...allowedTools(services, page),
    features: flags,
  };
}
