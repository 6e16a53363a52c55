// Why a call was refused, in English, for the user: what agents are told of it speaks to them.
import type { DescribedFacts, RefusalReasons } from '../../contract/refusals.ts';
import type { Words } from '../reason.ts';

const modes: Readonly<Record<RefusalReasons['mode']['mode'], string>> = {
  stopped: 'stopped',
  paused: 'paused',
  'read-only': 'allowed to read only, and {tool} acts',
};

const undecided: Readonly<Record<RefusalReasons['undecided']['since'], string>> = {
  'not-answered': 'You were asked about {tool}, and had not answered when the agent stopped waiting.',
  'rules-changed': 'Your rules, or what the call of {tool} was about, changed while it waited.',
  'no-panel': 'You would have been asked about {tool}, and no window of Pilothouse was open.',
  'at-gateway': '{tool} would have been asked about, and nobody can be asked at a gateway.',
  'not-allowed-any-more': 'What had allowed {tool} has ended.',
};

/** What it was about, as a sentence of its own. */
function about({ element, title }: DescribedFacts): string {
  if (element === undefined) return title === undefined ? '' : ' It was about the page “{title}”.';
  return title === undefined ? ' It was about {element}.' : ' It was about {element} on the page “{title}”.';
}

const downs = {
  disabled: 'disabled by you',
  unreachable: 'not answering',
  error: 'not registered, because of an error',
  away: 'in a browser that was not connected',
} as const;

export const refusalWords: Words<RefusalReasons> = {
  mode: ({ mode, of }) => `${of === 'all' ? 'All agents were' : 'This agent was'} ${modes[mode]}.`,
  'fleet-holds': ({ so, because }) =>
    so === 'paused'
      ? "Version {version} of the fleet's policy, signed by {signer}, had paused all agents."
      : `Version {version} of the fleet's policy, signed by {signer}, has stopped {agent}${because === null ? '' : ': {because}'}.`,
  'client-revoked': 'You had revoked the credential of {agent}; you can make a new one under Agents.',
  'client-shut-out': 'You shut {client} out; you can let it in again under Agents.',
  'no-browser-connected': 'No browser was connected; Connect shows how to connect one.',
  'browser-not-connected': ({ next }) =>
    next === null
      ? '{browser} was not connected; start it.'
      : '{browser} was not connected; the agent was told that it goes on in {next} when it calls again.',
  'browser-changed': ({ byUser }) =>
    byUser
      ? 'You had moved the agent from {before} to {browser}, and it had to be told first.'
      : 'The agent had gone on from {before} to {browser} meanwhile.',
  'tab-elsewhere': ({ isHere }) =>
    isHere
      ? 'The agent has a tab {tabId} in {there} and one in {here}; it has to choose a browser first.'
      : 'The agent worked in {here}, and its tab {tabId} is in {there}.',
  'no-own-tab': 'The agent owned no tab; it can open one with tabs_create.',
  'no-tab': 'Tab {tabId} was not open in {browser}.',
  'server-down': ({ state }) =>
    state === null
      ? 'There is no server "{serverId}".'
      : 'The server "{serverId}" did not run; start it under Servers.',
  'plugin-down': ({ state }) =>
    state === null
      ? 'There is no plugin {pluginId}.'
      : `Plugin {pluginId} was ${downs[state]}; look at it under Servers, Plugins.`,
  owner: ({ owner }) => {
    if (owner === 'you') return 'Tab {tabId} was your own; you can give it to the agent under Tabs.';
    return owner === 'none'
      ? 'Tab {tabId} belonged to {agentId}, which had left.'
      : 'Tab {tabId} belonged to {agentId}.';
  },
  'read-only-client': described =>
    `{client} may only read, and {tool} acts; you can change that under Agents.${about(described)}`,
  denied: ({ by, frame, reason, ...described }) => {
    const where = frame === null ? '' : ' in a frame of {frame}';
    if (by === 'grant')
      return `Your grant {id} forbids {client} to use {tool}${where}; you can revoke it under Permissions.${about(described)}`;
    if (by === 'fleet')
      return `The rule {id} of the fleet's policy forbids {client} to use {tool}${where}${reason === null ? '' : ': {reason}'}; version {fleet.version} is signed by {fleet.signer}.${about(described)}`;
    return `The rule {id} of policy.json forbids {client} to use {tool}${where}${reason === null ? '' : ': {reason}'}.${about(described)}`;
  },
  run: 'The run "{run}" had made its {max} calls; Settings has the limits.',
  origin: '{origin} had {running} calls under way, and {max} at a time are let through; Settings has the limits.',
  undecided: ({ since, ...described }) =>
    `${undecided[since]}${about(described)} In a terminal this allows it: {remedy}`,
  'off-plan': ({ by }) =>
    by === 'user'
      ? 'The agent is held to its plan for {domains}, and {site} is not in it.'
      : 'The agent’s own program held the call to {domains}, and {site} is not among them.',
  'for-another': 'The page worked for {origin}, which may not use {tool} itself.',
  'this-use': described => `You refused {tool} this time.${about(described)}`,
  'tab-moved': ({ before, after }) =>
    `You were asked about ${before === null ? 'a page of no site' : '{before}'}, and the tab showed ${
      after === null ? 'a page of no site' : before === after ? 'another page of it' : '{after}'
    } by then.`,
};
