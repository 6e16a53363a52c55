// Which requests of the panel change what is allowed, and what the audit says of each. Secrets stand in none of it.
import { grantWords } from '../permissions/widening-words.ts';
import type { z } from 'zod';
import type { PanelRequestName, panelRequests } from '../../../contract/schemas/panel-requests.ts';
import type { StatePublisher } from '../state/publisher.ts';

type Params<N extends PanelRequestName> = z.output<(typeof panelRequests)[N]['params']>;
type State = Pick<StatePublisher, 'get' | 'hub'>;

/** Written before the request is done, because what it is about may be gone then; null is no change of the rules. */
type Audited = { readonly [N in PanelRequestName]?: (params: Params<N>, state: State) => string | null };

const audited: Audited = {
  'hub:set-mode': ({ mode }, { hub }) => `all agents: ${hub.mode} → ${mode}`,
  'hub:set-pause-on-lock': ({ on }) => `pause when the screen locks: ${onOff(on)}`,
  'hub:set-cli-widens': ({ on }) => `the command line may widen access alone: ${onOff(on)}`,
  'agents:set-mode': ({ agentId, mode }, state) => `agent ${state.get('agents', agentId)?.name ?? agentId}: ${mode}`,
  'clients:create': ({ name, start }) => `a credential for ${name}, start ${start}`,
  'clients:admit': ({ clientId, admitted }) => `client ${clientId}: ${admitted ? 'let in' : 'shut out'}`,
  'clients:set-start': ({ clientId, start }) => `client ${clientId}: start ${start}`,
  'clients:revoke': ({ clientId }) => `client ${clientId}: its credential is revoked`,
  'browsers:approve': ({ browserId }, state) =>
    `browser ${state.get('browsers', browserId)?.name ?? browserId}: approved`,
  'browsers:deny': ({ browserId }, state) => `browser ${state.get('browsers', browserId)?.name ?? browserId}: refused`,
  'browsers:forget': ({ browserId }, state) =>
    `browser ${state.get('browsers', browserId)?.name ?? browserId}: forgotten`,
  'servers:approve': ({ serverId }) => `server ${serverId}: approved as shown`,
  'servers:set-options': ({ serverId, options }) => `server ${serverId}: ${Object.keys(options).join(', ')}`,
  'servers:configure': ({ serverId }) => `server ${serverId}: its config`,
  'servers:remove': ({ serverId }) => `server ${serverId}: removed`,
  'secrets:set': ({ name }) => `secret ${name}: set`,
  'secrets:remove': ({ name }) => `secret ${name}: removed`,
  'tools:set': ({ toolId, clientId, on }) => `tool ${toolId}, ${clientId ?? 'everybody'}: ${onOff(on)}`,
  'tools:review': ({ toolId, accept }) => `tool ${toolId}: its new definition is ${accept ? 'accepted' : 'refused'}`,
  'prompts:answer': ({ promptId, ...answer }, state) => answered([promptId], answer, state),
  'prompts:answer-all': ({ promptIds, ...answer }, state) => answered(promptIds, answer, state),
  'grants:set': grant => grantWords(grant),
  'grants:revoke': ({ grantId }, state) => {
    const grant = state.get('grants', grantId);
    return `revoke grant ${grantId}${grant ? ` (${grantWords(grant)})` : ''}`;
  },
  'learning:start': () => 'the learning mode begins',
  'learning:stop': () => 'the learning mode ends',
  'learning:accept': ({ accept, refuse }) => `learned grants: ${accept.length} accepted, ${refuse.length} refused`,
  'endpoints:set': ({ endpointId, on }) => `way in ${endpointId}: ${onOff(on)}`,
  'endpoints:rotate-token': ({ endpointId }) => `way in ${endpointId}: a new token`,
  'mcp-server:set': ({ change }) => `MCP over HTTP: ${Object.keys(change).join(', ')}`,
  'retention:set': () => 'how many decisions the audit keeps',
  'limits:set': ({ change }) => `limits: ${Object.keys(change).join(', ')}`,
  'manifests:install': ({ browserId, host }) => `manifest of ${host} for ${browserId}: installed`,
  'manifests:uninstall': ({ browserId, host }) => `manifest of ${host} for ${browserId}: removed`,
};

/** What the audit is to say when this request succeeds; null where it changes no rule. */
export function auditedWords(name: PanelRequestName, params: unknown, state: State): string | null {
  // The table pairs each name with its own params, which a union of names hides.
  const words = audited[name] as ((params: unknown, state: State) => string | null) | undefined;
  return words?.(params, state) ?? null;
}

function answered(
  ids: readonly string[],
  { effect, lifetime, breadth }: Pick<Params<'prompts:answer'>, 'effect' | 'lifetime' | 'breadth'>,
  state: State,
): string | null {
  // An answer for one use is in the audit as the decision that it is.
  if (lifetime === 'use') return null;
  const asked = ids.map(id => state.get('prompts', id)).filter(prompt => prompt !== null);
  const what = asked.map(
    ({ clientId, scope, tool, where }) => `${clientId}: ${breadth === 'tool' ? tool : scope}, ${where}`,
  );
  return `${effect}, ${lifetime}, as an answer: ${what.join('; ')}`;
}

function onOff(on: boolean): string {
  return on ? 'on' : 'off';
}
