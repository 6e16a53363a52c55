// An agent of a page: what its page says of it, and how others are told of it. Nothing of it is checked but its form.
import { visibleText } from '../../../../contract/visible-text.ts';
import { needText, textIn, textsIn } from '../page-asked.ts';
import type { Page } from '../page.ts';
import type { PageAsked } from '../page-asked.ts';

const maxNameChars = 200;
const maxDescriptionChars = 2_000;
const maxMarks = 100;

export interface PageAgent {
  readonly id: string;
  /** The document that registered it; its requests come by this. */
  readonly page: Page;
  readonly name: string;
  readonly description: string;
  readonly capabilities: readonly string[];
  readonly tags: readonly string[];
  readonly acceptsInvocations: boolean;
  readonly acceptsMessages: boolean;
  readonly usage: AgentUsage;
}

export interface AgentUsage {
  readonly startedAt: number;
  lastActivityAt: number;
  messagesSent: number;
  invocationsMade: number;
  invocationsReceived: number;
}

export type AgentFacts = Omit<PageAgent, 'id' | 'page' | 'usage'>;

/** Throws ERR_INVALID_REQUEST. */
export function readAgent(asked: PageAsked): AgentFacts {
  const { payload } = asked;
  return {
    name: visibleText(needText(asked, 'name', maxNameChars)),
    description: visibleText(textIn(payload, 'description', maxDescriptionChars) ?? ''),
    capabilities: textsIn(asked, 'capabilities', maxMarks) ?? [],
    tags: textsIn(asked, 'tags', maxMarks) ?? [],
    acceptsInvocations: payload.acceptsInvocations !== false,
    acceptsMessages: payload.acceptsMessages !== false,
  };
}

/** To the page that has registered it. */
export function registeredAs({ id, name, capabilities, tags, acceptsInvocations, acceptsMessages }: PageAgent) {
  return { id, name, capabilities, tags, acceptsInvocations, acceptsMessages };
}

/** Among what `viewer` finds. */
export function foundAs(agent: PageAgent, viewer: Page) {
  const { description, page } = agent;
  return {
    ...registeredAs(agent),
    ...(description !== '' && { description }),
    ...{ origin: page.origin, status: 'active', sameOrigin: page.origin === viewer.origin, isRemote: false },
  };
}

export function infoOf({ id, name, description, page, capabilities, tags, usage }: PageAgent) {
  const { startedAt, lastActivityAt, messagesSent, invocationsMade, invocationsReceived } = usage;
  return {
    ...{ id, name, description, origin: page.origin, capabilities, tags, status: 'active' },
    usage: { messagesSent, invocationsMade, invocationsReceived, startedAt, lastActivityAt },
  };
}
