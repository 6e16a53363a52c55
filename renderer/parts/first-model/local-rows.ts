// What the look over this machine comes to: a row for each program that was found or is usual, and what can be done with it.

import { formatDuration } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import type { ProviderType } from '../../../contract/models.ts';
import type { FoundModels } from '../../../contract/schemas/models.ts';
import type { Tone } from '../../words/tone.ts';

export interface FoundRow {
  readonly found: FoundModels;
  readonly tone: Tone;
  readonly word: string;
  /** What it has, or how to get it. */
  readonly text: string;
  /** Names of its models, the one to propose first; empty where there is nothing to use. */
  readonly models: readonly string[];
}

/** Programs that stand here also while they are not found. */
const usual: ReadonlySet<ProviderType> = new Set(['ollama', 'lmstudio']);

export function foundRows(found: readonly FoundModels[]): FoundRow[] {
  return found.filter(({ state, type }) => state === 'ready' || usual.has(type)).map(rowOf);
}

function rowOf(found: FoundModels): FoundRow {
  const { state, answersInMs, port } = found;
  if (state === 'not-running')
    return { found, tone: 'stopped', word: t('not found'), text: howToGet(found), models: [] };
  if (state === 'other') {
    const text = t('Something else answers on port {port}', { port: String(port) });
    return { found, tone: 'stopped', word: t('not found'), text, models: [] };
  }
  const word = answersInMs === null ? t('ready') : t('answers in {time}', { time: formatDuration(answersInMs) });
  return { found, tone: 'running', word, text: whatItHas(found), models: proposed(found) };
}

function howToGet({ type }: FoundModels): string {
  return type === 'lmstudio'
    ? t('Once it is installed, switch its server on under Developer')
    : t('Install it, or start it, and fetch a model there');
}

function whatItHas({ models, suggested }: FoundModels): string {
  const count = models.length;
  if (count === 0) return t('No model there yet; fetch one there, then look again');
  const best = models.find(({ name }) => name === suggested);
  return best?.tools === 'native' || best?.tools === 'text'
    ? t('{count, plural, one {# model} other {# models}}; {model} can call tools', { count, model: best.name })
    : t('{count, plural, one {# model} other {# models}}', { count });
}

/** The suggested one first, the others as they are listed. */
function proposed({ models, suggested }: FoundModels): string[] {
  const names = models.map(({ name }) => name);
  return suggested === null ? names : [suggested, ...names.filter(name => name !== suggested)];
}

/** `11434, 1234 and 8080`, as the language lists them. */
export function portsText(found: readonly FoundModels[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(found.map(({ port }) => String(port)));
}
