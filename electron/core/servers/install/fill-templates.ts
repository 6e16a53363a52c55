// Templates of a package's arguments, variables, headers and address, filled with the values of its form. A value is only ever a value. Pure.
import { fieldsIn } from '../../../../contract/catalogue.ts';
import { refused } from './field-values.ts';
import type { ArgumentTemplate } from '../../../../contract/schemas/catalogue.ts';
import type { FieldTexts } from './field-values.ts';

interface NamedTemplate {
  readonly name: string;
  readonly value: string;
}

const fieldReference = /\$\{field:([^}]+)\}/g;
/** `-x`, `--x`; a dash alone is what programs read their input by. */
const isOption = /^-./;
/** What several values come to where a place takes one text alone. */
const joint = ',';

/**
 * One after the other. An argument is left out where a field that it refers to has no value, and stands once for each value of one that has
 * several. Throws HubError for a value that its program would read as an option.
 */
export function fillArguments(templates: readonly ArgumentTemplate[], texts: FieldTexts): string[] {
  return templates.flatMap(template => fillArgument(template, texts));
}

function fillArgument({ name, value }: ArgumentTemplate, texts: FieldTexts): string[] {
  const times = filledTimes([name ?? '', value ?? ''], texts);
  return times.flatMap(([own = '', text = '']) => {
    if (name === null) return value === null ? [] : [positional(value, text)];
    if (value === null) return [own];
    if (!isValueOfForm(value) || !isOption.test(text)) return [own, text];
    // Behind an option a word that looks like one is taken for the next.
    if (own.startsWith('--') && !own.includes('=')) return [`${own}=${text}`];
    throw refused({ kind: 'field-like-option', field: own, value: text });
  });
}

function positional(template: string, text: string): string {
  const begins = /^\$\{field:([^}]+)\}/.exec(template)?.[1];
  if (begins !== undefined && isOption.test(text))
    throw refused({ kind: 'field-like-option', field: begins, value: text });
  return text;
}

function isValueOfForm(template: string): boolean {
  return template.startsWith('${field:');
}

/** By their names, without those that refer to a field that has no value. Throws HubError for a name that comes twice. */
export function fillNamed(templates: readonly NamedTemplate[], texts: FieldTexts): Record<string, string> {
  const filled: [string, string][] = templates.flatMap(({ name, value }) => {
    const text = filledOnce(value, texts);
    return text === null ? [] : [[name, text]];
  });
  return Object.fromEntries(filled);
}

/** Throws HubError for what comes to no address of a server. */
export function fillAddress(template: string, texts: FieldTexts): string {
  const whole = /^\$\{field:([^}]+)\}$/.test(template);
  const escaped = new Map(
    [...texts].map(([key, own]) => [
      key,
      own.map(text => (whole || isStandIn(text) ? text : encodeURIComponent(text))),
    ]),
  );
  const filled = filledOnce(template, escaped);
  const read = filled === null ? null : filled.replace(/\$\{(?:secret|input):[^}]*\}/g, 'x');
  const url = read !== null && URL.canParse(read) ? new URL(read) : null;
  if (filled === null || !url || !/^https?:$/.test(url.protocol))
    throw refused({ kind: 'install-no-address', address: filled ?? template });
  return filled;
}

/** A reference to a secret, or a placeholder. */
function isStandIn(text: string): boolean {
  return /^\$\{(?:secret|input):[^}]*\}$/.test(text);
}

/** Of a text that takes one value alone: several are joined by a comma. Null where a field has none. */
function filledOnce(template: string, texts: FieldTexts): string | null {
  const keys = fieldsIn(template);
  if (keys.some(key => (texts.get(key) ?? []).length === 0)) return null;
  return filled(template, key => (texts.get(key) ?? []).join(joint));
}

/** These texts once for each value of the first field that has several. */
function filledTimes(templates: readonly string[], texts: FieldTexts): string[][] {
  const keys = templates.flatMap(fieldsIn);
  const counts = keys.map(key => texts.get(key)?.length ?? 0);
  if (counts.includes(0)) return [];
  const times = Math.max(1, ...counts);
  return Array.from({ length: times }, (_, at) =>
    templates.map(template =>
      filled(template, key => {
        const own = texts.get(key) ?? [];
        return own[Math.min(at, own.length - 1)] ?? '';
      }),
    ),
  );
}

/** In one pass, so that nothing in a value is read again. */
function filled(template: string, textOf: (key: string) => string): string {
  return template.replace(fieldReference, (_all, key: string) => textOf(key));
}
