// Which requests of a panel another hub may make here: data, closed by default. What is not named is the owner's alone.

import { isRecord } from '../../../../contract/json.ts';
import { lifetimesFromElsewhere } from '../../../../contract/prompt-choice.ts';
import type { FleetPanelRight } from '../../../../contract/schemas/fleet-panel.ts';
import type { PanelEventName } from '../../../../contract/schemas/panel-events.ts';
import type { PanelRequestName } from '../../../../contract/schemas/panel-requests.ts';

/**
 * They change nothing, start nothing and ask nobody else. Calls with their arguments and answers and pictures of pages are among what they
 * say, with secrets masked; variables of the machine, files of other programs and the log are not.
 */
const reading: readonly PanelRequestName[] = [
  'state:get',
  'clients:tool-costs',
  'agents:figures',
  'tabs:icons',
  'installs:unused',
  'servers:usage',
  'servers:history',
  'servers:logs',
  'servers:watch',
  'plugins:get',
  'tools:get',
  'tools:reviews',
  'prompts:arguments',
  'prompts:picture',
  'grants:explain',
  'audit:query',
  'trace:window',
  'trace:values',
  'trace:payload',
  'trace:related',
  'trace:figures',
  'trace:pins',
  'trace:recordings',
  'models:list',
  'models:tests',
  'models:usage',
  'models:prices',
  'models:log',
  'sites:usage',
  'doctor:runs',
  'limits:get',
  'retention:get',
  'mcp-server:get',
  'browsers:list',
  'manifests:list',
  'accounts:list',
];

/** Questions of agents and of pages. What would widen the rules from a command line is for the owner's own panel. */
const answering: readonly PanelRequestName[] = ['prompts:answer', 'prompts:answer-all', 'sites:answer'];

const rights: ReadonlyMap<string, FleetPanelRight> = new Map([
  ...reading.map(name => [name, 'read'] as const),
  ...answering.map(name => [name, 'answer'] as const),
]);

/** Whether it asks for an answer that would hold longer than another hub may answer for. */
export function isForOwner(name: string, params: unknown): boolean {
  if (rightFor(name) !== 'answer') return false;
  const lifetime: unknown = isRecord(params) ? params.lifetime : null;
  return !lifetimesFromElsewhere.some(each => each === lifetime);
}

/** What it takes; null for the owner's own. */
export function rightFor(name: string): FleetPanelRight | null {
  return rights.get(name) ?? null;
}

/** What a panel of another hub hears. Conversations, pairings and the tests of models are the owner's. */
const heard: ReadonlySet<PanelEventName> = new Set([
  'state:patch',
  'rules:changed',
  'trace:changed',
  'browsers:changed',
  'servers:logged',
  'servers:usage',
  'sites:question-ended',
]);

export function isHeard(event: PanelEventName): boolean {
  return heard.has(event);
}
