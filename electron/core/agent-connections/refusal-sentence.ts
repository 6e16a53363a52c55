// The one English sentence of each refusal, for the agents that read it: it names the thing and a remedy. No command that would lift
// the refusal stands in it, because an agent may have a shell; the user reads that in the panel.
import { scopes } from '../../../contract/permissions.ts';
import type { Refusal } from '../gates/refusal.ts';

export function refusalSentence(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'mode':
      return modeSentence(refusal);
    case 'client-revoked':
      return `The credential of ${refusal.agent} was revoked. Ask the user for a new one.`;
    case 'client-shut-out':
      return `The user shut ${refusal.client} out. They can let it in again in Pilothouse under Agents.`;
    case 'no-browser-connected':
      return 'No browser is connected. Ask the user to connect one in Pilothouse under Connect.';
    case 'browser-not-connected':
      return `${refusal.browser} is not connected now. ${awayRemedy(refusal)}`;
    case 'no-own-tab':
      return 'You own no tab. Call tabs_create first.';
    case 'no-tab':
      return `Tab ${refusal.tabId} is not open in ${refusal.browser}. Call tabs_context for your tabs.`;
    case 'server-down':
      return `The MCP server ${refusal.serverId} is ${refusal.state ?? 'not known'}. Ask the user to start it in Pilothouse under Servers.`;
    case 'owner':
      // The wording of spec 000 "Response Format".
      return `OWNERSHIP: Cannot ${refusal.act} tab ${refusal.tabId} (owned by ${ownerWords(refusal)})`;
    case 'read-only-client':
      return `${refusal.client} may only read, and ${refusal.tool} acts. The user can change that in Pilothouse under Agents.`;
    case 'denied':
      return deniedSentence(refusal);
    case 'run':
      return `The run ${JSON.stringify(refusal.run)} has made its ${refusal.max} calls. Tell the user how far you came, or open another run.`;
    case 'origin':
      return `${refusal.origin} has ${refusal.running} calls under way, and ${refusal.max} at a time are let through. Call again when one has ended.`;
    case 'undecided':
      return `${undecidedWords[refusal.since](refusal.scope)} The user can allow it in Pilothouse under Permissions.`;
    case 'off-plan':
      return `Your plan is for ${refusal.domains}, and ${refusal.site} is not in it. Call update_plan with another plan, which the user is asked about.`;
    case 'this-use':
      return `The user refused ${refusal.tool} this time (${refusal.scope}).`;
    case 'tab-moved':
      return movedSentence(refusal);
    case 'no-target':
      return refusal.error.message;
  }
}

function awayRemedy({ others }: RefusalOf<'browser-not-connected'>): string {
  if (others === '') return 'Ask the user to start it, then call again.';
  return `Connected are ${others}: call select_browser to go on in one of them, or ask the user to start it.`;
}

type RefusalOf<Kind extends Refusal['kind']> = Extract<Refusal, { kind: Kind }>;

function modeSentence({ mode, of, tool }: RefusalOf<'mode'>): string {
  const who = of === 'all' ? 'All agents are' : 'This agent is';
  switch (mode) {
    case 'stopped':
      return `${who} stopped by the user. Do not call again before the user asks you to.`;
    case 'paused':
      return `${who} paused by the user. Call again when they run.`;
    case 'read-only':
      return `${tool} acts, and the user allows reading only now. Use a reading tool, or call again later.`;
  }
}

function ownerWords({ owner, agentId }: RefusalOf<'owner'>): string {
  if (agentId === null) return 'the user';
  return `${shortAgentId(agentId)}${owner === 'none' ? ', which left' : ''}`;
}

/** How another agent is named to an agent: spec 000 cuts the id, because on its wire the id is a secret. */
export function shortAgentId(id: string): string {
  return `${id.slice(0, 'agent_'.length + 4)}...`;
}

function deniedSentence({ by, id, reason, client, frame, scope }: RefusalOf<'denied'>): string {
  const who = by === 'grant' ? 'The user does' : 'The policy of this machine does';
  const remedy =
    by === 'grant'
      ? `They can revoke grant ${id} in Pilothouse under Permissions`
      : `It is the rule ${JSON.stringify(id)} of policy.json${reason ? ` (${reason})` : ''}; ask whoever keeps that file`;
  const where = frame === null ? '' : `, in a frame of ${frame}`;
  return `${who} not let ${client} ${scopes[scope].sentence}${where} (${scope}). ${remedy}.`;
}

const undecidedWords: Readonly<Record<RefusalOf<'undecided'>['since'], (scope: string) => string>> = {
  'not-answered': scope => `Waiting for the user's approval (${scope}). Call again.`,
  'rules-changed': scope =>
    `The user's rules, or what this call is about, changed while it waited (${scope}). Call again.`,
  'no-panel': scope =>
    `${scope} needs the user's approval, and no Pilothouse window is open. Ask the user to open it, then call again.`,
  'not-allowed-any-more': scope => `What allowed ${scope} has ended.`,
};

function movedSentence({ tabId, ...sites }: RefusalOf<'tab-moved'>): string {
  const tab = tabId === null ? 'its target' : `tab ${tabId}`;
  const [before, after] = [sites.before, sites.after].map(site => site ?? 'a page of no site');
  const shown = before === after ? `another page of ${after}` : after;
  return `The user was asked about ${before}, and ${tab} shows ${shown} by now; look at it, then call again.`;
}
