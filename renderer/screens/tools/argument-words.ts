// What is wrong with an argument of a call, in one sentence that says what it must be.
import { cutEnd, visibleText } from '../../../contract/visible-text.ts';
import { t, tIn } from '../../words/language.ts';
import type { Problem } from '../../../contract/json-schema/check.ts';
import type { Path } from '../../../contract/json-schema/json.ts';
import type { Fault } from '../../../contract/json-schema/keywords.ts';
import type { WhyJson } from '../../store/schema/shape.ts';

const longest = 60;
const mostOptions = 6;

const shown = (text: string) => visibleText(cutEnd(text, longest));

export function faultSentence(fault: Fault): string {
  switch (fault.is) {
    case 'missing':
      return t('It has to be given.');
    case 'unknown':
      return t('“{name}” is not known to the tool; take it away.', { name: shown(fault.name) });
    case 'needs':
      return t('With “{name}” also “{other}” has to be given.', { name: shown(fault.name), other: shown(fault.other) });
    case 'type':
      return t('It must be {types}.', { types: fault.wanted.map(typeWords).join(t(' or ')) });
    case 'option':
      return optionSentence(fault.options);
    case 'pattern':
      return t('It must be of the form {pattern}.', { pattern: shown(fault.pattern) });
    case 'format':
      return t('It is not of the format “{format}”.', { format: shown(fault.format) });
    case 'unread':
      return fault.what === 'number' ? t('It is no number that could be sent as it stands.') : t('It is no JSON.');
    case 'twice':
      return t('It stands in the list already.');
    case 'several':
      return t('It is of several kinds at once, and must be of exactly one.');
    case 'forbidden':
      return t('The tool takes no such value here.');
    case 'none':
      return t('It is of none of the kinds that the tool takes here.');
    case 'reserved':
      return t('A member of this name is refused by the hub; take it away.');
    default:
      return boundSentence(fault);
  }
}

function boundSentence({ is, bound }: Extract<Fault, { readonly bound: number }>): string {
  switch (is) {
    case 'shorter':
      return t('It needs at least {bound, plural, one {# character} other {# characters}}.', { bound });
    case 'longer':
      return t('It may have at most {bound, plural, one {# character} other {# characters}}.', { bound });
    case 'fewer':
      return t('It needs at least {bound, plural, one {# item} other {# items}}.', { bound });
    case 'more':
      return t('It may have at most {bound, plural, =0 {no item} one {# item} other {# items}}.', { bound });
    case 'fewer-members':
      return t('It needs at least {bound, plural, one {# member} other {# members}}.', { bound });
    case 'more-members':
      return t('It may have at most {bound, plural, =0 {no member} one {# member} other {# members}}.', { bound });
    case 'below':
      return t('It must be {least} or more.', { least: String(bound) });
    case 'above':
      return t('It must be {most} or less.', { most: String(bound) });
    case 'not-above':
      return t('It must be more than {least}.', { least: String(bound) });
    case 'not-below':
      return t('It must be less than {most}.', { most: String(bound) });
    case 'step':
      return t('It must be a multiple of {step}.', { step: String(bound) });
  }
}

function optionSentence(options: readonly unknown[]): string {
  const words = options.slice(0, mostOptions).map(option => shown(optionWords(option)));
  const list = `${words.join(', ')}${options.length > mostOptions ? ', …' : ''}`;
  return options.length === 1 ? t('It must be {list}.', { list }) : t('It must be one of {list}.', { list });
}

/** A text as it is, everything else as JSON. */
export function optionWords(option: unknown): string {
  return typeof option === 'string' && option !== '' ? option : JSON.stringify(option);
}

/** A type of JSON Schema, with its article. */
function typeWords(type: string): string {
  const words: Readonly<Record<string, string>> = {
    string: t('a text'),
    number: t('a number'),
    integer: t('a whole number'),
    boolean: t('true or false'),
    null: 'null',
    array: t('a list'),
    object: t('an object'),
  };
  return Object.hasOwn(words, type) ? (words[type] ?? type) : type;
}

/** A variant of a union, by its title or its type. */
export function variantWords(label: string | null, at: number): string {
  if (label === null) return t('Kind {number}', { number: String(at + 1) });
  const types: Readonly<Record<string, string>> = {
    string: tIn('type', 'text'),
    number: tIn('type', 'number'),
    integer: tIn('type', 'whole number'),
    boolean: tIn('type', 'true or false'),
    array: tIn('type', 'list'),
    object: tIn('type', 'object'),
  };
  return Object.hasOwn(types, label) ? (types[label] ?? label) : shown(label);
}

export function jsonSentence(why: WhyJson): string {
  switch (why) {
    case 'any':
      return t('Any JSON.');
    case 'unresolved':
      return t('As JSON: its schema points to a place that is not here.');
    case 'many':
      return t('As JSON: it is too large for a form.');
    case 'deep':
      return t('As JSON: it lies too deep for a form.');
  }
}

/** `to › floor`; items of lists by their number, from 1. */
export function placeWords(path: Path): string {
  return path.map(step => (typeof step === 'number' ? String(step + 1) : shown(step))).join(' › ');
}

/** A fault with the place where it is. */
export function problemSentence({ path, fault }: Problem): string {
  const at = fault.is === 'missing' ? [...path, fault.name] : path;
  const sentence = faultSentence(fault);
  return at.length === 0 ? sentence : `${placeWords(at)}: ${sentence}`;
}
