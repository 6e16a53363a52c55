// When a provider for the address bar is asked: what its page said, and whether a text meets it. Patterns of pages never hold up the hub.
import { isRecord } from '../../../../contract/json.ts';
import { fitsPattern } from '../../../../contract/json-schema/safe-pattern.ts';
import { invalid } from '../page-asked.ts';

const types = ['prefix', 'keyword', 'regex', 'always'] as const;

export interface Trigger {
  readonly type: (typeof types)[number];
  readonly value: string;
  readonly hint?: string;
}

export interface Match {
  readonly trigger: Trigger;
  /** What is asked about: the text without what names the provider. */
  readonly query: string;
  /** From 0 to 1: how surely this provider was meant. */
  readonly confidence: number;
}

const maxTriggers = 20;
const maxValueChars = 200;
/** Of a text that is held against patterns. */
export const maxTextChars = 500;
/** A pattern that is bounded over so many characters takes well below a millisecond over those of a text. */
const provingText = 'x'.repeat(1_000);

/** Throws ERR_INVALID_REQUEST. */
export function readTriggers(value: unknown): Trigger[] {
  if (Array.isArray(value) && value.length <= maxTriggers) return value.map(readTrigger);
  throw invalid(`"triggers" must be a list of at most ${maxTriggers} objects.`);
}

function readTrigger(given: unknown): Trigger {
  const { type, value = '', hint } = isRecord(given) ? given : {};
  const known = types.find(one => one === type);
  if (!known || typeof value !== 'string' || value.length > maxValueChars || (value === '' && known !== 'always'))
    throw invalid(`A trigger is {type: ${types.join(' | ')}, value}, not ${JSON.stringify(given)?.slice(0, 100)}.`);
  if (known === 'regex' && fitsPattern(value, provingText) === null)
    throw invalid(
      `The pattern ${JSON.stringify(value)} could take too long, or is none; use one without repetition in repetition.`,
    );
  return { type: known, value, ...(typeof hint === 'string' && { hint: hint.slice(0, maxValueChars) }) };
}

/** Of several the surest. Null where none is met. */
export function matchOf(triggers: readonly Trigger[], text: string): Match | null {
  const matches = triggers.flatMap(trigger => meets(trigger, text) ?? []);
  return matches.toSorted((a, b) => b.confidence - a.confidence)[0] ?? null;
}

function meets(trigger: Trigger, text: string): Match | null {
  const { type, value } = trigger;
  switch (type) {
    case 'prefix':
      return text.startsWith(value) ? { trigger, query: text.slice(value.length).trim(), confidence: 0.9 } : null;
    case 'keyword': {
      const [first, ...rest] = text.trim().split(/\s+/);
      return first === value ? { trigger, query: rest.join(' '), confidence: 0.9 } : null;
    }
    case 'regex':
      return fitsPattern(value, text.slice(0, maxTextChars)) === true
        ? { trigger, query: text.trim(), confidence: 0.7 }
        : null;
    case 'always':
      return text.trim() === '' ? null : { trigger, query: text.trim(), confidence: 0.4 };
  }
}
