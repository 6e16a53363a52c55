// What waits for a person, the most urgent first: the list in Overview, the badges, the count in the title bar.
import type { Browser } from '../../electron/contract/entities.ts';
import type { Prompt } from '../../electron/contract/permissions.ts';
import type { Server } from '../../electron/contract/servers.ts';
import type { Snapshot } from '../../electron/contract/snapshot.ts';
import { formatAge, formatCount, formatCountdown, formatCounted } from '../words/format.ts';
import { pairingWords } from '../words/browser-words.ts';
import { promptSentence } from '../words/prompt-words.ts';
import type { Tone } from '../words/tone.ts';
import { agentIdentity, browserName } from './identity.ts';
import { reviewsWaiting } from './server-list.ts';

export interface Need {
  readonly id: string;
  readonly tone: Tone;
  readonly title: string;
  readonly why: string;
  /** Where the answer is given: a path such as `permissions` or `servers/github`. */
  readonly path: string;
  readonly action: string;
}

/** Open prompts, the oldest first. */
export function openPrompts(snapshot: Snapshot): Prompt[] {
  return Object.values(snapshot.prompts).sort(
    (a, b) => a.askedAt - b.askedAt || a.id.localeCompare(b.id, 'en', { numeric: true }),
  );
}

export function pendingBrowsers(snapshot: Snapshot): (Browser & { state: { kind: 'pending'; code: string } })[] {
  return Object.values(snapshot.browsers).filter(
    (browser): browser is Browser & { state: { kind: 'pending'; since: number; code: string } } =>
      browser.state.kind === 'pending',
  );
}

/** Servers that a person has to look at. */
export function troubledServers(snapshot: Snapshot): Server[] {
  const kinds = new Set(['blocked', 'crashed', 'failed', 'unauthorized', 'degraded', 'waiting']);
  return Object.values(snapshot.servers).filter(server => kinds.has(server.state.kind));
}

/** Questions only a person can answer: prompts and browsers that wait for approval. */
export function waitingCount(snapshot: Snapshot): number {
  return openPrompts(snapshot).length + pendingBrowsers(snapshot).length;
}

export function needs(snapshot: Snapshot, now: number): Need[] {
  return [
    ...promptNeeds(snapshot, now),
    ...pendingBrowsers(snapshot).map(browserNeed),
    ...troubledServers(snapshot)
      .map(serverNeed)
      .sort((a, b) => rank(a) - rank(b)),
    ...reviewNeeds(snapshot),
    ...permissionNeeds(snapshot),
    ...endpointNeeds(snapshot),
    ...snapshot.hub.problems.map(problem =>
      need(problem.id, 'attention', 'The hub reports', problem.text, 'settings', 'Look'),
    ),
    ...orphanNeeds(snapshot, now),
  ];
}

function need(id: string, tone: Tone, title: string, why: string, path: string, action: string): Need {
  return { id, tone, title, why, path, action };
}

const rank = (item: Need) => (item.tone === 'crashed' ? 0 : item.tone === 'attention' ? 1 : 2);

function promptNeeds(snapshot: Snapshot, now: number): Need[] {
  const prompts = openPrompts(snapshot);
  const oldest = prompts[0];
  if (!oldest) return [];
  const title =
    prompts.length === 1 ? '1 question waits for your answer' : `${prompts.length} questions wait for your answer`;
  const why = `${promptSentence(snapshot, oldest)}, refused in ${formatCountdown(oldest.expiresAt - now)}`;
  return [need('prompts', 'attention', title, why, 'permissions', 'Answer')];
}

function browserNeed(browser: Browser & { state: { code: string } }): Need {
  const why = pairingWords(browser).hasCode
    ? `Compare the code ${browser.state.code} with the one in the extension’s pop-up`
    : 'It shows no code; approve it only when you have just switched it on yourself';
  return need(`browser:${browser.id}`, 'attention', `${browser.name} wants to connect`, why, 'connect', 'Review');
}

function serverNeed(server: Server): Need {
  const path = `servers/${server.id}`;
  const make = (tone: Tone, title: string, why: string, action: string) =>
    need(`server:${server.id}`, tone, `${server.name} ${title}`, why, path, action);
  switch (server.state.kind) {
    case 'blocked':
      return server.state.by === 'approval'
        ? make('attention', 'waits for your approval', 'Nothing runs before you approve its command', 'Review')
        : make('attention', `needs a ${server.state.by}`, server.state.reason, 'Open');
    case 'unauthorized':
      return make('attention', 'needs you to sign in', server.state.reason, 'Open');
    case 'degraded':
      return make('attention', 'is degraded', server.state.reason, 'Open log');
    case 'waiting':
      return make('waiting', 'crashed and starts again by itself', server.state.reason, 'Open log');
    case 'failed':
      return make('crashed', `gave up after ${server.crashes} crashes`, server.state.reason, 'Open log');
    default:
      return make('crashed', 'crashed', 'reason' in server.state ? (server.state.reason ?? '') : '', 'Open log');
  }
}

function reviewNeeds(snapshot: Snapshot): Need[] {
  return [...reviewsWaiting(snapshot.tools)].map(([serverId, count]) => {
    const { name = serverId, toolCount = count } = snapshot.servers[serverId] ?? {};
    const title = `${name} changed ${formatCount(count)} of its ${formatCounted(Math.max(toolCount, count), 'tool')}`;
    const why = 'Agents do not get what changed until you have reviewed it';
    return need(`tools:${serverId}`, 'attention', title, why, `servers/${serverId}/tools`, 'Review');
  });
}

function permissionNeeds({ hub: { policy, learning, learned } }: Snapshot): Need[] {
  const { error } = policy;
  const broken = policy.state === 'broken' && error !== null;
  const why = broken ? `Line ${error.line}, column ${error.column}: ${error.message}` : '';
  const proposed = `${formatCounted(learned, 'grant')} ${learned === 1 ? 'is' : 'are'} proposed by the learning mode`;
  return [
    ...(broken ? [need('policy', 'crashed', 'The policy file cannot be used', why, 'permissions/policy', 'Look')] : []),
    ...(learning === null && learned > 0
      ? [need('learned', 'attention', proposed, 'Accept or refuse each of them', 'permissions/learning', 'Review')]
      : []),
  ];
}

function endpointNeeds(snapshot: Snapshot): Need[] {
  return Object.values(snapshot.endpoints).flatMap(({ id, title, address, state, places }) => {
    if (state.kind === 'held') {
      return [
        need(
          `endpoint:${id}`,
          'attention',
          `${title}: ${places?.find(place => place.state.kind === 'held')?.address ?? address} is held by ${state.by}`,
          state.remedy,
          'connect',
          'Look',
        ),
      ];
    }
    if (state.kind !== 'failed') return [];
    return [need(`endpoint:${id}`, 'crashed', `${title} is not open`, state.reason, 'connect', 'Look')];
  });
}

function orphanNeeds(snapshot: Snapshot, now: number): Need[] {
  return Object.values(snapshot.tabs).flatMap(tab => {
    if (tab.owner.kind !== 'none') return [];
    const left = `${agentIdentity(snapshot, tab.owner.agentId).name} left ${formatAge(tab.owner.since, now)}`;
    const why = `${left}; ${tab.title || tab.url} in ${browserName(snapshot, tab.browserId)}`;
    return [
      need(`tab:${tab.browserId}:${tab.tabId}`, 'orphaned', `Tab ${tab.tabId} has no owner`, why, 'tabs', 'Open'),
    ];
  });
}
