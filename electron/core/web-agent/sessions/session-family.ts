// agent.sessions.*: sessions with capabilities and limits of their own (spec 003 "window.agent"). The user is asked what they may do, as
// createTextSession asks; what they do is asked of the same rules as everything that their page does.
import { isMemberOn, pageMembers } from '../../../../contract/web-agent.ts';
import { expectAsked } from '../ask-scopes.ts';
import { needText, textIn } from '../page-asked.ts';
import { PageFault } from '../page-fault.ts';
import { grantedTo } from './page-session.ts';
import { readAbilities, termsOf } from './session-terms.ts';
import type { PageMember, PageScope } from '../../../../contract/web-agent.ts';
import type { OwnTools } from '../own-tool-family.ts';
import type { PageAsked, PageFamily } from '../page-asked.ts';
import type { PageServices } from '../page-services.ts';
import type { PageSession, SessionBrowserAbility } from './page-session.ts';
import type { PageSessions } from './page-sessions.ts';
import type { WantedAbilities } from './session-terms.ts';

const maxReasonChars = 300;

export function sessionFamily(services: PageServices, sessions: PageSessions, own: OwnTools): PageFamily {
  const idOf = (asked: PageAsked) => needText(asked, 'sessionId', 200);
  return {
    handlers: {
      'agent.sessions.create': asked => create(services, sessions, own, asked),
      'agent.sessions.get': asked =>
        sessions.list(asked.page).find(({ sessionId }) => sessionId === idOf(asked)) ?? null,
      'agent.sessions.list': ({ page }) => sessions.list(page),
      'agent.sessions.terminate': asked => sessions.terminate(asked.page, idOf(asked)),
    },
    expect: (asked, member) => expectWithin(sessions, asked, member),
  };
}

async function create(
  services: PageServices,
  sessions: PageSessions,
  own: OwnTools,
  asked: PageAsked,
): Promise<unknown> {
  const wanted = readAbilities(asked);
  // What the page has brought itself it uses without being allowed to.
  const tools = wanted.tools.filter(name => !own.find(asked.page, name));
  const scopes: PageScope[] = [...(wanted.llm ? (['model:prompt'] as const) : []), ...toolScopes(tools)];
  for (const member of membersOf(wanted)) expectOn(asked, member);
  const reason = textIn(asked.payload, 'reason', maxReasonChars);
  await expectAsked(services, asked, scopes, { reason, ...(tools.length > 0 && { tools }) });
  const session = sessions.open(asked.page, termsOf(services, own, asked, wanted));
  return { sessionId: session.id, capabilities: grantedTo(session.terms) };
}

function toolScopes(tools: readonly string[]): PageScope[] {
  return tools.length > 0 ? ['mcp:tools.call'] : [];
}

function membersOf({ llm, tools }: WantedAbilities): PageMember[] {
  return [
    ...(llm ? [pageMembers['session.prompt']] : []),
    ...(tools.length > 0 ? [pageMembers['agent.tools.call']] : []),
  ];
}

function expectOn({ page }: PageAsked, member: PageMember): void {
  if (isMemberOn(member, page.flags)) return;
  const [flag = ''] = member.flags ?? [];
  throw new PageFault('ERR_FEATURE_DISABLED', `Feature "${flag}" is not enabled for ${page.origin}.`, { flag });
}

const abilityOf: Readonly<Partial<Record<PageScope, SessionBrowserAbility>>> = {
  'browser:activeTab.read': 'read',
  'browser:activeTab.interact': 'interact',
  'browser:activeTab.screenshot': 'screenshot',
};

/** What is asked for by a session is held to it. Throws ERR_SESSION_NOT_FOUND, and ERR_PERMISSION_DENIED for what it was not made for. */
function expectWithin(sessions: PageSessions, { page, payload, type }: PageAsked, { scopes = [] }: PageMember): void {
  const id = textIn(payload, 'sessionId', 200);
  const [scope] = scopes;
  const ability = scope && abilityOf[scope];
  if (id === undefined || ability === undefined) return;
  const session = sessions.expect(page, id);
  sessions.used(session);
  if (session.terms.browser.includes(ability)) return;
  throw new PageFault(
    'ERR_PERMISSION_DENIED',
    `Permission denied: this session was created without "${ability}" of the browser, which ${type} needs.`,
    { sessionId: session.id },
  );
}

/**
 * Counts a call of a tool. Throws ERR_TOOL_NOT_ALLOWED for a tool that is no part of the session, and ERR_BUDGET_EXCEEDED once it has
 * made as many calls as it may.
 */
export function countToolCall(session: PageSession, toolId: string): void {
  const { tools, maxToolCalls } = session.terms;
  if (!tools.includes(toolId))
    throw new PageFault('ERR_TOOL_NOT_ALLOWED', `Permission to call ${toolId} is no part of this session.`, {
      ...{ toolName: toolId, allowedTools: tools, sessionId: session.id },
    });
  if (maxToolCalls !== null && session.toolCallCount >= maxToolCalls)
    throw new PageFault(
      'ERR_BUDGET_EXCEEDED',
      `The session has made its ${maxToolCalls} calls of tools; create a new one.`,
      { max: maxToolCalls, used: session.toolCallCount, sessionId: session.id },
    );
  session.toolCallCount += 1;
}
