// What a share lets another hub do, decided for each call anew by its owner's side. Pure.
import { isRecord, parseJson } from '../../../../contract/json.ts';
import { toolId } from '../../tools/tool-names.ts';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Reason } from '../../../../contract/reasons.ts';
import type { OwnShare } from './share-registry.ts';

export interface ShareFacts {
  /** This hub's name in the fleet. */
  readonly self: string;
  /** Roles of a hub by who is to be trusted here: never what that hub says of itself. */
  rolesOf(hub: string): readonly string[];
  /** Whether a tool only reads; null for none of that id. */
  reads(toolId: string): boolean | null;
}

/** Null for what goes on to the rules of this hub. `share` is null where nothing is shared under the name. */
export function shareRefusal(
  own: OwnShare | null,
  { name, asker, message }: { readonly name: string; readonly asker: string; readonly message: unknown },
  facts: ShareFacts,
): Reason | null {
  if (!own || !mayUse(own, asker, facts)) return { kind: 'fleet-not-shared', share: name, hub: facts.self };
  const { method, params } = isRecord(message) ? message : {};
  if (method !== 'tools/call')
    return own.tools === null || isOfTools(method) ? null : { kind: 'fleet-only-tools', share: name };
  const tool = isRecord(params) && typeof params.name === 'string' ? params.name : '';
  const reads = facts.reads(toolId(own.serverId, tool));
  if (own.tools !== null && !own.tools.includes(tool)) return { kind: 'fleet-tool-not-shared', tool, share: name };
  if (own.readOnly && reads !== true) return { kind: 'fleet-share-only-reads', tool, share: name };
  return null;
}

export function mayUse(
  { hubs, roles }: Pick<OwnShare, 'hubs' | 'roles'>,
  asker: string,
  facts: Pick<ShareFacts, 'rolesOf'>,
): boolean {
  return hubs.includes(asker) || facts.rolesOf(asker).some(role => roles.includes(role));
}

/** Lists of what is beside tools: where tools are named they are empty. */
const otherLists: ReadonlyMap<unknown, string> = new Map([
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
  ['prompts/list', 'prompts'],
]);
/** What belongs to tools, or to no part of a server. */
const ofTools: ReadonlySet<unknown> = new Set([
  ...['server/discover', 'tools/list', 'subscriptions/listen', 'ping', 'logging/setLevel'],
  ...['tasks/get', 'tasks/result', 'tasks/update', 'tasks/cancel', 'tasks/list'],
]);

/** Whoever shares some tools shares nothing else. */
function isOfTools(method: unknown): boolean {
  return ofTools.has(method) || otherLists.has(method);
}

/** A request as it goes on: of a share of some tools nothing is watched but those. */
export function withinShare(own: Pick<OwnShare, 'tools'>, message: JSONRPCRequest): JSONRPCRequest {
  const { method, params } = message;
  if (own.tools === null || method !== 'subscriptions/listen' || !isRecord(params?.notifications)) return message;
  const { toolsListChanged, taskIds } = params.notifications;
  const notifications = {
    ...(toolsListChanged === true && { toolsListChanged }),
    ...(taskIds !== undefined && { taskIds }),
  };
  return { ...message, params: { ...params, notifications } };
}

/** The answer with that alone which is shared. */
export function sharedAnswer(own: OwnShare, method: string, text: string, facts: Pick<ShareFacts, 'reads'>): string {
  if (method === 'tools/list') return withSharedTools(own, text, facts);
  const list = otherLists.get(method);
  if (own.tools === null || (list === undefined && method !== 'server/discover')) return text;
  const answer = parseJson(text);
  if (!isRecord(answer) || !isRecord(answer.result)) return text;
  const { nextCursor: _, ...result } = answer.result;
  if (list !== undefined) return JSON.stringify({ ...answer, result: { ...result, [list]: [] } });
  const { resources, prompts, completions, ...capabilities } = isRecord(result.capabilities) ? result.capabilities : {};
  return JSON.stringify({ ...answer, result: { ...result, capabilities } });
}

function withSharedTools(own: OwnShare, text: string, facts: Pick<ShareFacts, 'reads'>): string {
  if (own.tools === null && !own.readOnly) return text;
  const answer = parseJson(text);
  if (!isRecord(answer) || !isRecord(answer.result) || !Array.isArray(answer.result.tools)) return text;
  const isShared = (tool: unknown) => {
    const name = isRecord(tool) && typeof tool.name === 'string' ? tool.name : '';
    return (own.tools?.includes(name) ?? true) && (!own.readOnly || facts.reads(toolId(own.serverId, name)) === true);
  };
  return JSON.stringify({ ...answer, result: { ...answer.result, tools: answer.result.tools.filter(isShared) } });
}
