// What was filled into the form of a package: checked against its fields, and as the texts that stand in a config for it.
import { isAbsolute, join } from 'node:path';
import { hubError } from '../../../../words/hub-error.ts';
import { referenceTo } from '../../secrets/references.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { AskedField, FieldValues } from '../../../../contract/schemas/catalogue.ts';

/** Secrets that are kept: by the key of a field, the names that its values have in the store. */
export type KeptSecrets = Readonly<Record<string, readonly string[]>>;

/** By the key of a field the texts that stand for it; none where it has no value. */
export type FieldTexts = ReadonlyMap<string, readonly string[]>;

const switches = new Set(['true', 'false']);

/** Throws HubError for a field that is not asked for, and for a value that it does not take. */
export function checkedValues(fields: readonly AskedField[], values: FieldValues, userHome: string): FieldValues {
  const byKey = new Map(fields.map(field => [field.key, field]));
  return Object.fromEntries(
    Object.entries(values).map(([key, given]) => {
      const field = byKey.get(key);
      if (!field) throw refused({ kind: 'field-unknown', field: key });
      // A field of a form that is left empty has no value.
      const own = given.filter(value => value !== '').map(value => plainValue(field, value, userHome));
      if (own.length > 1 && !field.multiple) throw refused({ kind: 'field-one-value', field: field.label });
      return [key, own];
    }),
  );
}

/** Those that are required and have neither a value nor a default nor a kept secret. */
export function missingFields(fields: readonly AskedField[], values: FieldValues, kept: KeptSecrets): string[] {
  return fields
    .filter(({ key, required, defaults }) => required && defaults.length === 0 && !isGiven(key, values, kept))
    .map(({ key }) => key);
}

/**
 * The texts by which a config says each field: its value, the reference to its secret, its defaults. A required one without any is a
 * placeholder, which a server does not start with (`config-placeholders.ts`).
 */
export function textsOf(fields: readonly AskedField[], values: FieldValues, kept: KeptSecrets): FieldTexts {
  return new Map(fields.map(field => [field.key, textsOfField(field, values[field.key] ?? [], kept[field.key] ?? [])]));
}

function textsOfField(field: AskedField, values: readonly string[], kept: readonly string[]): readonly string[] {
  if (field.secret && kept.length > 0) return kept.map(referenceTo);
  if (values.length > 0) return values;
  if (field.defaults.length > 0) return field.multiple ? field.defaults : field.defaults.slice(0, 1);
  return field.required ? [openText(field)] : [];
}

/** What stands for a value that is still to be given. */
export function openText({ name, key }: Pick<AskedField, 'name' | 'key'>): string {
  const plain = (name || key).replace(/[^\w.-]+/g, '_').replace(/^[^A-Za-z_]+/, '') || 'value';
  return `\${input:${plain}}`;
}

function isGiven(key: string, values: FieldValues, kept: KeptSecrets): boolean {
  return (values[key]?.length ?? 0) > 0 || (kept[key]?.length ?? 0) > 0;
}

/** Throws HubError for what the field does not take. */
function plainValue(field: AskedField, value: string, userHome: string): string {
  const { label, kind, choices } = field;
  if (value.includes('\0')) throw refused({ kind: 'field-nul', field: label });
  // It would stand for another server's secret.
  if (value.includes('${secret:')) throw refused({ kind: 'field-reference', field: label });
  if (choices.length > 0 && !choices.includes(value))
    throw refused({ kind: 'field-other-choice', field: label, value, choices });
  switch (kind) {
    case 'number':
      return numberOf(field, value);
    case 'boolean':
      if (!switches.has(value))
        throw refused({ kind: 'field-other-choice', field: label, value, choices: [...switches] });
      return value;
    case 'file':
    case 'folder': {
      const path = value === '~' || value.startsWith('~/') ? join(userHome, value.slice(1)) : value;
      if (!isAbsolute(path)) throw refused({ kind: 'field-no-path', field: label, value });
      return path;
    }
    case 'text':
    case 'choice':
      return value;
  }
}

function numberOf({ label, min, max }: AskedField, value: string): string {
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value.trim()) ? Number(value) : Number.NaN;
  const isIn = Number.isFinite(number) && (min === null || number >= min) && (max === null || number <= max);
  if (!isIn) throw refused({ kind: 'field-no-number', field: label, value, min, max });
  return value.trim();
}

export function refused(reason: Reason) {
  return hubError('ERR_INVALID_ARGUMENTS', reason);
}
