// What a change of the snapshot says aloud to somebody who does not see the screen.
import { visibleText } from '../../contract/visible-text.ts';
import { openConfirmations, waitingCount } from '../store/attention.ts';
import { reviewsWaiting } from '../store/offered-tools.ts';
import { agentIdentity } from '../words/identity.ts';
import { t } from '../words/language.ts';
import { runModeWords } from '../words/mode-words.ts';
import { providerWords } from '../words/model-words.ts';
import { pluginWords } from '../words/plugin-words.ts';
import { promptSentence } from '../words/prompt-words.ts';
import { askSentence } from '../words/rule-change-words.ts';
import { serverWords } from '../words/server-words.ts';
import { siteQuestionSentence } from '../words/site-words.ts';
import { changedWords } from '../words/tool-words.ts';
import type { Browser } from '../../contract/schemas/entities.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

/** Sentences for what is new in `after`; none when nothing that matters changed. */
export function announcements(before: Snapshot, after: Snapshot, now: number): string[] {
  if (before === after) return [];
  return [
    ...confirmationNews(before, after),
    ...promptNews(before, after),
    ...siteNews(before, after),
    ...browserNews(before, after),
    ...serverNews(before, after, now),
    ...providerNews(before, after, now),
    ...pluginNews(before, after, now),
    ...reviewNews(before, after),
    ...agentNews(before, after),
    ...modeNews(before, after),
  ];
}

function confirmationNews(before: Snapshot, after: Snapshot): string[] {
  return openConfirmations(after)
    .filter(({ id }) => !before.confirmations[id])
    .map(confirmation =>
      t('{question}, {count} waiting', { question: askSentence(after, confirmation), count: waitingCount(after) }),
    );
}

function promptNews(before: Snapshot, after: Snapshot): string[] {
  return Object.values(after.prompts)
    .filter(prompt => !before.prompts[prompt.id])
    .map(prompt =>
      t('{question}, {count} waiting', { question: promptSentence(after, prompt), count: waitingCount(after) }),
    );
}

/** Of what a page adds to its question, the card itself tells. */
function siteNews(before: Snapshot, after: Snapshot): string[] {
  return Object.values(after.siteQuestions)
    .filter(({ id }) => !before.siteQuestions[id])
    .map(question =>
      t('{question}, {count} waiting', { question: siteQuestionSentence(question), count: waitingCount(after) }),
    );
}

function browserNews(before: Snapshot, after: Snapshot): string[] {
  return Object.values(after.browsers)
    .filter(({ id, state }) => before.browsers[id]?.state.kind !== state.kind && state.kind !== 'denied')
    .map(({ name, state }) => browserSentence(name, state.kind));
}

function browserSentence(name: string, kind: Browser['state']['kind']): string {
  if (kind === 'pending') return t('{name} wants to connect', { name });
  return kind === 'connected' ? t('{name} is connected', { name }) : t('{name} is away', { name });
}

function serverNews(before: Snapshot, after: Snapshot, now: number): string[] {
  return Object.values(after.servers)
    .filter(({ id, state }) => before.servers[id] && before.servers[id].state.kind !== state.kind)
    .map(({ name, state }) => `${name}: ${serverWords(state, now).word}`);
}

function providerNews(before: Snapshot, after: Snapshot, now: number): string[] {
  return Object.values(after.modelProviders)
    .filter(({ id, state }) => before.modelProviders[id] && before.modelProviders[id].state.kind !== state.kind)
    .map(({ name, state }) => `${name}: ${providerWords(state, now).word}`);
}

function pluginNews(before: Snapshot, after: Snapshot, now: number): string[] {
  return Object.values(after.plugins)
    .filter(({ id, state }) => before.plugins[id] && before.plugins[id].state.kind !== state.kind)
    .map(plugin => visibleText(`${plugin.name}: ${pluginWords(plugin, now).word}`));
}

function reviewNews(before: Snapshot, after: Snapshot): string[] {
  if (before.tools === after.tools) return [];
  const known = reviewsWaiting(before.tools);
  return [...reviewsWaiting(after.tools)]
    .filter(([serverId, count]) => count > (known.get(serverId) ?? 0))
    .map(([serverId, count]) => `${after.servers[serverId]?.name ?? serverId}: ${changedWords(count).word}`);
}

function agentNews(before: Snapshot, after: Snapshot): string[] {
  return Object.values(after.agents)
    .filter(({ id, state }) => before.agents[id]?.state.kind !== state.kind)
    .map(({ id, name, state }) =>
      state.kind === 'gone'
        ? t('{who} left', { who: agentIdentity(after, id, name).name })
        : t('{who} connected', { who: agentIdentity(after, id, name).name }),
    );
}

function modeNews(before: Snapshot, after: Snapshot): string[] {
  const learns = after.hub.learning !== null;
  return [
    ...(before.hub.mode === after.hub.mode ? [] : [t('Agents: {mode}', { mode: runModeWords[after.hub.mode] })]),
    ...((before.hub.learning !== null) === learns
      ? []
      : [learns ? t('The learning mode is on') : t('The learning mode is off')]),
  ];
}
