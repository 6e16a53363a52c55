// What a share lets another hub do, decided for each call anew by its owner's side. Pure.
import { isRecord, parseJson } from '../../../../contract/json.ts';
import { toolId } from '../../tools/tool-names.ts';
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
  if (method !== 'tools/call') return null;
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

/** The answer with the tools alone that are shared; what is no list of tools is as it was. */
export function withSharedTools(own: OwnShare, text: string, facts: Pick<ShareFacts, 'reads'>): string {
  if (own.tools === null && !own.readOnly) return text;
  const answer = parseJson(text);
  if (!isRecord(answer) || !isRecord(answer.result) || !Array.isArray(answer.result.tools)) return text;
  const isShared = (tool: unknown) => {
    const name = isRecord(tool) && typeof tool.name === 'string' ? tool.name : '';
    return (own.tools?.includes(name) ?? true) && (!own.readOnly || facts.reads(toolId(own.serverId, name)) === true);
  };
  return JSON.stringify({ ...answer, result: { ...answer.result, tools: answer.result.tools.filter(isShared) } });
}
