// What waits for a person, as the list in Overview says it, the most urgent first.
import {
  openConfirmations,
  openPrompts,
  openSiteQuestions,
  pendingBrowsers,
  problemPlace,
  troubledServers,
} from '../../store/attention.ts';
import { reviewsWaiting } from '../../store/offered-tools.ts';
import { type PendingClient, pendingClients } from '../../store/pending-clients.ts';
import { pairingWords } from '../../words/browser-words.ts';
import { endpointTitles } from '../../words/endpoint-words.ts';
import { formatAge, formatCountdown } from '../../words/format.ts';
import { agentIdentity, browserName } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { promptSentence } from '../../words/prompt-words.ts';
import { reasonWords } from '../../words/reason-words.ts';
import { askSentence } from '../../words/rule-change-words.ts';
import { isRemote } from '../../words/server-words.ts';
import { siteQuestionSentence } from '../../words/site-words.ts';
import { type Need, need } from './need.ts';
import { modelNeeds, pluginNeeds } from './provider-needs.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';
import type { Confirmation } from '../../../contract/schemas/rule-changes.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { Tone } from '../../words/tone.ts';

export function needs(snapshot: Snapshot, now: number): Need[] {
  return [
    ...openConfirmations(snapshot).map(confirmation => confirmationNeed(snapshot, confirmation, now)),
    ...promptNeeds(snapshot, now),
    ...siteNeeds(snapshot, now),
    ...pendingBrowsers(snapshot).map(browserNeed),
    ...pendingClients(snapshot).map(pendingClientNeed),
    ...troubledServers(snapshot)
      .map(serverNeed)
      .sort((a, b) => rank(a) - rank(b)),
    ...modelNeeds(snapshot, now).sort((a, b) => rank(a) - rank(b)),
    ...pluginNeeds(snapshot, now),
    ...reviewNeeds(snapshot),
    ...permissionNeeds(snapshot),
    ...endpointNeeds(snapshot),
    ...snapshot.hub.problems.map(problemNeed),
    ...orphanNeeds(snapshot, now),
    ...firstNeeds(snapshot),
  ];
}

/** What is broken in a connection is repaired on Connect. */
function problemNeed({ id, reason }: Snapshot['hub']['problems'][number]): Need {
  const path = problemPlace(id);
  const why = reasonWords(reason);
  if (path === null) return need(id, 'attention', t('The hub reports'), why, 'settings', t('Look'));
  return need(id, 'crashed', t('A connection is broken'), why, path, t('Repair'));
}

const rank = (item: Need) => (item.tone === 'crashed' ? 0 : item.tone === 'attention' ? 1 : 2);

function promptNeeds(snapshot: Snapshot, now: number): Need[] {
  const prompts = openPrompts(snapshot);
  const oldest = prompts[0];
  if (!oldest) return [];
  const title = t('{count, plural, one {# question waits for your answer} other {# questions wait for your answer}}', {
    count: prompts.length,
  });
  const why = t('{question}, refused in {time}', {
    question: promptSentence(snapshot, oldest),
    time: formatCountdown(oldest.expiresAt - now),
  });
  return [need('prompts', 'attention', title, why, 'permissions', t('Answer'))];
}

function siteNeeds(snapshot: Snapshot, now: number): Need[] {
  const questions = openSiteQuestions(snapshot);
  const [oldest] = questions;
  if (!oldest) return [];
  const title = t('{count, plural, one {A page asks for permissions} other {# pages ask for permissions}}', {
    count: questions.length,
  });
  const why = t('{question}, refused in {time}', {
    question: siteQuestionSentence(oldest),
    time: formatCountdown(oldest.expiresAt - now),
  });
  return [need('site-questions', 'attention', title, why, 'permissions', t('Answer'))];
}

function confirmationNeed(snapshot: Snapshot, confirmation: Confirmation, now: number): Need {
  const left = formatCountdown(confirmation.expiresAt - now);
  const why = t('It asked by the command line, outside of this panel; refused in {left}', { left });
  return need(
    `confirmation:${confirmation.id}`,
    'attention',
    askSentence(snapshot, confirmation),
    why,
    'permissions',
    t('Answer'),
  );
}

function browserNeed(browser: Browser & { state: { code: string } }): Need {
  const why = pairingWords(browser).hasCode
    ? t('Compare the code {code} with the one in the extension’s pop-up', { code: browser.state.code })
    : t('It shows no code; approve it only when you have just switched it on yourself');
  const title = t('{name} wants to connect', { name: browser.name });
  return need(`browser:${browser.id}`, 'attention', title, why, 'connect/browsers', t('Review'));
}

function pendingClientNeed({ client, agent }: PendingClient): Need {
  const says = agent && agent.claimedName !== '' ? `${agent.claimedName} ${agent.version}`.trim() : null;
  const why =
    says === null
      ? t('Nobody proved who that is; approve it or shut it out')
      : t('It says it is {says}, and nobody proved that; approve it or shut it out', { says });
  const title = t('{name} came without a credential', { name: client.name });
  return need(`client:${client.id}`, 'attention', title, why, 'agents', t('Review'));
}

