// What was filled into a form: what stands in it at first, what is still open, and what of it is to be sent.

import { t } from '../../../words/language.ts';
import type { AskedField, FieldValues } from '../../../../contract/schemas/catalogue.ts';

/** The defaults, and over them what is known already. */
export function firstValues(fields: readonly AskedField[], known: FieldValues = {}): FieldValues {
  const values: FieldValues = {};
  for (const field of fields) {
    const value = known[field.key] ?? field.defaults;
    if (value.length > 0) values[field.key] = [...value];
  }
  return values;
}

function given(values: FieldValues, key: string): string[] {
  return (values[key] ?? []).filter(value => value !== '');
}

/** Without what was left empty; trimmed but for secrets, whose spaces may be meant. */
export function sentValues(fields: readonly AskedField[], values: FieldValues): FieldValues {
  const sent: FieldValues = {};
  for (const { key, secret } of fields) {
    const texts = given(values, key).map(value => (secret ? value : value.trim()));
    if (texts.some(text => text !== '')) sent[key] = texts.filter(text => text !== '');
  }
  return sent;
}

/** Of a form that the hub has already: what differs from what it has. A secret that was not typed anew stays. */
export function changedValues(fields: readonly AskedField[], values: FieldValues, stored: FieldValues): FieldValues {
  const [now, before] = [sentValues(fields, values), sentValues(fields, firstValues(fields, stored))];
  const changed: FieldValues = {};
  for (const { key, secret } of fields) {
    const next = now[key] ?? [];
    if (secret && next.length === 0) continue;
    if (JSON.stringify(next) !== JSON.stringify(before[key] ?? [])) changed[key] = next;
  }
  return changed;
}

/** Required ones without a value. */
export function openFields(
  fields: readonly AskedField[],
  values: FieldValues,
  kept: readonly string[] = [],
): AskedField[] {
  return fields.filter(({ key, required }) => required && !kept.includes(key) && given(values, key).every(isBlank));
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

const absolute = /^(\/|~($|[\\/])|[A-Za-z]:[\\/]|\\\\)/;

/** What is wrong with a value, in one sentence; null where nothing is. */
export function valueTrouble(field: AskedField, values: FieldValues): string | null {
  const texts = given(values, field.key);
  if (field.kind === 'number') return texts.map(text => numberTrouble(field, text)).find(Boolean) ?? null;
  if (field.kind !== 'file' && field.kind !== 'folder') return null;
  const wrong = texts.find(text => !absolute.test(text.trim()));
  return wrong === undefined ? null : t('“{wrong}” is no whole path; begin with / or a drive.', { wrong });
}

function numberTrouble({ min, max }: AskedField, text: string): string | null {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return t('“{text}” is no number.', { text });
  if (min !== null && value < min) return t('At least {min}.', { min: String(min) });
  if (max !== null && value > max) return t('At most {max}.', { max: String(max) });
  return null;
}

/** The first of them all. */
export function firstTrouble(fields: readonly AskedField[], values: FieldValues): string | null {
  for (const field of fields) {
    const trouble = valueTrouble(field, values);
    if (trouble !== null) return trouble;
  }
  return null;
}
