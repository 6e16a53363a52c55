// The one English sentence of each refusal, for the agents that read it: it names the thing and a remedy. No command that would lift
// the refusal stands in it, because an agent may have a shell; the user reads that in the panel.
import { scopes } from '../../../contract/permissions.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import type { DeniedFacts } from '../../../contract/refusals.ts';
import type { ToolNames } from '../agents/agent-wire.ts';
import type { Refusal } from '../gates/refusal.ts';

const ownName: ToolNames = tool => tool;

/** `toolName` names the tools to which it points, as its reader knows them. */
export function refusalSentence(refusal: Refusal, toolName: ToolNames = ownName): string {
  switch (refusal.kind) {
    case 'mode':
    case 'fleet-holds':
      return holdSentence(refusal);
    case 'client-revoked':
    case 'client-shut-out':
      return clientSentence(refusal);
    case 'no-browser-connected':
    case 'browser-not-connected':
    case 'browser-changed':
    case 'tab-elsewhere':
    case 'no-tab':
      return browserSentence(refusal, toolName);
    case 'no-own-tab':
      return `You own no tab. ${toOpen(toolName)}`;
    case 'server-down':
    case 'plugin-down':
      return downSentence(refusal);
    case 'owner':
      return ownerSentence(refusal);
    case 'read-only-client':
    case 'denied':
      return `${unallowedSentence(refusal)}${aboutSentence(refusal)}`;
    case 'run':
    case 'origin':
      return limitSentence(refusal);
    case 'undecided':
      return undecidedSentence(refusal);
    case 'off-plan':
      return planSentence(refusal, toolName);
    case 'for-another':
    case 'this-use':
      return refusedSentence(refusal);
    case 'tab-moved':
      return movedSentence(refusal);
    case 'no-target':
      return refusal.error.message;
  }
}

function clientSentence(refusal: RefusalOf<'client-revoked' | 'client-shut-out'>): string {
  if (refusal.kind === 'client-revoked')
    return `The credential of ${refusal.agent} was revoked. Ask the user for a new one.`;
  return `The user shut ${refusal.client} out. They can let it in again in Pilothouse under Agents.`;
}

function refusedSentence(refusal: RefusalOf<'for-another' | 'this-use'>): string {
  const { kind, tool, scope } = refusal;
  if (kind === 'this-use') return `The user refused ${tool} this time (${scope}).`;
  return `Permission denied: this page works for ${refusal.origin} now, which may not use ${tool} itself (${scope}). Its user can allow that in Pilothouse under Permissions.`;
}

function downSentence(refusal: RefusalOf<'server-down' | 'plugin-down'>): string {
  if (refusal.kind === 'server-down')
    return `The MCP server ${refusal.serverId} is ${refusal.state ?? 'not known'}. Ask the user to start it in Pilothouse under Servers.`;
  return `The plugin ${refusal.pluginId} is ${pluginDowns[refusal.state ?? 'unknown']}. The user can look at it in Pilothouse under Servers, Plugins.`;
}

function limitSentence(refusal: RefusalOf<'run' | 'origin'>): string {
  if (refusal.kind === 'run')
    return `The run ${JSON.stringify(refusal.run)} has made its ${refusal.max} calls. Tell the user how far you came, or open another run.`;
  return `${refusal.origin} has ${refusal.running} calls under way, and ${refusal.max} at a time are let through. Call again when one has ended.`;
}

const pluginDowns = {
  disabled: 'disabled by the user',
  unreachable: 'not answering',
  error: 'not registered, because of an error',
  away: 'in a browser that is not connected',
  unknown: 'not known',
} as const;

type OfBrowser = 'no-browser-connected' | 'browser-not-connected' | 'browser-changed' | 'tab-elsewhere' | 'no-tab';