/** The title, why, and what the button says. */
function blockedTexts(
  name: string,
  { by, reason }: Extract<Server['state'], { kind: 'blocked' }>,
): [string, string, string] {
  switch (by) {
    case 'secret':
      return [t('{name} needs a secret', { name }), reasonWords(reason), t('Open')];
    case 'runtime':
      return [t('{name} needs a runtime', { name }), reasonWords(reason), t('Open')];
    case 'value':
      return [t('{name} needs values', { name }), reasonWords(reason), t('Fill in')];
    case 'loop':
      return [t('{name} leads back to Pilothouse', { name }), reasonWords(reason), t('Open')];
    case 'policy':
      return [t('The policy forbids {name}', { name }), reasonWords(reason), t('Open')];
    case 'approval':
      return [
        t('{name} waits for your approval', { name }),
        t('Nothing runs before you approve its command'),
        t('Review'),
      ];
  }
}

function serverNeed(server: Server): Need {
  const path = `servers/${server.id}`;
  const { name, kind, state, crashes } = server;
  const log = t('Open log');
  const make = (tone: Tone, title: string, why: string, action: string) =>
    need(`server:${server.id}`, tone, title, why, action === log ? `${path}/log` : path, action);
  switch (state.kind) {
    case 'blocked':
      return make('attention', ...blockedTexts(name, state));
    case 'unauthorized':
      return make('attention', t('{name} needs you to sign in', { name }), reasonWords(state.reason), t('Open'));
    case 'degraded':
      return make('attention', t('{name} is degraded', { name }), reasonWords(state.reason), log);
    case 'waiting': {
      const title = isRemote(kind)
        ? t('{name} is away and comes back by itself', { name })
        : t('{name} crashed and starts again by itself', { name });
      return make('waiting', title, reasonWords(state.reason), log);
    }
    case 'failed':
      return make(
        'crashed',
        t('{name} gave up after {crashes} crashes', { name, crashes }),
        reasonWords(state.reason),
        log,
      );
    default:
      return make(
        'crashed',
        t('{name} crashed', { name }),
        'reason' in state && state.reason ? reasonWords(state.reason) : '',
        log,
      );
  }
}

function reviewNeeds(snapshot: Snapshot): Need[] {
  return [...reviewsWaiting(snapshot.tools)].map(([serverId, count]) => {
    const { name = serverId, toolCount = count } = snapshot.servers[serverId] ?? {};
    const title = t('{name} changed {count, number} of its {all, plural, one {# tool} other {# tools}}', {
      name,
      count,
      all: Math.max(toolCount, count),
    });
    const why = t('Agents do not get what changed until you have reviewed it');
    return need(`tools:${serverId}`, 'attention', title, why, `servers/${serverId}/tools`, t('Review'));
  });
}

function permissionNeeds({ hub: { policy, learning, learned } }: Snapshot): Need[] {
  const { error } = policy;
  const broken = policy.state === 'broken' && error !== null;
  const why = broken
    ? t('Line {line}, column {column}: {message}', {
        line: error.line,
        column: error.column,
        message: reasonWords(error.why),
      })
    : '';
  const proposed = t('{learned, plural, one {# grant is} other {# grants are}} proposed by the learning mode', {
    learned,
  });
  return [
    ...(broken
      ? [need('policy', 'crashed', t('The policy file cannot be used'), why, 'permissions/policy', t('Look'))]
      : []),
    ...(learning === null && learned > 0
      ? [
          need(
            'learned',
            'attention',
            proposed,
            t('Accept or refuse each of them'),
            'permissions/learning',
            t('Review'),
          ),
        ]
      : []),
  ];
}

function endpointNeeds(snapshot: Snapshot): Need[] {
  return Object.values(snapshot.endpoints).flatMap(({ id, address, state, places }) => {
    const title = endpointTitles[id];
    if (state.kind === 'held') {
      return [
        need(
          `endpoint:${id}`,
          'attention',
          t('{title}: {address} is held by {by}', {
            title,
            address: places?.find(place => place.state.kind === 'held')?.address ?? address,
            by: reasonWords(state.by),
          }),
          reasonWords(state.remedy),
          'connect/endpoints',
          t('Look'),
        ),
      ];
    }
    if (state.kind !== 'failed') return [];
    return [
      need(
        `endpoint:${id}`,
        'crashed',
        t('{title} is not open', { title }),
        reasonWords(state.reason),
        'connect/endpoints',
        t('Look'),
      ),
    ];
  });
}

/** A hub that nothing was ever connected with: the way to the first round trip. */
function firstNeeds({ clients, browsers }: Snapshot): Need[] {
  if (Object.keys(clients).length > 0 || Object.keys(browsers).length > 0) return [];
  const title = t('Nothing is connected yet');
  return [need('first', 'waiting', title, t('Five steps lead to the first green round trip'), 'connect', t('Begin'))];
}

function orphanNeeds(snapshot: Snapshot, now: number): Need[] {
  return Object.values(snapshot.tabs).flatMap(tab => {
    if (tab.owner.kind !== 'none') return [];
    const why = t('{who} left {age}; {tab} in {browser}', {
      who: agentIdentity(snapshot, tab.owner.agentId).name,
      age: formatAge(tab.owner.since, now),
      tab: tab.title || tab.url,
      browser: browserName(snapshot, tab.browserId),
    });
    const title = t('Tab {tabId} has no owner', { tabId: String(tab.tabId) });
    return [need(`tab:${tab.browserId}:${tab.tabId}`, 'orphaned', title, why, 'tabs', t('Open'))];
  });
}
