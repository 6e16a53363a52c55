// What agent.sessions.create is asked for, read with care.
import { invalid, numberIn, recordIn, textIn, textsIn } from '../page-asked.ts';
import { findTool, mayCallTool } from '../page-tools.ts';
import { readOptions } from '../text-session-family.ts';
import { sessionBrowserAbilities } from './page-session.ts';
import type { OwnTools } from '../own-tool-family.ts';
import type { PageAsked, Payload } from '../page-asked.ts';
import type { PageServices } from '../page-services.ts';
import type { SessionBrowserAbility, SessionTerms } from './page-session.ts';

const maxNameChars = 200;
const maxTools = 200;
/** Longer than a page lives. */
const maxTtlMinutes = 7 * 24 * 60;

/** What a session may be asked to be able to; at least one of them. */
export interface WantedAbilities {
  readonly llm: Payload | null;
  readonly tools: readonly string[];
  readonly browser: readonly SessionBrowserAbility[];
}

/** Throws ERR_INVALID_REQUEST. */
export function readAbilities({ payload, type }: Pick<PageAsked, 'payload' | 'type'>): WantedAbilities {
  const capabilities = recordIn(payload, 'capabilities') ?? {};
  const llm = capabilities.llm === true ? {} : (recordIn(capabilities, 'llm') ?? null);
  const tools = textsIn({ payload: capabilities, type }, 'tools', maxTools) ?? [];
  const browser = (textsIn({ payload: capabilities, type }, 'browser') ?? []).map(name => {
    const ability = sessionBrowserAbilities.find(known => known === name);
    if (ability) return ability;
    throw invalid(
      `A session can have "${sessionBrowserAbilities.join('", "')}" of the browser, not ${JSON.stringify(name)}.`,
    );
  });
  if (llm || tools.length > 0 || browser.length > 0) return { llm, tools, browser };
  throw invalid('A session needs capabilities: {llm: {}}, {tools: ["server/tool"]} or {browser: ["read"]}.');
}

/** Of tools its own, and those that it may call: what its user has not ticked is no part of the session. */
export function termsOf(
  services: PageServices,
  own: Pick<OwnTools, 'find'>,
  asked: PageAsked,
  { llm, tools, browser }: WantedAbilities,
): SessionTerms {
  const { payload, page } = asked;
  const options = recordIn(payload, 'options') ?? {};
  const [provider, model] = [llm && textIn(llm, 'provider', 100), llm && textIn(llm, 'model', 300)];
  const named = { ...(provider && { provider }), ...(model && { model }) };
  const allowed = tools.flatMap(name => {
    const ownTool = own.find(page, name);
    const tool = ownTool ? null : findTool(services, page, name);
    return (ownTool ?? (tool && mayCallTool(services, page, tool) ? tool : null))?.id ?? [];
  });
  const name = textIn(payload, 'name', maxNameChars);
  return {
    kind: 'explicit',
    ...(name !== undefined && { name }),
    text: llm && readOptions(services, { payload: { ...options, ...named }, page }),
    llm: named,
    tools: [...new Set(allowed)],
    browser: [...new Set(browser)],
    ...readLimits(services, recordIn(payload, 'limits') ?? {}),
  };
}

function readLimits({ platform }: PageServices, limits: Payload): Pick<SessionTerms, 'maxToolCalls' | 'expiresAt'> {
  const maxToolCalls = numberIn(limits, 'maxToolCalls');
  const ttlMinutes = numberIn(limits, 'ttlMinutes');
  if (maxToolCalls !== undefined && (maxToolCalls < 0 || !Number.isInteger(maxToolCalls)))
    throw invalid(`limits.maxToolCalls must be a whole number from 0, not ${maxToolCalls}.`);
  if (ttlMinutes !== undefined && (ttlMinutes <= 0 || ttlMinutes > maxTtlMinutes))
    throw invalid(`limits.ttlMinutes must be above 0 and at most ${maxTtlMinutes}, not ${ttlMinutes}.`);
  return {
    maxToolCalls: maxToolCalls ?? null,
    expiresAt: ttlMinutes === undefined ? null : platform.now() + ttlMinutes * 60_000,
  };
}
