// One session of a page: what it may, what it has used, and how pages are told of it. A session narrows what its page may and widens nothing:
// every call of it is decided as the page's own.
import type { ModelMessage } from '../../models/model-answer.ts';

export interface TextOptions {
  /** As the hub names models; null is the user's choice for sites. */
  readonly model: string | null;
  readonly system: string | undefined;
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly topK: number | undefined;
  /** What stands before the first question. */
  readonly initial: readonly ModelMessage[];
}

export const sessionBrowserAbilities = ['read', 'interact', 'screenshot'] as const;
export type SessionBrowserAbility = (typeof sessionBrowserAbilities)[number];

/** `implicit`: of ai.createTextSession, with a model and nothing else. */
export interface SessionTerms {
  readonly kind: 'implicit' | 'explicit';
  readonly name?: string;
  /** Null where it has no model. */
  readonly text: TextOptions | null;
  /** As the page named them, for its list. */
  readonly llm: { readonly provider?: string; readonly model?: string };
  /** Ids of the hub. */
  readonly tools: readonly string[];
  readonly browser: readonly SessionBrowserAbility[];
  readonly maxToolCalls: number | null;
  /** When it ends by itself, in ms since 1970; null where it does not. */
  readonly expiresAt: number | null;
}

export interface PageSession {
  readonly id: string;
  readonly terms: SessionTerms;
  /** The document that has it, and where that is. */
  readonly document: string;
  readonly origin: string;
  readonly browserId: string;
  readonly createdAt: number;
  lastActiveAt: number;
  promptCount: number;
  toolCallCount: number;
  messages: readonly ModelMessage[];
  /** One question after the other. */
  turn: Promise<unknown>;
  /** Aborted when it ends. */
  readonly ended: AbortController;
}

export interface SessionSummary {
  readonly sessionId: string;
  readonly type: 'implicit' | 'explicit';
  readonly origin: string;
  readonly status: 'active';
  readonly name?: string;
  readonly createdAt: number;
  readonly lastActiveAt: number;
  readonly capabilities: { readonly hasLLM: boolean; readonly toolCount: number; readonly hasBrowserAccess: boolean };
  readonly usage: { readonly promptCount: number; readonly toolCallCount: number };
}

/** As agent.sessions.get and list tell of it. */
export function summaryOf({ id, terms, origin, createdAt, lastActiveAt, ...used }: PageSession): SessionSummary {
  const { kind, name, text, tools, browser } = terms;
  return {
    ...{ sessionId: id, type: kind, origin, status: 'active', createdAt, lastActiveAt },
    ...(name !== undefined && { name }),
    capabilities: { hasLLM: text !== null, toolCount: tools.length, hasBrowserAccess: browser.length > 0 },
    usage: { promptCount: used.promptCount, toolCallCount: used.toolCallCount },
  };
}

/** As agent.sessions.create tells of it. */
export function grantedTo({ text, llm, tools, browser, maxToolCalls, expiresAt }: SessionTerms) {
  const limits = { ...(maxToolCalls !== null && { maxToolCalls }), ...(expiresAt !== null && { expiresAt }) };
  return {
    llm: { allowed: text !== null, ...(text && llm) },
    tools: { allowed: tools.length > 0, allowedTools: [...tools] },
    browser: {
      readActiveTab: browser.includes('read'),
      interact: browser.includes('interact'),
      screenshot: browser.includes('screenshot'),
    },
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}

/** Of ai.createTextSession and session.clone. */
export function textTerms(text: TextOptions, llm: SessionTerms['llm'] = {}): SessionTerms {
  return { kind: 'implicit', text, llm, tools: [], browser: [], maxToolCalls: null, expiresAt: null };
}
