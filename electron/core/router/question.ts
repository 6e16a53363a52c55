// The question to the user that a call raises: which call it is, in words, and with its arguments masked.
import { scopes } from '../../../contract/permissions.ts';
import { tabTitle } from '../../../contract/tab-title.ts';
import { subjectsOf } from '../gates/permission-request.ts';
import { breadthsOf } from '../permissions/answer.ts';
import { describedFacts } from './call-description.ts';
import { callDigest } from './call-digest.ts';
import { placeOf, programOf, siteOf } from './decided-page.ts';
import type { Resource } from '../../../contract/schemas/permissions.ts';
import type { GatedCall } from '../gates/gate.ts';
import type { Question } from '../permissions/answer.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { Described } from './call-description.ts';

const maxArguments = 2_000;

export interface QuestionOptions {
  /** Hides secrets in what the user is asked. */
  readonly mask: Pick<SecretMask, 'message'>;
  /** Random, the same for all questions of a run of the hub, known to nobody else. */
  readonly digestKey: Uint8Array;
}

/**
 * `asked` is all that will be sent and may differ from call to call; with another description, in another document or carried out by another
 * program it is another call.
 */
export function questionOf(
  call: GatedCall,
  asked: unknown,
  { mask, digestKey }: QuestionOptions,
  described: Described | null = null,
  document: string | null = null,
): Question {
  const { agent, scope, tool, target, readOnly } = call;
  const site = siteOf(call);
  const tab = target.kind === 'browser' ? target.tab : null;
  const resource = resourceOf(call);
  const where = placeOf(call);
  const at = tab && { browserId: tab.browserId, tabId: tab.tabId };
  const inside = [document, (target.kind === 'browser' && target.frameDocuments) || null];
  const offered = [inside, programOf(call), call.definition ?? null];
  const whole = wholeArguments(asked, mask);
  return {
    clientId: agent.clientId,
    subject: subjectsOf(agent).at(-1) ?? { kind: 'client', id: agent.clientId },
    agentId: agent.id,
    agentName: agent.claimedName || agent.name,
    program: agent.program,
    scope,
    tool,
    resource,
    site,
    readOnly,
    destructive: call.destructive || scopes[scope].risk === 'high',
    breadths: breadthsOf({ readOnly, site, asksUser: call.asksUser !== undefined }),
    where: where.kind === 'at-tab' ? { ...where, ...titleOf(call), ...describedFacts(described) } : where,
    tab: at,
    call: callDigest(digestKey, [tool, scope, resource, site, where, at, asked, described?.keys ?? null, offered]),
    argumentsText: whole.slice(0, maxArguments),
    argumentsChars: whole.length,
    ...(described && { description: described.shown }),
  };
}

/** What the tab is called: its number in the browser says nothing to people. */
function titleOf({ target }: GatedCall): { readonly title?: string } {
  const { title } = tabTitle((target.kind === 'browser' && target.tab) || undefined);
  return title === null ? {} : { title };
}

/** All of it as the user may see it: as JSON text, masked. */
export function wholeArguments(asked: unknown, mask: Pick<SecretMask, 'message'>): string {
  return mask.message(JSON.stringify(asked));
}

/** The tools of servers and plugins are granted by whose they are, the browser's scope by scope. */
function resourceOf({ target }: GatedCall): Resource {
  switch (target.kind) {
    case 'server':
      return { kind: 'server', serverId: target.serverId };
    case 'plugin':
      return { kind: 'plugin', pluginId: target.pluginId };
    case 'browser':
    case 'hub':
      return { kind: 'any' };
  }
}
