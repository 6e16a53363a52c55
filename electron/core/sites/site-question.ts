// A page's question to the user, pure: what is asked, what a later request of its document adds, and what an answer may speak of.
import { cutEnd, visibleText } from '../../../contract/visible-text.ts';
import { pageScopes } from '../../../contract/web-agent.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { AskedTool, SiteAnswer, SiteQuestion } from '../../../contract/schemas/web-agent.ts';
import type { PageScope } from '../../../contract/web-agent.ts';

/** Who asks: nothing of it is what the page says of itself but `title`. */
export interface SiteAsker {
  /** Of the document; no other one has it. */
  readonly document: string;
  readonly origin: string;
  readonly tab: SiteQuestion['tab'];
  readonly title: string;
  /** The origin of the page around it, where it is a frame. */
  readonly embeddedIn: string | null;
  /** Whether the user has been asked by this origin before. */
  readonly askedBefore: boolean;
}

export interface SiteAsk {
  readonly scopes: readonly PageScope[];
  /** What the page says. */
  readonly reason: string | null;
  /** Null where the page asks for no tools; those that it may name and that there are. */
  readonly tools: readonly AskedTool[] | null;
}

const maxTools = 500;
const maxReasonChars = 300;
const maxTitleChars = 200;

export function questionOf(
  { origin, tab, title, embeddedIn, askedBefore }: SiteAsker,
  ask: SiteAsk,
  given: Pick<SiteQuestion, 'id' | 'askedAt' | 'expiresAt'>,
): SiteQuestion {
  return {
    ...{ origin, tab, embeddedIn, askedBefore, ...given },
    title: cutEnd(visibleText(title), maxTitleChars),
    reason: reasonOf(ask.reason),
    scopes: inOrder(ask.scopes).map(scope => ({ scope, isNew: false })),
    tools: toolsWith(null, ask.tools),
    version: 1,
  };
}

/** With what a later request adds; the same question where it adds nothing. The first reason stays: the user may have read it. */
export function questionWith(before: SiteQuestion, ask: SiteAsk): SiteQuestion {
  const known = new Set(before.scopes.map(({ scope }) => scope));
  const added = ask.scopes.filter(scope => !known.has(scope));
  const tools = toolsWith(before.tools, ask.tools);
  const reason = before.reason ?? reasonOf(ask.reason);
  if (added.length === 0 && tools === before.tools && reason === before.reason) return before;
  const isNew = new Map(before.scopes.map(row => [row.scope, row.isNew]));
  const scopes = inOrder([...known, ...added]).map(scope => ({ scope, isNew: isNew.get(scope) ?? true }));
  return { ...before, scopes, tools, reason, version: before.version + 1 };
}

/** Without tools that there is nothing to decide about any more; the same question where all stay. An answer to the one before is no answer to it. */
export function questionKeeping(before: SiteQuestion, stays: (tool: AskedTool) => boolean): SiteQuestion {
  const tools = before.tools?.filter(stays) ?? null;
  if (tools === null || tools.length === before.tools?.length) return before;
  return { ...before, tools, version: before.version + 1 };
}

/** Throws ERR_INVALID_ARGUMENTS where the question is another one than was answered, or the answer speaks of what was not asked. */
export function expectAnswers({ origin, version, scopes, tools }: SiteQuestion, answer: SiteAnswer): void {
  if (answer.version !== version) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'site-question-changed', origin });
  const scope = answer.scopes.find(found => !scopes.some(row => row.scope === found));
  if (scope !== undefined) throw beyond(origin, 'scope', scope);
  const tool = answer.tools.find(found => !tools?.some(({ id }) => id === found));
  if (tool !== undefined) throw beyond(origin, 'tool', tool);
}

function beyond(origin: string, what: 'scope' | 'tool', found: string) {
  return hubError('ERR_INVALID_ARGUMENTS', { kind: 'site-answer-beyond', origin, what, found });
}

/** One line: nothing in it can hide, or break what stands around it. */
function reasonOf(reason: string | null): string | null {
  const line = visibleText((reason ?? '').replace(/\s+/g, ' ').trim());
  return line === '' ? null : cutEnd(line, maxReasonChars);
}

function toolsWith(before: readonly AskedTool[] | null, asked: readonly AskedTool[] | null): SiteQuestion['tools'] {
  if (asked === null) return before as SiteQuestion['tools'];
  const known = new Set(before?.map(({ id }) => id));
  const added = [...new Map(asked.map(tool => [tool.id, tool])).values()].filter(({ id }) => !known.has(id));
  if (before !== null && added.length === 0) return before as SiteQuestion['tools'];
  return [...(before ?? []), ...added].slice(0, maxTools);
}

function inOrder(scopes: readonly PageScope[]): PageScope[] {
  return pageScopes.filter(scope => scopes.includes(scope));
}
