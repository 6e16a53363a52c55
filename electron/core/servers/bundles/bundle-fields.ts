// The form of a bundle: its `user_config` as the values that are asked for.
import { refusedBundle } from './archive/archive-bounds.ts';
import type { FieldKind } from '../../../../contract/catalogue.ts';
import type { BundleManifest, UserConfigOption } from '../../../../contract/schemas/bundle-manifest.ts';
import type { AskedField } from '../../../../contract/schemas/catalogue.ts';
import type { BundleVariables } from './bundle-variables.ts';

const maxFields = 300;
const kinds = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  directory: 'folder',
  file: 'file',
} as const satisfies Record<UserConfigOption['type'], FieldKind>;

/** In the order of the manifest. */
export function fieldsOf(options: BundleManifest['user_config'], variables: BundleVariables): AskedField[] {
  const entries = Object.entries(options ?? {});
  if (entries.length > maxFields) throw refusedBundle({ kind: 'bundle-too-long', at: 'user_config', most: maxFields });
  return entries.map(([key, option]) => ({
    key: plainKey(key),
    place: 'setting',
    name: key,
    label: option.title || key,
    description: option.description,
    kind: kinds[option.type],
    required: option.required === true,
    secret: option.sensitive === true,
    multiple: option.multiple === true,
    choices: [],
    defaults: defaultsOf(key, option, variables),
    placeholder: '',
    min: option.min ?? null,
    max: option.max ?? null,
  }));
}

function plainKey(key: string): string {
  if (/[${}\0]/.test(key)) throw refusedBundle({ kind: 'bundle-reference', at: 'user_config', text: key });
  return key;
}

function defaultsOf(key: string, { default: value, multiple }: UserConfigOption, variables: BundleVariables): string[] {
  if (value === undefined) return [];
  const values = Array.isArray(value) ? value : [String(value)];
  const given = values.flatMap(text => variables.value(text, `user_config.${key}.default`) ?? []);
  return multiple ? given : given.filter(text => text !== '').slice(0, 1);
}
