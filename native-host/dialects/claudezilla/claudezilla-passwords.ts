// What an extension of spec 000 tells of password fields: it treats their values as those of every other field, and no agent is told a password. Pure.
import { isRecord } from '../../../contract/json.ts';
import { quoted } from './claudezilla-scripts.ts';

type Result = Record<string, unknown>;

/** As `innerHTML` writes it; the last one may be cut off. */
const inputTag = /<input\b(?:"[^"]*(?:"|$)|[^"<>])*/gi;
const isPasswordTag = /\stype="password"/i;
const valueInTag = /\svalue="[^"]*(?:"|$)/gi;
const longestExpression = 10_000;

/** The answer without values that are known to be of a password field, in attributes and markup. */
export function withoutPasswordValues(result: Result): Result {
  const { attributes, html } = result;
  return {
    ...result,
    ...(isRecord(attributes) && { attributes: withoutValue(attributes) }),
    ...(typeof html === 'string' && {
      html: html.replace(inputTag, tag => (isPasswordTag.test(tag) ? tag.replace(valueInTag, '') : tag)),
    }),
  };
}

function withoutValue({ value, ...others }: Result): Result {
  const isPassword = String(others.type).toLowerCase() === 'password';
  return isPassword || value === undefined ? others : { ...others, value };
}

/** What the answer tells that may be a password, as only its page can say: what a field holds beyond what was typed, and texts of labels. */
export function possiblePasswords({ currentValue, typed, labels }: Result): string[] {
  const held = typeof currentValue === 'string' && currentValue !== typed ? [currentValue] : [];
  const named = isRecord(labels) ? Object.values(labels).map(textOf) : [];
  return [...new Set([...held, ...named])].filter(text => text !== '');
}

/** Asks the page which of the texts are what a password field holds, or how it begins: answers with a list of booleans. Null for more texts than fit. */
export function passwordExpression(texts: readonly string[]): string | null {
  const asked = quoted(texts);
  const fields = `document.querySelectorAll('input[type="password" i]')`;
  const expression = `(all => ${asked}.map(text => all.some(value => value.startsWith(text.trim()))))([...${fields}].map(e => e.value.trim()))`;
  return expression.length <= longestExpression ? expression : null;
}

/** The answer without the texts that are passwords. */
export function withoutTexts(result: Result, isPassword: (text: string) => boolean): Result {
  const { currentValue, labels, ...others } = result;
  const isTold = typeof currentValue === 'string' && (currentValue === others.typed || !isPassword(currentValue));
  const shown = (label: unknown) => (isRecord(label) && isPassword(textOf(label)) ? { ...label, text: '' } : label);
  return {
    ...others,
    ...(isTold && { currentValue }),
    ...(isRecord(labels) && {
      labels: Object.fromEntries(Object.entries(labels).map(([number, label]) => [number, shown(label)])),
    }),
  };
}

function textOf(label: unknown): string {
  return isRecord(label) && typeof label.text === 'string' ? label.text : '';
}
