// Providers of models in words: the state as shape, word and second line, where each lives, and where what it is asked goes.
import { providerFacts } from '../../contract/models.ts';
import {
  formatAge,
  formatClock,
  formatDuration,
  formatLasted,
  formatLeft,
  formatMinute,
  formatPercent,
} from './format.ts';
import { browserName } from './identity.ts';
import { t } from './language.ts';
import { reasonWords } from './reason-words.ts';
import type { ModelProvider, ProviderState } from '../../contract/schemas/models.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { Tone } from './tone.ts';

export interface ProviderWords {
  readonly tone: Tone;
  /** For a cell of a table. */
  readonly word: string;
  /** A second, quieter line; may be empty. */
  readonly more: string;
}

type Kind = ProviderState['kind'];
type OfKind<K extends Kind> = Extract<ProviderState, { kind: K }>;

const tones: Readonly<Record<Kind, Tone>> = {
  unknown: 'stopped',
  off: 'stopped',
  ready: 'running',
  'not-running': 'stopped',
  'timed-out': 'attention',
  'key-missing': 'attention',
  'key-refused': 'attention',
  'rate-limited': 'waiting',
  failed: 'crashed',
  'not-downloaded': 'stopped',
  downloading: 'waiting',
  unapproved: 'attention',
  'file-changed': 'attention',
  stopped: 'stopped',
  loading: 'waiting',
  running: 'running',
  stopping: 'waiting',
  crashed: 'crashed',
};

/** The state of a program by its name alone, as its lifecycle has it. */
export function lifeTone(state: string): Tone {
  return Object.hasOwn(tones, state) ? tones[state as Kind] : 'stopped';
}

const lifeWords: Readonly<Record<string, string>> = {
  stopped: t('stopped'),
  loading: t('loading the model'),
  running: t('running'),
  crashed: t('crashed'),
};

export function lifeWord(state: string): string {
  return lifeWords[state] ?? state;
}

/** The time of today; longer ago, how long. */
function sinceWords(since: number, now: number): string {
  const isToday = new Date(since).toDateString() === new Date(now).toDateString();
  return isToday ? t('since {time}', { time: formatMinute(since) }) : formatAge(since, now);
}

/** What a state says: its word, and what stands below it. */
const said: { readonly [K in Kind]: (state: OfKind<K>, now: number) => readonly [word: string, more: string] } = {
  unknown: () => [t('not asked yet'), ''],
  off: ({ since }, now) => [t('switched off by you'), formatLasted(now - since)],
  ready: ({ answersInMs }) => [
    t('ready'),
    answersInMs === null ? '' : t('answers in {time}', { time: formatDuration(answersInMs) }),
  ],
  'not-running': ({ lastSeenAt }, now) => [
    t('not running'),
    lastSeenAt === null ? t('never seen') : t('last seen {age}', { age: formatAge(lastSeenAt, now) }),
  ],
  'timed-out': ({ since }, now) => [t('timed out'), sinceWords(since, now)],
  'key-missing': ({ since }, now) => [t('needs a key'), sinceWords(since, now)],
  'key-refused': ({ since, status }, now) => [
    t('key refused, {status}', { status: String(status) }),
    sinceWords(since, now),
  ],
  'rate-limited': ({ since, until }, now) => [
    t('rate limit, {span} more', { span: formatLeft(until - now) }),
    t('429 at {time}', { time: formatClock(since) }),
  ],
  failed: ({ why }) => [t('failed'), reasonWords(why)],
  'not-downloaded': () => [t('not downloaded'), t('the browser downloads it once you ask')],
  downloading: ({ percent }) => [
    percent === null ? t('downloading') : t('downloading, {percent}', { percent: formatPercent(percent) }),
    '',
  ],
  unapproved: ({ since }, now) => [t('waits for approval'), formatLasted(now - since)],
  'file-changed': ({ since }, now) => [t('file changed'), sinceWords(since, now)],
  stopped: () => [t('stopped'), t('starts when asked')],
  loading: ({ since }, now) => [t('loading the model'), formatLasted(now - since)],
  running: ({ since }, now) => [t('running'), formatLasted(now - since)],
  stopping: () => [t('stopping'), ''],
  crashed: ({ since, why }, now) => [
    t('crashed'),
    `${t('{span} ago', { span: formatLasted(now - since) })}, ${reasonWords(why)}`,
  ],
};

export function providerWords(state: ProviderState, now: number): ProviderWords {
  const words = said[state.kind] as (state: ProviderState, now: number) => readonly [string, string];
  const [word, more] = words(state, now);
  return { tone: tones[state.kind], word, more };
}

/** `127.0.0.1:11434, this machine`, `in Chromium “Work”`, `key in the keychain`. */
export function providerPlace(provider: ModelProvider, snapshot: Pick<Snapshot, 'browsers'>): string {
  const { type, baseUrl, browserId, isLocal, hasKey, program } = provider;
  if (type === 'chrome')
    return browserId === null ? t('in a browser') : t('in {browser}', { browser: browserName(snapshot, browserId) });
  if (program !== null) return t('{format}, this machine', { format: formatWord(program.format) });
  if (isLocal) return t('{address}, this machine', { address: addressWord(baseUrl ?? '') });
  if (baseUrl !== null && baseUrl !== providerFacts[type].baseUrl) return baseUrl;
  return hasKey ? t('key in the keychain') : t('no key');
}

export function formatWord(format: 'llamafile' | 'gguf'): string {
  return format === 'gguf' ? 'GGUF' : 'llamafile';
}

/** Host and port of an address, without what all of them share. */
function addressWord(baseUrl: string): string {
  try {
    return new URL(baseUrl).host;
  } catch {
    return baseUrl;
  }
}

/** `Ollama, qwen2.5:14b`; a provider that has its model's name is not said twice. */
export function modelName(
  { modelProviders }: Pick<Snapshot, 'modelProviders'>,
  ref: { readonly providerId: string; readonly model: string },
): string {
  const provider = modelProviders[ref.providerId];
  if (!provider) return ref.model;
  if (provider.program !== null && (provider.modelCount ?? 1) <= 1) return provider.name;
  return t('{provider}, {model}', { provider: provider.name, model: ref.model });
}