function browserSentence(refusal: RefusalOf<OfBrowser>, toolName: ToolNames): string {
  switch (refusal.kind) {
    case 'no-browser-connected':
      return 'No browser is connected. Ask the user to connect one in Pilothouse under Connect.';
    case 'browser-not-connected':
      return `${refusal.browser} is not connected now. ${awayRemedy(refusal, toolName)}`;
    case 'browser-changed':
      return changedSentence(refusal, toolName);
    case 'tab-elsewhere':
      return elsewhereSentence(refusal, toolName);
    case 'no-tab':
      return `Tab ${refusal.tabId} is not open in ${refusal.browser}. ${toList(toolName)}.`;
  }
}

function awayRemedy({ browser, others, next }: RefusalOf<'browser-not-connected'>, toolName: ToolNames): string {
  if (others === '' || next === null) return 'Ask the user to start it, then call again.';
  const select = toolName('select_browser');
  const choice = others === next || select === null ? '' : `, or call ${select} to choose among ${others}`;
  const tabs = `Numbers of your tabs in ${browser} mean no tabs there.`;
  return `Call again and you go on in ${next}${choice}. ${tabs}`;
}

function changedSentence({ before, browser, byUser }: RefusalOf<'browser-changed'>, toolName: ToolNames): string {
  const who = byUser ? 'The user moved you' : 'You have gone on';
  return `${who} from ${before} to ${browser}, where this call was not meant to go. ${toList(toolName)} there, then call again with a tabId.`;
}

function elsewhereSentence({ tabId, there, here, isHere }: RefusalOf<'tab-elsewhere'>, toolName: ToolNames): string {
  const select = toolName('select_browser');
  const byUser = 'Ask the user to choose your browser in Pilothouse under Agents';
  if (isHere)
    return `You have a tab ${tabId} in ${there} and one in ${here}, where your calls go. ${select === null ? byUser : `Call ${select} with the browser that you mean`}, then call again.`;
  return `Tab ${tabId} is yours in ${there}, and your calls go to ${here}. ${toList(toolName)} here, or ${select === null ? 'ask the user to choose your browser in Pilothouse under Agents' : `${select} to go back`}.`;
}

function toList(toolName: ToolNames): string {
  return `Call ${toolName('tabs_context') ?? 'tabs_context'} for your tabs`;
}

function toOpen(toolName: ToolNames): string {
  return `Call ${toolName('tabs_create') ?? 'tabs_create'} first.`;
}

function planSentence({ by, domains, site }: RefusalOf<'off-plan'>, toolName: ToolNames): string {
  if (by === 'program')
    return `Your program holds this call to ${domains} (allowed_domains), and ${site} is not among them. It can name more domains, or another permission_mode; the user's rules hold in each.`;
  const update = toolName('update_plan');
  const remedy =
    update === null
      ? 'Ask the user to end it in Pilothouse under Agents.'
      : `Call ${update} with another plan, which the user is asked about.`;
  return `Your plan is for ${domains}, and ${site} is not in it. ${remedy}`;
}

type RefusalOf<Kind extends Refusal['kind']> = Extract<Refusal, { kind: Kind }>;

function holdSentence(refusal: RefusalOf<'mode' | 'fleet-holds'>): string {
  return refusal.kind === 'mode' ? modeSentence(refusal) : fleetSentence(refusal);
}

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

function fleetSentence(refusal: RefusalOf<'fleet-holds'>): string {
  const whose = `version ${refusal.version} of the fleet's policy, signed by ${quoted(refusal.signer)}`;
  if (refusal.so === 'paused') return `All agents are paused by ${whose}. Call again when they run.`;
  const because = refusal.because === null ? '' : ` (${visibleText(refusal.because)})`;
  return `${refusal.agent} was stopped by ${whose}${because}. Ask whoever keeps that policy.`;
}

/** The wording of spec 000 "Response Format". */
function ownerSentence(refusal: RefusalOf<'owner'>): string {
  return `OWNERSHIP: Cannot ${refusal.act} tab ${refusal.tabId} (owned by ${ownerWords(refusal)})`;
}

function ownerWords({ owner, agentId }: RefusalOf<'owner'>): string {
  if (agentId === null) return 'the user';
  return `${shortAgentId(agentId)}${owner === 'none' ? ', which left' : ''}`;
}

const shownChars = 'agent_'.length + 4;

/** How another agent is named to an agent: spec 000 cuts the id, because on its wire the id is a secret. */
export function shortAgentId(id: string): string {
  return id.length > shownChars ? `${id.slice(0, shownChars)}...` : id;
}

function unallowedSentence(refusal: RefusalOf<'read-only-client' | 'denied'>): string {
  if (refusal.kind === 'denied') return deniedSentence(refusal);
  return `${refusal.client} may only read, and ${refusal.tool} acts. The user can change that in Pilothouse under Agents.`;
}

const deniers = {
  grant: 'The user does',
  policy: 'The policy of this machine does',
  fleet: 'The policy of the fleet does',
} as const;

function deniedRemedy({ by, id, reason, fleet }: RefusalOf<'denied'>): string {
  if (by === 'grant') return `They can revoke grant ${id} in Pilothouse under Permissions`;
  const because = reason ? ` (${reason})` : '';
  if (by === 'policy')
    return `It is the rule ${JSON.stringify(id)} of policy.json${because}; ask whoever keeps that file`;
  const signed = fleet ? `, version ${fleet.version}, signed by ${quoted(fleet.signer)}` : '';
  return `It is its rule ${JSON.stringify(id)}${signed}${because}; ask whoever keeps that policy`;
}

function deniedSentence(refusal: RefusalOf<'denied'>): string {
  const { by, client, frame, scope } = refusal;
  const who = deniers[by];
  const remedy = deniedRemedy(refusal);
  const where = frame === null ? '' : `, in a frame of ${frame}`;
  return `${who} not let ${client} ${scopes[scope].sentence}${where} (${scope}). ${remedy}.`;
}

/** Of names from a page no more is repeated. */
const maxNamedChars = 120;

/** What it was about, where the agent may read that by itself. */
function aboutSentence({ element, title, isTold }: DeniedFacts): string {
  if (isTold !== true) return '';
  if (element === undefined) return title === undefined ? '' : ` It was about the page ${quoted(title)}.`;
  return ` It was about ${quoted(element)}${title === undefined ? '' : ` on the page ${quoted(title)}`}.`;
}

/** A page cannot end the quotation and go on in the hub's own words. */
function quoted(text: string): string {
  return JSON.stringify(visibleText(text.length > maxNamedChars ? `${text.slice(0, maxNamedChars)}…` : text));
}

/** Nobody sits before a gateway. */
function undecidedSentence({ since, scope }: RefusalOf<'undecided'>): string {
  const said = undecidedWords[since](scope);
  return since === 'at-gateway' ? said : `${said} The user can allow it in Pilothouse under Permissions.`;
}

const undecidedWords: Readonly<Record<RefusalOf<'undecided'>['since'], (scope: string) => string>> = {
  'not-answered': scope => `Waiting for the user's approval (${scope}). Call again.`,
  'rules-changed': scope =>
    `The user's rules, or what this call is about, changed while it waited (${scope}). Call again.`,
  'no-panel': scope =>
    `${scope} needs the user's approval, and no Pilothouse window is open. Ask the user to open it, then call again.`,
  'at-gateway': scope =>
    `${scope} was not granted to this credential, and nobody can be asked at a gateway. Ask who runs it to grant the tool.`,
  'not-allowed-any-more': scope => `What allowed ${scope} has ended.`,
};

function movedSentence({ tabId, ...sites }: RefusalOf<'tab-moved'>): string {
  const tab = tabId === null ? 'its target' : `tab ${tabId}`;
  const [before, after] = [sites.before, sites.after].map(site => site ?? 'a page of no site');
  const shown = before === after ? `another page of ${after}` : after;
  return `The user was asked about ${before}, and ${tab} shows ${shown} by now; look at it, then call again.`;
}
